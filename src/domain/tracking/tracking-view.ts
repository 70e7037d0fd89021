// What whoever holds a tracking link may know of an order: least data. No phone, no name but the driver's first one, no
// address; other recipients' stops are an area and whether they are done. Words and JSON are made in http/wire.

import type { Amount } from "../amount.ts";
import type { Service, Vehicle } from "../catalogue/service.ts";
import type { TimeWindow } from "../eta/order-eta.ts";
import type { LatLng } from "../geo.ts";
import { type CancelReason, DRIVER_CANCEL_REASONS, standardReason } from "../orders/cancel-reasons.ts";
import { isFinished, type Order, type OrderPoint, type PointStatus, type Proof } from "../orders/order.ts";
import { type DriverPlace, type ShownPlace, shownPlace } from "./shown-place.ts";
import { ownStopOf, type TrackingLink } from "./tracking-link.ts";

export const STEPS = [
  "created",
  "searching",
  "accepted",
  "arrived",
  "picked_up",
  "delivered",
  "failed",
  "returned",
  "cancelled",
] as const;
type StepKey = (typeof STEPS)[number];
type TrackingStep = { readonly key: StepKey; readonly at: Date | null };

export type StopView = {
  readonly index: number;
  readonly kind: "pickup" | "delivery";
  readonly isOwn: boolean;
  readonly area: string;
  // Left out for other recipients' stops.
  readonly place: LatLng | null;
  readonly status: PointStatus;
  readonly eta: TimeWindow | null;
  readonly photos: readonly string[];
  readonly completedAt: Date | null;
};

export type TrackingView = {
  readonly order: Order;
  readonly ownStop: number | undefined;
  readonly isLive: boolean;
  readonly service: Pick<Service, "nameEn" | "nameVi"> | undefined;
  readonly timeZone: string;
  readonly steps: readonly TrackingStep[];
  readonly stops: readonly StopView[];
  readonly driver: TrackedDriver | null;
  readonly polyline: string | null;
  readonly eta: TimeWindow | null;
  readonly cod: Amount;
  // The fee, when this recipient pays it in cash.
  readonly fee: Amount;
  readonly rating: { readonly isAllowed: boolean; readonly stars: number | null } | null;
  // When it was agreed to be delivered, where that is not at once.
  readonly scheduledAt: Date | null;
  // What was promised, while it is on its way.
  readonly window: { readonly from: Date | null; readonly to: Date } | null;
  // Who sent it, and why it is not there: told where it was not delivered. A driver's own words may name people: only standard ones are told.
  readonly trouble: {
    readonly sender: string;
    readonly contact: string;
    readonly reason: CancelReason | undefined;
  } | null;
  readonly updatedAt: Date;
};

export type TrackedDriver = {
  readonly firstName: string;
  readonly plateNumber: string;
  readonly vehicle: Vehicle | null;
  readonly place: ShownPlace | null;
};

// What is not in the order: where its driver is and when they are expected, as of now.
export type LiveTracking = {
  readonly vehicle: Vehicle;
  readonly place: DriverPlace | null;
  readonly pickup: TimeWindow | null;
  readonly delivery: readonly (TimeWindow | null)[];
  readonly goesElsewhereFirst: boolean;
};

export type TrackingSources = {
  readonly order: Order;
  readonly link: TrackingLink;
  readonly live: LiveTracking | undefined;
  readonly service: Pick<Service, "nameEn" | "nameVi"> | undefined;
  readonly timeZone: string;
  readonly areaOf: (point: LatLng) => string;
  // As the service usually goes, for an order that nobody has yet.
  readonly usual: (order: Order) => TimeWindow | null;
  // How recipients reach the partner.
  readonly contact: string;
  readonly now: Date;
};

export function viewOf(sources: TrackingSources): TrackingView {
  const { order, link, live, service } = sources;
  const ownStop = ownStopOf(order, link);
  const own = ownStop === undefined ? undefined : order.points[ownStop];
  // For a recipient it is over when their parcel is there, wherever the driver goes next.
  const isLive = !isFinished(order) && (own === undefined || own.status === "");
  const driver = driverOf(order, ownStop, isLive, live);
  const eta = isLive ? (etaOf(order, ownStop, live) ?? usualEta(sources)) : null;
  return {
    order,
    ownStop,
    isLive,
    service,
    timeZone: sources.timeZone,
    steps: stepsOf(order, own),
    stops: order.points.map((point, index) => stopOf(point, index, ownStop, isLive, sources)),
    driver,
    // The line leads past every door of an order, so it is shown where there is one door alone.
    polyline: isLive && order.points.length === 2 ? order.route.polyline : null,
    eta,
    cod: isLive && own ? own.cod : 0,
    fee:
      isLive && order.points.length === 2 && order.paymentMethod === "CASH_BY_RECIPIENT" ? order.payment.totalPay : 0,
    rating: ratingOf(order),
    scheduledAt: order.orderAt > order.createdAt ? order.orderAt : null,
    window: isLive && order.deliverBy ? { from: order.deliverFrom, to: order.deliverBy } : null,
    trouble: troubleOf(order, own, sources.contact),
    updatedAt: latest([...instantsOf(order), driver?.place?.at ?? null]) ?? order.createdAt,
  };
}

// Before somebody has the order, what such orders usually take; where a door of several stands in it nobody can say yet.
function usualEta({ order, link, usual }: TrackingSources): TimeWindow | null {
  const isWaiting = order.status === "ASSIGNING" || order.status === "IDLE";
  return isWaiting && (order.points.length === 2 || link.stopIndex === undefined) ? usual(order) : null;
}

function troubleOf(order: Order, own: OrderPoint | undefined, contact: string): TrackingView["trouble"] {
  const failed = own
    ? own.status === "FAILED"
      ? own
      : undefined
    : order.points.find(({ status }) => status === "FAILED");
  if (order.status !== "CANCELLED" && !failed) return null;
  return { sender: order.ownerName, contact, reason: standardReason(DRIVER_CANCEL_REASONS, failed?.comment ?? "") };
}

function driverOf(
  order: Order,
  ownStop: number | undefined,
  isLive: boolean,
  live: LiveTracking | undefined,
): TrackedDriver | null {
  if (!order.driver || order.status === "CANCELLED") return null;
  const place =
    isLive && live?.place
      ? shownPlace(order, { ownStop, place: live.place, goesElsewhereFirst: live.goesElsewhereFirst })
      : null;
  return {
    firstName: firstName(order.driver.name),
    plateNumber: order.driver.plateNumber,
    vehicle: live?.vehicle ?? null,
    place,
  };
}

// A Vietnamese given name is the last word. What is no word (a number, a phone) is nobody's name.
export function firstName(name: string): string {
  const words = name.split(/\s+/).filter((word) => /^[\p{L}\p{M}.'-]+$/u.test(word));
  return words.at(-1) ?? "";
}

function etaOf(order: Order, ownStop: number | undefined, live: LiveTracking | undefined): TimeWindow | null {
  if (ownStop !== undefined) return live?.delivery[ownStop - 1] ?? null;
  return order.driver ? (live?.delivery.findLast((door) => door !== null) ?? null) : null;
}

function stopOf(
  point: OrderPoint,
  index: number,
  ownStop: number | undefined,
  isLive: boolean,
  { order, live, areaOf }: TrackingSources,
): StopView {
  const isOwn = index === ownStop;
  const isPickup = index === 0;
  // The link of the whole order tells when each door was or will be reached, and not where it is: senders give it away too.
  const isSenders = ownStop === undefined;
  const expected = isPickup ? live?.pickup : isOwn || isSenders ? live?.delivery[index - 1] : null;
  const doneAt = isPickup ? order.pickedUpAt : point.doneAt;
  return {
    index,
    kind: isPickup ? "pickup" : "delivery",
    isOwn,
    area: areaOf(point),
    place: isOwn || isPickup ? { lat: point.lat, lng: point.lng } : null,
    status: isPickup && order.pickedUpAt ? "COMPLETED" : point.isRetryAsked ? "" : point.status,
    eta: isLive && expected ? expected : null,
    photos: isOwn ? photosIn(point.proof) : [],
    completedAt: isOwn || isPickup || isSenders ? doneAt : null,
  };
}

const PHOTO_LINK = /\/photos\/([0-9a-f]{32})(?![0-9a-f])/g;
const PHOTOS_MAX = 20;

// A proof is kept as the driver's app sent it, in whatever shape; of it only photos of our own are shown.
export function photosIn(proof: Proof | null): readonly string[] {
  if (!proof) return [];
  const tokens = Array.from(JSON.stringify(proof).matchAll(PHOTO_LINK), ([, token]) => token!);
  return [...new Set(tokens)].slice(0, PHOTOS_MAX);
}

function stepsOf(order: Order, own: OrderPoint | undefined): readonly TrackingStep[] {
  const steps: TrackingStep[] = [
    { key: "created", at: order.createdAt },
    { key: "searching", at: order.assigningAt },
    { key: "accepted", at: order.acceptedAt },
    { key: "arrived", at: order.arrivedAt },
    { key: "picked_up", at: order.pickedUpAt },
  ];
  if (order.status === "CANCELLED") {
    return [...steps.filter(({ at }) => at !== null), { key: "cancelled", at: order.cancelledAt }];
  }
  const hasFailed = own ? own.status === "FAILED" : order.points.slice(1).every(({ status }) => status === "FAILED");
  const door: TrackingStep = { key: hasFailed ? "failed" : "delivered", at: own ? own.doneAt : order.completedAt };
  // Goods that came back were another recipient's unless their own stop failed.
  const isReturn = order.returnedAt !== null && (own === undefined || hasFailed);
  return [...steps, door, ...(isReturn ? [{ key: "returned", at: order.returnedAt } as const] : [])];
}

function ratingOf(order: Order): TrackingView["rating"] {
  if (order.status !== "COMPLETED" || !order.driver) return null;
  const given = order.ratings.receiver;
  return { isAllowed: given === null, stars: given?.rating ?? null };
}

function instantsOf(order: Order): readonly (Date | null)[] {
  const { createdAt, assigningAt, acceptedAt, arrivedAt, pickedUpAt, completedAt, returnedAt, cancelledAt } = order;
  const doors = order.points.map(({ doneAt }) => doneAt);
  return [createdAt, assigningAt, acceptedAt, arrivedAt, pickedUpAt, completedAt, returnedAt, cancelledAt, ...doors];
}

function latest(instants: readonly (Date | null)[]): Date | undefined {
  const known = instants.filter((at) => at !== null);
  return known.length === 0 ? undefined : new Date(Math.max(...known.map((at) => at.getTime())));
}
