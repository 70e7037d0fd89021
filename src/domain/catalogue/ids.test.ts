import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import {
  deliveryTypeOf,
  hostedServiceIdOf,
  isCityId,
  isGroupId,
  readServiceId,
  requestGroupIdOf,
  requestIdOf,
  serviceIdOf,
} from "./ids.ts";

const anyCityId = fc.stringMatching(/^[A-Z]{3}$/).filter(isCityId);
const anyGroupId = fc.stringMatching(/^[A-Z0-9]{1,6}(-[A-Z0-9]{1,6}){0,2}$/).filter(isGroupId);

test("a service id is read back into the city and group it was made of", () => {
  fc.assert(
    fc.property(anyCityId, anyGroupId, (cityId, groupId) => {
      assert.deepEqual(readServiceId(serviceIdOf(cityId, groupId)), { hosted: false, cityId, groupId });
    }),
  );
});

test("a request id is read back into the group it was made of", () => {
  fc.assert(
    fc.property(anyCityId, anyGroupId, anyGroupId, (cityId, groupId, request) => {
      fc.pre(request !== "ROUND-TRIP");
      const serviceId = serviceIdOf(cityId, groupId);
      assert.equal(requestGroupIdOf(serviceId, requestIdOf(serviceId, request)), request);
    }),
  );
});

test("the round trip is TRIP as a group and ROUND-TRIP at the end of an id", () => {
  assert.equal(requestIdOf("SGN-BIKE", "TRIP"), "SGN-BIKE-ROUND-TRIP");
  assert.equal(requestGroupIdOf("SGN-BIKE", "SGN-BIKE-ROUND-TRIP"), "TRIP");
  assert.equal(requestGroupIdOf("SGN-BIKE", "SGN-BIKE-TRIP"), undefined);
});

test("a request id of another service has no group here", () => {
  assert.equal(requestGroupIdOf("SGN-BIKE", "SGN-ECO-TIP"), undefined);
  assert.equal(requestGroupIdOf("SGN-BIKE", "TIP"), undefined);
});

test("a partner-hosted service has no city", () => {
  assert.equal(hostedServiceIdOf("DEMO"), "VNM-PARTNER-DEMO");
  assert.deepEqual(readServiceId("VNM-PARTNER-DEMO"), { hosted: true, partnerName: "DEMO" });
  assert.equal(isCityId("VNM"), false);
});

for (const id of [
  "",
  "SGN",
  "SGN-",
  "sgn-BIKE",
  "SG-BIKE",
  "SGN BIKE",
  "SGN-BIKE-",
  "SGN--BIKE",
  "VNM-PARTNER-",
  "VNM-BIKE",
]) {
  test(`${JSON.stringify(id)} is not a service id`, () => assert.equal(readServiceId(id), undefined));
}

test("trucks and vans are truck services, the rest are instant (D20)", () => {
  const types = ["TRUCK-500", "VAN-500", "BIKE", "2H-PUBLIC", "SAMEDAY"].map(deliveryTypeOf);
  assert.deepEqual(types, ["TRUCK", "TRUCK", "INSTANT", "INSTANT", "INSTANT"]);
});
