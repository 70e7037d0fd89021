import assert from "node:assert/strict";
import { test } from "node:test";
import { openedOrder, ordered, RICH, driver as someDriver } from "../../../test/fixtures/an-order.ts";
import { later } from "../../../test/fixtures/little-street.ts";
import { noon } from "../../../test/fixtures/order-call.ts";
import { PICKUP_SECONDS } from "../dispatch/order-task.ts";
import { accept, giveUp } from "../orders/steps/to-pickup.ts";
import { counterOf, preparationSeconds, withLearnedReadiness } from "./preparation.ts";

const waited = (arrivedAfterSeconds: number, waitedSeconds: number) => ({ arrivedAfterSeconds, waitedSeconds });
const many = <T>(count: number, one: T): readonly T[] => Array.from({ length: count }, () => one);

test("a counter where nobody has waited is taken to be ready at once", () => {
  assert.equal(preparationSeconds([]), 0);
  assert.equal(preparationSeconds(many(50, waited(600, PICKUP_SECONDS + 60))), 0);
});

test("long waits teach how long goods take, a few of them only a little", () => {
  const long = waited(300, 600 + PICKUP_SECONDS);
  assert.equal(preparationSeconds([long]), 900 / 4);
  const known = preparationSeconds(many(97, long));
  assert.ok(Math.abs(known - 873) < 1, String(known));
});

test("who came late and found them ready only says that they were ready by then", () => {
  const mixed = [...many(10, waited(300, 600 + PICKUP_SECONDS)), ...many(10, waited(2_000, 30))];
  assert.ok(Math.abs(preparationSeconds(mixed) - (900 * 20) / 23) < 1);
  const early = [...many(10, waited(300, 600 + PICKUP_SECONDS)), ...many(10, waited(100, 30))];
  assert.ok(preparationSeconds(early) < 500);
});

test("an order whose sender did not say gets the moment its counter has taught, and one that was dropped keeps its age", () => {
  const order = openedOrder();
  const taught = new Map([[counterOf(order.points[0]!), 480]]);
  assert.deepEqual(withLearnedReadiness(order, taught).readyAt, later(480));
  assert.equal(withLearnedReadiness(order, new Map()).readyAt, null);
  const promised = openedOrder({ ready_at: noon.getTime() / 1000 + 60 });
  assert.deepEqual(withLearnedReadiness(promised, taught).readyAt, later(60));
  const ahead = openedOrder({ order_time: noon.getTime() / 1000 + 3_600 });
  assert.equal(withLearnedReadiness(ahead, taught).readyAt, null);
  const when = { at: later(100), place: null };
  const dropped = ordered(giveUp(ordered(accept(order, someDriver, RICH, when)), someDriver.phone, "flat tyre", when));
  assert.deepEqual(withLearnedReadiness(dropped, taught).readyAt, later(480));
});
