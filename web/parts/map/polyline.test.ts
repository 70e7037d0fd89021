import assert from "node:assert/strict";
import { test } from "node:test";
import { pointsOfPolyline } from "./polyline.ts";

test("a line is read as its format describes it", () => {
  assert.deepEqual(pointsOfPolyline("_p~iF~ps|U_ulLnnqC_mqNvxq`@"), [
    { lat: 38.5, lng: -120.2 },
    { lat: 40.7, lng: -120.95 },
    { lat: 43.252, lng: -126.453 },
  ]);
  assert.deepEqual(pointsOfPolyline(""), []);
});
