// The hierarchy on real towns, where their extracts are present.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { HCMC, MONACO, openRealRoads, skipWithout } from "../../test/fixtures/real-roads.ts";
import { PlainDijkstra } from "../../test/fixtures/roads/plain-dijkstra.ts";
import { seededChance } from "../domain/chance.ts";
import { isRefusal } from "../domain/refusal.ts";
import type { Profile } from "../domain/roads.ts";
import { openEngine } from "./engine.ts";
import { microMeters } from "./micro.ts";
import { type Network, timeOf } from "./network.ts";
import { NearestRoad, type Position, type Wanted } from "./search/grid.ts";
import { LegSearch } from "./search/leg-search.ts";
import { findOverStops } from "./search/stops-search.ts";
import { TableSearch } from "./search/table-search.ts";
import { openNetwork } from "./snapshot/packed-network.ts";

const SEED = 20180101;
const version = { engine: "giao", map: "real", demo: false } as const;

// Near a point of some road, so that they lie as dense as roads do.
function drawPlaces(network: Network, count: number, wanted?: Wanted): readonly Position[] {
  const chance = seededChance(SEED);
  const nearest = new NearestRoad(network);
  return Array.from({ length: count }, () => {
    const point = Math.floor((chance() * network.shape.length) / 2);
    const aside = (): number => Math.round((chance() - 0.5) * 1000);
    return nearest.find(network.shape[2 * point]! + aside(), network.shape[2 * point + 1]! + aside(), 2000, wanted)!;
  });
}

const towns: readonly (readonly [string, string, Profile, number, number])[] = [
  ["Monaco, bike", MONACO, "bike", 400, 40],
  ["Monaco, car", MONACO, "car", 400, 40],
  ["Hồ Chí Minh City, car", HCMC, "car", 60, 40],
];
for (const [name, file, profile, pairs, side] of towns) {
  test(`${name}: the hierarchy finds what Dijkstra finds, and a table what routes do`, {
    skip: skipWithout(file),
  }, async () => {
    const { buffer, layout } = await openRealRoads(file, profile);
    const network = openNetwork(buffer, layout);
    const search = new LegSearch(network);
    const msOf = (from: Position, to: Position): number => {
      const found = findOverStops(network, search, [from, to]);
      return "legs" in found ? found.legs[0]!.ms : Number.POSITIVE_INFINITY;
    };
    const dijkstra = new PlainDijkstra(network);
    const places = drawPlaces(network, 2 * pairs);
    for (let i = 0; i < pairs; i++) {
      const [from, to] = [places[2 * i]!, places[2 * i + 1]!];
      assert.equal(msOf(from, to), timeOf(dijkstra.cheapestMs(from, to)), `pair ${i} of seed ${SEED}`);
    }
    const some = places.slice(0, side);
    const table = new TableSearch(network).find(some, some);
    for (const [i, from] of some.entries()) {
      for (const [j, to] of some.entries()) {
        assert.equal(timeOf(table.ms[i * side + j]!), msOf(from, to), `${i} to ${j}`);
      }
    }
  });
}

test("Hồ Chí Minh City: but for what is apart the map is one whole, and every two of its places have a way", {
  skip: skipWithout(HCMC),
}, async () => {
  const snapshot = await openRealRoads(HCMC, "car");
  const network = openNetwork(snapshot.buffer, snapshot.layout);
  const nearest = new NearestRoad(network);
  const places = drawPlaces(network, 100, (segment) => !nearest.isApart(segment));
  const table = new TableSearch(network).find(places, places);
  assert.ok(table.ms.every(Number.isFinite));
  for (const [i, from] of places.entries()) {
    for (const [j, to] of places.entries()) {
      const straight = microMeters(from.lng, from.lat, to.lng, to.lat);
      // Two metres for where on a road's width of points the places were put.
      assert.ok(table.cm[i * places.length + j]! / 100 >= straight - 2, `${i} to ${j} is shorter than straight across`);
    }
  }
});

test("Hồ Chí Minh City: other ways are dearer, within a quarter, and mostly elsewhere", {
  skip: skipWithout(HCMC),
}, async (t) => {
  const snapshot = await openRealRoads(HCMC, "car");
  const engine = openEngine(snapshot, version);
  const chance = seededChance(SEED);
  const anywhere = () => ({ lat: 10.74 + chance() * 0.1, lng: 106.62 + chance() * 0.1 });
  const offered = [0, 0, 0];
  for (let i = 0; i < 60; i++) {
    const answer = engine.route([anywhere(), anywhere()], { alternatives: 2 });
    if (isRefusal(answer)) continue;
    const [best, ...others] = answer.routes;
    offered[others.length]!++;
    const driven = new Set(pointsOf(best!.legs[0]!.line));
    for (const other of others) {
      assert.ok(other.durationSeconds >= best!.durationSeconds);
      assert.ok(other.durationSeconds <= best!.durationSeconds * 1.25);
      const points = pointsOf(other.legs[0]!.line);
      assert.ok(points.some((point) => !driven.has(point)));
      assert.equal(new Set(points).size, points.length, "no point is passed twice");
    }
  }
  t.diagnostic(`of 60 questions ${offered[0]} have one way, ${offered[1]} two, ${offered[2]} three`);
  assert.ok(offered[1]! + offered[2]! > 30);
});

function pointsOf(line: Int32Array): readonly string[] {
  return Array.from({ length: line.length / 2 }, (_, i) => `${line[2 * i]},${line[2 * i + 1]}`);
}

test("Hồ Chí Minh City: a big table is computed beside the event loop, and is the same", {
  skip: skipWithout(HCMC),
}, async () => {
  const snapshot = await openRealRoads(HCMC, "car");
  const network = openNetwork(snapshot.buffer, snapshot.layout);
  const places = drawPlaces(network, 120);
  const engine = openEngine(snapshot, version);
  after(() => engine.close());
  const points = places.map(({ lat, lng }) => ({ lat: lat / 1e6, lng: lng / 1e6 }));
  const all = points.map((_, i) => i);
  const asked = engine.matrix(points, points);
  let turns = 0;
  const turning = setInterval(() => turns++, 0);
  const answer = await asked;
  clearInterval(turning);
  assert.ok(!isRefusal(answer));
  assert.ok(turns > 0, "the event loop stood still");
  const here = engine.table(points, all.slice(0, 50), all.slice(50, 100));
  assert.ok(!isRefusal(here));
  for (let i = 0; i < 50; i++) {
    for (let j = 0; j < 50; j++) {
      const aside: number | undefined = answer.durationsSeconds[i * 120 + 50 + j];
      assert.equal(here.matrix.durationsSeconds[i * 50 + j], aside);
    }
  }
});
