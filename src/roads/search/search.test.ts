// The hierarchy against plain Dijkstra, tables against routes, what is told against what was searched: on towns drawn by
// chance, with a core of any size.
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { drawTown } from "../../../test/fixtures/random-town.ts";
import { buildEngine } from "../../../test/fixtures/roads/build-engine.ts";
import { PlainDijkstra } from "../../../test/fixtures/roads/plain-dijkstra.ts";
import { isRefusal, type Refusal } from "../../domain/refusal.ts";
import { buildNetwork } from "../build/build-network.ts";
import { openEngine } from "../engine.ts";
import { toMicro } from "../micro.ts";
import type { Network } from "../network.ts";
import type { PathLeg, RouteAnswer } from "../path.ts";
import { packNetwork } from "../snapshot/packed-network.ts";
import { NearestRoad, type Position } from "./grid.ts";
import { LegSearch } from "./leg-search.ts";
import { findOverStops } from "./stops-search.ts";
import { TableSearch } from "./table-search.ts";

type Town = { readonly network: Network; readonly places: readonly Position[] };

const PLACES = 14;

// Places in couples: one anywhere, one a little before it on the same street.
function buildTown(seed: number, side: number, coreShare: number, partStatesMin: number): Town {
  const { extract, anywhere } = drawTown(seed, side);
  const network = buildNetwork(extract, "bike", { partStatesMin, coreSize: Math.floor(coreShare * side * side) });
  assert.ok(!isRefusal(network));
  const nearest = new NearestRoad(network);
  const places: Position[] = [];
  while (places.length < PLACES) {
    const point = anywhere();
    const found = nearest.find(toMicro(point.lng), toMicro(point.lat), 2000);
    if (!found) continue;
    const [lng, lat] = network.shape.slice(network.shapeStart[found.segment]! * 2);
    const towards = nearest.onSegment(found.segment, (found.lng + lng!) >> 1, (found.lat + lat!) >> 1);
    places.push(found, towards);
  }
  return { network, places };
}

function msOf(network: Network, search: LegSearch, stops: readonly Position[]): number {
  const found = findOverStops(network, search, stops);
  return "legs" in found ? found.legs.reduce((sum, leg) => sum + leg.ms, 0) : Number.POSITIVE_INFINITY;
}

const towns = fc.record({
  seed: fc.integer({ min: 1, max: 1e9 }),
  side: fc.integer({ min: 3, max: 9 }),
  coreShare: fc.constantFrom(0, 0.2, 1),
  partStatesMin: fc.constantFrom(1, 500),
});

test("the hierarchy finds exactly what plain Dijkstra finds, and a table exactly what routes do", () => {
  fc.assert(
    fc.property(towns, ({ seed, side, coreShare, partStatesMin }) => {
      const { network, places } = buildTown(seed, side, coreShare, partStatesMin);
      const dijkstra = new PlainDijkstra(network);
      const search = new LegSearch(network);
      const tables = new TableSearch(network);
      // Places that were asked about before, alone and among others, are told the same.
      for (const place of places) tables.find([place], places);
      const table = tables.find(places, places);
      for (const [i, from] of places.entries()) {
        for (const [j, to] of places.entries()) {
          const plain = dijkstra.cheapestMs(from, to);
          assert.equal(msOf(network, search, [from, to]), plain, `from ${i} to ${j}`);
          assert.equal(table.ms[i * places.length + j], plain, `table from ${i} to ${j}`);
        }
      }
    }),
    { numRuns: 60 },
  );
});

test("a matrix of one pair takes as long as the same pair in a larger matrix", async () => {
  const { extract, anywhere } = drawTown(7, 8);
  const engine = buildEngine(extract, "bike", { partStatesMin: 1 });
  assert.ok(!isRefusal(engine));
  const points = Array.from({ length: 12 }, anywhere).filter((point) => !isRefusal(engine.snap(point)));
  const all = await engine.matrix(points, points);
  assert.ok(!isRefusal(all) && points.length > 6);
  for (const [i, from] of points.entries()) {
    for (const [j, to] of points.entries()) {
      const one = await engine.matrix([from], [to]);
      assert.ok(!isRefusal(one));
      assert.deepEqual([one.sources, one.targets, one.distancesMeters.length], [1, 1, 1]);
      assert.equal(one.durationsSeconds[0], all.durationsSeconds[i * points.length + j]);
      const route: RouteAnswer | Refusal<string> = engine.route([from, to]);
      const meters: number = isRefusal(route) ? Number.POSITIVE_INFINITY : route.routes[0]!.distanceMeters;
      assert.equal(one.distancesMeters[0], meters);
    }
  }
});

test("over several stops the hierarchy is never better than its legs, and its legs add up", () => {
  fc.assert(
    fc.property(towns, ({ seed, side, coreShare, partStatesMin }) => {
      const { network, places } = buildTown(seed, side, coreShare, partStatesMin);
      const dijkstra = new PlainDijkstra(network);
      const search = new LegSearch(network);
      for (let i = 0; i + 3 < places.length; i++) {
        const stops = places.slice(i, i + 4);
        const ms = msOf(network, search, stops);
        const legs = stops.slice(1).map((stop, j) => dijkstra.cheapestMs(stops[j]!, stop));
        // A path that may not turn round at a stop can only be dearer than legs that start afresh.
        assert.ok(ms >= legs.reduce((sum, leg) => sum + leg, 0));
      }
    }),
    { numRuns: 30 },
  );
});

test("what a path tells adds up: pieces to the leg, points to the line, states to allowed turns", () => {
  fc.assert(
    fc.property(towns, ({ seed, side, coreShare, partStatesMin }) => {
      const { extract, anywhere } = drawTown(seed, side);
      const network = buildNetwork(extract, "car", { partStatesMin, coreSize: Math.floor(coreShare * side * side) });
      assert.ok(!isRefusal(network));
      const version = { engine: "giao", map: "drawn", demo: false } as const;
      const engine = openEngine({ ...packNetwork(network), profile: "car" }, version);
      for (let i = 0; i < 10; i++) {
        const answer = engine.route([anywhere(), anywhere(), anywhere()], { alternatives: 2 });
        if (isRefusal(answer)) continue;
        for (const leg of answer.routes.flatMap((path) => path.legs)) assertToldRight(leg);
      }
    }),
    { numRuns: 30 },
  );
});

function assertToldRight(leg: PathLeg): void {
  const pieces = leg.pieces();
  const { distancesMeters, durationsSeconds } = leg.annotation();
  const sum = (values: Iterable<number>): number => [...values].reduce((total, value) => total + value, 0);
  near(sum(pieces.map((piece) => piece.distanceMeters)), leg.distanceMeters, 1e-6);
  near(sum(pieces.map((piece) => piece.durationSeconds + piece.turnSeconds)), leg.durationSeconds, 1e-6);
  near(sum(distancesMeters), leg.distanceMeters, 0.5 + pieces.length * 0.2);
  // A piece of no length has a time of none; one of under a point's width may have a few milliseconds.
  near(sum(durationsSeconds), sum(pieces.map((piece) => piece.durationSeconds)), 0.1);
  assert.equal(distancesMeters.length, leg.line.length / 2 - 1);
  assert.equal(pieces[0]!.lineFrom, 0);
  assert.equal(pieces.at(-1)!.lineTo, leg.line.length / 2 - 1);
  for (const [i, piece] of pieces.entries()) {
    const next = pieces[i + 1];
    assert.ok(piece.distanceMeters >= 0 && piece.durationSeconds >= 0 && piece.lineFrom <= piece.lineTo);
    if (!next) {
      assert.equal(piece.junction, undefined);
      continue;
    }
    assert.equal(next.lineFrom, piece.lineTo);
    const { arms, in: came, out: goes } = piece.junction!;
    assert.equal(arms[goes]!.street, next.street);
    assert.equal(arms[came]!.street, piece.street);
    assert.ok(arms[goes]!.mayEnter);
    assert.deepEqual(
      arms.map((arm) => arm.bearing),
      arms.map((arm) => arm.bearing).sort((a, b) => a - b),
    );
  }
}

function near(actual: number, expected: number, tolerance: number): void {
  assert.ok(Math.abs(actual - expected) <= tolerance, `${actual} is not ${expected}`);
}
