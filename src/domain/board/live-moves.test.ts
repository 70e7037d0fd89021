import assert from "node:assert/strict";
import { test } from "node:test";
import { type Move, packMoves, toDegrees, toSteps, unpackMoves } from "./live-moves.ts";

test("what is packed comes out again, headings to ten degrees", () => {
  const moves: readonly Move[] = [
    { n: 0, north: 0, east: -12, heading: null },
    { n: 499, north: -7, east: 3, heading: 90 },
    { n: 12, north: 100, east: 100, heading: 0 },
  ];
  assert.deepEqual(unpackMoves(packMoves(moves)), moves);
  assert.deepEqual(unpackMoves(packMoves([{ n: 1, north: 1, east: 1, heading: 358 }])), [
    { n: 1, north: 1, east: 1, heading: 0 },
  ]);
  assert.deepEqual(unpackMoves([]), []);
});

test("whoever adds up the moves is where the driver is, to the metre", () => {
  let [told, at] = [toSteps(10.7769), 10.7769];
  for (let second = 0; second < 1_000; second++) {
    at += 0.0000834;
    told += toSteps(at) - told;
  }
  assert.ok(Math.abs(toDegrees(told) - at) < 0.00001);
});
