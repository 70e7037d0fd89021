import assert from "node:assert/strict";
import { test } from "node:test";
import { takeTurns } from "./take-turns.ts";

const keys = (...ids: readonly string[]) => ids.map((id) => ({ id }));
const idsOf = (taken: readonly { readonly id: string }[]) => taken.map(({ id }) => id);

test("while all fit into a round, all are taken", () => {
  assert.deepEqual(takeTurns(keys("a", "b"), new Map([["a", 7]]), 2), { taken: keys("a", "b"), left: [] });
});

test("who has not been looked at goes first, the oldest before the others; then who was looked at longest ago", () => {
  const lookedAt = new Map([
    ["a", 2],
    ["b", 1],
  ]);
  const { taken, left } = takeTurns(keys("a", "b", "c", "d", "e"), lookedAt, 4);
  assert.deepEqual(idsOf(taken), ["c", "d", "e", "b"]);
  assert.deepEqual(idsOf(left), ["a"]);
});

test("orders that nobody can take keep no other from having its turn", () => {
  const waiting = keys(...Array.from({ length: 17 }, (_, at) => String(at)));
  const lookedAt = new Map<string, number>();
  for (let round = 1; round <= 4; round++) {
    for (const { id } of takeTurns(waiting, lookedAt, 5).taken) lookedAt.set(id, round);
  }
  assert.equal(lookedAt.size, waiting.length);
});
