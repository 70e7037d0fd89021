// An order as the matcher needs it: where it goes, how long it keeps a driver, and until when it should be done.

import type { Service } from "../catalogue/service.ts";
import { type LatLng, metersBetween } from "../geo.ts";
import { walletNeededFor } from "../ledger/driver-wallet.ts";
import type { MatchOrder } from "../matching/round.ts";
import type { OrderTask } from "../matching/route.ts";
import type { Order } from "../orders/order.ts";
import { type DispatchPolicy, dueAt, type OrderTerms, offerBy } from "./policy.ts";
import { loadOf } from "./vehicle-load.ts";

// Parking, finding the door, handing over.
export const PICKUP_SECONDS = 180;
export const DOOR_SECONDS = 120;
export type NumberOf = (place: LatLng) => number;
// How long a driver stays, at the counter once the goods are ready and at each door.
export type StopStays = { readonly pickupSeconds: number; readonly doorSeconds: number };
export const USUAL: StopStays = { pickupSeconds: PICKUP_SECONDS, doorSeconds: DOOR_SECONDS };

export function secondsOf(at: Date): number {
  return at.getTime() / 1000;
}

export function taskOf(
  order: Order,
  service: (Pick<Service, "bundleMax"> & Partial<Pick<Service, "requests">>) | undefined,
  numberOf: NumberOf,
  { pickupSeconds, doorSeconds }: StopStays = USUAL,
): OrderTask {
  const [pickup, ...doors] = order.points;
  const open = doors.filter((point) => point.status === "");
  const first = open[0] ?? doors.at(-1);
  const last = open.at(-1) ?? first;
  if (!pickup || !first || !last) throw new Error(`order ${order.id} has no points`);
  const terms = termsOf(order);
  const doorsSeconds = doorsSecondsOf(order.points, open, order.route.durationSeconds, doorSeconds);
  return {
    id: order.id,
    pickup: numberOf(pickup),
    firstDoor: numberOf(first),
    lastDoor: numberOf(last),
    doorsSeconds,
    placedAt: terms.placedAt,
    readyAt: terms.readyAt,
    dueAt: dueAt(terms),
    pickupSeconds,
    bundleMax: service?.bundleMax ?? 1,
    ...(order.deliverBy && { isPlanned: true }),
    ...(order.deliverBy && { load: loadOf(order.packages, order.price.requests, service) }),
    ...(order.deliverFrom && { opensAt: secondsOf(order.deliverFrom) }),
  };
}

// From the arrival at the first of the open doors to the last goodbye.
export function doorsSecondsOf(
  all: readonly LatLng[],
  open: readonly LatLng[],
  durationSeconds: number,
  doorSeconds: number,
): number {
  return durationSeconds * shareBetween(all, open) + open.length * doorSeconds;
}

// Since when a driver is sought. An order that was dropped keeps its age: whoever waits for it has waited all the time.
export function soughtSince(order: Pick<Order, "droppedBy" | "assigningAt" | "idleUntil" | "createdAt">): Date {
  if (order.droppedBy.length > 0) return order.idleUntil ?? order.createdAt;
  return order.assigningAt ?? order.createdAt;
}

function termsOf(order: Order): OrderTerms {
  const { rules, route, points, orderAt, readyAt } = order;
  const placedAt = secondsOf(soughtSince(order));
  return {
    placedAt,
    readyAt: Math.max(placedAt, secondsOf(readyAt ?? orderAt)),
    straightSeconds: PICKUP_SECONDS + route.durationSeconds + (points.length - 1) * DOOR_SECONDS,
    timeoutSeconds: rules.timeoutSeconds,
    ...(order.deliverBy && { deliverBy: secondsOf(order.deliverBy) }),
  };
}

// When the goods should be with the last recipient.
export function lateAfter(order: Order): Date {
  return new Date(dueAt(termsOf(order)) * 1000);
}

export function matchOrderOf(
  order: Order,
  service: Service,
  refusedBy: ReadonlySet<string>,
  numberOf: NumberOf,
  policy: DispatchPolicy,
  stays: StopStays = USUAL,
): MatchOrder {
  return {
    ...taskOf(order, service, numberOf, stays),
    vehicle: service.vehicle,
    ...(service.equipment && { equipment: service.equipment }),
    walletNeeded: walletNeededFor(order),
    refusedBy,
    reachMeters: service.autoAssign ? service.autoAssignDistanceMeters : service.broadcastDistanceMeters,
    offerBy: offerBy(termsOf(order), policy),
  };
}

// What part of the way lies between the doors still to do. The order keeps the time of the whole way only; the crow says how
// it is shared.
function shareBetween(all: readonly LatLng[], open: readonly LatLng[]): number {
  const whole = crowMeters(all);
  return whole === 0 ? 0 : crowMeters(open) / whole;
}

function crowMeters(points: readonly LatLng[]): number {
  return points.slice(1).reduce((meters, point, at) => meters + metersBetween(points[at]!, point), 0);
}
