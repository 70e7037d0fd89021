import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { addTrip, areaOf, calibrationOf, correctionFactor, type SpeedCell, TRIPS_MIN } from "./observed-speeds.ts";

function seen(
  trips: readonly (readonly [count: number, hour: number, area: string, ratio: number])[],
): Map<string, SpeedCell> {
  const cells = new Map<string, SpeedCell>();
  for (const [count, hour, area, ratio] of trips) {
    for (let trip = 0; trip < count; trip++)
      addTrip(cells, { area, hour, expectedSeconds: 600, actualSeconds: 600 * ratio });
  }
  return cells;
}

test("too few trips correct nothing", () => {
  assert.equal(correctionFactor(seen([[TRIPS_MIN - 1, 17, "a", 1.8]]), "a", 17), 1);
});

test("the rush hour is learnt for the rush hour", () => {
  const cells = seen([
    [400, 17, "a", 1.6],
    [400, 10, "a", 1],
  ]);
  assert.ok(correctionFactor(cells, "a", 17) > 1.55);
  assert.ok(correctionFactor(cells, "a", 10) < 1.05);
});

test("an hour nobody drove in takes what holds everywhere", () => {
  assert.equal(correctionFactor(seen([[100, 17, "a", 1.5]]), "b", 3), 1.5);
});

test("a quarter with few trips leans on its hour, with many on itself", () => {
  const few = correctionFactor(
    seen([
      [200, 17, "a", 1.2],
      [2, 17, "b", 2],
    ]),
    "b",
    17,
  );
  const many = correctionFactor(
    seen([
      [200, 17, "a", 1.2],
      [300, 17, "b", 2],
    ]),
    "b",
    17,
  );
  assert.ok(few < 1.4 && many > 1.9, `${few} ${many}`);
});

test("a trip that makes no sense teaches nothing, and no correction is absurd", () => {
  assert.equal(correctionFactor(seen([[500, 17, "a", 40]]), "a", 17), 1);
  fc.assert(
    fc.property(
      fc.array(
        fc.tuple(
          fc.integer({ min: 0, max: 80 }),
          fc.integer({ min: 0, max: 23 }),
          fc.constantFrom("a", "b"),
          fc.double({ min: 0.01, max: 50, noNaN: true }),
        ),
        { maxLength: 10 },
      ),
      (trips) => {
        const factor = correctionFactor(seen(trips), "a", 8);
        assert.ok(factor >= 0.5 && factor <= 3);
      },
    ),
  );
});

test("calibration tells how far off estimates were, and to which side", () => {
  const found = calibrationOf([
    { expected: 80, actual: 100 },
    { expected: 110, actual: 100 },
  ]);
  assert.equal(found.trips, 2);
  assert.ok(Math.abs(found.errorShare - 0.15) < 1e-9);
  assert.ok(Math.abs(found.biasShare + 0.05) < 1e-9);
  assert.deepEqual(calibrationOf([]), { trips: 0, errorShare: 0, biasShare: 0 });
});

test("neighbours share an area, the other side of town does not", () => {
  assert.equal(areaOf({ lat: 10.7701, lng: 106.7001 }), areaOf({ lat: 10.7702, lng: 106.7003 }));
  assert.notEqual(areaOf({ lat: 10.77, lng: 106.7 }), areaOf({ lat: 10.83, lng: 106.7 }));
});
