// A day of dispatch as the events that `giao simulate --replay` reads: what was ordered, who was out, who was asked and what
// became of it.
import type { Offer, OfferAnswer } from "../drivers/offer.ts";
import type { LatLng } from "../geo.ts";
import type { Order } from "../orders/order.ts";
import type { Phone } from "../phone.ts";
import type { RecordedEvent } from "../simulation/record.ts";

export type Shift = LatLng & { readonly driverPhone: Phone; readonly onAt: Date; readonly offAt: Date | null };
export type AskedDriver = Pick<Offer, "orderId" | "driverPhone" | "offeredAt" | "answer" | "answeredAt">;
// When an order was given up, in the order of its life.
export type Drop = { readonly orderId: string; readonly at: Date };

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
  const events = [
    ...shifts.flatMap(eventsOfShift),
    ...orders.flatMap((order) => eventsOfOrder(order, drops)),
    ...offers.flatMap(eventsOfOffer),
  ];
  return events.sort((a, b) => a.at - b.at);
}

function eventsOfShift({ driverPhone, onAt, offAt, lat, lng }: Shift): readonly RecordedEvent[] {
  const on: RecordedEvent = { kind: "driver_on", at: seconds(onAt), driverId: driverPhone, place: { lat, lng } };
  return offAt ? [on, { kind: "driver_off", at: seconds(offAt), driverId: driverPhone }] : [on];
}

function eventsOfOffer({ orderId, driverPhone, offeredAt, answer, answeredAt }: AskedDriver): readonly RecordedEvent[] {
  const kind = answer === null ? undefined : ANSWERS[answer];
  const offered: RecordedEvent = { kind: "offered", at: seconds(offeredAt), orderId, driverId: driverPhone };
  if (!kind || !answeredAt) return [offered];
  return [offered, { kind, at: seconds(answeredAt), orderId, driverId: driverPhone }];
}

function eventsOfOrder(order: Order, drops: readonly Drop[]): readonly RecordedEvent[] {
  const [pickup, ...doors] = order.points;
  if (!pickup) return [];
  const orderId = order.id;
  const placedAt = seconds(order.createdAt);
  const events: RecordedEvent[] = [
    {
      kind: "order",
      at: placedAt,
      orderId,
      readyAt: Math.max(placedAt, seconds(order.idleUntil ?? order.createdAt)),
      pickup: { lat: pickup.lat, lng: pickup.lng },
      doors: doors.map(({ lat, lng }) => ({ lat, lng })),
    },
  ];
  for (const [at, drop] of drops.filter((one) => one.orderId === orderId).entries()) {
    const driverId = order.droppedBy[at];
    if (driverId !== undefined) events.push({ kind: "given_up", at: seconds(drop.at), orderId, driverId });
  }
  const driverId = order.driver?.phone;
  if (driverId !== undefined && order.pickedUpAt) {
    events.push({ kind: "picked_up", at: seconds(order.pickedUpAt), orderId, driverId });
  }
  if (driverId !== undefined && order.completedAt) {
    events.push({ kind: "delivered", at: seconds(order.completedAt), orderId, driverId });
  }
  if (order.cancelledAt) events.push({ kind: "cancelled", at: seconds(order.cancelledAt), orderId });
  return events;
}

function seconds(at: Date): number {
  return at.getTime() / 1000;
}
