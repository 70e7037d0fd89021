// What the operator may do to an order beyond cancelling it, and why not where they may not. The console's buttons and the calls
// behind them ask here; the states come from the one table of order-life.ts.
import type { Amount } from "../../amount.ts";
import { type Refusal, refuse } from "../../refusal.ts";
import type { Order } from "../order.ts";
import { isAllowed, type LifeEvent, STATUSES, type Status } from "../order-life.ts";
import type { Step } from "../order-step.ts";
import { commentFault } from "../text-limits.ts";
import { afterFeesOf } from "./after-failure.ts";
import { standingOf, whyNotNow } from "./next-step.ts";
import { searchAgain, type When, wrongStatus } from "./to-pickup.ts";

// Which event of an order's life an action is; a refund is none.
const EVENTS = {
  cancel: "cancel",
  reassign: "driver_cancel",
  assign: "accept",
  confirm: "confirm",
  complete_point: "deliver",
  fail_point: "fail",
  begin_return: "return_begin",
  note_returned: "return_done",
} as const satisfies Record<string, LifeEvent>;

type EventAction = keyof typeof EVENTS;
export const OPERATOR_ACTIONS = [...(Object.keys(EVENTS) as EventAction[]), "refund"] as const;

export type ActionState = {
  readonly action: (typeof OPERATOR_ACTIONS)[number];
  readonly allowed: boolean;
  // Empty when allowed. STATUS: in another status it would be, see possibleIn.
  readonly because: "" | "STATUS" | "CONFIRMED" | "NOTHING_TO_RETURN" | "ALL_REFUNDED";
  readonly possibleIn: readonly Status[];
};

export function operatorActions(order: Order, refunded: Amount): readonly ActionState[] {
  const actions = Object.entries(EVENTS) as [EventAction, LifeEvent][];
  const standing = standingOf(order);
  return [
    ...actions.map(([action, event]) => {
      const possibleIn = STATUSES.filter((status) => isAllowed(status, event));
      const isOver = action === "confirm" && order.confirmedAt !== null;
      // At a door again, by a second attempt.
      const isAgain = order.subStatus === "IN_REDELIVERY" && (event === "deliver" || event === "fail");
      const isPossible = possibleIn.includes(order.status) || isAgain;
      const isReturn = event === "return_begin" || event === "return_done";
      const isKept = isReturn && whyNotNow(event, standing) !== undefined;
      const because = !isPossible ? "STATUS" : isOver ? "CONFIRMED" : isKept ? "NOTHING_TO_RETURN" : "";
      return { action, allowed: because === "", because, possibleIn } as const;
    }),
    refundState(order, refunded),
  ];
}

function refundState(order: Order, refunded: Amount): ActionState {
  const because = order.status !== "COMPLETED" ? "STATUS" : refundable(order, refunded) === 0 ? "ALL_REFUNDED" : "";
  return { action: "refund", allowed: because === "", because, possibleIn: ["COMPLETED"] };
}

// An order that was not completed is not paid: cancelling it gives the hold back.
export function refundable(order: Order, refunded: Amount): Amount {
  return order.status === "COMPLETED" ? Math.max(0, order.price.total + afterFeesOf(order) - refunded) : 0;
}

// The search begins anew, however many drivers gave the order up before: the operator does not end an order by this.
export function reassign(
  order: Order,
  comment: string | null,
  when: When,
): Step | Refusal<"INVALID_ORDER_STATUS" | "MISSING_REQUIRED_INFO" | "BAD_REQUEST"> {
  if (!isAllowed(order.status, "driver_cancel") || !order.driver) return wrongStatus(order, "driver_cancel");
  const reason = comment?.trim();
  if (!reason) return refuse("MISSING_REQUIRED_INFO", "comment must say why the order is taken from its driver.");
  const tooLong = commentFault(reason);
  if (tooLong) return refuse("BAD_REQUEST", tooLong);
  return searchAgain(order, order.driver.phone, reason, when);
}

// Whoever acts on what they see says which event they saw last: of two who act at once, the second is told instead of obeyed.
export function changedSince(order: Order, seenSeq: number | undefined): Refusal<"ORDER_CHANGED"> | undefined {
  if (seenSeq === undefined || seenSeq === order.seq) return undefined;
  return refuse("ORDER_CHANGED", `Order ${order.id} has changed since: it is at event ${order.seq}, not ${seenSeq}.`);
}
