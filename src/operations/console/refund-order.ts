// Gives money of a paid order back to the account that ordered it: at most what it cost, and once for each reference.
import type { Amount } from "../../domain/amount.ts";
import { type Move, refund } from "../../domain/ledger/account-journals.ts";
import { unknownOrder } from "../../domain/orders/order-see.ts";
import { refundable } from "../../domain/orders/steps/by-operator.ts";
import { isRefusal, type Promised, refuse } from "../../domain/refusal.ts";
import { lockPayer } from "../../store/accounts/accounts.ts";
import { markOrder } from "../../store/figures/marks.ts";
import { isPostedAlike, postJournal, sumRefunds } from "../../store/ledger/journals.ts";
import { inOrder } from "../../store/orders/orders.ts";
import type { Services } from "../services.ts";

export type RefundRefusal =
  | "ORDER_NOT_FOUND"
  | "INVALID_DATA"
  | "INVALID_ORDER_STATUS"
  | "NOT_ALLOWED"
  | "IDEMPOTENCY_KEY_REUSED";
type Deps = Pick<Services, "db" | "clock">;

// The order of the checks: the order, amount and reference, whether it was posted before, the status, and what is left.
export function refundOrder(
  deps: Deps,
  orderId: string,
  move: Move,
): Promised<{ readonly refunded: Amount }, RefundRefusal> {
  return inOrder(deps.db, orderId, async (order, tx) => {
    if (!order) return unknownOrder(orderId);
    // Two orders of one account may use one reference of the operator's own.
    const journal = refund(order.ownerPhone, orderId, { ...move, reference: `${orderId}/${move.reference}` });
    if (isRefusal(journal) || move.reference.trim() === "") {
      return isRefusal(journal) ? journal : refuse("INVALID_DATA", "reference must not be blank.");
    }
    const refunded = await sumRefunds(tx, orderId);
    if (await isPostedAlike(tx, journal)) return { refunded };
    if (order.status !== "COMPLETED") {
      return refuse("INVALID_ORDER_STATUS", `Order ${orderId} is ${order.status}: only a completed one is paid.`);
    }
    const left = refundable(order, refunded);
    if (move.amount > left) {
      return refuse("NOT_ALLOWED", `Of order ${orderId} at most ${left} VND can still be given back.`);
    }
    await lockPayer(tx, order.ownerPhone);
    if (!(await postJournal(tx, journal, deps.clock.now()))) {
      return refuse("IDEMPOTENCY_KEY_REUSED", "This reference was used for another amount of this order.");
    }
    // No step of the order, so no event tells of it.
    await markOrder(tx, orderId);
    return { refunded: refunded + move.amount };
  });
}
