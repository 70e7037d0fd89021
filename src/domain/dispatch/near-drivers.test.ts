import assert from "node:assert/strict";
import { test } from "node:test";
import { north, out } from "../../../test/fixtures/little-street.ts";
import { seededChance } from "../chance.ts";
import { metersBetween } from "../geo.ts";
import { finish } from "../in-steps.ts";
import { amongNear, type Near, type NearDriver, type NearOrder, nearDrivers } from "./near-drivers.ts";

const order: NearOrder = {
  id: "A",
  pickup: north(0),
  reachMeters: 3_000,
  busyReachMeters: 3_000,
  vehicle: "BIKE",
  walletNeeded: 0,
  refusedBy: new Set(),
};
function nearOf(fleet: readonly NearDriver[], more: Partial<NearOrder> = {}): Near {
  const near = finish(nearDrivers(fleet, [{ ...order, ...more }]))?.get("A");
  assert.ok(near);
  return near;
}
// Behind everybody else, so that the fleet is not so small that all are looked at.
const crowd = Array.from({ length: 100 }, (_, at) => out(`crowd ${at}`, 50_000 + at));
const phonesOf = (fleet: readonly NearDriver[], ats: readonly number[]) => ats.map((at) => fleet[at]?.phone);

test("in a small fleet everybody is looked at", () => {
  assert.equal(finish(nearDrivers([out("one", 90_000)], [order])), undefined);
});

test("in any town the nearest are found, as sorting everybody would find them", () => {
  for (let seed = 1; seed <= 20; seed++) {
    const chance = seededChance(seed);
    const place = () => ({ lat: 10.7 + chance() * 0.2 ** chance(), lng: 106.6 + chance() * 0.2 ** chance() });
    const fleet = Array.from({ length: 800 }, (_, at) => ({ ...out(String(at), 0), ...place(), inHand: at % 3 }));
    const pickup = place();
    const { askable } = nearOf(fleet, { pickup, reachMeters: Infinity, busyReachMeters: Infinity });
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

// Standing at one place with goods for another, where they will be free then.
function laden(phone: string, at: number, freeAt: number, inSeconds: number): NearDriver {
  const ahead = [
    { ...north(at), inSeconds: 0 },
    { ...north(freeAt), inSeconds },
  ];
  return { ...out(phone, at, { inHand: 1 }), ahead };
}

test("a busy driver is near from where they will be free, however many stand nearer and drive away", () => {
  const leaving = Array.from({ length: 40 }, (_, at) => laden(`leaving ${at}`, at, 20_000, 600));
  const fleet = [...leaving, laden("coming", 9_000, 100, 600), ...crowd];
  const { all, askable } = nearOf(fleet, { reachMeters: 30_000 });
  assert.deepEqual(phonesOf(fleet, askable).slice(0, 1), ["coming"]);
  assert.ok(phonesOf(fleet, all).includes("leaving 0"), "who is nearest now is named");
});

test("goods for 2.8 hours keep nobody from being found who is idle at 3,100 metres", () => {
  const hours = Array.from({ length: 300 }, (_, at) => laden(`hours ${at}`, at, at, 2.8 * 3_600));
  const fleet = [...hours, out("idle", 3_100), ...crowd];
  assert.deepEqual(phonesOf(fleet, nearOf(fleet, { reachMeters: 3_200, busyReachMeters: 3_200 }).askable), ["idle"]);
});

test("of busy drivers those are looked at who could be at the pickup soonest, or who pass it", () => {
  const metersAhead = 6 / 1.4;
  for (let seed = 1; seed <= 20; seed++) {
    const chance = seededChance(seed);
    const fleet = Array.from({ length: 600 }, (_, at) =>
      laden(String(at), chance() * 20_000, chance() * 20_000, chance() * 3_000),
    );
    const pickup = north(chance() * 20_000);
    const reachMeters = 1_000 + chance() * 6_000;
    const { askable } = nearOf(fleet, { pickup, reachMeters: 20_000, busyReachMeters: reachMeters });
    const within = fleet.flatMap(({ phone, ahead = [] }) => {
      const [now, free] = ahead.map((stop) => ({ ...stop, meters: metersBetween(stop, pickup) }));
      assert.ok(now && free);
      const freeMeters = free.meters + free.inSeconds * metersAhead;
      return free.meters > reachMeters ? [] : [{ phone, freeMeters, nowMeters: now.meters }];
    });
    const soonest = within.toSorted((a, b) => a.freeMeters - b.freeMeters).slice(0, 7);
    const passing = within.filter(({ nowMeters }) => nowMeters < 499).toSorted((a, b) => a.nowMeters - b.nowMeters);
    const found = new Set(phonesOf(fleet, askable));
    const wanted = [...soonest, ...passing.slice(0, 3)].map(({ phone }) => phone);
    assert.deepEqual(
      wanted.filter((phone) => !found.has(phone)),
      [],
      `seed ${seed}`,
    );
    const all = new Set(within.map(({ phone }) => phone));
    assert.ok(askable.length <= 12 && [...found].every((phone) => all.has(phone ?? "")), `seed ${seed}`);
  }
});

test("where nobody is within reach, the nearest are named and none may be asked", () => {
  const { all, askable } = nearOf(crowd);
  assert.deepEqual(askable, []);
  assert.deepEqual(
    phonesOf(crowd, all),
    Array.from({ length: 8 }, (_, at) => `crowd ${at}`),
  );
});

test("a driver at the other end of the world slows nobody down and is found when they are wanted", () => {
  const fleet = [...crowd, { ...out("away", 0), lat: -45, lng: -170 }];
  assert.deepEqual(nearOf(fleet, { pickup: { lat: -45, lng: -170.001 } }).askable, [100]);
});

test("of a fleet only those who are near one order or another take part, with whoever has one that may be taken back", () => {
  const fleet = ["a", "b", "c", "d", "e"].map((phone) => ({ phone }));
  const near = new Map([
    ["first", { all: [1, 4], askable: [4] }],
    ["second", { all: [2, 4], askable: [2, 4] }],
  ]);
  const among = (holders: readonly (readonly [string, string])[]) => {
    const { fleet: few, near: all, askable } = amongNear(fleet, near, new Map(holders));
    const named = (ats: readonly number[] | undefined) => ats?.map((at) => few[at]!.phone).join("");
    const phones = few.map(({ phone }) => phone).join("");
    return [
      phones,
      named(all.get("first")),
      named(askable.get("first")),
      named(all.get("second")),
      named(askable.get("second")),
    ];
  };
  assert.deepEqual(among([]), ["bce", "be", "e", "ce", "ce"]);
  assert.deepEqual(
    among([["second", "a"]]),
    ["abce", "be", "e", "cea", "cea"],
    "who holds it is looked at for it alone",
  );
  assert.deepEqual(among([["second", "e"]]), ["bce", "be", "e", "ce", "ce"], "and once");
  assert.deepEqual(among([["first", "nobody"]]), ["bce", "be", "e", "ce", "ce"]);
});
