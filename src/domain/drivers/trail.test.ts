import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { metersBetween } from "../geo.ts";
import { readPositions } from "./position.ts";
import { thinTrail } from "./trail.ts";

const noon = new Date("2026-11-15T05:00:00Z");
const at = (seconds: number) => new Date(noon.getTime() + seconds * 1000);
// A step north of about 11 m.
const north = (steps: number, seconds: number) => ({ lat: 10.77 + steps * 1e-4, lng: 106.7, at: at(seconds) });

test("a trail keeps the first position and then one every 30 metres", () => {
  const way = Array.from({ length: 10 }, (_, step) => north(step, step * 5));
  assert.deepEqual(
    thinTrail(undefined, way).map((point) => way.indexOf(point)),
    [0, 3, 6, 9],
  );
});

test("a trail goes on from the last position kept in the batch before", () => {
  assert.deepEqual(thinTrail(north(0, 0), [north(1, 5), north(2, 10)]), []);
  assert.equal(thinTrail(north(0, 0), [north(1, 5), north(3, 10)]).length, 1);
});

test("a driver who stands still is kept every two minutes", () => {
  const still = Array.from({ length: 61 }, (_, report) => north(0, report * 5));
  assert.equal(thinTrail(undefined, still).length, 3);
});

test("a position sent twice is kept once", () => {
  assert.equal(thinTrail(undefined, [north(0, 0), north(0, 0), north(9, 0)]).length, 1);
});

test("a thinned trail is never further than 30 metres from where the driver was", () => {
  const walk = fc.array(fc.record({ lat: fc.integer({ min: -3, max: 3 }), seconds: fc.integer({ min: 1, max: 20 }) }), {
    minLength: 1,
    maxLength: 60,
  });
  fc.assert(
    fc.property(walk, (steps) => {
      const sum = (upTo: number, part: "lat" | "seconds") =>
        steps.slice(0, upTo + 1).reduce((total, step) => total + step[part], 0);
      const way = steps.map((_, at) => north(sum(at, "lat"), sum(at, "seconds")));
      const kept = thinTrail(undefined, way);
      assert.equal(kept[0], way[0]);
      for (const point of way) {
        const before = kept.findLast((one) => one.at <= point.at);
        assert.ok(before && metersBetween(before, point) < 30.5);
      }
    }),
  );
});

test("positions are read in the order of time, never from the future, and 0, 0 is no position", () => {
  const read = readPositions(
    [
      { lat: 10.1, lng: 106, at: noon.getTime() / 1000 + 500 },
      { lat: 10.2, lng: 106, at: noon.getTime() / 1000 - 10, speed: 8 },
      { lat: 0, lng: 0, at: noon.getTime() / 1000 },
      { lat: 10.3, lng: 106 },
    ],
    noon,
  );
  assert.deepEqual(
    read.map(({ lat }) => lat),
    [10.2, 10.1, 10.3],
  );
  assert.ok(read.every((position) => position.at <= noon));
  assert.equal(read[0]?.speed, 8);
});
