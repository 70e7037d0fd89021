import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { drawTown } from "../../../test/fixtures/random-town.ts";
import { isRefusal } from "../../domain/refusal.ts";
import { buildNetwork } from "../build/build-network.ts";
import { METERS_PER_MICRO, toMicro } from "../micro.ts";
import type { Network } from "../network.ts";
import { NearestRoad, type Position } from "./grid.ts";

function nearestOfAll(network: Network, nearest: NearestRoad, lng: number, lat: number): Position {
  const positions = Array.from(network.segmentCm, (_, segment) => nearest.onSegment(segment, lng, lat));
  return positions.reduce((best, next) => (next.distanceMeters < best.distanceMeters ? next : best));
}

test("the grid finds a road as near as looking at every road does, inside the town and far outside", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1e9 }), fc.integer({ min: 2, max: 8 }), (seed, side) => {
      const { extract, anywhere } = drawTown(seed, side);
      const network = buildNetwork(extract, "bike", { partStatesMin: 1 });
      assert.ok(!isRefusal(network));
      const nearest = new NearestRoad(network);
      for (let i = 0; i < 20; i++) {
        const point = anywhere();
        // Every other one up to 3 km off.
        const off = i % 2 === 0 ? 0 : 27_000 * (i / 20) * (i % 4 === 1 ? 1 : -1);
        const lng = toMicro(point.lng) + Math.round(off);
        const lat = toMicro(point.lat) - Math.round(off / 2);
        const found = nearest.find(lng, lat, 2000);
        const best = nearestOfAll(network, nearest, lng, lat);
        if (best.distanceMeters > 2000) assert.equal(found, undefined);
        else assert.equal(found?.distanceMeters, best.distanceMeters);
      }
    }),
    { numRuns: 60 },
  );
});

test("a position lies on its segment, as far along it as it says", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1e9 }), (seed) => {
      const { extract, anywhere } = drawTown(seed, 5);
      const network = buildNetwork(extract, "car", { partStatesMin: 1 });
      assert.ok(!isRefusal(network));
      const nearest = new NearestRoad(network);
      const point = anywhere();
      const found = nearest.find(toMicro(point.lng), toMicro(point.lat), 2000);
      if (!found) return;
      const again = nearest.onSegment(found.segment, found.lng, found.lat);
      assert.ok(again.distanceMeters <= METERS_PER_MICRO, "the point found is on the segment");
      assert.ok(Math.abs(again.alongCm - found.alongCm) <= 30);
      assert.ok(found.alongCm >= 0 && found.alongCm <= network.segmentCm[found.segment]!);
    }),
    { numRuns: 200 },
  );
});
