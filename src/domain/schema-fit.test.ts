import assert from "node:assert/strict";
import { test } from "node:test";
import { judgeFit } from "./schema-fit.ts";

const cases: readonly (readonly [string, number, number, number, boolean, RegExp])[] = [
  ["its own schema", 14, 14, 14, true, /^schema 14, program 14$/],
  ["its own schema, which serves older ones too", 16, 16, 14, true, /^schema 16, program 16$/],
  ["a newer one that serves it", 14, 16, 14, true, /^schema 16, program 14: newer, and it still serves this program$/],
  [
    "a newer one that serves none so old",
    14,
    16,
    15,
    false,
    /: it serves programs from schema 15 on; start a newer giao$/,
  ],
  ["an older one", 16, 14, 14, false, /: start giao again/],
];

for (const [name, program, schema, servesFrom, fits, note] of cases) {
  test(`a program and ${name}: ${fits ? "fits" : "does not fit"}`, () => {
    const judged = judgeFit(program, { schema, servesFrom });
    assert.equal(judged.fits, fits);
    assert.match(judged.note, note);
  });
}
