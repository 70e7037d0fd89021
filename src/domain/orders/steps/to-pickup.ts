// The driver's steps from the offer to the pickup. Each is legal only in its state and only for the driver who holds
// the order; to every other driver the order does not exist.

import type { Amount } from "../../amount.ts";
import type { LatLng } from "../../geo.ts";
import { walletNeededFor } from "../../ledger/driver-wallet.ts";
import type { Phone } from "../../phone.ts";
import { wantsMessages } from "../../recipient-message.ts";
import { type Refusal, refuse } from "../../refusal.ts";
import type { Order, OrderDriver, Proof } from "../order.ts";
import { isAllowed, type LifeEvent } from "../order-life.ts";
import { type Effect, effectsOfCancelling, move, type Step } from "../order-step.ts";
import { standingOf, whyNotNow } from "./next-step.ts";

export type DriverRefusal = "ORDER_NOT_FOUND" | "INVALID_ORDER_STATUS" | "MISSING_REQUIRED_INFO" | "INVALID_DATA";
export type AcceptRefusal = "ORDER_NOT_FOUND" | "OFFER_TAKEN" | "INVALID_ORDER_STATUS" | "NOT_ENOUGH_CREDIT";

export type When = { readonly at: Date; readonly place: LatLng | null };

// `freeWallet`: what the driver's wallet holds beyond what the other orders they carry will take from it.
export function accept(
  order: Order | undefined,
  driver: OrderDriver,
  freeWallet: Amount,
  when: When,
): Step | Refusal<AcceptRefusal> {
  if (!order) return refuse("ORDER_NOT_FOUND", "There is no such order.");
  if (order.driver && order.driver.phone !== driver.phone) {
    return refuse("OFFER_TAKEN", `Order ${order.id} was taken by another driver.`);
  }
  if (!isAllowed(order.status, "accept")) return wrongStatus(order, "accept");
  const needed = walletNeededFor(order);
  if (freeWallet < needed) {
    return refuse(
      "NOT_ENOUGH_CREDIT",
      `Order ${order.id} needs ${needed} VND in the driver's wallet, which has ${freeWallet} to spare.`,
    );
  }
  return move(order, "accept", "ACCEPTED", { driver, acceptedAt: when.at, acceptedPlace: when.place, subStatus: "" }, [
    { effect: "withdraw_offers" },
  ]);
}

export function board(order: Order | undefined, by: Phone, when: When): Step | Refusal<DriverRefusal> {
  const held = heldBy(order, by, "board");
  if ("refused" in held) return held;
  return move(held, "board", "ACCEPTED", { subStatus: "BOARDED", boardedAt: when.at });
}

export function arrive(order: Order | undefined, by: Phone, when: When): Step | Refusal<DriverRefusal> {
  const held = heldBy(order, by, "arrive");
  if ("refused" in held) return held;
  const to = held.rules.needConfirmBeforePickup ? "CONFIRMING" : collectsCash(held) ? "PAYING" : "ACCEPTED";
  // Who is at the pickup was near it: an order always shows a board_time before a pickup_time.
  const boardedAt = held.boardedAt && held.boardedAt < when.at ? held.boardedAt : when.at;
  return move(held, "arrive", to, { subStatus: "ARRIVED", boardedAt, arrivedAt: when.at });
}

// By the driver, or by the sender through the partner or the console: whoever asks is checked at that door.
export function confirm(order: Order, at: Date): Step | Refusal<"INVALID_ORDER_STATUS"> {
  const possible = possibleNow(order, "confirm");
  if ("refused" in possible) return possible;
  return move(order, "confirm", collectsCash(order) ? "PAYING" : "CONFIRMING", { confirmedAt: at });
}

export function pay(order: Order | undefined, by: Phone, when: When): Step | Refusal<DriverRefusal> {
  const held = heldBy(order, by, "pay");
  if ("refused" in held) return held;
  return move(held, "pay", "PAYING", { paidAt: when.at });
}

export function pickUp(
  order: Order | undefined,
  by: Phone,
  when: When,
  proof: Proof | null,
): Step | Refusal<DriverRefusal> {
  const held = heldBy(order, by, "pickup");
  if ("refused" in held) return held;
  const changes: Partial<Order> = {
    subStatus: "",
    pickedUpAt: when.at,
    pickupProof: proof,
    // A driver who takes the goods of a cash order says with it that the cash was paid.
    paidAt: held.paidAt ?? (collectsCash(held) ? when.at : null),
  };
  return move(held, "pickup", "IN PROCESS", changes, wantsMessages(held) ? [{ effect: "tell_recipients" }] : []);
}

export function giveUp(
  order: Order | undefined,
  by: Phone,
  comment: string | null,
  when: When,
): Step | Refusal<DriverRefusal> {
  const held = heldBy(order, by, "driver_cancel");
  if ("refused" in held) return held;
  const reason = comment?.trim();
  if (!reason) return refuse("MISSING_REQUIRED_INFO", "comment must say why the driver gives the order up.");
  const droppedBy = [...held.droppedBy, by];
  if (droppedBy.length > held.rules.rebroadcastLimit) {
    const changes = { droppedBy, cancelledAt: when.at, cancelledBy: "driver", cancelComment: reason } as const;
    return move(held, "driver_cancel", "CANCELLED", changes, effectsOfCancelling(held));
  }
  return searchAgain(held, by, reason, when);
}

// The order is without a driver again, and the one who had it is not asked for it any more.
export function searchAgain(order: Order, without: Phone, reason: string, when: When): Step {
  const droppedBy = [...order.droppedBy, without];
  const changes = { ...noDriver, droppedBy, rebroadcastComment: reason, assigningAt: when.at };
  return move(order, "driver_cancel", "ASSIGNING", changes, [{ effect: "free_driver", driver: without }]);
}

// Told to the partner and to the driver who had it.
export const TAKEN_BACK_COMMENT = "Another driver is there sooner";

// Somebody who is there sooner takes it over in the same breath. No drop: it counts neither against the driver nor towards the limit of searches.
export function takeBack(order: Order): Step {
  const effects: readonly Effect[] = order.driver ? [{ effect: "free_driver", driver: order.driver.phone }] : [];
  return move(order, "driver_cancel", "ASSIGNING", { ...noDriver, rebroadcastComment: TAKEN_BACK_COMMENT }, effects);
}

const noDriver = {
  driver: null,
  acceptedAt: null,
  acceptedPlace: null,
  subStatus: "",
  boardedAt: null,
  arrivedAt: null,
} as const satisfies Partial<Order>;

// The order, if this driver holds it and the event is possible now.
export function heldBy(
  order: Order | undefined,
  by: Phone,
  event: LifeEvent,
): Order | Refusal<"ORDER_NOT_FOUND" | "INVALID_ORDER_STATUS"> {
  if (order?.driver?.phone !== by) return refuse("ORDER_NOT_FOUND", "This driver holds no such order.");
  return possibleNow(order, event);
}

function possibleNow(order: Order, event: LifeEvent): Order | Refusal<"INVALID_ORDER_STATUS"> {
  if (!isAllowed(order.status, event)) return wrongStatus(order, event);
  const why = whyNotNow(event, standingOf(order));
  return why === undefined ? order : refuse("INVALID_ORDER_STATUS", why);
}

export function wrongStatus(order: Order, event: LifeEvent): Refusal<"INVALID_ORDER_STATUS"> {
  return refuse("INVALID_ORDER_STATUS", `Order ${order.id} is ${order.status}: ${event} is not possible now.`);
}

function collectsCash(order: Order): boolean {
  return order.paymentMethod === "CASH" && order.rules.collectCashBeforePickup;
}
