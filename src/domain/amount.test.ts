import assert from "node:assert/strict";
import { test } from "node:test";
import { AMOUNT_MAX, roundAmount, shareOf } from "./amount.ts";

test("an amount is rounded half up, and a float that misses a half by a hair is a half", () => {
  assert.deepEqual(
    [0, 0.4, 0.49999, 0.5, 1.5, 18_000.499999999996, 18_000.4999].map(roundAmount),
    [0, 0, 0, 1, 2, 18_001, 18_000],
  );
});

test("a share is whole basis points of an amount", () => {
  assert.deepEqual(
    [shareOf(25_000, 800), shareOf(1, 5_000), shareOf(1, 4_999), shareOf(27_000, 10_000), shareOf(9_999_999, 1)],
    [2_000, 1, 0, 27_000, 1_000],
  );
});

test("no amount is above a million million, of which thousands still add up exactly", () => {
  assert.equal(AMOUNT_MAX, 1e12);
  assert.ok(AMOUNT_MAX * 9_000 < Number.MAX_SAFE_INTEGER);
});
