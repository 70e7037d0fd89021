// Decides a cancellation (D10): who may, in which states, and what becomes of money, offers and the promo code.

import type { Caller } from "../accounts/account.ts";
import { type Refusal, refuse } from "../refusal.ts";
import type { Canceller, Order } from "./order.ts";
import { isAllowed, type Status } from "./order-life.ts";
import { ownOrder } from "./order-see.ts";
import { effectsOfCancelling, move, type Step } from "./order-step.ts";
import { commentFault } from "./text-limits.ts";

export type CancelRefusal =
  | "ORDER_NOT_FOUND"
  | "NOT_AUTHORIZED"
  | "INVALID_ORDER_STATUS"
  | "MISSING_REQUIRED_INFO"
  | "BAD_REQUEST";

// A driver has set out: the sender owes a word.
const NEEDS_COMMENT: readonly Status[] = ["ACCEPTED", "CONFIRMING", "PAYING"];

// The order of the checks is the contract.
export function cancel(
  order: Order | undefined,
  orderId: string,
  by: Caller,
  comment: string | null,
  at: Date,
): Step | Refusal<CancelRefusal> {
  const own = ownOrder(order, orderId, by, "cancel");
  return "refused" in own ? own : cancelFor("user", own, comment, at);
}

// The operator may cancel any order that can be cancelled; the comment rule is the same.
export function cancelFor(
  by: Canceller,
  order: Order,
  comment: string | null,
  at: Date,
): Step | Refusal<"INVALID_ORDER_STATUS" | "MISSING_REQUIRED_INFO" | "BAD_REQUEST"> {
  if (!isAllowed(order.status, "cancel")) {
    return refuse("INVALID_ORDER_STATUS", `Order ${order.id} is ${order.status} and cannot be cancelled.`);
  }
  const reason = comment?.trim() ?? "";
  if (!reason && NEEDS_COMMENT.includes(order.status)) {
    return refuse("MISSING_REQUIRED_INFO", "A driver has accepted the order: comment must say why it is cancelled.");
  }
  const tooLong = commentFault(reason);
  if (tooLong) return refuse("BAD_REQUEST", tooLong);
  const changes = { cancelledAt: at, cancelledBy: by, cancelComment: reason } as const;
  return move(order, "cancel", "CANCELLED", changes, effectsOfCancelling(order));
}

// Cancel by tracking number: the caller's newest order that can be cancelled; failing that the newest, so that its state
// is what the refusal tells. Given newest first, all of the caller's partner.
export function orderToCancel<Candidate extends Pick<Order, "ownerPhone" | "status">>(
  newestFirst: readonly Candidate[],
  by: Caller,
): Candidate | undefined {
  const own = newestFirst.filter((order) => order.ownerPhone === by.phone);
  return own.find((order) => isAllowed(order.status, "cancel")) ?? own[0] ?? newestFirst[0];
}
