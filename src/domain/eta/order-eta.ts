// When a driver will be where, over everything they have in hand: an order's pickup, and each of its doors.
import { type StopStays, USUAL } from "../dispatch/order-task.ts";
import { type LatLng, metersBetween } from "../geo.ts";
import type { MatchDriver } from "../matching/round.ts";
import { type TimedVisit, timesOf } from "../matching/route.ts";
import type { Travel } from "../matching/travel.ts";
import type { Order } from "../orders/order.ts";
import { type EtaTables, type EtaWindow, type Forecast, stageOf, type Target, windowOf } from "./eta-windows.ts";

// When the driver is at each stop, as planned.
export type OrderEta = {
  readonly orderId: string;
  // null when it is done.
  readonly pickupAt: Date | null;
  // One for each point after the pickup.
  readonly deliveryAt: readonly (Date | null)[];
};

// `staysOf`: with what the tasks of the orders were made.
export function etasOf(
  driver: MatchDriver,
  held: readonly Order[],
  travel: Travel,
  staysOf: (order: Order) => StopStays = () => USUAL,
): readonly OrderEta[] {
  const times = timesOf(driver, driver.visits, travel);
  return held.flatMap((order) => {
    const pickup = times.find(({ visit }) => visit.order.id === order.id && visit.kind === "pickup");
    const doors = times.find(({ visit }) => visit.order.id === order.id && visit.kind === "doors");
    if (!doors) return [];
    const pickupAt = pickup ? atSeconds(pickup.arriveAt) : null;
    return [{ orderId: order.id, pickupAt, deliveryAt: doorTimes(order, doors, staysOf(order)) }];
  });
}

// From the first arrival to the last goodbye the time is shared by the crow's distances, as it was put together.
function doorTimes(order: Order, { visit, doneAt }: TimedVisit, { doorSeconds }: StopStays): readonly (Date | null)[] {
  const doors = order.points.slice(1);
  const open = doors.filter((point) => point.status === "");
  const driving = visit.order.doorsSeconds - open.length * doorSeconds;
  const whole = crowMeters(open);
  let arrival = doneAt - visit.order.doorsSeconds;
  let last: LatLng | undefined;
  return doors.map((point) => {
    if (point.status !== "") return null;
    if (last) arrival += doorSeconds + (whole === 0 ? 0 : (driving * metersBetween(last, point)) / whole);
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

export type TimeWindow = { readonly at: Date; readonly low: Date; readonly high: Date };
// What was told, with the forecast it was made of.
export type PromisedWindow = { readonly forecast: Forecast; readonly window: EtaWindow };

// The driver at the counter, and the goods in each recipient's hands; null where that is done.
export type OrderWindows = {
  readonly orderId: string;
  readonly pickup: TimeWindow | null;
  readonly delivery: readonly (TimeWindow | null)[];
  // Of the pickup and the last door: what comes of them is learnt from.
  readonly promised: readonly PromisedWindow[];
};

// `hour`: local, now.
export function windowsOf(
  { orderId, pickupAt, deliveryAt }: OrderEta,
  order: Order,
  { doorSeconds }: StopStays,
  tables: EtaTables,
  now: Date,
  hour: number,
): OrderWindows {
  const windowAt = (target: Target, at: Date, staySeconds: number): PromisedWindow => {
    const aheadSeconds = Math.max(0, (at.getTime() - now.getTime()) / 1_000 + staySeconds);
    const stage = stageOf(target, pickupAt === null, aheadSeconds);
    const forecast = { stage, target, hour, meters: order.route.distanceMeters, aheadSeconds };
    return { forecast, window: windowOf(tables, forecast) };
  };
  const pickup = pickupAt && windowAt("pickup", pickupAt, 0);
  const doors = deliveryAt.map((at) => at && windowAt("delivery", at, doorSeconds));
  return {
    orderId,
    pickup: pickup && asInstants(pickup.window, now),
    delivery: doors.map((door) => door && asInstants(door.window, now)),
    promised: [pickup, doors.findLast((door) => door !== null)].filter(
      (promised) => promised !== null && promised !== undefined,
    ),
  };
}

export function asInstants({ eta, low, high }: EtaWindow, now: Date): TimeWindow {
  const after = (seconds: number): Date => new Date(Math.round(now.getTime() / 1_000 + seconds) * 1_000);
  return { at: after(eta), low: after(low), high: after(high) };
}

// Every time stretched by what drives from there really take at this hour.
export function stretchedTravel(travel: Travel, factors: ArrayLike<number>): Travel {
  return { meters: travel.meters, seconds: (from, to) => travel.seconds(from, to) * (factors[from] ?? 1) };
}
