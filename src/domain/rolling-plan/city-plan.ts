// A plan of a city as people need it: each driver's route with its times, how long its driver can wait before setting out, and why an order is in
// none.
import type { PlannedVisit } from "../dispatch/stop-plan.ts";
import type { Obstacle } from "../planning/obstacles.ts";
import { type Plan, stopsOf, type Visit } from "../planning/problem.ts";
import { timetableOf } from "../planning/timetable.ts";
import { whyUnplanned } from "../planning/why-unplanned.ts";
import type { CityProblem, PlanOrder } from "./city-problem.ts";
import { latestBegins } from "./plan-picture.ts";

type RouteStop = PlannedVisit & {
  readonly arrivesAt: number;
  readonly leavesAt: number;
  // Begun after this, something on the route is late.
  readonly latestAt: number;
};

export type CityRoute = {
  readonly driverId: string;
  readonly startsAt: number;
  readonly endsAt: number;
  readonly meters: number;
  // When it is offered at the latest; Infinity where nothing of it is to be offered.
  readonly offerAt: number;
  // What is to be offered then, in the sequence of its pickups: the first trip, where there are several.
  readonly orderIds: readonly string[];
  readonly stops: readonly RouteStop[];
};

export type CityPlan = {
  readonly routes: readonly CityRoute[];
  readonly unplanned: readonly { readonly orderId: string; readonly obstacle: Obstacle }[];
};

// So long before a driver passes by on other work they are told what to fetch there.
const PASSING_SECONDS = 120;
const WAIT_SECONDS_MAX = 600;

export function cityPlan(city: CityProblem, plan: Plan): CityPlan {
  const { tasks } = city;
  const routes = plan.routes.flatMap((visits, vehicle) => {
    const isNew = visits.some(({ request }) => !tasks[request]!.isHeld);
    return isNew ? [routeOf(city, vehicle, visits)] : [];
  });
  const unplanned = plan.unplanned
    .filter((request) => !tasks[request]!.isHeld)
    .map((request) => ({ orderId: tasks[request]!.task.id, obstacle: whyUnplanned(city.problem, request) }));
  return { routes: routes.sort((a, b) => a.offerAt - b.offerAt), unplanned };
}

function routeOf({ problem, round, tasks }: CityProblem, vehicle: number, visits: readonly Visit[]): CityRoute {
  const driver = round.drivers[vehicle]!;
  const times = timetableOf(problem, vehicle, visits);
  const { size, seconds } = problem.travels[0]!;
  const own = problem.vehicles[vehicle]!;
  const latest = latestBegins(problem, vehicle, visits);
  const stops = times.visits.map(({ arrivesAt, leavesAt }, at): RouteStop => {
    const { request, stop } = visits[at]!;
    const kind = stop === 0 && problem.requests[request]!.pickup ? "pickup" : "doors";
    return { orderId: tasks[request]!.task.id, kind, arrivesAt, leavesAt, latestAt: latest[at]! };
  });
  const orders = new Map(round.orders.map((order) => [order.id, order]));
  const meters = routeMeters(driver.point, visits, tasks, problem, round.travel.meters);
  const ways = visits.map((visit, at) => {
    const from = at === 0 ? own.start : placeOf(problem, visits[at - 1]!);
    return seconds[from * size + placeOf(problem, visit)]!;
  });
  return {
    driverId: driver.id,
    startsAt: times.startsAt,
    endsAt: times.endsAt,
    meters,
    stops,
    ...firstTrip(stops, ways, orders),
  };
}

function placeOf(problem: CityProblem["problem"], { request, stop }: Visit): number {
  return stopsOf(problem.requests[request]!)[stop]!.place;
}

export function routeMeters(
  start: number,
  visits: readonly Visit[],
  tasks: CityProblem["tasks"],
  problem: CityProblem["problem"],
  meters: (from: number, to: number) => number,
): number {
  let sum = 0;
  let point = start;
  for (const { request, stop } of visits) {
    const { task } = tasks[request]!;
    const isPickup = stop === 0 && problem.requests[request]!.pickup !== undefined;
    const next = isPickup ? task.pickup : task.firstDoor;
    if (next !== point) sum += meters(point, next);
    point = isPickup ? task.pickup : task.lastDoor;
  }
  return Math.round(Math.min(sum, 1e9));
}

// What is fetched until the driver is empty again, and when they have to know of it: before they must set out for the first of it, and before
// they pass by it on the way to what they hold. `ways`: the drive to each stop.
function firstTrip(
  stops: readonly RouteStop[],
  ways: readonly number[],
  orders: ReadonlyMap<string, PlanOrder>,
): Pick<CityRoute, "offerAt" | "orderIds"> {
  const orderIds: string[] = [];
  const aboard = new Set<string>();
  let offerAt = Infinity;
  const lastHeld = stops.findLastIndex(({ orderId }) => !orders.has(orderId));
  for (const [at, { orderId, kind, latestAt, arrivesAt }] of stops.entries()) {
    const order = orders.get(orderId);
    if (kind === "doors") {
      aboard.delete(orderId);
      continue;
    }
    if (!order) continue;
    const isNextTrip = orderIds.length > 0 && aboard.size === 0 && at > lastHeld;
    if (isNextTrip) break;
    // Nobody stands at a counter for long for goods that are still to come: they are planned again.
    if (order.releaseAt - arrivesAt > WAIT_SECONDS_MAX) continue;
    aboard.add(orderId);
    orderIds.push(orderId);
    const setsOut = latestAt - ways[at]!;
    const leaves = order.isWave ? Math.min(setsOut, order.releaseAt - ways[at]!) : setsOut;
    offerAt = Math.min(
      offerAt,
      leaves - order.leadSeconds,
      at < lastHeld ? arrivesAt - ways[at]! - PASSING_SECONDS : Infinity,
    );
  }
  return { orderIds, offerAt };
}
