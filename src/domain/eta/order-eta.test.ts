import assert from "node:assert/strict";
import { test } from "node:test";
import { acceptedOrder, done, driver, ordered, pickedUpOrder, when } from "../../../test/fixtures/an-order.ts";
import { type FleetDriver, matchDriverOf } from "../dispatch/driver-route.ts";
import { numberPlaces } from "../dispatch/numbered-places.ts";
import { DOOR_SECONDS, PICKUP_SECONDS, taskOf } from "../dispatch/order-task.ts";
import type { LatLng } from "../geo.ts";
import { MATCH_RULES } from "../matching/round.ts";
import { crowTravel } from "../matching/travel.ts";
import type { Order } from "../orders/order.ts";
import { deliver } from "../orders/steps/to-door.ts";
import { legToDoor, legToPickup } from "./driven-leg.ts";
import { etasOf, stretchedTravel } from "./order-eta.ts";

const now = new Date(when.at.getTime() + 60_000);
const METERS_PER_SECOND = 10;

function estimate(place: LatLng, held: readonly Order[], factor = 1) {
  const { places, numberOf } = numberPlaces();
  numberOf(place);
  const tasks = held.map((order) => ({ order, task: taskOf(order, { bundleMax: 2 }, numberOf) }));
  const travel = stretchedTravel(
    crowTravel(places, METERS_PER_SECOND),
    places.map(() => factor),
  );
  const fleet: FleetDriver = {
    ...place,
    phone: driver.phone,
    vehicle: "BIKE",
    ratingSum: 0,
    ratingCount: 0,
    isRobot: false,
    wallet: 0,
    hasOpenOffer: false,
  };
  return etasOf(matchDriverOf(fleet, tasks, now, numberOf, travel, MATCH_RULES), held, travel);
}
const secondsTo = (at: Date | null | undefined) => Math.round(((at?.getTime() ?? 0) - now.getTime()) / 1000);
// North of a place; the crow flies 10 m a second.
const north = (place: LatLng, meters: number): LatLng => ({ lat: place.lat + meters / 111_195, lng: place.lng });

test("an accepted order is reached after the way to it, and its first door after pickup and way", () => {
  const order = acceptedOrder();
  const [pickup, door] = order.points;
  const [eta] = estimate(north(pickup!, 1_000), [order]);
  assert.equal(secondsTo(eta?.pickupAt), 100);
  const way = secondsTo(eta?.deliveryAt[0]) - 100 - PICKUP_SECONDS;
  assert.ok(way > 0);
  assert.ok(Math.abs(way - wayBetween(pickup!, door!)) <= 1);
  assert.ok(eta!.deliveryAt[1]! > eta!.deliveryAt[0]!);
});

function wayBetween(from: LatLng, to: LatLng): number {
  return crowTravel([from, to], METERS_PER_SECOND).seconds(0, 1);
}

test("what is done has no ETA any more", () => {
  const picked = pickedUpOrder();
  const [eta] = estimate(picked.points[0]!, [picked]);
  assert.equal(eta?.pickupAt, null);
  const first = ordered(deliver(picked, driver.phone, 1, when, done));
  const [after] = estimate(first.points[1]!, [first]);
  assert.equal(after?.deliveryAt[0], null);
  assert.ok(after?.deliveryAt[1]);
});

test("an order that comes after another waits for it", () => {
  const busy = pickedUpOrder();
  const next = { ...acceptedOrder(), id: "26NEXT00" };
  const [alone] = estimate(busy.points[0]!, [next]);
  const both = estimate(busy.points[0]!, [busy, next]);
  assert.equal(both.length, 2);
  const after = both.find((eta) => eta.orderId === next.id);
  assert.ok(after && after.deliveryAt[0]! >= alone!.deliveryAt[0]!);
});

test("slow streets stretch the driving and nothing else", () => {
  const order = acceptedOrder();
  const [plain] = estimate(north(order.points[0]!, 1_000), [order]);
  const [slow] = estimate(north(order.points[0]!, 1_000), [order], 1.5);
  assert.equal(secondsTo(plain?.pickupAt), 100);
  assert.equal(secondsTo(slow?.pickupAt), 150);
});

test("a stretch teaches only when it is whole and nothing lay in between", () => {
  const order: Order = {
    ...acceptedOrder(),
    acceptedAt: now,
    arrivedAt: new Date(now.getTime() + 300_000),
  };
  assert.equal(legToPickup(order, 240)?.actualSeconds, 300);
  assert.equal(legToPickup({ ...order, arrivedAt: null }, 240), undefined);
  assert.equal(legToPickup(order, 0), undefined);
  // Two doors: what lies between them is not known.
  assert.equal(legToDoor(pickedUpOrder()), undefined);
  const [pickup, door] = order.points;
  const single: Order = {
    ...order,
    points: [pickup!, { ...door!, doneAt: new Date(now.getTime() + 720_000) }],
    pickedUpAt: now,
  };
  assert.equal(legToDoor(single)?.actualSeconds, 720 - DOOR_SECONDS);
  assert.equal(legToDoor(single)?.expectedSeconds, Math.round(order.route.durationSeconds));
});
