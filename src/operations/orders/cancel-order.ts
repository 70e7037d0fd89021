// Cancels an order for its creator, by id or by a tracking number on it, or for the operator (4.4, D10).
import type { Caller } from "../../domain/accounts/account.ts";
import type { Order } from "../../domain/orders/order.ts";
import { type CancelRefusal, cancel, cancelFor, orderToCancel } from "../../domain/orders/order-cancel.ts";
import { unknownOrder } from "../../domain/orders/order-see.ts";
import type { Step } from "../../domain/orders/order-step.ts";
import { changedSince } from "../../domain/orders/steps/by-operator.ts";
import { isRefusal, type Promised, type Refusal, refuse } from "../../domain/refusal.ts";
import { listTrackedIds } from "../../store/orders/order-lists.ts";
import type { Keep } from "../answer-once.ts";
import { type ChangeDeps, stepOrder } from "./change-order.ts";

export type CancelAnswer = Order | Refusal<CancelRefusal>;

// A tracking number used on more orders than this is looked for among the newest.
const CANDIDATES_MAX = 100;

// `comment` is what came in, types unchecked: a wrong type is answered after the order's state is.
export function cancelOrder(
  deps: ChangeDeps,
  caller: Caller,
  orderId: string,
  comment: unknown,
  keep?: Keep<CancelAnswer>,
): Promise<CancelAnswer> {
  const decide = (order: Order | undefined) =>
    judgeComment(cancel(order, orderId, caller, wordsOf(comment), deps.clock.now()), comment);
  return stepOrder(deps, orderId, "user", decide, keep);
}

export async function cancelByTrackingNumber(
  deps: ChangeDeps,
  caller: Caller,
  trackingNumber: unknown,
  comment: unknown,
  keep?: Keep<CancelAnswer>,
): Promise<CancelAnswer> {
  if (typeof trackingNumber !== "string" || trackingNumber === "" || trackingNumber.includes("\0")) {
    return refuse("MISSING_REQUIRED_INFO", "tracking_number is required and must be a text.");
  }
  const candidates = await listTrackedIds(deps.db, caller.partnerId, trackingNumber, CANDIDATES_MAX);
  const chosen = orderToCancel(candidates, caller);
  if (!chosen) return refuse("ORDER_NOT_FOUND", "No order carries this tracking_number.");
  return cancelOrder(deps, caller, chosen.id, comment, keep);
}

// `seenSeq`: the event the operator saw last; if more has happened since, they are told instead.
export function cancelForOperator(
  deps: ChangeDeps,
  orderId: string,
  comment: unknown,
  seenSeq?: number,
): Promised<CancelAnswer, "ORDER_CHANGED"> {
  const decide = (order: Order | undefined) =>
    order
      ? (changedSince(order, seenSeq) ??
        judgeComment(cancelFor("operator", order, wordsOf(comment), deps.clock.now()), comment))
      : unknownOrder(orderId);
  return stepOrder<CancelRefusal | "ORDER_CHANGED">(deps, orderId, "operator", decide);
}

function wordsOf(comment: unknown): string | null {
  return typeof comment === "string" ? comment.replaceAll("\0", "") : null;
}

// D3: a wrong type is this call's own 400.
function judgeComment<Code extends string>(
  decision: Step | Refusal<Code>,
  comment: unknown,
): Step | Refusal<Code | "MISSING_REQUIRED_INFO"> {
  if (isRefusal(decision) || comment === undefined || typeof comment === "string") return decision;
  return refuse("MISSING_REQUIRED_INFO", "comment must be a text.");
}
