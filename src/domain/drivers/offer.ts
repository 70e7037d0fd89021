// An offer: one order, one driver, a question with an end.
import type { Order } from "../orders/order.ts";
import type { Phone } from "../phone.ts";
import { type Refusal, refuse } from "../refusal.ts";

// assign: asked of this driver alone. broadcast: asked of several, and the first to accept has it.
export type OfferKind = "assign" | "broadcast";

// lost: another driver was quicker. withdrawn: the order ended, or the driver went offline.
export type OfferAnswer = "accepted" | "declined" | "expired" | "lost" | "withdrawn";

export type NewOffer = {
  readonly id: string;
  readonly orderId: string;
  readonly driverPhone: Phone;
  readonly kind: OfferKind;
  readonly offeredAt: Date;
  readonly expiresAt: Date;
  // By road, from where the driver is or will be free.
  readonly pickupSeconds: number;
  readonly pickupMeters: number;
  // Of an order that is taken back: whose it is until this one accepts.
  readonly takenFrom?: Phone | null | undefined;
  // Of a planned service: the offers of one route are answered together.
  readonly routeId?: string | null | undefined;
};

export type Offer = NewOffer & {
  // Numbers the changes of a driver's offers, so that a stream can go on where it was cut.
  readonly seq: number;
  readonly answer: OfferAnswer | null;
  readonly answeredAt: Date | null;
};

// Long enough to read it at a red light, short enough that the next driver is still near.
export const OFFER_SECONDS = 20;

// A route has more to read.
export const ROUTE_OFFER_SECONDS = 60;

// A driver with this many orders has enough to do, whatever is offered.
const HELD_MAX = 10;
// A planned route fits into a vehicle and a day.
const ROUTE_HELD_MAX = 60;

export type AnswerRefusal = "OFFER_TAKEN" | "INVALID_ORDER_STATUS" | "OFFER_EXPIRED" | "TOO_MANY_ORDERS";

// Whether the offer can still be accepted. The order of the checks is the contract: taken, over, expired, too much in hand.
export function judgeAcceptance(
  offer: Pick<Offer, "kind" | "answer" | "expiresAt" | "takenFrom" | "routeId">,
  order: Pick<Order, "id" | "status" | "subStatus" | "driver">,
  held: { readonly count: number; readonly bundleMax: number },
  now: Date,
): Refusal<AnswerRefusal> | undefined {
  const isTakenBack = isToTakeBack(offer, order);
  if ((order.driver && !isTakenBack) || offer.answer === "lost") {
    return refuse("OFFER_TAKEN", `Order ${order.id} was taken by another driver.`);
  }
  if (!isTakenBack && order.status !== "ASSIGNING") {
    return refuse("INVALID_ORDER_STATUS", `Order ${order.id} is ${order.status}: it looks for no driver.`);
  }
  if (offer.answer !== null || offer.expiresAt <= now) {
    return refuse("OFFER_EXPIRED", `The offer of order ${order.id} is over.`);
  }
  // What is asked of one driver was planned around what they hold; a broadcast knows nothing of it.
  const heldMax = offer.kind === "broadcast" ? held.bundleMax : offer.routeId ? ROUTE_HELD_MAX : HELD_MAX;
  if (held.count < heldMax) return undefined;
  return refuse("TOO_MANY_ORDERS", `This driver holds ${held.count} orders already.`);
}

// Its driver has it and is not near the pickup yet.
export function isToTakeBack(
  { takenFrom }: Pick<Offer, "takenFrom">,
  { driver, status, subStatus }: Pick<Order, "status" | "subStatus" | "driver">,
): boolean {
  return driver !== null && driver.phone === takenFrom && status === "ACCEPTED" && subStatus === "";
}
