import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { aDriver, anOrder, aRound } from "../../../test/fixtures/little-round.ts";
import { finish } from "../in-steps.ts";
import { MATCH_RULES, type MatchDriver, type MatchOrder, type MatchRound, type Offer } from "../matching/round.ts";
import { timesOf, type Visit } from "../matching/route.ts";
import { POLICY } from "./policy.ts";
import { mayLookAt, takingBack } from "./take-back.ts";

// Places along a street, by their numbers; a hundred metres and twenty seconds apart.
const street = {
  meters: (from: number, to: number) => Math.abs(from - to) * 100,
  seconds: (from: number, to: number) => Math.abs(from - to) * 20,
};
const limits = POLICY.takeBack;
const order = anOrder({ id: "o", pickup: 50, firstDoor: 60 });
const both = (one: MatchOrder): readonly Visit[] => [
  { order: one, kind: "pickup" },
  { order: one, kind: "doors" },
];

// Has goods for a far door, and then the order.
function busy(door: number, more: Partial<MatchDriver> = {}): MatchDriver {
  const aboard = anOrder({ id: "aboard", pickup: 0, firstDoor: door });
  return aDriver({
    id: "busy",
    point: 40,
    onBoard: [{ order: aboard, pickedUpAt: 0 }],
    visits: [{ order: aboard, kind: "doors" }, ...both(order)],
    ...more,
  });
}
function takenBack(drivers: readonly MatchDriver[], more: Partial<MatchRound> = {}, hasNews: readonly string[] = []) {
  const takeable = [{ order, driverId: "busy" }];
  const round = aRound({ orders: [], drivers, travel: street, takeable, ...more });
  return finish(takingBack(round, new Set(hasNews), MATCH_RULES, limits));
}
const told = (offers: readonly Offer[]) =>
  offers.map(({ driverId, orderIds, takenFrom }) => [driverId, ...orderIds, takenFrom]);
const near = aDriver({ id: "near", point: 52 });

test("an order that its driver comes to late is offered to somebody who is there, and stays with its driver until then", () => {
  assert.deepEqual(told(takenBack([busy(0), near])), [["near", "o", "busy"]]);
});

test("nobody is turned round, and little is not worth it", () => {
  const onTheWay = busy(0, { visits: both(order), onBoard: [] });
  for (const [why, drivers] of [
    ["it is the next stop", [onTheWay, near]],
    ["its driver is there within five minutes", [busy(42), near]],
    ["it saves less than five minutes", [busy(35), aDriver({ id: "near", point: 56 })]],
    ["the two would drive more", [busy(30), aDriver({ id: "near", point: 90 })]],
    ["its driver is being asked something", [busy(0, { hasOpenOffer: true }), near]],
    ["the other one may not be asked", [busy(0), { ...near, hasOpenOffer: true }]],
  ] as const) {
    assert.deepEqual(told(takenBack(drivers)), [], why);
  }
});

test("what waits comes first: who is planned for it neither gives nor takes", () => {
  assert.deepEqual(told(takenBack([busy(0), near], {}, ["near"])), []);
  assert.deepEqual(told(takenBack([busy(0), near], {}, ["busy"])), []);
});

test("an order moves once, and a driver loses two a day at most", () => {
  assert.ok(mayLookAt({ orderWasTaken: false, fromDriverToday: 1 }, limits));
  assert.ok(!mayLookAt({ orderWasTaken: true, fromDriverToday: 0 }, limits));
  assert.ok(!mayLookAt({ orderWasTaken: false, fromDriverToday: 2 }, limits));
});

test("in any town what is taken back is at its door five minutes sooner and for less driving", () => {
  const place = fc.nat(200);
  let taken = 0;
  fc.assert(
    fc.property(
      fc.array(fc.record({ point: place, door: place, pickup: place, to: place, isBusy: fc.boolean() }), {
        minLength: 2,
        maxLength: 12,
      }),
      (town) => {
        const drivers = town.map(({ point, door, pickup, to, isBusy }, at) => {
          const aboard = anOrder({ id: `aboard ${at}`, pickup: 0, firstDoor: door });
          const next = anOrder({ id: `next ${at}`, pickup, firstDoor: to });
          if (!isBusy) return aDriver({ id: String(at), point });
          const visits: readonly Visit[] = [{ order: aboard, kind: "doors" }, ...both(next)];
          return aDriver({ id: String(at), point, onBoard: [{ order: aboard, pickedUpAt: 0 }], visits });
        });
        const takeable = drivers.flatMap(({ id, visits }) => {
          const pickup = visits.find(({ kind }) => kind === "pickup");
          return pickup ? [{ order: pickup.order as MatchOrder, driverId: id }] : [];
        });
        const round = aRound({ orders: [], drivers, travel: street, takeable });
        const offers = finish(takingBack(round, new Set(), MATCH_RULES, limits));
        taken += offers.length;
        const sides = offers.flatMap(({ driverId, takenFrom }) => [driverId, takenFrom]);
        assert.equal(new Set(sides).size, sides.length, "a driver is on one side of one");
        for (const { driverId, orderIds, takenFrom, visits } of offers) {
          const giver = drivers.find(({ id }) => id === takenFrom)!;
          const taker = drivers.find(({ id }) => id === driverId)!;
          const without = giver.visits.filter((visit) => visit.order.id !== orderIds[0]);
          const doorAt = (driver: MatchDriver, route: readonly Visit[], id: string) =>
            timesOf(driver, route, street).find(({ visit }) => visit.order.id === id && visit.kind === "doors")!.doneAt;
          const gain = doorAt(giver, giver.visits, orderIds[0]!) - doorAt(taker, visits, orderIds[0]!);
          assert.ok(gain >= limits.savesSeconds, `${gain} s sooner`);
          const driving = (driver: MatchDriver, route: readonly Visit[]) =>
            route.reduce(
              ({ point, seconds }, { order: one, kind }) => {
                const target = kind === "pickup" ? one.pickup : one.firstDoor;
                return { point: target, seconds: seconds + street.seconds(point, target) };
              },
              { point: driver.point, seconds: 0 },
            ).seconds;
          const before = driving(giver, giver.visits) + driving(taker, taker.visits);
          assert.ok(driving(giver, without) + driving(taker, visits) < before, "less is driven");
        }
      },
    ),
    { numRuns: 300 },
  );
  assert.ok(taken > 50, `${taken} taken back`);
});
