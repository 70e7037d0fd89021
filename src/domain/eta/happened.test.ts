import assert from "node:assert/strict";
import { test } from "node:test";
import { openedOrder, ordered, RICH, driver as someDriver } from "../../../test/fixtures/an-order.ts";
import { later } from "../../../test/fixtures/little-street.ts";
import { type Json, noon } from "../../../test/fixtures/order-call.ts";
import type { Order } from "../orders/order.ts";
import { deliver, fail } from "../orders/steps/to-door.ts";
import { accept, arrive, pickUp } from "../orders/steps/to-pickup.ts";
import { happenedTo, staysAt } from "./happened.ts";

const when = (seconds: number) => ({ at: later(seconds), place: null });
const done = { proof: null, comment: "nobody at home" };

// Accepted after 30 seconds, at the counter after 200, goods after 500.
function carried(body: Json = {}, isArrivalKnown = true): Order {
  const taken = ordered(accept(openedOrder(body), someDriver, RICH, when(30)));
  const there = isArrivalKnown ? ordered(arrive(taken, someDriver.phone, when(200))) : taken;
  return ordered(pickUp(there, someDriver.phone, when(500), null));
}
function delivered(order: Order, step: typeof deliver = deliver): Order {
  return order.points.slice(1).reduce((after, _point, at) => {
    const act = at === 0 ? step : deliver;
    return ordered(act(after, someDriver.phone, at + 1, when(1_000 + 100 * at), done));
  }, order);
}

test("a delivered order was fetched when its driver arrived and delivered at its last door", () => {
  const order = delivered(carried());
  const last = 1_000 + 100 * (order.points.length - 2);
  assert.deepEqual(happenedTo(order), { pickupAt: later(200), deliveryAt: later(last) });
  assert.deepEqual(happenedTo(delivered(carried({}, false))).pickupAt, later(500));
});

test("what is not delivered, or not all of it, was not what was told", () => {
  assert.deepEqual(happenedTo(openedOrder()), { pickupAt: null, deliveryAt: null });
  assert.deepEqual(happenedTo(carried()), { pickupAt: later(200), deliveryAt: null });
  assert.equal(happenedTo(delivered(carried(), fail)).deliveryAt, null);
});

test("a stay is from arrival to goods, and from near the door, less the rest of the way, to the handover", () => {
  const order = delivered(carried());
  const { deliveryAt } = happenedTo(order);
  const near = new Date(deliveryAt!.getTime() - 150_000);
  assert.deepEqual(staysAt(order, near), [
    { kind: "pickup", leftAt: later(500), seconds: 300, arrivedAfterSeconds: 200 },
    { kind: "door", leftAt: deliveryAt, seconds: 105, arrivedAfterSeconds: null },
  ]);
  assert.deepEqual(staysAt(order, new Date(deliveryAt!.getTime() - 7_200_000)).length, 1);
  assert.deepEqual(staysAt(delivered(carried({}, false)), null), []);
});

test("where the sender had said when goods are ready, waiting for them teaches nothing about preparation", () => {
  const [stay] = staysAt(carried({ ready_at: noon.getTime() / 1_000 + 600 }), null);
  assert.deepEqual([stay?.seconds, stay?.arrivedAfterSeconds], [300, null]);
});
