import assert from "node:assert/strict";
import { test } from "node:test";
import { acceptedOrder, driver, ordered, pickedUpOrder } from "../../../../test/fixtures/an-order.ts";
import { noon } from "../../../../test/fixtures/order-call.ts";
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
for (const [name, told, expected] of cases) {
  test(`when a step was done: ${name}`, () => {
    assert.deepEqual(whenDone(picked, told, now), expected);
  });
}

test("an order that was at its pickup before its driver was heard near it was near it then", () => {
  const boarded = ordered(board(acceptedOrder(), driver.phone, { at: minutes(20), place: null }));
  const at = whenDone(boarded, seconds(minutes(15)), now);
  assert.deepEqual(at, minutes(15));
  const arrived = ordered(arrive(boarded, driver.phone, { at, place: null }));
  assert.deepEqual(arrived.boardedAt, minutes(15));
});
