import assert from "node:assert/strict";
import { test } from "node:test";
import { areaOf, readRings, ringsOf, withCorner, withMoved, withoutLastCorner, writeRings } from "./corners.ts";

const RINGS = [
  [
    { lat: 10, lng: 106 },
    { lat: 11, lng: 106 },
    { lat: 11, lng: 107 },
  ],
  [
    { lat: 9, lng: 105 },
    { lat: 9.5, lng: 105 },
    { lat: 9.5, lng: 105.5 },
  ],
];

test("rings survive being written for a keyboard and as GeoJSON", () => {
  assert.deepEqual(readRings(writeRings(RINGS)), RINGS);
  assert.deepEqual(ringsOf(areaOf(RINGS)), RINGS);
  assert.deepEqual(readRings("\n\n10, 106\n\n\n"), [[{ lat: 10, lng: 106 }]]);
});

test("a line that is no corner is named", () => {
  for (const line of ["10", "10, 106, 3", "91, 106", "10, 181", "ten, 106", "10,"]) {
    assert.deepEqual(readRings(`10, 106\n${line}`), { faultLine: 2 }, line);
  }
});

test("corners are added to the last ring, moved, and taken back until nothing is left", () => {
  const corner = { lat: 1, lng: 2 };
  assert.deepEqual(withCorner([], corner), [[corner]]);
  assert.deepEqual(withCorner(RINGS, corner)[1]?.at(-1), corner);
  assert.deepEqual(withMoved(RINGS, 0, 1, corner)[0]?.[1], corner);
  assert.deepEqual(withoutLastCorner([RINGS[0]!, [corner]]), [RINGS[0]]);
  assert.deepEqual(withoutLastCorner([[corner]]), []);
});
