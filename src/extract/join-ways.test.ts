import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { joinWays } from "./join-ways.ts";

test("lines that enclose an area become a ring, whichever way they were drawn", () => {
  const { rings, chains } = joinWays([
    [1, 2, 3],
    [1, 5, 4],
    [3, 4],
  ]);
  assert.deepEqual(rings, [[2, 3, 4, 5, 1]]);
  assert.deepEqual(chains, []);
});

test("a chain is joined at both of its ends and keeps the direction of its first line", () => {
  const { rings, chains } = joinWays([
    [3, 4],
    [4, 5],
    [1, 2],
    [3, 2],
  ]);
  assert.deepEqual(rings, []);
  assert.deepEqual(chains, [[1, 2, 3, 4, 5]]);
});

test("where three lines meet, all of them end if only pairs may be joined", () => {
  const lines = [
    [1, 2],
    [2, 3],
    [2, 4],
    [4, 5],
  ];
  assert.deepEqual(joinWays(lines, { onlyPairs: true }).chains, [
    [1, 2],
    [2, 3],
    [2, 4, 5],
  ]);
  assert.equal(joinWays(lines).chains.length, 2);
});

test("lines that have a direction are joined end to beginning only", () => {
  const lines = [
    [2, 3],
    [1, 2],
    [4, 3],
    [3, 5],
  ];
  assert.deepEqual(joinWays(lines, { keepDirection: true }).chains, [
    [1, 2, 3, 5],
    [4, 3],
  ]);
});

test("every step from id to id is in the result once, as often as it was drawn", () => {
  const line = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 2, maxLength: 5 });
  const steps = (ids: readonly number[]): string[] =>
    ids.slice(1).map((id, i) => [id, ids[i]!].sort((a, b) => a - b).join("-"));
  fc.assert(
    fc.property(fc.array(line, { maxLength: 12 }), fc.boolean(), fc.boolean(), (lines, onlyPairs, keepDirection) => {
      const { rings, chains } = joinWays(lines, { onlyPairs, keepDirection });
      const joined = [...chains.flatMap(steps), ...rings.flatMap((ring) => steps([ring.at(-1)!, ...ring]))];
      assert.deepEqual(joined.sort(), lines.flatMap(steps).sort());
    }),
  );
});
