// A round from plain values to offers and records.
import assert from "node:assert/strict";
import { test } from "node:test";
import { ordered, RICH, driver as someDriver } from "../../../test/fixtures/an-order.ts";
import { bike, broadcasting, later, numberOf, orderAt, out, travel } from "../../../test/fixtures/little-street.ts";
import { noon } from "../../../test/fixtures/order-call.ts";
import type { Service } from "../catalogue/service.ts";
import { RECIPIENTS_MAX } from "../matching/broadcast.ts";
import { CONSIDERED_MAX } from "../matching/explanation.ts";
import type { Order } from "../orders/order.ts";
import { accept, pickUp } from "../orders/steps/to-pickup.ts";
import { type DispatchRound, decideRound, type WaitingOrder } from "./decide-round.ts";
import { type DispatchRecord, digest } from "./dispatch-record.ts";
import type { FleetDriver } from "./driver-route.ts";
import { POLICY } from "./policy.ts";
import type { PastOffer } from "./refusals.ts";

const waitingAt = (order: Order, service = bike, offers: readonly PastOffer[] = []): WaitingOrder => ({
  order,
  service,
  offers,
});
const asked = (driverPhone: string, kind: PastOffer["kind"] = "assign"): PastOffer => ({
  driverPhone,
  kind,
  answer: null,
  answeredAt: null,
});
function roundOf(
  waiting: readonly WaitingOrder[],
  fleet: readonly FleetDriver[],
  more: Partial<DispatchRound> = {},
): DispatchRound {
  return {
    now: noon,
    nextRoundAt: later(1),
    waiting,
    fleet,
    held: new Map(),
    numberOf,
    travel,
    ...more,
  };
}
// A driver with goods on board for that door.
function onTheWay(meters: number): DispatchRound["held"] {
  const when = { at: noon, place: null };
  const accepted = ordered(accept(orderAt("HELD", 0, meters), someDriver, RICH, when));
  const order = ordered(pickUp(accepted, someDriver.phone, when, null));
  return new Map([[someDriver.phone, [{ order, service: bike }]]]);
}
const verdictsOf = ({ considered }: DispatchRecord) =>
  Object.fromEntries(considered.map(({ driverId, verdict }) => [driverId, verdict]));

test("the driver who is soonest is asked alone, for twenty seconds, and it is recorded who else was looked at", () => {
  const round = roundOf([waitingAt(orderAt("A", 0))], [out("far", 900), out("near", 303), out("gone", 5_000)]);
  const { offers, records } = decideRound(round);
  assert.deepEqual(
    offers.map(({ order, ...offer }) => ({ id: order.id, ...offer })),
    [{ id: "A", driverPhone: "near", kind: "assign", expiresAt: later(20), pickupSeconds: 61, pickupMeters: 303 }],
  );
  const [record] = records;
  assert.ok(record);
  assert.deepEqual(
    { ...record, considered: verdictsOf(record) },
    {
      orderId: "A",
      way: "match",
      verdict: "OFFERED",
      offeredTo: ["near"],
      plannedFor: "near",
      considered: { near: "OFFERED", far: "COSTS_MORE", gone: "TOO_FAR" },
      reachMeters: 2000,
      ruledOutCount: 1,
      waitingOrders: 1,
      drivers: 3,
      travel: "roads",
    },
  );
});

test("a record says where a driver was, to about a metre", () => {
  const round = roundOf([waitingAt(orderAt("A", 0))], [{ ...out("d", 0), lat: 10.700016, lng: 106.699984 }]);
  assert.deepEqual(decideRound(round).records[0]?.considered[0]?.place, { lat: 10.70002, lng: 106.69998 });
});

test("an order that is offered to somebody is not broadcast as well, however long it has waited", () => {
  const round = roundOf([waitingAt(orderAt("A", 0))], [out("near", 0), out("also", 300)], {
    now: later(60),
    nextRoundAt: later(61),
  });
  assert.deepEqual(
    decideRound(round).offers.map(({ driverPhone, kind, pickupSeconds }) => [driverPhone, kind, pickupSeconds]),
    [["near", "assign", 0]],
  );
});

test("two orders on one way are asked of one driver, each with how far its own pickup is", () => {
  const waiting = [waitingAt(orderAt("A", 0, 2_000)), waitingAt(orderAt("B", 103, 2_000))];
  const { offers } = decideRound(roundOf(waiting, [out("one", 0)], { now: later(90), nextRoundAt: later(91) }));
  assert.deepEqual(
    offers.map(({ order, driverPhone, pickupMeters }) => [order.id, driverPhone, pickupMeters]),
    [
      ["A", "one", 0],
      ["B", "one", 103],
    ],
  );
});

test("times and ways are told in whole seconds and metres, the nearer ones", () => {
  const fine = { meters: (from: number, to: number) => travel.meters(from, to) + 0.6, seconds: travel.seconds };
  for (const service of [bike, broadcasting]) {
    const { offers } = decideRound(roundOf([waitingAt(orderAt("A", 0), service)], [out("d", 103)], { travel: fine }));
    assert.deepEqual(
      offers.map(({ pickupSeconds, pickupMeters }) => [pickupSeconds, pickupMeters]),
      [[21, 104]],
    );
  }
});

test("an order about which a driver is being asked waits for the answer, and is not recorded anew", () => {
  const order = orderAt("A", 0);
  const { offers, records } = decideRound(roundOf([waitingAt(order, bike, [asked("one")])], [out("two", 100)]));
  assert.deepEqual([offers, records], [[], []]);
  const answered = { ...asked("one"), answer: "declined", answeredAt: noon } as const;
  const again = decideRound(roundOf([waitingAt(order, bike, [answered])], [out("one", 50), out("two", 100)]));
  assert.deepEqual(
    again.offers.map(({ driverPhone }) => driverPhone),
    ["two"],
  );
});

test("of two orders and two drivers each is asked about one", () => {
  const waiting = [waitingAt(orderAt("A", 0)), waitingAt(orderAt("B", 1_500))];
  const { offers } = decideRound(roundOf(waiting, [out("south", 100), out("north", 1_400)]));
  assert.deepEqual(offers.map(({ order, driverPhone, pickupMeters }) => [order.id, driverPhone, pickupMeters]).sort(), [
    ["A", "south", 100],
    ["B", "north", 100],
  ]);
});

test("a driver with something in hand is asked from where that will end, and told how far it is with all before it", () => {
  const round = roundOf([waitingAt(orderAt("A", 1_100))], [out(someDriver.phone, 400)], {
    held: onTheWay(1_000),
    // It has been kept long enough for somebody who is free.
    now: later(90),
    nextRoundAt: later(91),
  });
  const { offers, records } = decideRound(round);
  assert.deepEqual(
    offers.map(({ pickupSeconds, pickupMeters }) => [pickupSeconds, pickupMeters]),
    // 600 m to the door, two minutes there, 100 m back to the pickup.
    [[120 + 120 + 20, 700]],
  );
  assert.equal(records[0]?.offeredTo[0], someDriver.phone);
});

test("an order planned for somebody who is not free yet is kept for later, and asks nobody", () => {
  // Somebody idle is too far to be asked alone, and near enough to be rung.
  const wide = { ...bike, broadcastDistanceMeters: 9_000 };
  const round = roundOf([waitingAt(orderAt("A", 3_000), wide)], [out(someDriver.phone, 1_500), out("idle", 6_000)], {
    held: onTheWay(3_000),
    now: later(30),
    nextRoundAt: later(31),
  });
  const { offers, records } = decideRound(round);
  assert.deepEqual(offers, []);
  assert.deepEqual(
    records.map(({ way, verdict, offeredTo, plannedFor }) => [way, verdict, offeredTo, plannedFor]),
    [["match", "HELD_FOR_LATER", [], someDriver.phone]],
  );
});

test("an order nobody within reach may be asked about is broadcast after twenty seconds, and not a moment before", () => {
  const far: Service = { ...bike, autoAssignDistanceMeters: 200 };
  const at = (seconds: number) =>
    decideRound(
      roundOf([waitingAt(orderAt("A", 0), far)], [out("one", 300), out("two", 900), out("three", 1_001)], {
        now: later(seconds),
        nextRoundAt: later(seconds + 1),
      }),
    );
  const early = at(19.999);
  assert.deepEqual(early.offers, []);
  assert.deepEqual(
    early.records.map(({ way, verdict }) => [way, verdict]),
    [["match", "NO_DRIVER_MAY_BE_ASKED"]],
  );
  const { offers, records } = at(20);
  assert.deepEqual(
    offers.map(({ driverPhone, kind, expiresAt, pickupSeconds, pickupMeters }) => [
      driverPhone,
      kind,
      expiresAt,
      pickupSeconds,
      pickupMeters,
    ]),
    // As long as the search goes on.
    [
      ["one", "broadcast", later(600), 60, 300],
      ["two", "broadcast", later(600), 180, 900],
    ],
  );
  assert.deepEqual(
    records.map(({ way, verdict, offeredTo }) => [way, verdict, offeredTo]),
    [
      ["match", "NO_DRIVER_MAY_BE_ASKED", []],
      ["broadcast", "OFFERED", ["one", "two"]],
    ],
  );
});

test("a broadcast that would ring nobody is not recorded beside the match", () => {
  const far: Service = { ...bike, autoAssignDistanceMeters: 200 };
  const ring = (meters: number) =>
    decideRound(
      roundOf([waitingAt(orderAt("A", 0), far)], [out("d", meters)], { now: later(25), nextRoundAt: later(26) }),
    ).records.map(({ way, verdict }) => [way, verdict]);
  assert.deepEqual(ring(5_000), [["match", "NO_DRIVER_MAY_BE_ASKED"]]);
  assert.deepEqual(ring(300), [
    ["match", "NO_DRIVER_MAY_BE_ASKED"],
    ["broadcast", "OFFERED"],
  ]);
});

test("the search is counted from when it began anew", () => {
  const far: Service = { ...bike, autoAssignDistanceMeters: 200 };
  const again = { ...orderAt("A", 0), assigningAt: later(100) };
  const at = (seconds: number) =>
    decideRound(
      roundOf([waitingAt(again, far)], [out("one", 300)], { now: later(seconds), nextRoundAt: later(seconds + 1) }),
    );
  assert.deepEqual(at(119).offers, []);
  assert.deepEqual(
    at(120).offers.map(({ expiresAt }) => expiresAt),
    [later(700)],
  );
});

test("a broadcast rings everybody idle and near who was not rung, and says of the others why not", () => {
  const order = orderAt("A", 0);
  const held = ordered(accept(orderAt("HELD", 0), someDriver, RICH, { at: noon, place: null }));
  const fleet = [
    out("rung", 10),
    out("second", 250.6),
    out("first", 100),
    out("far", 1_003),
    out("declined", 20),
    out("van", 50, { vehicle: "VAN" }),
    out("asked elsewhere", 60, { hasOpenOffer: true }),
    out(someDriver.phone, 70),
  ];
  const held1 = new Map([[someDriver.phone, [{ order: held, service: bike }]]]);
  const round = roundOf(
    [
      waitingAt(order, broadcasting, [
        asked("rung", "broadcast"),
        { ...asked("declined", "broadcast"), answer: "declined", answeredAt: noon },
      ]),
    ],
    fleet,
    { held: held1 },
  );
  const { offers, records } = decideRound(round);
  assert.deepEqual(
    offers.map(({ driverPhone, pickupSeconds, pickupMeters }) => [driverPhone, pickupSeconds, pickupMeters]),
    [
      ["first", 20, 100],
      ["second", 50, 251],
    ],
  );
  assert.equal(records.length, 1);
  const [record] = records;
  assert.ok(record);
  assert.deepEqual(
    [record.way, record.verdict, record.offeredTo, record.plannedFor, record.ruledOutCount],
    ["broadcast", "OFFERED", ["first", "second"], undefined, 5],
  );
  assert.deepEqual(verdictsOf(record), {
    rung: "OFFERED",
    declined: "REFUSED_BEFORE",
    van: "VEHICLE_DOES_NOT_FIT",
    "asked elsewhere": "HAS_OPEN_OFFER",
    [someDriver.phone]: "BUSY",
    first: "OFFERED",
    second: "OFFERED",
    far: "TOO_FAR",
  });
  assert.deepEqual(
    record.considered.map(({ pickupInSeconds }) => pickupInSeconds),
    [2, 4, 10, 12, 14, 20, 50, 201],
  );
});

test("a broadcast that rings nobody says so, and one order never rings more than thirty phones", () => {
  const alone = decideRound(roundOf([waitingAt(orderAt("A", 0), broadcasting)], [out("far", 9_000)]));
  assert.deepEqual(
    alone.records.map(({ verdict, offeredTo }) => [verdict, offeredTo]),
    [["NO_DRIVER_MAY_BE_ASKED", []]],
  );
  const crowd = Array.from({ length: 40 }, (_, at) => out(`d${at}`, at));
  const rung = (offers: readonly PastOffer[]) =>
    decideRound(roundOf([waitingAt(orderAt("A", 0), broadcasting, offers)], crowd));
  assert.equal(rung([]).offers.length, RECIPIENTS_MAX);
  const ringing = Array.from({ length: 28 }, (_, at) => asked(`x${at}`, "broadcast"));
  const declined = { ...asked("y", "broadcast"), answer: "declined", answeredAt: noon } as const;
  assert.equal(rung([...ringing, declined]).offers.length, 2);
  assert.equal(rung(Array.from({ length: 31 }, (_, at) => asked(`x${at}`, "broadcast"))).offers.length, 0);
  const full = rung(Array.from({ length: 31 }, (_, at) => asked(`x${at}`, "broadcast"))).records[0];
  assert.equal(verdictsOf(full!).d0, "OTHERS_ARE_SOONER");
  const record = rung([]).records[0];
  assert.equal(record?.considered.length, 20);
  assert.equal(record?.considered[0]?.driverId, "d0");
});

test("whoever is asked about one order in a round is not rung for another", () => {
  const waiting = [waitingAt(orderAt("A", 0)), waitingAt(orderAt("B", 0), broadcasting)];
  const { offers } = decideRound(roundOf(waiting, [out("one", 10), out("two", 300)]));
  assert.deepEqual(
    offers.map(({ order, driverPhone }) => [order.id, driverPhone]),
    [
      ["A", "one"],
      ["B", "two"],
    ],
  );
});

test("an order left to people is not offered to robots, and the record says why; another order is", () => {
  const fleet = [out("robot", 10, { isRobot: true }), out("human", 300)];
  const left = decideRound(roundOf([waitingAt(orderAt("A", 0, 500, { remarks: "sim:none" }))], fleet));
  assert.equal(left.offers[0]?.driverPhone, "human");
  assert.deepEqual(verdictsOf(left.records[0]!), { robot: "LEFT_TO_PEOPLE", human: "OFFERED" });
  const usual = decideRound(roundOf([waitingAt(orderAt("A", 0))], fleet));
  assert.equal(usual.offers[0]?.driverPhone, "robot");
  assert.deepEqual(verdictsOf(usual.records[0]!), { robot: "OFFERED", human: "COSTS_MORE" });
});

test("a record is worth keeping when a verdict about the order or a driver has changed, in whatever order they are told", () => {
  const record = (change: Partial<DispatchRecord> = {}): DispatchRecord => ({
    ...decideRound(roundOf([waitingAt(orderAt("A", 0))], [out("a", 10), out("b", 20)])).records[0]!,
    ...change,
  });
  const first = record();
  const others: readonly Partial<DispatchRecord>[] = [
    { way: "broadcast" },
    { verdict: "NO_PLAN" },
    { plannedFor: undefined },
    { considered: first.considered.map((one) => ({ ...one, verdict: "TOO_FAR" })) },
    { considered: first.considered.slice(1) },
  ];
  for (const change of others) assert.notEqual(digest(record(change)), digest(first), JSON.stringify(change));
  const same = { considered: first.considered.toReversed(), drivers: 9, waitingOrders: 9, ruledOutCount: 9 };
  assert.equal(digest(record(same)), digest(first));
});

test("how much of a bundle is used follows the whole city's orders and drivers, or the round's where nothing is known of it", () => {
  const waiting = [waitingAt(orderAt("A", 0, 2_000)), waitingAt(orderAt("B", 103, 2_000))];
  // 103 where the second is picked up beside the first, 3,897 where it is the next one.
  const second = (fleet: readonly FleetDriver[], city?: DispatchRound["city"]) => {
    const round = roundOf(waiting, fleet, { now: later(90), nextRoundAt: later(91), ...(city && { city }) });
    return decideRound(round, { ...POLICY, calmBundleShare: 0.01, broadcastAfterSeconds: 900 }).offers[1]?.pickupMeters;
  };
  const one = [out("one", 0)];
  const cities = [{ waitingOrders: 1 }, { waitingOrders: 1, inHand: 1 }, { waitingOrders: 2 }];
  assert.deepEqual(
    cities.map((city) => second(one, { drivers: 1, ...city })),
    [3_897, 103, 103],
  );
  assert.deepEqual([second(one), second([...one, out("gone", 50_000)])], [103, 3_897]);
});

test("an order taken back from its driver is recorded with whom it is offered to", () => {
  const order = ordered(accept(orderAt("O", 0), someDriver, RICH, { at: noon, place: null }));
  const held = new Map([[someDriver.phone, [...onTheWay(9_000).values().next().value!, { order, service: bike }]]]);
  const fleet = [out(someDriver.phone, 8_000), out("near", 100)];
  const takeable = [{ ...waitingAt(order), driverPhone: someDriver.phone }];
  const { offers, records } = decideRound(roundOf([], fleet, { held, takeable }));
  assert.deepEqual(
    offers.map(({ order: offered, driverPhone, takenFrom }) => [offered.id, driverPhone, takenFrom]),
    [["O", "near", someDriver.phone]],
  );
  assert.deepEqual(
    records.map(({ way, verdict, offeredTo, ruledOutCount }) => [way, verdict, offeredTo, ruledOutCount]),
    [["take_back", "OFFERED", ["near"], 0]],
  );
});

test("who rings is recorded once, and of those far behind only who is doubted", () => {
  const crowd = Array.from({ length: CONSIDERED_MAX + 1 }, (_, nth) => out(`d${nth}`, nth));
  const doubted = out("doubted", 900, { doubt: "PLACE_JUMPED" });
  const { records } = decideRound(roundOf([waitingAt(orderAt("A", 0), broadcasting)], [...crowd, doubted]));
  assert.deepEqual(
    records.map(({ way, considered }) => [way, considered.length, considered.at(-1)?.driverId]),
    [["broadcast", CONSIDERED_MAX + 1, "doubted"]],
  );
});
