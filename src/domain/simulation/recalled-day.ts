// A day as the platform kept it (orders, offers, shifts) told as the events of a record. Drivers go by numbers: a record is for
// comparing policies, and whose phone it was is nobody's business there.
import { secondsOf } from "../dispatch/order-task.ts";
import type { OfferAnswer } from "../drivers/offer.ts";
import type { LatLng } from "../geo.ts";
import type { Order } from "../orders/order.ts";
import type { Phone } from "../phone.ts";
import type { RecordedEvent } from "./record.ts";

export type KeptOffer = {
  readonly orderId: string;
  readonly driverPhone: Phone;
  readonly offeredAt: Date;
  readonly answer: OfferAnswer | null;
  readonly answeredAt: Date | null;
};

export type KeptShift = LatLng & { readonly driverPhone: Phone; readonly onAt: Date; readonly offAt: Date | null };

export type KeptOrder = Pick<
  Order,
  "id" | "points" | "orderAt" | "createdAt" | "assigningAt" | "driver" | "pickedUpAt" | "completedAt" | "cancelledAt"
>;

export function eventsOfDay(
  orders: readonly KeptOrder[],
  offers: readonly KeptOffer[],
  shifts: readonly KeptShift[],
): readonly RecordedEvent[] {
  const numbers = new Map<Phone, string>();
  const driverId = (phone: Phone): string => {
    const known = numbers.get(phone) ?? `d${numbers.size + 1}`;
    numbers.set(phone, known);
    return known;
  };
  return [
    ...shifts.flatMap((shift) => shiftEvents(shift, driverId)),
    ...orders.flatMap((order) => orderEvents(order, driverId)),
    ...offers.flatMap((offer) => offerEvents(offer, driverId)),
  ].sort((a, b) => a.at - b.at);
}

type DriverId = (phone: Phone) => string;

function shiftEvents({ driverPhone, onAt, offAt, lat, lng }: KeptShift, driverId: DriverId): readonly RecordedEvent[] {
  const id = driverId(driverPhone);
  const on: RecordedEvent = { kind: "driver_on", at: secondsOf(onAt), driverId: id, place: { lat, lng } };
  return offAt ? [on, { kind: "driver_off", at: secondsOf(offAt), driverId: id }] : [on];
}

function orderEvents(order: KeptOrder, driverId: DriverId): readonly RecordedEvent[] {
  const [pickup, ...doors] = order.points.map(({ lat, lng }) => ({ lat, lng }));
  if (!pickup) throw new Error(`order ${order.id} has no points`);
  const orderId = order.id;
  const at = secondsOf(order.assigningAt ?? order.createdAt);
  const events: RecordedEvent[] = [
    { kind: "order", at, orderId, readyAt: Math.max(at, secondsOf(order.orderAt)), pickup, doors },
  ];
  const driver = order.driver && driverId(order.driver.phone);
  if (driver && order.pickedUpAt)
    events.push({ kind: "picked_up", at: secondsOf(order.pickedUpAt), orderId, driverId: driver });
  if (driver && order.completedAt)
    events.push({ kind: "delivered", at: secondsOf(order.completedAt), orderId, driverId: driver });
  if (order.cancelledAt) events.push({ kind: "cancelled", at: secondsOf(order.cancelledAt), orderId });
  return events;
}

// An offer taken back because the order ended, or because another was quicker, is no answer of this driver's.
const ANSWERS = {
  accepted: "accepted",
  declined: "declined",
  expired: "lapsed",
  lost: undefined,
  withdrawn: undefined,
} as const;

function offerEvents(
  { orderId, driverPhone, offeredAt, answer, answeredAt }: KeptOffer,
  driverId: DriverId,
): readonly RecordedEvent[] {
  const id = driverId(driverPhone);
  const offered: RecordedEvent = { kind: "offered", at: secondsOf(offeredAt), orderId, driverId: id };
  const kind = answer === null ? undefined : ANSWERS[answer];
  return kind && answeredAt ? [offered, { kind, at: secondsOf(answeredAt), orderId, driverId: id }] : [offered];
}
