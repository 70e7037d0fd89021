// Orders and drivers as the matcher sees them.
import assert from "node:assert/strict";
import { test } from "node:test";
import { openedOrder, ordered, RICH, driver as someDriver } from "../../../test/fixtures/an-order.ts";
import {
  bike,
  broadcasting,
  later,
  north,
  numberOf,
  orderAt,
  out,
  travel,
} from "../../../test/fixtures/little-street.ts";
import { noon, point } from "../../../test/fixtures/order-call.ts";
import type { Service } from "../catalogue/service.ts";
import { MATCH_RULES } from "../matching/round.ts";
import type { Order } from "../orders/order.ts";
import { deliver } from "../orders/steps/to-door.ts";
import { accept, giveUp, pickUp } from "../orders/steps/to-pickup.ts";
import { type FleetDriver, matchDriverOf } from "./driver-route.ts";
import { DOOR_SECONDS, lateAfter, matchOrderOf, PICKUP_SECONDS, taskOf } from "./order-task.ts";
import { POLICY } from "./policy.ts";

test("an order as the matcher sees it: its doors, how long they take, and until when it should be done", () => {
  const order = orderAt("A", 0, 1_000);
  const seconds = noon.getTime() / 1000;
  assert.deepEqual(taskOf(order, bike, numberOf), {
    id: "A",
    pickup: 0,
    firstDoor: 1_000,
    lastDoor: 1_000,
    doorsSeconds: DOOR_SECONDS,
    placedAt: seconds,
    readyAt: seconds,
    dueAt: seconds + 600 + PICKUP_SECONDS + 100 + DOOR_SECONDS,
    pickupSeconds: PICKUP_SECONDS,
    bundleMax: 2,
  });
  assert.deepEqual([PICKUP_SECONDS, DOOR_SECONDS], [180, 120]);
  assert.equal(taskOf(order, undefined, numberOf).bundleMax, 1);
  assert.equal(taskOf({ ...order, orderAt: later(50) }, bike, numberOf).readyAt, seconds + 50);
  assert.equal(taskOf({ ...order, assigningAt: null, createdAt: later(-9) }, bike, numberOf).placedAt, seconds - 9);
});

test("what is done of an order is not driven again", () => {
  const path = [0, 1_000, 2_000, 4_000].map((meters) => point(north(meters)));
  const three = openedOrder({ path }, { route: { distanceMeters: 4_000, durationSeconds: 800 } });
  const shares = (order: Order) => {
    const { firstDoor, lastDoor, doorsSeconds } = taskOf(order, bike, numberOf);
    return [firstDoor, lastDoor, Math.round(doorsSeconds)];
  };
  // Between the first door and the last lie 3 of 4 km.
  assert.deepEqual(shares(three), [1_000, 4_000, 600 + 3 * DOOR_SECONDS]);
  const when = { at: noon, place: null };
  const taken = ordered(pickUp(ordered(accept(three, someDriver, RICH, when)), someDriver.phone, when, null));
  const done = { proof: null, comment: null };
  const half = ordered(deliver(taken, someDriver.phone, 1, when, done));
  assert.deepEqual(shares(half), [2_000, 4_000, 400 + 2 * DOOR_SECONDS]);
  const last = ordered(deliver(half, someDriver.phone, 2, when, done));
  assert.deepEqual(shares(last), [4_000, 4_000, DOOR_SECONDS]);
  assert.deepEqual(shares(ordered(deliver(last, someDriver.phone, 3, when, done))), [4_000, 4_000, 0]);
  const still = openedOrder({ path: [point(north(7)), point(north(7))] });
  assert.deepEqual(shares(still), [7, 7, DOOR_SECONDS]);
});

test("how long an order may be kept for somebody who is not free yet, when its goods are ready", () => {
  const kept = (timeoutSeconds: number) => {
    const order = orderAt("A", 0);
    const rules = { ...order.rules, timeoutSeconds };
    const match = matchOrderOf({ ...order, rules }, bike, new Set(["x"]), numberOf, POLICY);
    return match.offerBy - match.placedAt;
  };
  assert.deepEqual([60, 600, 3_600].map(kept), [9, 90, 540]);
});

test("an order that a driver drops keeps its age", () => {
  const when = (seconds: number) => ({ at: later(seconds), place: null });
  const accepted = ordered(accept(orderAt("A", 0), someDriver, RICH, when(50)));
  const dropped = ordered(giveUp(accepted, someDriver.phone, "flat tyre", when(400)));
  assert.deepEqual(dropped.assigningAt, later(400));
  const match = matchOrderOf(dropped, bike, new Set(), numberOf, POLICY);
  assert.deepEqual([match.placedAt, match.offerBy], [noon.getTime() / 1000, noon.getTime() / 1000 + 90]);
});

test("goods are ready when the sender says, at order_time otherwise, and never before a driver is sought", () => {
  const seconds = noon.getTime() / 1000;
  const readyAt = (body: object) => taskOf(orderAt("A", 0, 500, body), bike, numberOf).readyAt - seconds;
  assert.equal(readyAt({ ready_at: seconds + 700 }), 700);
  assert.equal(readyAt({ ready_at: seconds - 700 }), 0);
  assert.equal(readyAt({ order_time: seconds + 900, idle_until: seconds - 1 }), 900);
  assert.equal(readyAt({ order_time: seconds + 900, idle_until: seconds - 1, ready_at: seconds + 300 }), 300);
});

test("a driver as the matcher sees them: what is on board by the nearest door, what is to be picked up where it costs least", () => {
  const when = { at: later(-60), place: null };
  const held = (id: string, from: number, to: number, isOnBoard: boolean) => {
    const accepted = ordered(accept(orderAt(id, from, to, { payment_method: "CASH" }), someDriver, RICH, when));
    const order = isOnBoard ? ordered(pickUp(accepted, someDriver.phone, when, null)) : accepted;
    return { order, task: taskOf(order, bike, numberOf) };
  };
  const tasks = [held("far", 0, 900, true), held("near", 0, 300, true), held("later", 2_000, 2_500, false)];
  const visitsOf = (...given: readonly ReturnType<typeof held>[]) =>
    matchDriverOf(out("d", 100), given, noon, numberOf, travel, MATCH_RULES).visits.map(
      ({ order, kind }) => `${kind} ${order.id}`,
    );
  // The nearest to the door before, not to where it all began.
  assert.deepEqual(visitsOf(held("a", 0, 20, true), held("b", 0, 150, true), held("c", 0, 240, true)), [
    "doors b",
    "doors c",
    "doors a",
  ]);
  // A pickup on the way is made on the way.
  assert.deepEqual(visitsOf(held("far", 0, 5_000, true), held("between", 1_000, 4_900, false)), [
    "pickup between",
    "doors between",
    "doors far",
  ]);
  // However many there are, none is forgotten.
  const many = Array.from({ length: 10 }, (_, at) => held(`m${at}`, 0, 100, false));
  const visits = visitsOf(...many);
  for (const { order } of many) {
    assert.ok(visits.indexOf(`pickup ${order.id}`) < visits.indexOf(`doors ${order.id}`), order.id);
    assert.ok(visits.includes(`pickup ${order.id}`), order.id);
  }
  assert.equal(visits.length, 20);
  const seen = matchDriverOf(
    out("d", 100, { wallet: 50_000, ratingSum: 9, ratingCount: 2 }),
    tasks,
    noon,
    numberOf,
    travel,
    MATCH_RULES,
  );
  assert.deepEqual(
    seen.visits.map(({ order, kind }) => `${kind} ${order.id}`),
    ["doors near", "doors far", "pickup later", "doors later"],
  );
  assert.deepEqual(
    seen.onBoard.map(({ order, pickedUpAt }) => [order.id, pickedUpAt]),
    [
      ["far", noon.getTime() / 1000 - 60],
      ["near", noon.getTime() / 1000 - 60],
    ],
  );
  // Commission and VAT of three cash orders, 7,300 each, are spoken for.
  assert.deepEqual([seen.walletFree, seen.rating, seen.point, seen.vehicle], [50_000 - 3 * 7_300, 4.5, 100, "BIKE"]);
});

test("a driver who says nothing of it drives on for ever and accepts everything", () => {
  const seen = (more: Partial<FleetDriver>) => {
    const { offAt, acceptance } = matchDriverOf(out("d", 0, more), [], noon, numberOf, travel, MATCH_RULES);
    return [offAt, acceptance];
  };
  assert.deepEqual(seen({}), [Infinity, 1]);
  assert.deepEqual(seen({ until: later(60), acceptance: 0.5 }), [later(60).getTime() / 1000, 0.5]);
});

test("an order is late when the matcher says so, and sought as far as its service asks or rings", () => {
  const order = orderAt("A", 0, 1_000);
  assert.equal(lateAfter(order).getTime() / 1000, taskOf(order, bike, numberOf).dueAt);
  const reachOf = (service: Service) => matchOrderOf(order, service, new Set(), numberOf, POLICY).reachMeters;
  assert.deepEqual([reachOf(bike), reachOf(broadcasting)], [2_000, 1_000]);
});
