import assert from "node:assert/strict";
import { test } from "node:test";
import { parseFee } from "./parser.ts";
import { DEPTH_MAX, LENGTH_MAX } from "./syntax.ts";

const faults = [
  ["nothing", "", 0, "a number, x, h or ("],
  ["only spaces", "   ", 3, "a number, x, h or ("],
  ["a sign without its right side", "25000 +", 7, "a number, x, h or ("],
  ["two numbers side by side", "25000 x", 6, "a sign, if, or the end"],
  ["a parenthesis left open", "(25000 + x", 10, "a sign or )"],
  ["a parenthesis too many", "25000)", 5, "a sign, if, or the end"],
  ["if without else", "25000 if x <= 4", 15, "else"],
  ["if without a condition", "25000 if else 3", 9, "a number, x, h or ("],
  ["another variable", "25000 + y", 8, "x (kilometres), h (hour), a number, if or else"],
  ["a variable joined to its factor", "4x", 1, "a space or a sign after the number"],
  ["a number with two points", "1.2.3", 3, "a space or a sign after the number"],
  ["a number too large for any machine", "1e999", 0, "a number that is not infinite"],
  ["one equals sign", "1 if x = 4 else 2", 7, "a number, x, h or a sign"],
  ["a power", "x ** 2", 3, "a number, x, h or ("],
  ["a call", "max(x, 4)", 0, "x (kilometres), h (hour), a number, if or else"],
  ["an attribute", "x.constructor", 1, "a number, x, h or a sign"],
  ["text", '"25000"', 0, "a number, x, h or a sign"],
  ["a lone condition", "x <= 4", 0, "a number"],
  ["a condition that is a number", "1 if x else 2", 5, "a condition such as x <= 4"],
  ["a condition added to a number", "5 + (x < 4)", 4, "a number"],
  ["a condition before a sign", "(x < 4) * 5", 0, "a number before *"],
  ["a condition compared", "1 if (x < 4) < 5 else 2", 5, "a number to compare"],
  ["a number before and", "1 if x and h < 4 else 2", 5, "a condition before and"],
  ["a number after or", "1 if h < 4 or x else 2", 14, "a condition such as x <= 4"],
  ["not before a number", "1 if not x else 2", 9, "a condition such as x <= 4"],
  ["a condition as a fee", "(x < 4) if h < 4 else 2", 0, "a fee before if"],
] as const;

for (const [name, source, offset, expected] of faults) {
  test(`a tariff is refused with the place of its fault: ${name}`, () => {
    const answer = parseFee(source);
    assert.ok("refused" in answer, "the tariff was taken");
    assert.deepEqual({ offset: answer.offset, expected: answer.expected }, { offset, expected });
    assert.match(answer.why, new RegExp(`^At character ${offset + 1}: `));
  });
}

test("a tariff longer than the limit is refused before it is read", () => {
  const answer = parseFee("1".repeat(LENGTH_MAX + 1));
  assert.ok("refused" in answer);
  assert.equal(answer.offset, LENGTH_MAX);
});

const tooDeep = DEPTH_MAX + 1;
for (const [name, source] of [
  ["parentheses", `${"(".repeat(tooDeep)}1${")".repeat(tooDeep)}`],
  ["minus signs", `${"-".repeat(tooDeep)}1`],
  ["choices", `${"1 if x < 2 else ".repeat(tooDeep)}1`],
  ["negations", `1 if ${"not ".repeat(tooDeep)}x < 1 else 2`],
] as const) {
  test(`nesting of ${name} deeper than the limit is refused`, () => {
    const answer = parseFee(source);
    assert.ok("refused" in answer);
    assert.equal(answer.expected, `at most ${DEPTH_MAX} levels of nesting`);
  });
}
