// Turns a day into the world a policy is tried in: points numbered, orders with their limits, drivers with their shifts.
import { type NumberedPlaces, numberPlaces } from "../dispatch/numbered-places.ts";
import { offerBy, POLICY } from "../dispatch/policy.ts";
import type { MatchOrder } from "../matching/round.ts";
import type { Travel } from "../matching/travel.ts";
import type { Day, DayOrder } from "./day.ts";
import type { SimulatedWorld } from "./simulator.ts";

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
export function placesOf(day: Day): NumberedPlaces {
  const numbered = numberPlaces();
  for (const order of day.orders) for (const place of [order.pickup, ...order.doors]) numbered.numberOf(place);
  for (const driver of day.drivers) numbered.numberOf(driver.start);
  return numbered;
}

// How the world behaves: how long drives really take, what dispatch believes, and whether drivers take what they are offered.
export type Behaviour = Pick<SimulatedWorld, "travelAt" | "drivingSeconds" | "answer">;

// Drives take what the map says, and nobody refuses.
export function asPlanned(travel: Travel): Behaviour {
  return {
    travelAt: () => travel,
    drivingSeconds: travel.seconds,
    answer: () => ({ accepts: true, afterSeconds: 0 }),
  };
}

export function buildWorld(
  day: Day,
  { numberOf }: NumberedPlaces,
  travel: Travel,
  settings: WorldSettings,
  behaviour: Behaviour,
): SimulatedWorld {
  const drivers = day.drivers.map(({ id, onAt, offAt, start, wallet = Infinity }) => ({
    id,
    onAt,
    offAt,
    point: numberOf(start),
    wallet,
  }));
  return {
    orders: day.orders.map((order) => asTask(order, numberOf, travel, settings)),
    drivers,
    travel,
    doorsMeters: doorsMetersOf(day, numberOf, travel),
    timeoutSeconds: settings.timeoutSeconds,
    hourAt: (now) => Math.floor(now / 3_600) % 24,
    ...behaviour,
  };
}

function doorsMetersOf(day: Day, numberOf: NumberedPlaces["numberOf"], travel: Travel): (orderId: string) => number {
  const several = new Map<string, number>();
  for (const { id, doors } of day.orders) {
    if (doors.length > 1) several.set(id, alongDoors(doors.map(numberOf), travel.meters));
  }
  return (orderId) => several.get(orderId) ?? 0;
}

function alongDoors(doors: readonly number[], leg: (from: number, to: number) => number): number {
  return doors.slice(1).reduce((sum, door, at) => sum + leg(doors[at]!, door), 0);
}

function asTask(
  order: DayOrder,
  numberOf: NumberedPlaces["numberOf"],
  travel: Travel,
  settings: WorldSettings,
): MatchOrder {
  const doors = order.doors.map(numberOf);
  return {
    id: order.id,
    pickup: numberOf(order.pickup),
    firstDoor: doors[0]!,
    lastDoor: doors.at(-1)!,
    doorsSeconds: alongDoors(doors, travel.seconds) + doors.length * settings.serviceSeconds,
    pickupSeconds: settings.serviceSeconds,
    placedAt: order.placedAt,
    // Some records tell goods ready before they were ordered: they are ready at once.
    readyAt: Math.max(order.placedAt, order.readyAt),
    dueAt: order.placedAt + settings.promiseSeconds,
    bundleMax: settings.bundleMax,
    vehicle: "BIKE",
    walletNeeded: (order.takes ?? 0) + (order.cod ?? 0),
    refusedBy: new Set(),
    reachMeters: Infinity,
    offerBy: offerBy({ ...order, timeoutSeconds: settings.timeoutSeconds }, POLICY),
  };
}

// What the day would take with a driver always at the counter when the goods are: no policy is faster.
export function floorSeconds(order: MatchOrder, travel: Travel): number {
  return (
    order.readyAt -
    order.placedAt +
    order.pickupSeconds +
    travel.seconds(order.pickup, order.firstDoor) +
    order.doorsSeconds
  );
}
