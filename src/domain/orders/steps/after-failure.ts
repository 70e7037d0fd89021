// What the sender may ask for while the driver still has what could not be delivered: a second attempt at a door, or the goods back.
// The fee is taken at once from the account, whichever way the order was paid, and is the driver's when it is done.
import type { Caller } from "../../accounts/account.ts";
import { type Amount, type BasisPoints, shareOf } from "../../amount.ts";
import { type Payment, splitPayment, type UserWallet } from "../../pricing/payment.ts";
import { isRefusal, type Refusal, refuse } from "../../refusal.ts";
import type { AfterFee, Order } from "../order.ts";
import { isAllowed } from "../order-life.ts";
import { ownOrder } from "../order-see.ts";
import { move, type Step } from "../order-step.ts";
import { wrongStatus } from "./to-pickup.ts";

export type AfterFailureRefusal =
  | "ORDER_NOT_FOUND"
  | "NOT_AUTHORIZED"
  | "INVALID_ORDER_STATUS"
  | "INVALID_DATA"
  | "STOP_POINT_EDITED"
  | "NOT_ENOUGH_CREDIT";

// Of the order's distance fee, before VAT.
export type AfterFeeShares = { readonly secondAttempt: BasisPoints; readonly return: BasisPoints };

// Later than this nobody counts on the goods being with the driver.
const ASKED_HOURS_MAX = 72;

export type Asking = {
  readonly orderId: string;
  readonly by: Caller;
  readonly shares: AfterFeeShares;
  readonly wallet: UserWallet;
  readonly now: Date;
};

// The order of the checks is the contract (D9).
export function askAgain(
  found: Order | undefined,
  pathIndex: unknown,
  asking: Asking,
): Step | Refusal<AfterFailureRefusal> {
  const order = openOrder(found, "retry", asking);
  if (isRefusal(order)) return order;
  const point = typeof pathIndex === "number" && pathIndex > 0 ? order.points[pathIndex] : undefined;
  if (!point) {
    return refuse("INVALID_DATA", `path_index must be a whole number from 1 to ${order.points.length - 1}.`);
  }
  const index = pathIndex as number;
  if (afterFeeOf(order, index)) {
    return refuse("STOP_POINT_EDITED", `Point ${index} of order ${order.id} has had its second attempt.`);
  }
  if (point.status !== "FAILED") {
    return refuse("INVALID_ORDER_STATUS", `Point ${index} of order ${order.id} has not failed.`);
  }
  const isOver = order.status === "COMPLETED";
  const points = order.points.with(
    index,
    isOver
      ? { ...point, isRetryAsked: true }
      : { ...point, status: "", doneAt: null, donePlace: null, proof: null, comment: null },
  );
  const changes = { points, ...(isOver ? ({ subStatus: "IN_REDELIVERY" } as const) : {}) };
  return charged(order, "retry", feeFor(order, "second_attempt", index, asking.shares.secondAttempt), changes, asking);
}

export function askBack(found: Order | undefined, asking: Asking): Step | Refusal<AfterFailureRefusal> {
  const order = openOrder(found, "return_ask", asking);
  if (isRefusal(order)) return order;
  if (order.subStatus === "IN_REDELIVERY") {
    return refuse("INVALID_ORDER_STATUS", `A second attempt at order ${order.id} is under way.`);
  }
  if (!order.points.some(({ status }) => status === "FAILED")) {
    return refuse("INVALID_ORDER_STATUS", `No point of order ${order.id} failed, so there is nothing to bring back.`);
  }
  // Who ordered the way back with the order has paid for it.
  const isPaid = order.pricing.requests.some(({ groupId }) => groupId === "TRIP");
  const fee = feeFor(order, "return", RETURN, isPaid ? 0 : asking.shares.return);
  return charged(order, "return_ask", fee, {}, asking);
}

// The creator's order, if the driver has goods of it and nothing else was decided about them.
function openOrder(
  found: Order | undefined,
  event: "retry" | "return_ask",
  { orderId, by, now }: Asking,
): Order | Refusal<AfterFailureRefusal> {
  const order = ownOrder(found, orderId, by, "update");
  if ("refused" in order) return order;
  if (!isAllowed(order.status, event)) return wrongStatus(order, event);
  if (order.subStatus === "IN_RETURN" || order.subStatus === "RETURNED" || afterFeeOf(order, RETURN)) {
    return refuse("INVALID_ORDER_STATUS", `The goods of order ${orderId} are on their way back already, or are back.`);
  }
  const since = now.getTime() - ASKED_HOURS_MAX * 3_600_000;
  if (order.status === "COMPLETED" && order.points.every(({ doneAt }) => !doneAt || doneAt.getTime() < since)) {
    return refuse("INVALID_ORDER_STATUS", `Order ${orderId} was completed more than ${ASKED_HOURS_MAX} hours ago.`);
  }
  return order;
}

// A second attempt is one point's, a return the order's.
export const RETURN = null;

export function afterFeeOf(order: Order, pathIndex: number | typeof RETURN): AfterFee | undefined {
  return order.afterFees.find((fee) => fee.pathIndex === pathIndex);
}

function feeFor(order: Order, kind: AfterFee["kind"], pathIndex: number | null, share: BasisPoints): AfterFee {
  const fee = shareOf(order.price.distanceFee, share);
  return { kind, pathIndex, fee, vat: shareOf(fee, order.pricing.vatRate) };
}

function charged(
  order: Order,
  event: "retry" | "return_ask",
  fee: AfterFee,
  changes: Partial<Pick<Order, "points" | "subStatus">>,
  { wallet }: Asking,
): Step | Refusal<"NOT_ENOUGH_CREDIT"> {
  const payment: Payment | Refusal<"NOT_ENOUGH_CREDIT"> = splitPayment("BALANCE", fee.fee + fee.vat, wallet);
  if (isRefusal(payment)) return payment;
  const afterFees = [...order.afterFees, fee];
  return move(order, event, order.status, { ...changes, afterFees }, [{ effect: "charge_after", fee, payment }]);
}

// What all of them cost, with VAT.
export function afterFeesOf({ afterFees }: Pick<Order, "afterFees">): Amount {
  return afterFees.reduce((total, { fee, vat }) => total + fee + vat, 0);
}
