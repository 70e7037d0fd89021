// What came of an order, as far as it says whether windows could be trusted and how long stops take.
import { secondsOf, soughtSince } from "../dispatch/order-task.ts";
import type { Order } from "../orders/order.ts";

export type OrderHappened = {
  // The driver at the counter, and the goods in the last recipient's hands; null where that never came to be.
  readonly pickupAt: Date | null;
  readonly deliveryAt: Date | null;
};

// A delivery that failed, or took a second attempt, was not the one that was told.
export function happenedTo(order: Order): OrderHappened {
  const doors = order.points.slice(1);
  const isDelivered = doors.every(({ status }) => status === "COMPLETED") && order.afterFees.length === 0;
  return {
    pickupAt: order.pickedUpAt ? (order.arrivedAt ?? order.pickedUpAt) : null,
    deliveryAt: order.status === "COMPLETED" && isDelivered ? latest(doors.map(({ doneAt }) => doneAt)) : null,
  };
}

export type OrderStay = {
  readonly kind: "pickup" | "door";
  readonly leftAt: Date;
  readonly seconds: number;
  readonly arrivedAfterSeconds: number | null;
};

// Near is 300 metres off: some 45 seconds of driving are left from there.
const APPROACH_SECONDS = 45;
// Who was near for longer did something else in between.
const NEAR_SECONDS_MAX = 1_800;

// `nearAt`: when the driver last came near a door.
export function staysAt(order: Order, nearAt: Date | null): readonly OrderStay[] {
  const { arrivedAt, pickedUpAt, readyAt, orderAt, createdAt } = order;
  const stays: OrderStay[] = [];
  if (arrivedAt && pickedUpAt && pickedUpAt >= arrivedAt) {
    const isReadyKnown = readyAt !== null || orderAt > createdAt;
    const arrivedAfter = Math.round(secondsOf(arrivedAt) - secondsOf(soughtSince(order)));
    stays.push({
      kind: "pickup",
      leftAt: pickedUpAt,
      seconds: Math.round(secondsOf(pickedUpAt) - secondsOf(arrivedAt)),
      arrivedAfterSeconds: isReadyKnown || arrivedAfter < 0 ? null : arrivedAfter,
    });
  }
  const { deliveryAt } = happenedTo(order);
  const near = nearAt && deliveryAt ? secondsOf(deliveryAt) - secondsOf(nearAt) : -1;
  if (deliveryAt && near >= 0 && near <= NEAR_SECONDS_MAX) {
    const seconds = Math.max(0, Math.round(near - APPROACH_SECONDS));
    stays.push({ kind: "door", leftAt: deliveryAt, seconds, arrivedAfterSeconds: null });
  }
  return stays;
}

function latest(instants: readonly (Date | null)[]): Date | null {
  return instants.reduce((last, at) => (at && (!last || at > last) ? at : last), null);
}
