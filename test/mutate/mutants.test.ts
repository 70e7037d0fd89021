// Which faults are tried on which code, and that the text which holds them all behaves like the one it was made from.
import assert from "node:assert/strict";
import { stripTypeScriptTypes } from "node:module";
import { test } from "node:test";
import { acceptedKeys, changeOf, keyOf, stale } from "./accepted.ts";
import { instrument } from "./instrument.ts";
import { mutantsOf } from "./mutants.ts";

const changes = (source: string, file = "a.ts") => mutantsOf(file, source).map(changeOf);

const CASES: readonly (readonly [string, string, readonly string[]])[] = [
  ["a bound", "f(a < b)", ["a < b → true", "a < b → false", "a < b → a <= b"]],
  ["a bound beside a number", "f(a >= 3)", ["a >= 3 → true", "a >= 3 → false", "a >= 3 → a > 3", "a >= 3 → a >= 2"]],
  ["equality", "f(a === 1)", ["a === 1 → true", "a === 1 → false"]],
  ["a condition", "if (a) f()", ["a → true", "a → false", "f() → (left out)"]],
  [
    "a loop, which must end",
    "while (a < 9) f()",
    ["a < 9 → false", "a < 9 → a <= 9", "a < 9 → a < 8", "f() → (left out)"],
  ],
  [
    "each part of `and`",
    "f(a > b && isC(d))",
    ["a > b && isC(d) → true", "a > b && isC(d) → false", "a > b → true", "a > b → a >= b", "isC(d) → true"],
  ],
  ["each part of `or`", "if (a || b) {}", ["a || b → true", "a || b → false", "a → false", "b → false"]],
  ["a fallback", "f(a ?? b)", ["a ?? b → a"]],
  ["no fallback at all", "f(a ?? undefined)", []],
  ["sums", "f(a + b * c)", ["a + b * c → a - b * c", "b * c → b / c"]],
  ["texts put together", "f('x y' + b)", []],
  ["a number", "f(3)", ["3 → 4", "3 → 2"]],
  ["a unit", "f(a * 1000)", ["a * 1000 → a / 1000"]],
  ["a code, and no words for people", "g(refuse('GONE', 'It is gone.'))", ["'GONE' → \"mutated\""]],
  ["a status with a space", "f('IN PROCESS')", ["'IN PROCESS' → \"mutated\""]],
  ["a flag", "f(true)", ["true → false"]],
  ["a sign", "f(-a)", ["-a → a"]],
  ["some and every", "f(a.some(g))", ["a.some(g) → true", "a.some(g) → false", "a.some(g) → a.every(g)"]],
  ["the lower and the higher", "f(Math.min(a, b))", ["Math.min(a, b) → Math.max(a, b)"]],
  ["what is left out of a list", "f(a.filter(g))", ["a.filter(g) → a"]],
  ["what is in a list", "f([a, ...b])", ["[a, ...b] → [...b]", "[a, ...b] → [a]"]],
  ["a step", "await save(a);", ["await save(a); → (left out)"]],
  ["an assignment", "a += b;", ["a += b; → (left out)", "a += b → a -= b"]],
  ["a pattern", "f(/x/)", ["/x/ → /(?:)/", "/x/ → /(?!)/"]],
  ["a chain as a whole", "f(a?.b.trim())", ["a?.b.trim() → a?.b"]],
  [
    "nothing in types, imports, keys and faults of the program",
    "import 'x'; type A = 'b' | 1; throw new Error('c');",
    [],
  ],
];
for (const [what, source, expected] of CASES) {
  test(`${what}: ${source}`, () => {
    const whole = /^[fg]\(/.test(source) ? `const x = ${source};` : source;
    assert.deepEqual(changes(whole), expected);
  });
}

test("a number of a rule is tried one off, a limit of an operation at nothing", () => {
  const source = "const TRIES_MAX = 3 * 2; const each = 3;";
  assert.deepEqual(changes("const TRIES_MAX = 3;", "src/domain/tries.ts"), ["3 → 4", "3 → 2"]);
  assert.deepEqual(changes(source, "src/operations/try.ts"), ["3 * 2 → 0", "3 → 4", "3 → 2"]);
});

const RULE = `
export function priceOf(input: { readonly km?: number; readonly codes: readonly string[] }): number | undefined {
  const km: number = input.km ?? 0;
  if (km < 0 || km > 100) return undefined;
  let total = 0;
  for (const code of input.codes) {
    if (code === "FREE") continue;
    total += code?.trim().length ? 10 : -1;
  }
  return Math.max(total, 5) + (km as number) * 2;
}`;
const QUESTIONS = [
  { codes: [] },
  { km: 3, codes: ["A", "FREE", ""] },
  { km: -1, codes: [] },
  { km: 101, codes: ["B"] },
];

test("with every fault off the text that holds them all answers as the source does, and with one on as that fault", () => {
  const mutants = mutantsOf("rule.ts", RULE).map((mutant, at) => ({ ...mutant, id: at + 1 }));
  assert.ok(mutants.length > 20, String(mutants.length));
  const held = instrument(RULE, mutants);
  const answers = (text: string, on: number) => {
    const body = stripTypeScriptTypes(text).replace("export function", "return function");
    const priceOf = new Function("$mutant", body)((id: number) => id === on);
    return JSON.stringify(QUESTIONS.map((question) => priceOf(question) ?? null));
  };
  assert.equal(answers(held, 0), answers(RULE, 0));
  for (const { id, start, end, replacement } of mutants) {
    assert.equal(answers(held, id), answers(RULE.slice(0, start) + replacement + RULE.slice(end), 0), String(id));
  }
});

test("an accepted fault is known by its line of code wherever it stands, and one that is gone is told", () => {
  const [mutant] = mutantsOf("a.ts", "f(a.some(g) ? 1 : 2);");
  assert.ok(mutant);
  const entry = { file: "a.ts", code: mutant.code, changes: [changeOf(mutant)], why: "as a test has it" };
  const moved = mutantsOf("a.ts", "\n\n  f(a.some(g) ? 1 : 2);");
  assert.ok(moved.some((each) => acceptedKeys([entry]).has(keyOf(each))));
  assert.deepEqual(stale([entry], moved), []);
  assert.deepEqual(stale([entry], mutantsOf("a.ts", "f(a.every(g) ? 1 : 2);")), [entry]);
});
