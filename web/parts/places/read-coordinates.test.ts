import assert from "node:assert/strict";
import { test } from "node:test";
import { readCoordinates } from "./read-coordinates.ts";

test("coordinates are read as people paste them, and nothing else is taken for some", () => {
  for (const text of [
    "10.7769, 106.7009",
    " 10.7769 106.7009 ",
    "10,7769; 106,7009",
    "10.7769° N, 106.7009° E",
    "(10.7769,106.7009)",
    "https://www.google.com/maps/place/X/@1.5,2.5,17z/data=!3m1!3d10.7769!4d106.7009",
    "https://maps.google.com/?q=10.7769,106.7009",
    "https://www.openstreetmap.org/#map=17/10.7769/106.7009",
  ])
    assert.deepEqual(readCoordinates(text), { lat: 10.7769, lng: 106.7009 }, text);
  for (const text of ["12 Nguyễn Huệ", "12, 106", "1000.5, 5.5", "", "Landmark 81", "10.7769"])
    assert.equal(readCoordinates(text), undefined, text);
});
