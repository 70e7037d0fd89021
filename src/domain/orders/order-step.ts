// One step in an order's life: the order after it, the event it writes, and what else must happen in the same transaction.
// Deciding is pure; whoever saves the step compares the old status and carries out the effects.
import type { Amount } from "../amount.ts";
import type { Phone } from "../phone.ts";
import type { Payment } from "../pricing/payment.ts";
import type { AfterFee, Order } from "./order.ts";
import { LIFE_EVENTS, type LifeEvent, next, type Status } from "./order-life.ts";

export const STEP_EVENTS = [...LIFE_EVENTS, "create", "edit"] as const;
export type StepEvent = (typeof STEP_EVENTS)[number];

export type Effect =
  // Dispatch.
  | { readonly effect: "withdraw_offers" }
  | { readonly effect: "free_driver"; readonly driver: Phone }
  // Money; the ledger makes the journals (ledger/order-journals.ts).
  | { readonly effect: "hold" }
  | { readonly effect: "adjust_hold"; readonly before: Order["payment"] }
  | { readonly effect: "release_hold" }
  | { readonly effect: "collect_cod"; readonly pathIndex: number; readonly amount: Amount }
  | { readonly effect: "settle" }
  // COD of a point that was delivered when the order was settled already.
  | { readonly effect: "settle_cod"; readonly pathIndex: number; readonly amount: Amount }
  | { readonly effect: "charge_after"; readonly fee: AfterFee; readonly payment: Payment }
  | { readonly effect: "pay_after"; readonly fee: AfterFee }
  // Recipients get the link of their delivery (special request SMS).
  | { readonly effect: "tell_recipients" }
  // A cancelled order gives the use of its promo code back.
  | { readonly effect: "return_promo"; readonly code: string };

export type Step = {
  readonly order: Order;
  readonly event: StepEvent;
  readonly effects: readonly Effect[];
  // When it happened, where it is told later.
  readonly happenedAt?: Date;
};

// The only way an order changes its status: by a row of the table. Anything else is a fault of ours.
export function move(
  order: Order,
  event: LifeEvent,
  to: Status,
  changes: Partial<Omit<Order, "id" | "status" | "seq">>,
  effects: readonly Effect[] = [],
): Step {
  if (!next(order.status, event).includes(to)) {
    throw new Error(`${event} does not lead from ${order.status} to ${to}`);
  }
  return { order: { ...order, ...changes, status: to, seq: order.seq + 1 }, event, effects };
}

// An edit leaves the status alone.
export function edited(
  order: Order,
  changes: Partial<Omit<Order, "id" | "status" | "seq">>,
  effects: readonly Effect[],
): Step {
  return { order: { ...order, ...changes, seq: order.seq + 1 }, event: "edit", effects };
}

// What ending an order without a delivery costs nobody: the hold goes back, offers are withdrawn, the promo is free again.
export function effectsOfCancelling(order: Order): readonly Effect[] {
  const effects: Effect[] = [{ effect: "withdraw_offers" }];
  if (order.driver) effects.push({ effect: "free_driver", driver: order.driver.phone });
  if (order.payment.onlinePay > 0) effects.push({ effect: "release_hold" });
  if (order.promoCode !== null) effects.push({ effect: "return_promo", code: order.promoCode });
  return effects;
}
