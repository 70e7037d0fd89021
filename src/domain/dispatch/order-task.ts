// An order as the matcher needs it: where it goes, how long it keeps a driver, and until when it should be done.

import type { Service } from "../catalogue/service.ts";
import { type LatLng, metersBetween } from "../geo.ts";
import { walletNeededFor } from "../ledger/driver-wallet.ts";
import type { MatchOrder } from "../matching/round.ts";
import type { OrderTask } from "../matching/route.ts";
import type { Order, OrderPoint } from "../orders/order.ts";

// Parking, finding the door, handing over.
export const PICKUP_SECONDS = 180;
export const DOOR_SECONDS = 120;
// How long an order may be kept for a driver who is not free yet, before it is offered to whoever is planned for it.
const HOLD_SECONDS_MAX = 90;
const HOLD_SHARE = 0.25;

export type NumberOf = (place: LatLng) => number;

export function secondsOf(at: Date): number {
  return at.getTime() / 1000;
}

export function taskOf(order: Order, service: Pick<Service, "bundleMax"> | undefined, numberOf: NumberOf): OrderTask {
  const [pickup, ...doors] = order.points;
  const open = doors.filter((point) => point.status === "");
  const first = open[0] ?? doors.at(-1);
  const last = open.at(-1) ?? first;
  if (!pickup || !first || !last) throw new Error(`order ${order.id} has no points`);
  const placedAt = secondsOf(order.assigningAt ?? order.createdAt);
  const readyAt = Math.max(placedAt, secondsOf(order.orderAt));
  const doorsSeconds = order.route.durationSeconds * shareBetween(order.points, open) + open.length * DOOR_SECONDS;
  return {
    id: order.id,
    pickup: numberOf(pickup),
    firstDoor: numberOf(first),
    lastDoor: numberOf(last),
    doorsSeconds,
    placedAt,
    readyAt,
    // A service that searches longer for a driver promises less: what it allows for the search is what an order may lose.
    dueAt:
      readyAt + order.rules.timeoutSeconds + PICKUP_SECONDS + order.route.durationSeconds + doors.length * DOOR_SECONDS,
    pickupSeconds: PICKUP_SECONDS,
    bundleMax: service?.bundleMax ?? 1,
  };
}

export function matchOrderOf(
  order: Order,
  service: Service,
  refusedBy: ReadonlySet<string>,
  reachMeters: number,
  numberOf: NumberOf,
): MatchOrder {
  const task = taskOf(order, service, numberOf);
  return {
    ...task,
    vehicle: service.vehicle,
    walletNeeded: walletNeededFor(order),
    refusedBy,
    reachMeters,
    offerBy: task.placedAt + Math.min(HOLD_SECONDS_MAX, order.rules.timeoutSeconds * HOLD_SHARE),
  };
}

// What part of the way lies between the doors still to do. The order keeps the time of the whole way only; the crow says how
// it is shared.
function shareBetween(all: readonly OrderPoint[], open: readonly OrderPoint[]): number {
  const whole = crowMeters(all);
  return whole === 0 ? 0 : crowMeters(open) / whole;
}

function crowMeters(points: readonly LatLng[]): number {
  return points.slice(1).reduce((meters, point, at) => meters + metersBetween(points[at]!, point), 0);
}
