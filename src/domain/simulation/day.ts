// A day as plain values: what was ordered, and who was out. Instants are seconds of the day's own clock.
import type { LatLng } from "../geo.ts";

export type DayOrder = {
  readonly id: string;
  readonly placedAt: number;
  readonly readyAt: number;
  readonly pickup: LatLng;
  // At least one, in visiting order.
  readonly doors: readonly LatLng[];
  // What completing it takes from the driver's wallet, and the COD of its doors; together they must be there when it is accepted.
  readonly takes?: number;
  readonly cod?: number;
};

export type DayDriver = {
  readonly id: string;
  readonly onAt: number;
  readonly offAt: number;
  readonly start: LatLng;
  // What the wallet holds when they come on; without it there is always enough.
  readonly wallet?: number;
};

export type Day = { readonly orders: readonly DayOrder[]; readonly drivers: readonly DayDriver[] };

// What a day may hold. Rounds are simulated from the first order to the last shift, so its length is limited too.
export const DAY_ORDERS_MAX = 50_000;
export const DAY_DRIVERS_MAX = 10_000;
const DAY_SECONDS_MAX = 7 * 86_400;

// Why a day cannot be simulated, or undefined.
export function dayFault({ orders, drivers }: Day): string | undefined {
  if (orders.length === 0) return "there are no orders";
  if (orders.length > DAY_ORDERS_MAX) return `${orders.length} orders are more than ${DAY_ORDERS_MAX}`;
  if (drivers.length > DAY_DRIVERS_MAX) return `${drivers.length} drivers are more than ${DAY_DRIVERS_MAX}`;
  const twice = firstTwice(orders) ?? firstTwice(drivers);
  if (twice !== undefined) return `the id ${twice} is there twice`;
  let [first, last] = [Infinity, Number.NEGATIVE_INFINITY];
  for (const { placedAt, readyAt } of orders) {
    first = Math.min(first, placedAt);
    last = Math.max(last, placedAt, readyAt);
  }
  for (const { offAt } of drivers) last = Math.max(last, offAt);
  if (last - first > DAY_SECONDS_MAX) return `it is ${Math.round((last - first) / 3_600)} hours long, more than a week`;
  return undefined;
}

function firstTwice(rows: readonly { readonly id: string }[]): string | undefined {
  const seen = new Set<string>();
  return rows.find(({ id }) => seen.size === seen.add(id).size)?.id;
}
