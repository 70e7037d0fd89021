// What time alone does to an order. Both may come late or twice: undefined means that there is nothing (left) to do.
import { NO_DRIVER_COMMENT } from "../cancel-reasons.ts";
import type { Order } from "../order.ts";
import { isAllowed } from "../order-life.ts";
import { effectsOfCancelling, move, type Step } from "../order-step.ts";

export function wake(order: Order, now: Date): Step | undefined {
  if (!isAllowed(order.status, "wake") || (order.idleUntil && now < order.idleUntil)) return undefined;
  return move(order, "wake", "ASSIGNING", { assigningAt: now });
}

export function expire(order: Order, now: Date): Step | undefined {
  if (!isAllowed(order.status, "expire") || !order.assigningAt) return undefined;
  // A timer set before the order was given up and sought again must not end the new search.
  if (now < expiryOf(order, order.assigningAt)) return undefined;
  const changes = { cancelledAt: now, cancelledBy: "system", cancelComment: NO_DRIVER_COMMENT } as const;
  return move(order, "expire", "CANCELLED", changes, effectsOfCancelling(order));
}

// A planned order is sought until its promised time.
export function expiryOf({ rules, deliverBy }: Pick<Order, "rules" | "deliverBy">, searchedSince: Date): Date {
  const timeout = searchedSince.getTime() + rules.timeoutSeconds * 1_000;
  return new Date(Math.max(timeout, deliverBy?.getTime() ?? 0));
}

// The next moment at which time alone moves the order; null when nothing is waited for.
export function dueAtOf(order: Order): Date | null {
  if (order.status === "IDLE") return order.idleUntil;
  return order.status === "ASSIGNING" && order.assigningAt ? expiryOf(order, order.assigningAt) : null;
}
