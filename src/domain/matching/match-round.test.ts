import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { aDriver, anOrder, aRound, planeTravel } from "../../../test/fixtures/little-round.ts";
import { broadcastRadius, broadcastRecipients, RECIPIENTS_MAX } from "./broadcast.ts";
import { whyNot } from "./eligibility.ts";
import { matchRound } from "./match-round.ts";
import { MATCH_RULES, type MatchDriver, type MatchOrder, type MatchRound, type Offer } from "./round.ts";
import { routeCost, type Visit } from "./route.ts";

// A street: point n lies n hundred metres along it.
const street = planeTravel(Array.from({ length: 100 }, (_, at) => ({ x: 100 * at, y: 0 })));
const pairs = (offers: readonly Offer[]) => offers.map(({ driverId, orderIds }) => [driverId, ...orderIds]);

test("orders that wait together are matched together, not one by one", () => {
  // The first order's nearest driver is the only one near the second: taking them would leave the second a long way.
  const orders = [
    anOrder({ id: "left", pickup: 20, firstDoor: 19 }),
    anOrder({ id: "right", pickup: 30, firstDoor: 31 }),
  ];
  const drivers = [aDriver({ id: "between", point: 24 }), aDriver({ id: "far-left", point: 15 })];
  assert.deepEqual(pairs(matchRound(aRound({ orders, drivers, travel: street })).offers).sort(), [
    ["between", "right"],
    ["far-left", "left"],
  ]);
});

test("a driver about to be free round the corner is waited for", () => {
  const near: readonly Visit[] = [{ order: anOrder({ id: "held", pickup: 1, firstDoor: 50 }), kind: "doors" }];
  const busy = aDriver({
    id: "busy",
    point: 50,
    freeAt: 200,
    visits: near,
    onBoard: [{ order: near[0]!.order, pickedUpAt: 0 }],
  });
  const idle = aDriver({ id: "idle", point: 90 });
  const orders = [anOrder({ id: "waits", pickup: 51, firstDoor: 52 })];
  const early = matchRound(aRound({ orders, drivers: [busy, idle], travel: street }));
  assert.deepEqual(early.offers, []);
  assert.equal(early.explain("waits")?.verdict, "HELD_FOR_LATER");
  assert.equal(early.explain("waits")?.driverId, "busy");
  const later = matchRound(aRound({ orders, drivers: [busy, idle], travel: street, now: 150, nextRoundAt: 180 }));
  assert.deepEqual(pairs(later.offers), [["busy", "waits"]]);
});

test("an order whose time is running out is offered to a busy driver at once", () => {
  const held = anOrder({ id: "held", pickup: 1, firstDoor: 50 });
  const busy = aDriver({
    id: "busy",
    point: 50,
    freeAt: 900,
    visits: [{ order: held, kind: "doors" }],
    onBoard: [{ order: held, pickedUpAt: 0 }],
  });
  const orders = [anOrder({ id: "pressing", pickup: 51, firstDoor: 52, offerBy: 20 })];
  assert.deepEqual(pairs(matchRound(aRound({ orders, drivers: [busy], travel: street })).offers), [
    ["busy", "pressing"],
  ]);
});

test("nobody is bound to goods that will not be ready for long", () => {
  const orders = [anOrder({ id: "cooking", pickup: 10, firstDoor: 12, readyAt: 1_200 })];
  const drivers = [aDriver({ id: "idle", point: 5 })];
  assert.deepEqual(matchRound(aRound({ orders, drivers, travel: street })).offers, []);
  const inTime = matchRound(
    aRound({
      orders,
      drivers: [aDriver({ id: "idle", point: 5, freeAt: 640 })],
      travel: street,
      now: 640,
      nextRoundAt: 670,
    }),
  );
  assert.deepEqual(pairs(inTime.offers), [["idle", "cooking"]]);
});

test("two orders from one counter to one street go with one driver", () => {
  const orders = [anOrder({ id: "a", pickup: 10, firstDoor: 40 }), anOrder({ id: "b", pickup: 10, firstDoor: 41 })];
  const drivers = [aDriver({ id: "here", point: 10 }), aDriver({ id: "there", point: 60 })];
  const { offers } = matchRound(aRound({ orders, drivers, travel: street }));
  assert.deepEqual(pairs(offers), [["here", "a", "b"]]);
  assert.deepEqual(
    offers[0]?.visits.map(({ order, kind }) => `${kind} ${order.id}`),
    ["pickup a", "pickup b", "doors a", "doors b"],
  );
});

test("exactly enough is enough: of the wallet, of the time to be free, of the reach", () => {
  const order = anOrder({ id: "o", pickup: 10, firstDoor: 12, walletNeeded: 100_000, reachMeters: 1_000 });
  const driver = aDriver({ id: "d", point: 0, walletFree: 100_000, freeAt: 1_800 });
  const round = aRound({ orders: [order], drivers: [driver], travel: street });
  assert.equal(whyNot(order, driver, round, MATCH_RULES), undefined);
});

const reasons = [
  ["they are looking at another offer", { hasOpenOffer: true }, {}, "HAS_OPEN_OFFER"],
  ["they refused it before", {}, { refusedBy: new Set(["d"]) }, "REFUSED_BEFORE"],
  ["they have a break", { isOnBreak: true }, {}, "ON_BREAK"],
  ["their vehicle does not fit", { vehicle: "VAN" }, { equipment: ["COLD-BOX"] }, "VEHICLE_DOES_NOT_FIT"],
  ["they lack what it needs", { equipment: ["RACK"] }, { equipment: ["COLD-BOX"] }, "EQUIPMENT_MISSING"],
  ["their wallet cannot carry commission and COD", { walletFree: 99_999 }, { walletNeeded: 100_000 }, "WALLET_TOO_LOW"],
  ["they are free too late", { freeAt: 1_801 }, {}, "FREE_TOO_LATE"],
  ["they are too far away", {}, { reachMeters: 999 }, "TOO_FAR"],
  ["their shift ends before the pickup", { offAt: 999 }, {}, "NO_ROOM_IN_ROUTE"],
] as const;
for (const [name, driver, order, verdict] of reasons) {
  test(`a driver is not offered an order when ${name}, and the order tells so`, () => {
    const round = aRound({
      orders: [anOrder({ id: "o", pickup: 10, firstDoor: 12, ...order })],
      drivers: [aDriver({ id: "d", point: 0, ...driver })],
      travel: street,
    });
    const outcome = matchRound(round);
    assert.deepEqual(outcome.offers, []);
    const told = outcome.explain("o");
    assert.equal(told?.considered[0]?.verdict, verdict);
    assert.equal(told?.verdict, verdict === "NO_ROOM_IN_ROUTE" ? "NO_PLAN" : "NO_DRIVER_MAY_BE_ASKED");
    assert.equal(told?.ruledOutCount, verdict === "NO_ROOM_IN_ROUTE" ? 0 : 1);
  });
}

function loaded(id: string, point: number, door: number, doorsSeconds = 0): MatchDriver {
  const held = anOrder({ id: `${id}'s`, pickup: 0, firstDoor: door, doorsSeconds });
  return aDriver({
    id,
    point,
    visits: [{ order: held, kind: "doors" }],
    onBoard: [{ order: held, pickedUpAt: 0 }],
  });
}

test("a driver whose goods keep them for hours is not asked, and somebody idle farther off is", () => {
  const orders = [anOrder({ id: "o", pickup: 10, firstDoor: 12, reachMeters: 4_000, bundleMax: 5 })];
  const drivers = [loaded("laden", 10, 11, 10_000), aDriver({ id: "idle", point: 41 })];
  const outcome = matchRound(aRound({ orders, drivers, travel: street }));
  assert.deepEqual(pairs(outcome.offers), [["idle", "o"]]);
  assert.equal(outcome.explain("o")?.considered.find(({ driverId }) => driverId === "laden")?.verdict, "FREE_TOO_LATE");
});

test("how far a busy driver is, is measured from where they will be free", () => {
  const round = (reachMeters: number, ...drivers: readonly MatchDriver[]) =>
    aRound({ orders: [anOrder({ id: "o", pickup: 50, firstDoor: 52, reachMeters })], drivers, travel: street });
  const coming = round(500, loaded("coming", 40, 48));
  assert.equal(whyNot(coming.orders[0]!, coming.drivers[0]!, coming, MATCH_RULES), undefined);
  const leaving = round(500, loaded("leaving", 50, 60));
  assert.equal(whyNot(leaving.orders[0]!, leaving.drivers[0]!, leaving, MATCH_RULES), "TOO_FAR");
  assert.equal(matchRound(coming).explain("o")?.considered[0]?.pickupInSeconds, 800 + 200);
});

test("who seldom accepts is asked when nobody better is near", () => {
  const orders = [anOrder({ id: "o", pickup: 10, firstDoor: 12 })];
  const never = aDriver({ id: "never", point: 10, acceptance: 0.05 });
  const asked = (meters: number) =>
    pairs(
      matchRound(aRound({ orders, drivers: [never, aDriver({ id: "willing", point: 10 + meters })], travel: street }))
        .offers,
    );
  assert.deepEqual(asked(5), [["willing", "o"]]);
  assert.deepEqual(asked(80), [["never", "o"]]);
});

test("how much of a bundle is used is a rule of the round", () => {
  const orders = [11, 12, 13, 14].map((door) => anOrder({ id: `o${door}`, pickup: 10, firstDoor: door, bundleMax: 5 }));
  const drivers = [aDriver({ id: "one", point: 10 })];
  const together = (bundleShare: number) => {
    const rules = { ...MATCH_RULES, bundleShare, layers: 4 };
    const visits = matchRound(aRound({ orders, drivers, travel: street, nextRoundAt: 30_000 }), rules).offers[0]
      ?.visits;
    const firstDoor = visits?.findIndex(({ kind }) => kind === "doors");
    return firstDoor;
  };
  assert.deepEqual([together(0.2), together(0.6), together(1)], [1, 3, 4]);
});

test("the chosen driver, the dearer one and the one needed elsewhere are told apart", () => {
  const orders = [
    anOrder({ id: "here", pickup: 10, firstDoor: 11 }),
    anOrder({ id: "there", pickup: 60, firstDoor: 61 }),
  ];
  const drivers = [
    aDriver({ id: "near", point: 9 }),
    aDriver({ id: "other", point: 59 }),
    aDriver({ id: "far", point: 99 }),
  ];
  const told = matchRound(aRound({ orders, drivers, travel: street })).explain("here");
  assert.deepEqual(
    told?.considered.map(({ driverId, verdict, pickupInSeconds }) => [driverId, verdict, pickupInSeconds]),
    [
      ["near", "OFFERED", 100],
      ["other", "PLANNED_FOR_ANOTHER", 4_900],
      ["far", "COSTS_MORE", 8_900],
    ],
  );
  assert.equal(matchRound(aRound({ orders, drivers, travel: street })).explain("unknown"), undefined);
});

test("of two equally near, the better rated is asked", () => {
  const drivers = [aDriver({ id: "three", point: 8, rating: 3 }), aDriver({ id: "five", point: 8, rating: 4.9 })];
  const round = aRound({ orders: [anOrder({ id: "o", pickup: 10, firstDoor: 12 })], drivers, travel: street });
  assert.deepEqual(pairs(matchRound(round).offers), [["five", "o"]]);
});

// Random rounds: places anywhere, some drivers busy with an order on board, some orders refused, wallets and vehicles of all kinds.
const point = fc.integer({ min: 0, max: 99 });
const someOrder = fc.record({
  pickup: point,
  firstDoor: point,
  readyAt: fc.integer({ min: -600, max: 1_800 }),
  bundleMax: fc.integer({ min: 1, max: 3 }),
  vehicle: fc.constantFrom("BIKE" as const, "BIKE" as const, "VAN" as const),
  walletNeeded: fc.integer({ min: 0, max: 100 }),
  refusers: fc.array(fc.integer({ min: 0, max: 7 }), { maxLength: 3 }),
});
const someDriver = fc.record({
  point,
  freeAt: fc.integer({ min: 0, max: 2_400 }),
  offAt: fc.integer({ min: 0, max: 20_000 }),
  vehicle: fc.constantFrom("BIKE" as const, "BIKE" as const, "VAN" as const),
  walletFree: fc.integer({ min: 0, max: 250 }),
  hasOpenOffer: fc.boolean(),
  carries: fc.option(fc.record({ pickup: point, firstDoor: point, bundleMax: fc.integer({ min: 1, max: 3 }) })),
});
const someRound: fc.Arbitrary<MatchRound> = fc
  .record({ orders: fc.array(someOrder, { maxLength: 12 }), drivers: fc.array(someDriver, { maxLength: 8 }) })
  .map(({ orders, drivers }) =>
    aRound({
      travel: street,
      orders: orders.map(({ refusers, ...order }, at) =>
        anOrder({ id: `o${at}`, placedAt: -600, ...order, refusedBy: new Set(refusers.map((id) => `d${id}`)) }),
      ),
      drivers: drivers.map(({ carries, ...driver }, at) => {
        const held = carries && anOrder({ id: `held${at}`, ...carries });
        return aDriver({
          id: `d${at}`,
          ...driver,
          ...(held && { visits: [{ order: held, kind: "doors" }], onBoard: [{ order: held, pickedUpAt: 0 }] }),
        });
      }),
    }),
  );

test("whatever the round: no order to two drivers, no driver twice, nobody asked who may not be", () => {
  fc.assert(
    fc.property(someRound, (round) => {
      const { offers } = matchRound(round);
      const ids = offers.flatMap(({ orderIds }) => orderIds);
      assert.equal(new Set(ids).size, ids.length);
      assert.equal(new Set(offers.map(({ driverId }) => driverId)).size, offers.length);
      for (const offer of offers) assertMayBeAsked(offer, round);
    }),
    { numRuns: 400 },
  );
});

function assertMayBeAsked(offer: Offer, round: MatchRound): void {
  const driver = round.drivers.find(({ id }) => id === offer.driverId)!;
  const orders = offer.orderIds.map((id) => round.orders.find((order) => order.id === id)!);
  assert.ok(offer.orderIds.length > 0 && !driver.hasOpenOffer);
  for (const order of orders) assert.ok(!order.refusedBy.has(driver.id) && order.vehicle === driver.vehicle);
  assert.ok(orders.reduce((sum, { walletNeeded }) => sum + walletNeeded, 0) <= driver.walletFree);
  assertVisitsWhole(offer, driver, orders);
}

// What they had is still there in its sequence, each new order is picked up before it is delivered, and there is always room on board.
function assertVisitsWhole(offer: Offer, driver: MatchDriver, orders: readonly MatchOrder[]): void {
  assert.deepEqual(
    offer.visits.filter(({ order }) => driver.visits.some((visit) => visit.order === order)),
    driver.visits,
  );
  assert.equal(offer.visits.length, driver.visits.length + 2 * orders.length);
  const aboard = new Set(driver.onBoard.map(({ order }) => order));
  for (const { order, kind } of offer.visits) {
    if (kind === "doors") assert.ok(aboard.delete(order));
    else aboard.add(order);
    for (const carried of aboard) assert.ok(aboard.size <= Math.max(carried.bundleMax, driver.onBoard.length));
  }
}

test("with as many idle drivers as orders, no other pairing costs less", () => {
  const one = fc.record({ pickup: point, firstDoor: point, readyAt: fc.integer({ min: 0, max: 900 }) });
  fc.assert(
    fc.property(fc.array(one, { maxLength: 4 }), fc.array(point, { minLength: 4, maxLength: 5 }), (drawn, points) => {
      const orders = drawn.map((order, at) => anOrder({ id: `o${at}`, bundleMax: 1, offerBy: 0, ...order }));
      const drivers = points.map((at, index) => aDriver({ id: `d${index}`, point: at }));
      const rules = { ...MATCH_RULES, layers: 1, triesPerOrder: 0 };
      const { offers } = matchRound(aRound({ orders, drivers, travel: street }), rules);
      const cost = (driver: MatchDriver, order: MatchOrder): number =>
        routeCost(
          driver,
          [
            { order, kind: "pickup" },
            { order, kind: "doors" },
          ],
          rules,
          street,
        );
      const cheapest = (at: number, free: readonly MatchDriver[]): number =>
        at === orders.length
          ? 0
          : Math.min(
              ...free.map(
                (driver) =>
                  cost(driver, orders[at]!) +
                  cheapest(
                    at + 1,
                    free.filter((other) => other !== driver),
                  ),
              ),
            );
      const told = offers.reduce((sum, offer) => {
        const driver = drivers.find(({ id }) => id === offer.driverId)!;
        return sum + routeCost(driver, offer.visits, rules, street);
      }, 0);
      assert.ok(Math.abs(told - cheapest(0, drivers)) < 1e-6);
    }),
    { numRuns: 200 },
  );
});

test("the circle of a broadcast widens with time, up to five times", () => {
  assert.deepEqual(
    [0, 29, 30, 60, 600].map((seconds) => broadcastRadius(1_000, seconds)),
    [1_000, 1_000, 1_500, 2_000, 5_000],
  );
});

test("a broadcast asks free drivers in the circle, nearest first, and not too many", () => {
  const order = anOrder({ id: "o", pickup: 50, firstDoor: 51, refusedBy: new Set(["d49"]) });
  const drivers = Array.from({ length: 100 }, (_, at) => aDriver({ id: `d${at}`, point: at }));
  const round = aRound({ orders: [order], drivers, travel: street });
  const asked = broadcastRecipients(order, 200, 0, round, MATCH_RULES).map(({ id }) => id);
  assert.deepEqual(asked, ["d50", "d51", "d48", "d52"]);
  assert.equal(broadcastRecipients(order, 9_000, 0, round, MATCH_RULES).length, RECIPIENTS_MAX);
});
