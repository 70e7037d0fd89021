import assert from "node:assert/strict";
import { test } from "node:test";
import { keptText, readKept } from "./kept-draft.ts";

const BEGUN = { name: "", count: 1 };
const AT = Date.UTC(2026, 0, 1);
const DAY_MS = 86_400_000;

test("a draft comes back as it was typed, for three days", () => {
  const text = keptText({ at: AT, typed: { name: "Bến Thành", count: 2 } }, BEGUN) ?? "";
  assert.deepEqual(readKept(text, BEGUN, AT + 3 * DAY_MS), { at: AT, typed: { name: "Bến Thành", count: 2 } });
  assert.equal(readKept(text, BEGUN, AT + 3 * DAY_MS + 1), undefined);
});

test("it is none of a form that begins otherwise now, and what is no draft is taken for none", () => {
  const text = keptText({ at: AT, typed: { name: "a", count: 1 } }, BEGUN) ?? "";
  assert.equal(readKept(text, { ...BEGUN, count: 7 }, AT), undefined);
  for (const broken of ["", "{", "null", "[]", '{"at":1}']) assert.equal(readKept(broken, BEGUN, AT), undefined);
});

test("nothing is kept of a form as it began, nor of one that is too long", () => {
  assert.equal(keptText({ at: AT, typed: { ...BEGUN } }, BEGUN), undefined);
  assert.equal(keptText({ at: AT, typed: { name: "x".repeat(300_000), count: 1 } }, BEGUN), undefined);
});
