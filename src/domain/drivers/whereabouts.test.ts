import assert from "node:assert/strict";
import { test } from "node:test";
import {
  alsoInSaigon,
  atSea,
  hanoi,
  inHanoi,
  inSaigon,
  littleCatalogue,
  saigon,
} from "../../../test/fixtures/little-catalogue.ts";
import { noon } from "../../../test/fixtures/order-call.ts";
import { isFromTheFuture, isInAnotherCity } from "./whereabouts.ts";

const { cities } = littleCatalogue();

test("a driver is elsewhere in another city, or far from their own, and not in a suburb beyond its outline", () => {
  const isElsewhere = (place: { lat: number; lng: number }) => isInAnotherCity(place, saigon.id, cities);
  assert.deepEqual([inSaigon, alsoInSaigon].map(isElsewhere), [false, false]);
  assert.deepEqual([inHanoi, atSea].map(isElsewhere), [true, true]);
  // 11 km and 33 km beyond a corner of the square.
  assert.deepEqual(
    [
      { lat: 11.1, lng: 107 },
      { lat: 11.3, lng: 107 },
    ].map(isElsewhere),
    [false, true],
  );
  assert.equal(isInAnotherCity(inHanoi, hanoi.id, cities), false);
  assert.equal(isInAnotherCity(inHanoi, "a city that is gone", cities), false);
});

test("a clock an hour ahead is only wrong; one a day ahead tells nothing", () => {
  const seconds = noon.getTime() / 1000;
  assert.deepEqual(
    [undefined, seconds, seconds + 3_600, seconds + 3_601, seconds + 86_400].map((at) => isFromTheFuture(at, noon)),
    [false, false, false, true, true],
  );
});
