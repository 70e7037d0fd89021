// What a plan of a city goes by: orders that wait for it, drivers with what they hold in the sequence they drive it, the plan in force and the
// ways between all of it.
import type { Vehicle } from "../../domain/catalogue/service.ts";
import { refusersOf, type WaitingOrder } from "../../domain/dispatch/decide-round.ts";
import { type FleetDriver, matchDriverOf } from "../../domain/dispatch/driver-route.ts";
import { numberPlaces } from "../../domain/dispatch/numbered-places.ts";
import { matchOrderOf, secondsOf, taskOf } from "../../domain/dispatch/order-task.ts";
import { POLICY } from "../../domain/dispatch/policy.ts";
import { replan } from "../../domain/dispatch/stop-plan.ts";
import { stretchedTravel } from "../../domain/eta/order-eta.ts";
import { type LatLng, metersBetween } from "../../domain/geo.ts";
import type { Phone } from "../../domain/phone.ts";
import { profileOf } from "../../domain/roads.ts";
import type { CityRound, DriverShift, PlanLocks, PlanOrder } from "../../domain/rolling-plan/city-problem.ts";
import { isWithinHorizon, leavingTimes, planningOf, termsOf } from "../../domain/rolling-plan/terms.ts";
import type { StoredRoute } from "../../store/dispatch/planned-routes.ts";
import { listShiftWork } from "../../store/drivers/places.ts";
import { listPlans } from "../../store/drivers/plans.ts";
import type { DispatchMemory } from "../dispatch/dispatch-memory.ts";
import { placeAll } from "../dispatch/fleet-places.ts";
import { readStays, type StaysOf } from "../dispatch/learned-stays.ts";
import { type DispatchDeps, measureDeps, readHeld } from "../dispatch/run-round.ts";
import type { TravelBook } from "./travel-book.ts";

// In one plan; the soonest due go first, and whoever is nearest to a pickup.
const ORDERS_MAX = 500;
const DRIVERS_MAX = 100;

export type CityNow = {
  readonly round: CityRound;
  readonly later: readonly WaitingOrder[];
  // By the numbers of the round's travel.
  readonly places: readonly LatLng[];
};

export async function readCity(
  deps: DispatchDeps,
  memory: DispatchMemory,
  book: TravelBook,
  cityId: string,
  vehicle: Vehicle,
  waiting: readonly WaitingOrder[],
  everybody: readonly FleetDriver[],
  inForce: readonly StoredRoute[],
  locks: PlanLocks,
): Promise<CityNow> {
  const now = deps.clock.now();
  const zone = deps.catalogue.current().cities.get(cityId)?.timeZone ?? "Asia/Ho_Chi_Minh";
  const { places, numberOf } = numberPlaces();
  const fleet = await chooseFleet(deps, cityId, everybody, waiting);
  const starts = new Set(fleet.map(numberOf));
  const held = await readHeld(deps, memory, fleet);
  const staysOf = await readStays(deps, cityId, now);
  const tasks = new Map(
    [...held].map(([phone, work]) => [
      phone,
      work.map(({ order, service }) => ({ order, task: taskOf(order, service, numberOf, staysOf(order)) })),
    ]),
  );
  const planned = waiting
    .map((one) => planOrderOf(one, fleet, numberOf, zone, now, staysOf))
    .sort((a, b) => a.dueAt - b.dueAt);
  const orders = planned.filter((order) => isWithinHorizon(order.planning, order, secondsOf(now))).slice(0, ORDERS_MAX);
  const stops = new Set([
    ...orders.flatMap(({ pickup, firstDoor, lastDoor }) => [pickup, firstDoor, lastDoor]),
    ...[...tasks.values()].flat().flatMap(({ task }) => [task.pickup, task.firstDoor, task.lastDoor]),
  ]);
  const apart = new Set([...starts].filter((start) => !stops.has(start)));
  const measured = await book.measure(measureDeps(deps), profileOf(vehicle), places, apart, now);
  const leftAt = leavingTimes(orders, secondsOf(now));
  const leaves = (place: number): Date => new Date((leftAt.get(place) ?? secondsOf(now)) * 1_000);
  const travel = stretchedTravel(measured, await deps.learned.factorsAt(cityId, places, leaves));
  const before = new Map((await listPlans(deps.db, [...held.keys()])).map((plan) => [plan.driverPhone, plan.visits]));
  const drivers = fleet.map((driver) => {
    const own = matchDriverOf(driver, tasks.get(driver.phone) ?? [], now, numberOf, travel, POLICY.rules);
    const told = before.get(driver.phone) ?? [];
    return own.visits.length === 0
      ? own
      : { ...own, visits: replan(own, told, new Set(), POLICY.rules, travel).visits };
  });
  const chosen = new Set(orders.map(({ id }) => id));
  return {
    round: {
      now: secondsOf(now),
      orders,
      drivers,
      travel,
      inForce: new Map(inForce.map(({ driverPhone, stops }) => [driverPhone, stops])),
      locks,
      shifts: await readShifts(deps, fleet, places),
    },
    later: waiting.filter(({ order }) => !chosen.has(order.id)),
    places,
  };
}

function planOrderOf(
  { order, service, offers }: WaitingOrder,
  fleet: readonly FleetDriver[],
  numberOf: (place: LatLng) => number,
  zone: string,
  now: Date,
  staysOf: StaysOf,
): PlanOrder & { readonly planning: NonNullable<ReturnType<typeof planningOf>> } {
  const planning = planningOf(service);
  if (!planning) throw new Error(`order ${order.id} is of a service that is not planned`);
  const match = matchOrderOf(
    order,
    service,
    refusersOf({ now, fleet }, order, offers),
    numberOf,
    POLICY,
    staysOf(order),
  );
  const placed = { ...match, placedAt: secondsOf(order.idleUntil ?? order.createdAt) };
  return { ...match, ...termsOf(planning, zone, placed), planning };
}

async function readShifts(
  { db }: DispatchDeps,
  fleet: readonly FleetDriver[],
  places: readonly LatLng[],
): Promise<ReadonlyMap<Phone, DriverShift>> {
  const shifts = await listShiftWork(
    db,
    fleet.map(({ phone }) => phone),
  );
  return new Map(
    shifts.map(({ driverPhone, orders, ...began }) => [
      driverPhone,
      { orders, metersFrom: (place) => metersBetween(began, places[place]!) },
    ]),
  );
}

// Drivers who may be planned for, where they are now. Whoever is looking at an offer answers first.
async function chooseFleet(
  deps: DispatchDeps,
  cityId: string,
  everybody: readonly FleetDriver[],
  waiting: readonly WaitingOrder[],
): Promise<readonly FleetDriver[]> {
  const placed = await placeAll(deps, cityId, everybody);
  const free = placed.filter(({ doubt, hasOpenOffer }) => !doubt && !hasOpenOffer);
  if (free.length <= DRIVERS_MAX) return free;
  const pickups = new Map(waiting.map(({ order }) => [keyOf(order.points[0]!), order.points[0]!]));
  const away = new Map<Phone, number>(
    free.map((driver) => [
      driver.phone,
      Math.min(...[...pickups.values()].map((pickup) => metersBetween(driver, pickup))),
    ]),
  );
  return free.sort((a, b) => away.get(a.phone)! - away.get(b.phone)!).slice(0, DRIVERS_MAX);
}

function keyOf({ lat, lng }: LatLng): string {
  return `${lat},${lng}`;
}
