import assert from "node:assert/strict";
import { test } from "node:test";
import { DOOR_SECONDS, PICKUP_SECONDS } from "../dispatch/order-task.ts";
import { expectTimes, UNKNOWN_TIMES } from "./expected-times.ts";

const now = new Date("2026-11-16T05:00:00Z");
const later = (seconds: number) => new Date(now.getTime() + seconds * 1_000);
const usual = { assignSeconds: 60, pickupSeconds: 240 };
const ride = { durationSeconds: 600, deliveryPoints: 1, speedFactor: 1 };

test("a delivery takes the search, the way to the pickup, taking the goods and the ride", () => {
  const expected = expectTimes(usual, ride, { searchAt: now, readyAt: now });
  assert.deepEqual(expected.pickupAt, later(300));
  assert.equal(expected.rideSeconds, PICKUP_SECONDS + 600);
  assert.deepEqual(expected.deliveryAt, later(300 + PICKUP_SECONDS + 600));
});

test("of a service nobody knows yet a minute and a half, and eight more to the pickup, are expected", () => {
  assert.deepEqual(UNKNOWN_TIMES, { assignSeconds: 90, pickupSeconds: 480 });
});

test("doors on the way take their time, the last one is when it is reached", () => {
  const { rideSeconds } = expectTimes(usual, { ...ride, deliveryPoints: 4 }, { searchAt: now, readyAt: now });
  assert.equal(rideSeconds, PICKUP_SECONDS + 600 + 3 * DOOR_SECONDS);
});

test("slow streets stretch the driving and nothing else", () => {
  const { rideSeconds, pickupAt } = expectTimes(usual, { ...ride, speedFactor: 1.5 }, { searchAt: now, readyAt: now });
  assert.equal(rideSeconds, PICKUP_SECONDS + 900);
  const odd = expectTimes(usual, { ...ride, durationSeconds: 601, speedFactor: 1.5 }, { searchAt: now, readyAt: now });
  assert.equal(odd.rideSeconds, PICKUP_SECONDS + 902);
  assert.deepEqual(pickupAt, later(300));
});

test("an order for later is not fetched before its time, whenever the search began", () => {
  const early = expectTimes(usual, ride, { searchAt: now, readyAt: later(3_600) });
  assert.deepEqual(early.pickupAt, later(3_600));
  const onTime = expectTimes(usual, ride, { searchAt: later(3_600), readyAt: later(3_600) });
  assert.deepEqual(onTime.pickupAt, later(3_900));
});
