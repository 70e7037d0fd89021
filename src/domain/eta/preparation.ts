// How long after an order is placed its goods are ready, learnt per pickup place from how long drivers stood there. Who did not have to wait
// only says that they were ready by then.
import { PICKUP_SECONDS, soughtSince } from "../dispatch/order-task.ts";
import type { LatLng } from "../geo.ts";
import type { Order } from "../orders/order.ts";

export type PickupWait = {
  // From when a driver was sought until one was at the counter, and from then until the goods were handed over.
  readonly arrivedAfterSeconds: number;
  readonly waitedSeconds: number;
};

// Longer at the counter than this and finding it, and it was the goods that were waited for.
const NOTICED_SECONDS = 60;
// A few waits bend the estimate only a little, and towards ready at once: a driver too early loses less than goods too late.
const PRIOR_WAITS = 3;
const SECONDS_MAX = 2_700;
// About 11 m: one counter, and not the next.
const PLACE_DIGITS = 4;

export function counterOf({ lat, lng }: LatLng): string {
  return `${lat.toFixed(PLACE_DIGITS)},${lng.toFixed(PLACE_DIGITS)}`;
}

// `around`: what is known where there is more to know from, which a few waits bend only a little.
export function preparationSeconds(waits: readonly PickupWait[], around = 0): number {
  const noticed = waits.filter(isNoticed).map(readyAfter);
  const mean = noticed.length === 0 ? around : noticed.reduce((sum, seconds) => sum + seconds, 0) / noticed.length;
  const others = waits.filter((wait) => !isNoticed(wait));
  const unnoticed = others.reduce((sum, wait) => sum + Math.min(mean, wait.arrivedAfterSeconds), 0);
  const seconds = (mean * noticed.length + unnoticed + around * PRIOR_WAITS) / (waits.length + PRIOR_WAITS);
  return Math.min(SECONDS_MAX, seconds);
}

// The order with the moment at which its goods are likely ready, where nobody said and its counter has taught it.
export function withLearnedReadiness(
  order: Order,
  preparations: { readonly get: (counter: string) => number | undefined },
): Order {
  const [pickup] = order.points;
  if (!pickup || order.readyAt || order.orderAt > order.createdAt) return order;
  const seconds = preparations.get(counterOf(pickup)) ?? 0;
  return seconds === 0 ? order : { ...order, readyAt: new Date(soughtSince(order).getTime() + seconds * 1000) };
}

function isNoticed({ waitedSeconds }: PickupWait): boolean {
  return waitedSeconds > PICKUP_SECONDS + NOTICED_SECONDS;
}

function readyAfter({ arrivedAfterSeconds, waitedSeconds }: PickupWait): number {
  return arrivedAfterSeconds + waitedSeconds - PICKUP_SECONDS;
}
