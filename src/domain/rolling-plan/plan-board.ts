// A city's plan as people change it: what it would cost to give an order to another driver, what a plan comes to, and whether it is still the same.
import type { Steps } from "../in-steps.ts";
import { checkVisits } from "../planning/check-plan.ts";
import { type Obstacle, obstacle } from "../planning/obstacles.ts";
import { type Problem, stopsOf, type Visit } from "../planning/problem.ts";
import { timetableOf } from "../planning/timetable.ts";
import { BEYOND_REACH_SECONDS } from "../planning/why-unplanned.ts";
import { routeMeters } from "./city-plan.ts";
import { type CityProblem, isClosedTo, NO_LOCKS } from "./city-problem.ts";

export type RouteFigures = {
  readonly meters: number;
  // From setting out to the last door, waiting included.
  readonly seconds: number;
  // Beyond what was promised, over all doors.
  readonly lateSeconds: number;
};

export function routeFigures(city: CityProblem, vehicle: number, visits: readonly Visit[]): RouteFigures {
  const { problem, round, tasks } = city;
  if (visits.length === 0) return { meters: 0, seconds: 0, lateSeconds: 0 };
  const times = timetableOf(problem, vehicle, visits);
  let lateSeconds = 0;
  for (const { request, stop, beginsAt } of times.visits) {
    const { task } = tasks[request]!;
    if (isDoors(problem, { request, stop })) lateSeconds += Math.max(0, beginsAt - (task.dueAt - task.doorsSeconds));
  }
  const meters = routeMeters(round.drivers[vehicle]!.point, visits, tasks, problem, round.travel.meters);
  return { meters, seconds: Math.round(times.endsAt - times.startsAt), lateSeconds: Math.round(lateSeconds) };
}

function isDoors(problem: Problem, { request, stop }: Visit): boolean {
  return stop > 0 || problem.requests[request]!.pickup === undefined;
}

// What both routes come to beside what they are now. `obstacle`: what the checker has against it.
export type Placing = RouteFigures & {
  readonly vehicle: number;
  readonly isThere: boolean;
  readonly visits: readonly Visit[];
  readonly obstacle: Obstacle | undefined;
};

// Every driver with their best place for the order. undefined: it does not wait for a plan.
export function* placingsOf(city: CityProblem, orderId: string): Steps<readonly Placing[] | undefined> {
  const request = city.tasks.findIndex(({ task, isHeld }) => !isHeld && task.id === orderId);
  if (request < 0) return undefined;
  const without = city.from.map((visits) => visits.filter((visit) => visit.request !== request));
  const from = city.from.findIndex((visits) => visits.some((visit) => visit.request === request));
  const freed =
    from < 0
      ? NOTHING
      : difference(routeFigures(city, from, without[from]!), routeFigures(city, from, city.from[from]!));
  const placings: Placing[] = [];
  for (const [vehicle, visits] of without.entries()) {
    yield;
    const { sequence, obstacle: found } = bestPlace(city, vehicle, visits, request);
    const before = routeFigures(city, vehicle, visits);
    const added = difference(routeFigures(city, vehicle, sequence), before);
    placings.push({
      vehicle,
      isThere: vehicle === from,
      visits: sequence,
      obstacle: whyNot(city, vehicle, orderId) ?? found,
      ...(vehicle === from ? NOTHING : sum(added, freed)),
    });
  }
  return placings;
}

const NOTHING: RouteFigures = { meters: 0, seconds: 0, lateSeconds: 0 };

function difference(one: RouteFigures, other: RouteFigures): RouteFigures {
  return {
    meters: one.meters - other.meters,
    seconds: one.seconds - other.seconds,
    lateSeconds: one.lateSeconds - other.lateSeconds,
  };
}

function sum(one: RouteFigures, other: RouteFigures): RouteFigures {
  return difference(one, difference(NOTHING, other));
}

// Said before the checker's own words, which know nothing of people.
function whyNot({ round: { drivers, orders, locks = NO_LOCKS } }: CityProblem, vehicle: number, orderId: string) {
  const driver = drivers[vehicle]!;
  const order = orders.find(({ id }) => id === orderId)!;
  if (order.refusedBy.has(driver.id)) return obstacle("REFUSED_BY_DRIVER");
  if (order.vehicle !== driver.vehicle) return obstacle("OTHER_VEHICLE");
  // Its own lock goes along with it.
  const others = { ...locks, orders: new Map([...locks.orders].filter(([id]) => id !== orderId)) };
  return isClosedTo(driver.id, orderId, others) ? obstacle("LOCKED") : undefined;
}

// The first place without a fault that is cheapest; where there is none, the one that is least late.
function bestPlace(city: CityProblem, vehicle: number, visits: readonly Visit[], request: number) {
  // Where a lock or a refusal stands in the way is told by itself, and what it would cost all the same.
  const { vehicle: _vehicle, notFor: _notFor, ...free } = city.problem.requests[request]!;
  const problem = { ...city.problem, requests: city.problem.requests.with(request, free) };
  let best: { sequence: readonly Visit[]; late: number; cost: number; obstacle: Obstacle | undefined } | undefined;
  for (let pickupAt = 0; pickupAt <= visits.length; pickupAt++) {
    for (let doorsAt = pickupAt; doorsAt <= visits.length; doorsAt++) {
      const sequence = [
        ...visits.slice(0, pickupAt),
        { request, stop: 0 },
        ...visits.slice(pickupAt, doorsAt),
        { request, stop: 1 },
        ...visits.slice(doorsAt),
      ];
      const faults = checkVisits(problem, vehicle, sequence);
      const late = faults.reduce((total, { lateSeconds = BEYOND_REACH_SECONDS }) => total + lateSeconds, 0);
      const cost = drivenCost(problem, vehicle, sequence);
      if (best && (late > best.late || (late === best.late && cost >= best.cost))) continue;
      best = { sequence, late, cost, obstacle: faults[0] };
    }
  }
  return best!;
}

function drivenCost(problem: Problem, vehicle: number, visits: readonly Visit[]): number {
  const { travel, start } = problem.vehicles[vehicle]!;
  const { size, costs } = problem.travels[travel]!;
  let [cost, place] = [0, start];
  for (const { request, stop } of visits) {
    const next = stopsOf(problem.requests[request]!)[stop]!.place;
    cost += costs[place * size + next]!;
    place = next;
  }
  return cost;
}

type VersionedRoute = {
  readonly driverPhone: string;
  readonly stops: readonly { readonly orderId: string; readonly kind: string; readonly isHeld?: boolean }[];
};

// The same text as long as nobody is planned for something else: times and what is in hand move on by themselves.
export function planVersion(routes: readonly VersionedRoute[]): string {
  return routes
    .map(({ driverPhone, stops }) => {
      const planned = stops.filter(({ isHeld }) => !isHeld).map(({ orderId, kind }) => `${orderId} ${kind}`);
      return `${driverPhone}: ${planned.join(", ")}`;
    })
    .sort()
    .join("; ");
}
