import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { printFee } from "../../../test/fixtures/print-expression.ts";
import { compileFee, feeOf } from "./compiled.ts";
import { parseFee } from "./parser.ts";
import type { Condition, Expression, NumberExpression } from "./syntax.ts";

const record = <T>(fields: { [Key in keyof T]: fc.Arbitrary<T[Key]> }) => fc.record(fields, { noNullPrototype: true });
const { fee: anyFee } = fc.letrec<{ fee: NumberExpression; condition: Condition }>((tie) => ({
  fee: fc.oneof(
    { maxDepth: 5, withCrossShrink: true },
    record({
      kind: fc.constant("number" as const),
      amount: fc.double({ min: 0, max: 1e9, noNaN: true }).map(Math.abs),
    }),
    record({ kind: fc.constant("variable" as const), name: fc.constantFrom("x" as const, "h" as const) }),
    record({ kind: fc.constant("negate" as const), of: tie("fee") }),
    record({
      kind: fc.constant("arithmetic" as const),
      sign: fc.constantFrom("+" as const, "-" as const, "*" as const, "/" as const),
      left: tie("fee"),
      right: tie("fee"),
    }),
    record({
      kind: fc.constant("choice" as const),
      when: tie("condition"),
      whenTrue: tie("fee"),
      whenFalse: tie("fee"),
    }),
  ),
  condition: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    record({
      kind: fc.constant("comparison" as const),
      first: tie("fee"),
      links: fc.array(
        record({
          sign: fc.constantFrom("<" as const, "<=" as const, ">" as const, ">=" as const, "==" as const, "!=" as const),
          right: tie("fee"),
        }),
        { minLength: 1, maxLength: 3 },
      ),
    }),
    record({ kind: fc.constant("not" as const), of: tie("condition") }),
    record({
      kind: fc.constantFrom("and" as const, "or" as const),
      left: tie("condition"),
      right: tie("condition"),
    }),
  ),
}));
const anyX = fc.integer({ min: 0, max: 10_000 }).map((hundredths) => hundredths / 100);
const anyH = fc.integer({ min: 0, max: 24 * 60 }).map((minutes) => minutes / 60);

// A second, slower reading of the meaning: it walks the tree and treats a chain as pairs joined by "and".
function evaluateSlowly(node: Expression, x: number, h: number): number {
  switch (node.kind) {
    case "number":
      return node.amount;
    case "variable":
      return { x, h }[node.name];
    case "negate":
      return -evaluateSlowly(node.of, x, h);
    case "arithmetic": {
      const [a, b] = [evaluateSlowly(node.left, x, h), evaluateSlowly(node.right, x, h)];
      return { "+": a + b, "-": a - b, "*": a * b, "/": a / b }[node.sign];
    }
    case "choice":
      return evaluateSlowly(evaluateSlowly(node.when, x, h) === 1 ? node.whenTrue : node.whenFalse, x, h);
    case "comparison": {
      const operands = [node.first, ...node.links.map((link) => link.right)].map((part) => evaluateSlowly(part, x, h));
      const pairs = node.links.map((link, at) => {
        const [a, b] = [operands[at] as number, operands[at + 1] as number];
        return { "<": a < b, "<=": a <= b, ">": a > b, ">=": a >= b, "==": a === b, "!=": a !== b }[link.sign];
      });
      return Number(!pairs.includes(false));
    }
    case "not":
      return 1 - evaluateSlowly(node.of, x, h);
    case "and":
      return Math.min(evaluateSlowly(node.left, x, h), evaluateSlowly(node.right, x, h));
    case "or":
      return Math.max(evaluateSlowly(node.left, x, h), evaluateSlowly(node.right, x, h));
  }
}

test("a printed tariff parses back to the same tree", () => {
  fc.assert(
    fc.property(anyFee, (fee) => {
      const text = printFee(fee);
      fc.pre(text.length <= 2_000);
      assert.deepEqual(parseFee(text), fee);
    }),
    { numRuns: 500 },
  );
});

test("a compiled tariff agrees with a slow evaluator", () => {
  fc.assert(
    fc.property(anyFee, anyX, anyH, (fee, x, h) => {
      assert.equal(compileFee(fee)(x, h), evaluateSlowly(fee, x, h));
    }),
    { numRuns: 500 },
  );
});

test("no text makes the parser throw, and a fault lies within the text", () => {
  const scraps = fc.constantFrom(
    "x",
    "h",
    "if",
    "else",
    "and",
    "or",
    "not",
    "(",
    ")",
    "<=",
    "-",
    "*",
    "4",
    "1.5",
    " ",
    "é",
    "\n",
  );
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string({ unit: "binary" }),
        fc.array(scraps).map((parts) => parts.join(" ")),
      ),
      (text) => {
        const answer = parseFee(text);
        if ("refused" in answer) assert.ok(answer.offset >= 0 && answer.offset <= text.length);
      },
    ),
    { numRuns: 1_000 },
  );
});

const readings = [
  ["1 + 2 * 3", 0, 0, 7],
  ["(1 + 2) * 3", 0, 0, 9],
  ["10 - 4 - 3", 0, 0, 3],
  ["10 - (4 - 3)", 0, 0, 9],
  ["100 / 10 / 2", 0, 0, 5],
  ["-x * 2", 3, 0, -6],
  ["2 * -x", 3, 0, -6],
  ["1 + 2 if x < 4 else 5 * 6", 3, 0, 3],
  ["1 + 2 if x < 4 else 5 * 6", 4, 0, 30],
  ["1 if x < 1 else 2 if x < 2 else 3", 1.5, 0, 2],
  ["(1 if x < 1 else 2) if x < 2 else 3", 2.5, 0, 3],
  ["1 if x < 1 or x > 9 and h > 5 else 0", 0, 0, 1],
  ["1 if (x < 1 or x > 9) and h > 5 else 0", 0, 0, 0],
  ["1 if not x < 1 and h > 5 else 0", 2, 6, 1],
  ["1 if 15.5<=h<=20 else 0", 0, 20, 1],
  ["1 if 15.5<=h<=20 else 0", 0, 20.02, 0],
  ["1 if 1 < x != 3 else 0", 3, 0, 0],
  [".5 + 1. + 1e2", 0, 0, 101.5],
  ["\n( 25000\tif x<=4 else 0 )\n", 4, 0, 25000],
] as const;

for (const [source, x, h, amount] of readings) {
  test(`${JSON.stringify(source)} is ${amount} at x = ${x}, h = ${h}, as Python reads it`, () => {
    assert.equal(feeOf(source)(x, h), amount);
  });
}

test("a saved tariff that does not parse is a fault of ours", () => {
  assert.throws(() => feeOf("25000 if"), /does not parse/);
});
