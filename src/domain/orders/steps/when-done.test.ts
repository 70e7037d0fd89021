import assert from "node:assert/strict";
import { test } from "node:test";
import { acceptedOrder, driver, ordered, pickedUpOrder } from "../../../../test/fixtures/an-order.ts";
import { noon } from "../../../../test/fixtures/order-call.ts";
import type { Order } from "../order.ts";
import { arrive, board } from "./to-pickup.ts";
import { whenDone } from "./when-done.ts";

const minutes = (count: number): Date => new Date(noon.getTime() + count * 60_000);
const seconds = (at: Date): number => at.getTime() / 1000;
const picked = { ...pickedUpOrder(), pickedUpAt: minutes(10) };
const now = minutes(30);

const cases: readonly (readonly [string, number | undefined, Date])[] = [
  ["nothing told: now", undefined, now],
  ["between the last step and now: as told", seconds(minutes(20)), minutes(20)],
  ["a clock that runs ahead: now", seconds(minutes(90)), now],
  ["a clock of last year: the last step", 1, minutes(10)],
  ["no time at all: now", 1e300, now],
  ["before all time: the last step", -1e300, minutes(10)],
];
for (const [name, given, expected] of cases) {
  test(`when a step was done: ${name}`, () => {
    assert.deepEqual(whenDone(picked, given, now), expected);
  });
}

test("of an order nobody knows, whatever is told: now", () => {
  assert.deepEqual(whenDone(undefined, seconds(minutes(20)), now), now);
});

test("a time is believed to the millisecond", () => {
  const given = minutes(20).getTime() + 0.6;
  assert.equal(whenDone(picked, given / 1000, now).getTime(), minutes(20).getTime() + 1);
});

const acceptedLast = { ...acceptedOrder(), acceptedAt: minutes(20) };
const steps: Readonly<Record<string, Partial<Order>>> = {
  acceptedAt: {},
  arrivedAt: { arrivedAt: minutes(25) },
  confirmedAt: { confirmedAt: minutes(25) },
  paidAt: { paidAt: minutes(25) },
  pickedUpAt: { pickedUpAt: minutes(25) },
  completedAt: { completedAt: minutes(25) },
  "a point": { points: acceptedLast.points.with(1, { ...acceptedLast.points[1]!, doneAt: minutes(25) }) },
};
for (const [step, change] of Object.entries(steps)) {
  test(`nothing was done before the last step: ${step}`, () => {
    const last = step === "acceptedAt" ? minutes(20) : minutes(25);
    assert.deepEqual(whenDone({ ...acceptedLast, ...change }, seconds(minutes(1)), now), last);
  });
}

test("an order that was at its pickup before its driver was heard near it was near it then", () => {
  const boarded = ordered(board(acceptedOrder(), driver.phone, { at: minutes(20), place: null }));
  const at = whenDone(boarded, seconds(minutes(15)), now);
  assert.deepEqual(at, minutes(15));
  const arrived = ordered(arrive(boarded, driver.phone, { at, place: null }));
  assert.deepEqual(arrived.boardedAt, minutes(15));
});
