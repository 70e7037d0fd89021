import assert from "node:assert/strict";
import { test } from "node:test";
import {
  alsoInSaigon,
  atSea,
  inHanoi,
  inHue,
  inSaigon,
  littleCatalogue,
  saigon,
  serviceOf,
  square,
} from "../../../test/fixtures/little-catalogue.ts";
import { concreteServiceId, findRequest, findService, isKnownGroup } from "./find-service.ts";
import type { Catalogue } from "./service.ts";
import { cityAt, deliversTo, picksUpAt } from "./zones.ts";

const catalogue = littleCatalogue();

test("a service is found by its id, and a partner-hosted one by its partner alone", () => {
  assert.equal(findService(catalogue, "demo", "SGN-BIKE")?.id, "SGN-BIKE");
  assert.equal(findService(catalogue, "demo", "SGN-PLANE"), undefined);
  assert.equal(findService(catalogue, "demo", "VNM-PARTNER-DEMO")?.id, "VNM-PARTNER-DEMO");
  assert.equal(findService(catalogue, "other", "VNM-PARTNER-DEMO"), undefined);
});

test("a disabled service does not exist, nor does any service of a disabled city", () => {
  const closed = littleCatalogue({ "SGN-BIKE": { enabled: false } });
  assert.equal(findService(closed, "demo", "SGN-BIKE"), undefined);
  const cities = new Map(catalogue.cities).set("SGN", { ...saigon, enabled: false });
  const noSaigon: Catalogue = { ...catalogue, cities };
  assert.equal(findService(noSaigon, "demo", "SGN-BIKE"), undefined);
  assert.equal(cityAt(noSaigon, inSaigon), undefined);
});

test("a group id becomes the service of the pickup's city; a partner-hosted id stays as it is", () => {
  assert.equal(concreteServiceId(catalogue, "HAN", "TRUCK-500"), "HAN-TRUCK-500");
  assert.equal(concreteServiceId(catalogue, "HAN", "VNM-PARTNER-DEMO"), "VNM-PARTNER-DEMO");
});

test("a group is known when some service of it can be used", () => {
  assert.equal(isKnownGroup(catalogue, "demo", "TRUCK-500"), true);
  assert.equal(isKnownGroup(catalogue, "demo", "PLANE"), false);
  assert.equal(isKnownGroup(catalogue, "other", "VNM-PARTNER-DEMO"), false);
});

const requests = [
  ["SGN-BIKE", "service", "SGN-BIKE-TIP", "SGN-BIKE-TIP"],
  ["SGN-BIKE", "service", "TIP", undefined],
  ["SGN-BIKE", "service", "SGN-ECO-TIP", undefined],
  ["SGN-BIKE", "service", "SGN-BIKE-ROUND-TRIP", "SGN-BIKE-ROUND-TRIP"],
  ["SGN-BIKE", "group", "TIP", "SGN-BIKE-TIP"],
  ["SGN-BIKE", "group", "TRIP", "SGN-BIKE-ROUND-TRIP"],
  ["SGN-BIKE", "group", "ROUND-TRIP", "SGN-BIKE-ROUND-TRIP"],
  ["SGN-BIKE", "group", "SGN-BIKE-TIP", undefined],
  ["SGN-TRUCK-500", "group", "BULKY", undefined],
  ["VNM-PARTNER-DEMO", "service", "VNM-PARTNER-DEMO-TIP", "VNM-PARTNER-DEMO-TIP"],
  ["VNM-PARTNER-DEMO", "group", "VNM-PARTNER-DEMO-TIP", "VNM-PARTNER-DEMO-TIP"],
  ["VNM-PARTNER-DEMO", "service", "TIP", "VNM-PARTNER-DEMO-TIP"],
  ["VNM-PARTNER-DEMO", "group", "TIP", "VNM-PARTNER-DEMO-TIP"],
] as const;

for (const [serviceId, form, requestId, found] of requests) {
  test(`${requestId} in the ${form} form means ${found ?? "nothing"} for ${serviceId}`, () => {
    assert.equal(findRequest(serviceOf(catalogue, serviceId), form, requestId)?.id, found);
  });
}

test("a disabled special request does not exist", () => {
  const bike = serviceOf(catalogue, "SGN-BIKE");
  const closed = { ...bike, requests: bike.requests.map((request) => ({ ...request, enabled: false })) };
  assert.equal(findRequest(closed, "service", "SGN-BIKE-TIP"), undefined);
});

test("a point lies in the city whose outline holds it, or in none", () => {
  assert.equal(cityAt(catalogue, inSaigon)?.id, "SGN");
  assert.equal(cityAt(catalogue, inHanoi)?.id, "HAN");
  assert.equal(cityAt(catalogue, atSea), undefined);
});

test("a service works in its city, in its own zone if it has one, or in every city if it is partner-hosted", () => {
  const bike = serviceOf(catalogue, "SGN-BIKE");
  assert.equal(picksUpAt(catalogue, bike, inSaigon), true);
  assert.equal(deliversTo(catalogue, bike, inHanoi), false);
  const zoned = { ...bike, pickupZone: [square(10.7, 106.68, 0.1)], deliveryZone: [square(16, 107)] };
  assert.equal(picksUpAt(catalogue, zoned, inSaigon), true);
  assert.equal(picksUpAt(catalogue, zoned, alsoInSaigon), false);
  assert.equal(deliversTo(catalogue, zoned, inHue), true);
  assert.equal(deliversTo(catalogue, zoned, inSaigon), false);
  const hosted = serviceOf(catalogue, "VNM-PARTNER-DEMO");
  assert.equal(picksUpAt(catalogue, hosted, inHanoi), true);
  assert.equal(picksUpAt(catalogue, hosted, atSea), false);
});
