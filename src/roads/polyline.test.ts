import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { decodePolyline, encodePolyline } from "./polyline.ts";

const line = fc
  .array(
    fc.tuple(fc.integer({ min: -180_000_000, max: 180_000_000 }), fc.integer({ min: -90_000_000, max: 90_000_000 })),
    { maxLength: 200 },
  )
  .map((points) => Int32Array.from(points.flat()));

test("a line encoded with six decimals decodes to itself", () => {
  fc.assert(fc.property(line, (drawn) => assert.deepEqual(decodePolyline(encodePolyline(drawn, 6), 6), drawn)));
});

test("a line encoded with five decimals is within half a unit of itself, with no drift", () => {
  fc.assert(
    fc.property(line, (drawn) => {
      const decoded = decodePolyline(encodePolyline(drawn, 5), 5);
      assert.equal(decoded.length, drawn.length);
      for (let i = 0; i < drawn.length; i++) assert.ok(Math.abs(decoded[i]! - drawn[i]!) <= 5);
    }),
  );
});

test("the published example encodes as published", () => {
  const published = Int32Array.from([-120_200_000, 38_500_000, -120_950_000, 40_700_000, -126_453_000, 43_252_000]);
  assert.equal(encodePolyline(published, 5), "_p~iF~ps|U_ulLnnqC_mqNvxq`@");
});
