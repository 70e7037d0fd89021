// A day of dispatch as the events that `giao simulate --replay` reads: what was ordered, who was out, who was asked and what
// became of it. Drivers go by numbers: a record is for comparing policies, and whose phone it was is nobody's business there.
import type { Offer, OfferAnswer } from "../drivers/offer.ts";
import type { LatLng } from "../geo.ts";
import type { Order } from "../orders/order.ts";
import type { Phone } from "../phone.ts";
import type { RecordedEvent } from "../simulation/record.ts";
import { secondsOf, soughtSince } from "./order-task.ts";

export type Shift = LatLng & { readonly driverPhone: Phone; readonly onAt: Date; readonly offAt: Date | null };
export type AskedDriver = Pick<Offer, "orderId" | "driverPhone" | "offeredAt" | "answer" | "answeredAt" | "takenFrom">;
// When an order was given up, in the order of its life.
export type Drop = { readonly orderId: string; readonly at: Date };

type NumberOf = (phone: Phone) => string;

const ONE_BREATH_MS = 2_000;

// An offer taken back because the order ended, or because another was quicker, is no answer of this driver's.
const ANSWERS: Partial<Record<OfferAnswer, "accepted" | "declined" | "lapsed">> = {
  accepted: "accepted",
  declined: "declined",
  expired: "lapsed",
};

export function recordedEvents(
  orders: readonly Order[],
  offers: readonly AskedDriver[],
  drops: readonly Drop[],
  shifts: readonly Shift[],
): readonly RecordedEvent[] {
  const numbers = new Map<Phone, string>();
  const numberOf: NumberOf = (phone) => {
    const known = numbers.get(phone) ?? `d${numbers.size + 1}`;
    numbers.set(phone, known);
    return known;
  };
  const takenBack = offers.filter(({ takenFrom }) => takenFrom);
  const dropsOf = Map.groupBy(
    drops.filter((drop) => !takenBack.some((offer) => isTakingBack(offer, drop))),
    ({ orderId }) => orderId,
  );
  const events = [
    ...shifts.flatMap((shift) => eventsOfShift(shift, numberOf)),
    ...orders.flatMap((order) => eventsOfOrder(order, dropsOf.get(order.id) ?? [], numberOf)),
    ...offers.flatMap((offer) => eventsOfOffer(offer, numberOf)),
  ];
  return events.sort((a, b) => a.at - b.at);
}

function eventsOfShift({ driverPhone, onAt, offAt, lat, lng }: Shift, numberOf: NumberOf): readonly RecordedEvent[] {
  const driverId = numberOf(driverPhone);
  const on: RecordedEvent = { kind: "driver_on", at: secondsOf(onAt), driverId, place: { lat, lng } };
  return offAt ? [on, { kind: "driver_off", at: secondsOf(offAt), driverId }] : [on];
}

// The order's history has what was taken back as given up, in the same breath as the acceptance.
function isTakingBack({ orderId, answer, answeredAt, takenFrom }: AskedDriver, drop: Drop): boolean {
  if (!takenFrom || answer !== "accepted" || orderId !== drop.orderId || !answeredAt) return false;
  return Math.abs(answeredAt.getTime() - drop.at.getTime()) < ONE_BREATH_MS;
}

function eventsOfOffer(asked: AskedDriver, numberOf: NumberOf): readonly RecordedEvent[] {
  const { orderId, offeredAt, answer, answeredAt, takenFrom } = asked;
  const driverId = numberOf(asked.driverPhone);
  const kind = answer === null ? undefined : ANSWERS[answer];
  const offered: RecordedEvent = { kind: "offered", at: secondsOf(offeredAt), orderId, driverId };
  if (!kind || !answeredAt) return [offered];
  const at = secondsOf(answeredAt);
  const takenBack: readonly RecordedEvent[] =
    kind === "accepted" && takenFrom ? [{ kind: "taken_back", at, orderId, driverId: numberOf(takenFrom) }] : [];
  return [offered, ...takenBack, { kind, at, orderId, driverId }];
}

function eventsOfOrder(order: Order, drops: readonly Drop[], numberOf: NumberOf): readonly RecordedEvent[] {
  const [pickup, ...doors] = order.points.map(({ lat, lng }) => ({ lat, lng }));
  if (!pickup) throw new Error(`order ${order.id} has no points`);
  const orderId = order.id;
  const at = secondsOf(soughtSince(order));
  const events: RecordedEvent[] = [
    { kind: "order", at, orderId, readyAt: Math.max(at, secondsOf(order.readyAt ?? order.orderAt)), pickup, doors },
  ];
  for (const [turn, drop] of drops.entries()) {
    const phone = order.droppedBy[turn];
    if (phone !== undefined)
      events.push({ kind: "given_up", at: secondsOf(drop.at), orderId, driverId: numberOf(phone) });
  }
  const driverId = order.driver && numberOf(order.driver.phone);
  if (driverId && order.pickedUpAt)
    events.push({ kind: "picked_up", at: secondsOf(order.pickedUpAt), orderId, driverId });
  if (driverId && order.completedAt)
    events.push({ kind: "delivered", at: secondsOf(order.completedAt), orderId, driverId });
  if (order.cancelledAt) events.push({ kind: "cancelled", at: secondsOf(order.cancelledAt), orderId });
  return events;
}
