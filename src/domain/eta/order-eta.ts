// When a driver will be where, over everything he has in hand: an order's pickup, and each of its doors.
import { DOOR_SECONDS } from "../dispatch/order-task.ts";
import { type LatLng, metersBetween } from "../geo.ts";
import type { MatchDriver } from "../matching/round.ts";
import { type TimedVisit, timesOf } from "../matching/route.ts";
import type { Travel } from "../matching/travel.ts";
import type { Order } from "../orders/order.ts";

export type OrderEta = {
  readonly orderId: string;
  // null when it is done.
  readonly pickupAt: Date | null;
  // One for each point after the pickup.
  readonly deliveryAt: readonly (Date | null)[];
};

export function etasOf(driver: MatchDriver, held: readonly Order[], travel: Travel): readonly OrderEta[] {
  const times = timesOf(driver, driver.visits, travel);
  return held.flatMap((order) => {
    const pickup = times.find(({ visit }) => visit.order.id === order.id && visit.kind === "pickup");
    const doors = times.find(({ visit }) => visit.order.id === order.id && visit.kind === "doors");
    if (!doors) return [];
    const pickupAt = pickup ? atSeconds(pickup.doneAt - pickup.visit.order.pickupSeconds) : null;
    return [{ orderId: order.id, pickupAt, deliveryAt: doorTimes(order, doors) }];
  });
}

// From the first arrival to the last goodbye the time is shared by the crow's distances, as it was put together.
function doorTimes(order: Order, { visit, doneAt }: TimedVisit): readonly (Date | null)[] {
  const doors = order.points.slice(1);
  const open = doors.filter((point) => point.status === "");
  const driving = visit.order.doorsSeconds - open.length * DOOR_SECONDS;
  const whole = crowMeters(open);
  let arrival = doneAt - visit.order.doorsSeconds;
  let last: LatLng | undefined;
  return doors.map((point) => {
    if (point.status !== "") return null;
    if (last) arrival += DOOR_SECONDS + (whole === 0 ? 0 : (driving * metersBetween(last, point)) / whole);
    last = point;
    return atSeconds(arrival);
  });
}

function crowMeters(points: readonly LatLng[]): number {
  return points.slice(1).reduce((meters, point, at) => meters + metersBetween(points[at]!, point), 0);
}

function atSeconds(seconds: number): Date {
  return new Date(Math.round(seconds) * 1000);
}

// Every time stretched by what drives from there really take at this hour.
export function stretchedTravel(travel: Travel, factors: ArrayLike<number>): Travel {
  return { meters: travel.meters, seconds: (from, to) => travel.seconds(from, to) * (factors[from] ?? 1) };
}
