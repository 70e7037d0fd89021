import assert from "node:assert/strict";
import { test } from "node:test";
import { DOOR_SECONDS, PICKUP_SECONDS } from "../dispatch/order-task.ts";
import { learnStays, type Stay } from "./stays.ts";

const here = { counter: "10.7700,106.7000", serviceId: "SGN-BIKE", hour: 12 };
const elsewhere = { ...here, counter: "10.8000,106.6500" };
const many = (count: number, one: Stay): readonly Stay[] => Array.from({ length: count }, () => one);
const pickup = (seconds: number, key = here, arrivedAfterSeconds: number | null = null): Stay => ({
  ...key,
  kind: "pickup",
  seconds,
  arrivedAfterSeconds,
});
const door = (seconds: number, key = here): Stay => ({ ...key, kind: "door", seconds });

test("where nothing is known, stops take what they usually take", () => {
  const { pickupSeconds, doorSeconds, preparationSeconds } = learnStays([]);
  assert.deepEqual(
    [pickupSeconds(here), doorSeconds(here), preparationSeconds(here)],
    [PICKUP_SECONDS, DOOR_SECONDS, 0],
  );
});

test("a counter with many stays is known by itself, with few by its service and hour, and a new one by the city", () => {
  const { pickupSeconds } = learnStays([...many(500, pickup(60, elsewhere)), ...many(2, pickup(240))]);
  assert.ok(Math.abs(pickupSeconds(elsewhere) - 60) < 3, `${pickupSeconds(elsewhere)}`);
  assert.ok(pickupSeconds(here) > 60 && pickupSeconds(here) < 110, `${pickupSeconds(here)}`);
  const anew = pickupSeconds({ ...here, counter: "new" });
  assert.ok(Math.abs(anew - 60) < 3, `${anew}`);
  const known = learnStays([...many(500, pickup(60, elsewhere)), ...many(200, pickup(240))]).pickupSeconds(here);
  assert.ok(known > 220, `${known}`);
});

test("an hour and a service are learnt apart, and doors apart from counters", () => {
  const night = { ...here, hour: 23 };
  const van = { ...here, serviceId: "SGN-VAN-500" };
  const { doorSeconds, pickupSeconds } = learnStays([
    ...many(300, door(60)),
    ...many(300, door(300, night)),
    ...many(300, door(200, van)),
  ]);
  assert.ok(doorSeconds(here) < 75 && doorSeconds(night) > 280 && doorSeconds(van) > 180);
  assert.equal(pickupSeconds(here), PICKUP_SECONDS);
});

test("who waited for goods teaches preparation and not handing over, and who stayed for an hour nothing", () => {
  const waited = many(100, pickup(900, here, 300));
  const { pickupSeconds, preparationSeconds, doorSeconds } = learnStays([...waited, ...many(100, door(3_600))]);
  assert.equal(pickupSeconds(here), PICKUP_SECONDS);
  assert.ok(Math.abs(preparationSeconds(here) - (300 + 900 - PICKUP_SECONDS)) < 60, `${preparationSeconds(here)}`);
  assert.equal(doorSeconds(here), DOOR_SECONDS);
});

test("a new counter's goods take what goods take in this hour", () => {
  const { preparationSeconds } = learnStays(many(100, pickup(900, elsewhere, 300)));
  assert.ok(preparationSeconds(here) > 800, `${preparationSeconds(here)}`);
  assert.ok(preparationSeconds({ ...here, hour: 3 }) > 800);
});
