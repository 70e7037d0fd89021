// Turns a day into the world a policy is tried in: points numbered, orders with their limits, drivers with their shifts.
import type { LatLng } from "../geo.ts";
import { MATCH_RULES, type MatchOrder } from "../matching/round.ts";
import type { Travel } from "../matching/travel.ts";
import type { Day } from "./day.ts";
import type { World } from "./simulator.ts";

export type WorldSettings = {
  readonly serviceSeconds: number;
  readonly bundleMax: number;
  // Door to door within this is in time.
  readonly promiseSeconds: number;
  readonly timeoutSeconds: number;
};

export const DAY_SETTINGS: WorldSettings = {
  serviceSeconds: 120,
  bundleMax: 3,
  promiseSeconds: 2_400,
  timeoutSeconds: Infinity,
};

// Each distinct place once: goods of one shop come from one point.
export function pointsOf(day: Day): {
  readonly points: readonly LatLng[];
  readonly numberOf: (place: LatLng) => number;
} {
  const numbers = new Map<string, number>();
  const points: LatLng[] = [];
  const numberOf = (place: LatLng): number => {
    const key = `${place.lat},${place.lng}`;
    const known = numbers.get(key);
    if (known !== undefined) return known;
    numbers.set(key, points.length);
    return points.push(place) - 1;
  };
  for (const order of day.orders) {
    numberOf(order.pickup);
    numberOf(order.drop);
  }
  for (const driver of day.drivers) numberOf(driver.start);
  return { points, numberOf };
}

export function buildWorld(
  day: Day,
  numberOf: (place: LatLng) => number,
  travel: Travel,
  settings: WorldSettings,
  chance: Pick<World, "drivingSeconds" | "answer"> = { drivingSeconds: travel.seconds, answer: alwaysAccepts },
): World {
  const orders = day.orders.map((order): MatchOrder => {
    const door = numberOf(order.drop);
    return {
      id: order.id,
      pickup: numberOf(order.pickup),
      firstDoor: door,
      lastDoor: door,
      doorsSeconds: settings.serviceSeconds,
      pickupSeconds: settings.serviceSeconds,
      placedAt: order.placedAt,
      readyAt: Math.max(order.placedAt, order.readyAt),
      dueAt: order.placedAt + settings.promiseSeconds,
      bundleMax: settings.bundleMax,
      vehicle: "BIKE",
      walletNeeded: 0,
      refusedBy: new Set(),
      reachMeters: Infinity,
      offerBy: order.placedAt + settings.timeoutSeconds / 2,
    };
  });
  const drivers = day.drivers.map(({ id, onAt, offAt, start }) => ({ id, onAt, offAt, point: numberOf(start) }));
  return {
    orders,
    drivers,
    travel,
    timeoutSeconds: settings.timeoutSeconds,
    rosterSeconds: MATCH_RULES.lookAheadSeconds,
    ...chance,
  };
}

function alwaysAccepts(): { readonly accepts: boolean; readonly afterSeconds: number } {
  return { accepts: true, afterSeconds: 0 };
}
