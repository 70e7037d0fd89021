// A hierarchy raised again with other times finds exactly what plain Dijkstra finds with them, and tells it the same way.
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { drawTown } from "../../../test/fixtures/random-town.ts";
import { PlainDijkstra } from "../../../test/fixtures/roads/plain-dijkstra.ts";
import { seededChance } from "../../domain/chance.ts";
import { isRefusal } from "../../domain/refusal.ts";
import { buildNetwork } from "../build/build-network.ts";
import { openSearches } from "../engine.ts";
import { toMicro } from "../micro.ts";
import type { Network } from "../network.ts";
import { NearestRoad, type Position } from "../search/grid.ts";
import { LegSearch } from "../search/leg-search.ts";
import { findOverStops } from "../search/stops-search.ts";
import { TableSearch } from "../search/table-search.ts";
import { packNetwork } from "../snapshot/packed-network.ts";
import { reweigh } from "./reweigh.ts";

function msOf(network: Network, search: LegSearch, stops: readonly Position[]): number {
  const found = findOverStops(network, search, stops);
  return "legs" in found ? found.legs.reduce((sum, leg) => sum + leg.ms, 0) : Number.POSITIVE_INFINITY;
}

function someFactors(network: Network, seed: number): Float32Array {
  const chance = seededChance(seed);
  return Float32Array.from(network.edgeMs, () => 0.4 + chance() * 3);
}

test("with other times the hierarchy finds what plain Dijkstra finds, and a table what routes do", () => {
  const towns = fc.record({ seed: fc.integer({ min: 1, max: 1e9 }), side: fc.integer({ min: 3, max: 9 }) });
  fc.assert(
    fc.property(towns, ({ seed, side }) => {
      const { extract, anywhere } = drawTown(seed, side);
      const built = buildNetwork(extract, "bike", { partStatesMin: 1, coreSize: side });
      assert.ok(!isRefusal(built));
      const network = reweigh(built, someFactors(built, seed));
      const nearest = new NearestRoad(network);
      const places = Array.from({ length: 8 }, anywhere).flatMap(({ lat, lng }) => {
        const found = nearest.find(toMicro(lng), toMicro(lat), 2000);
        return found ? [found] : [];
      });
      const dijkstra = new PlainDijkstra(network);
      const search = new LegSearch(network);
      const table = new TableSearch(network).find(places, places);
      for (const [i, from] of places.entries()) {
        for (const [j, to] of places.entries()) {
          const plain = dijkstra.cheapestMs(from, to);
          assert.equal(msOf(network, search, [from, to]), plain, `from ${i} to ${j}`);
          assert.equal(table.ms[i * places.length + j], plain, `table from ${i} to ${j}`);
        }
      }
    }),
    { numRuns: 40 },
  );
});

test("with the map's own times nothing changes, and a route is drawn as before", () => {
  const { extract, anywhere } = drawTown(11, 9);
  const built = buildNetwork(extract, "bike", { partStatesMin: 1 });
  assert.ok(!isRefusal(built));
  const version = { engine: "giao", map: "town", demo: false } as const;
  const again = reweigh(built, new Float32Array(built.edgeMs.length).fill(1));
  const engines = [built, again].map((network) => openSearches({ ...packNetwork(network), profile: "bike" }, version));
  for (let pair = 0; pair < 30; pair++) {
    const ends = [anywhere(), anywhere()];
    const [before, after] = engines.map((engine) => engine.route(ends));
    assert.ok(before && after);
    if (isRefusal(before) || isRefusal(after)) {
      assert.ok(isRefusal(before) && isRefusal(after));
      continue;
    }
    assert.equal(after.routes[0]!.durationSeconds, before.routes[0]!.durationSeconds);
    const pieces = after.routes[0]!.legs[0]!.pieces();
    const seconds = pieces.reduce((sum, piece) => sum + piece.durationSeconds + piece.turnSeconds, 0);
    assert.ok(Math.abs(seconds - after.routes[0]!.durationSeconds) < 1e-6);
    assert.equal(after.routes[0]!.legs[0]!.line.length / 2, pieces.at(-1)!.lineTo + 1);
  }
});
