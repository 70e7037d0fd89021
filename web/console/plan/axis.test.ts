import assert from "node:assert/strict";
import { test } from "node:test";
import { along, axisOf, type BoardRoute, type BoardStop, standingOf, ticksOf } from "./axis.ts";

const stop = (more: Partial<BoardStop>) =>
  ({ kind: "delivery", arrival: 0, latest: 0, deliver_by: 0, ...more }) as BoardStop;
const route = (start: number, end: number, stops: readonly BoardStop[] = []) =>
  ({ start_time: start, end_time: end, stops }) as unknown as BoardRoute;

test("the axis reaches around now, the routes and what was promised, and is an hour at least", () => {
  assert.deepEqual(axisOf([], 100), { from: 100, to: 3_700 });
  assert.deepEqual(axisOf([route(5_000, 9_000, [stop({ deliver_by: 12_000 })])], 7_000), { from: 5_000, to: 12_000 });
});

test("moments lie along it, those outside at its edges, and full hours are marked", () => {
  const axis = { from: 3_000, to: 13_000 };
  assert.deepEqual([along(axis, 3_000), along(axis, 8_000), along(axis, 99_000), along(axis, 0)], [0, 50, 100, 0]);
  assert.deepEqual(ticksOf(axis), [3_600, 7_200, 10_800]);
  assert.ok(ticksOf({ from: 0, to: 86_400 }).length <= 13);
});

test("a stop is late after its promise, tight within ten minutes of its last moment", () => {
  assert.equal(standingOf(stop({ arrival: 100, deliver_by: 90, latest: 5_000 })), "late");
  assert.equal(standingOf(stop({ arrival: 100, deliver_by: 9_000, latest: 650 })), "tight");
  assert.equal(standingOf(stop({ arrival: 100, deliver_by: 9_000, latest: 750 })), "easy");
  assert.equal(standingOf(stop({ kind: "pickup", arrival: 100, deliver_by: 90, latest: 5_000 })), "easy");
});
