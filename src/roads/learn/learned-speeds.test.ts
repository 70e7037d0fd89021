// Whether learning pays: on a made-up city whose true speeds are known, trips that nobody learnt from are told better. The bench
// `learned-speeds` has a larger city and more trips.
import assert from "node:assert/strict";
import { test } from "node:test";
import { learnFromTrips } from "../../../test/fixtures/made-up-city.ts";
import { learnFactors } from "./edge-factors.ts";

test("after 600 trips the median error of a trip's time is less than half of the map's", (t) => {
  const { mapError, learnedError } = learnFromTrips({ side: 12, trips: 600, heldOut: 150, seed: 1 });
  t.diagnostic(`${(100 * mapError).toFixed(1)} % by the map, ${(100 * learnedError).toFixed(1)} % learnt`);
  assert.ok(learnedError < mapError / 2, `${learnedError} against ${mapError}`);
});

const EDGES = 10;
const rows = (list: readonly (readonly [edge: number, hour: number, mapSeconds: number, drivenSeconds: number])[]) => ({
  edge: Int32Array.from(list, ([edge]) => edge),
  hour: Uint8Array.from(list, ([, hour]) => hour),
  mapMs: Float64Array.from(list, ([, , seconds]) => seconds * 1000),
  drivenMs: Float64Array.from(list, ([, , , seconds]) => seconds * 1000),
});
const factors = (list: Parameters<typeof rows>[0], hour: number) =>
  learnFactors(rows(list), (edge) => edge % 2, EDGES, hour);

test("nothing driven changes nothing", () => {
  const { byEdge, byHour } = factors([], 8);
  assert.ok(byEdge.every((factor) => factor === 1) && byHour.every((factor) => factor === 1));
});

test("a pass or two bends an edge a little, many passes make it what they say", () => {
  const usual = Array.from({ length: 9 }, (_, i) => [i + 1, 8, 5_000, 5_000] as const);
  const few = factors([...usual, [0, 8, 10, 30]], 8).byEdge[0]!;
  const many = factors([...usual, [0, 8, 1_000, 3_000]], 8).byEdge[0]!;
  assert.ok(few > 1.05 && few < 2, String(few));
  assert.ok(many > 2.4 && many <= 3.2, String(many));
});

test("the rush hour is learnt for the rush hour, and an edge nobody drove takes what its class does", () => {
  const driven = Array.from({ length: 4 }, (_, i) => [
    [2 * i + 2, 8, 4_000, 8_000] as const,
    [2 * i + 2, 12, 4_000, 4_000] as const,
  ]).flat();
  assert.ok(factors(driven, 8).byEdge[0]! > 1.6);
  assert.ok(factors(driven, 12).byEdge[0]! < 1.25);
});

test("no factor is absurd", () => {
  const { byEdge } = factors([[0, 8, 1_000, 900_000]], 8);
  assert.ok(byEdge.every((factor) => factor >= 0.4 && factor <= 5));
});
