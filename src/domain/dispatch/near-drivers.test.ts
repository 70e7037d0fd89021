import assert from "node:assert/strict";
import { test } from "node:test";
import { north, out } from "../../../test/fixtures/little-street.ts";
import { seededChance } from "../chance.ts";
import { metersBetween } from "../geo.ts";
import { finish } from "../in-steps.ts";
import type { FleetDriver } from "./driver-route.ts";
import { type Near, type NearOrder, nearDrivers } from "./near-drivers.ts";

const order: NearOrder = {
  id: "A",
  pickup: north(0),
  reachMeters: 3_000,
  vehicle: "BIKE",
  walletNeeded: 0,
  refusedBy: new Set(),
};
function nearOf(fleet: readonly FleetDriver[], more: Partial<NearOrder> = {}): Near {
  const near = finish(nearDrivers(fleet, [{ ...order, ...more }]))?.get("A");
  assert.ok(near);
  return near;
}
// Behind everybody else, so that the fleet is not so small that all are looked at.
const crowd = Array.from({ length: 100 }, (_, at) => out(`crowd ${at}`, 50_000 + at));
const phonesOf = (fleet: readonly FleetDriver[], ats: readonly number[]) => ats.map((at) => fleet[at]?.phone);

test("in a small fleet everybody is looked at", () => {
  assert.equal(finish(nearDrivers([out("one", 90_000)], [order])), undefined);
});

test("in any town the nearest are found, as sorting everybody would find them", () => {
  for (let seed = 1; seed <= 20; seed++) {
    const chance = seededChance(seed);
    const place = () => ({ lat: 10.7 + chance() * 0.2 ** chance(), lng: 106.6 + chance() * 0.2 ** chance() });
    const fleet = Array.from({ length: 800 }, (_, at) => ({ ...out(String(at), 0), ...place(), inHand: at % 3 }));
    const pickup = place();
    const { askable } = nearOf(fleet, { pickup, reachMeters: Infinity });
    const free = fleet.filter(({ inHand }) => inHand === 0);
    const nearest = free.toSorted((a, b) => metersBetween(a, pickup) - metersBetween(b, pickup)).slice(0, 20);
    const found = new Set(phonesOf(fleet, askable));
    assert.deepEqual(
      nearest.map(({ phone }) => phone).filter((phone) => !found.has(phone)),
      [],
      `seed ${seed}`,
    );
  }
});

test("who may not be asked takes nobody's place, and is named", () => {
  const nearer = [
    out("asked", 10, { hasOpenOffer: true }),
    out("van", 20, { vehicle: "VAN" }),
    out("poor", 30, { wallet: 5 }),
    out("refused", 40),
  ];
  const fleet = [...nearer, out("far", 2_900), ...crowd];
  const { all, askable } = nearOf(fleet, { walletNeeded: 10, refusedBy: new Set(["refused"]) });
  assert.deepEqual(phonesOf(fleet, askable), ["far"]);
  assert.deepEqual(phonesOf(fleet, all).slice(0, 5), ["asked", "van", "poor", "refused", "far"]);
});

test("busy ones leave room for free ones who are farther", () => {
  const busy = Array.from({ length: 60 }, (_, at) => out(`busy ${at}`, at, { inHand: 1 }));
  const fleet = [...busy, out("free", 2_000), ...crowd];
  const { askable } = nearOf(fleet);
  assert.ok(phonesOf(fleet, askable).includes("free"));
  assert.ok(phonesOf(fleet, askable).includes("busy 0"));
  assert.ok(askable.length < 30);
});

test("where nobody is within reach, the nearest are named and none may be asked", () => {
  const { all, askable } = nearOf(crowd);
  assert.deepEqual(askable, []);
  assert.deepEqual(
    phonesOf(crowd, all),
    Array.from({ length: 8 }, (_, at) => `crowd ${at}`),
  );
});

test("a driver at the other end of the world slows nobody down and is found when he is wanted", () => {
  const fleet = [...crowd, { ...out("away", 0), lat: -45, lng: -170 }];
  assert.deepEqual(nearOf(fleet, { pickup: { lat: -45, lng: -170.001 } }).askable, [100]);
});
