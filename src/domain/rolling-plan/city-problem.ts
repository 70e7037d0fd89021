// A city's planned orders and its drivers as a problem for the planner: what drivers hold is theirs and goes first to nobody else, what waits may
// go to whoever did not refuse it, and the plan in force is where the search begins.

import { lacksEquipment } from "../catalogue/equipment.ts";
import type { PlannedVisit } from "../dispatch/stop-plan.ts";
import { VEHICLE_LOADS } from "../dispatch/vehicle-load.ts";
import type { BreakTime } from "../drivers/breaks.ts";
import { finish, type Steps } from "../in-steps.ts";
import type { MatchDriver, MatchOrder } from "../matching/round.ts";
import { type OrderTask, timesOf } from "../matching/route.ts";
import type { Travel } from "../matching/travel.ts";
import { checkVisits } from "../planning/check-plan.ts";
import type { Problem, Request, Vehicle, Visit } from "../planning/problem.ts";
import type { PlannedTerms } from "./terms.ts";

export type PlanOrder = MatchOrder & PlannedTerms;

export type CityRound = {
  readonly now: number;
  readonly orders: readonly PlanOrder[];
  readonly drivers: readonly MatchDriver[];
  readonly travel: Travel;
  // By driver, the stops of the plan in force.
  readonly inForce: ReadonlyMap<string, readonly PlannedVisit[]>;
  readonly locks?: PlanLocks;
  // By driver, where it is known.
  readonly shifts?: ReadonlyMap<string, DriverShift>;
};

// What a driver's shift says for giving them work: how many orders they had in it, and how far from where it began a place lies. That is their own
// area: people go online where they know their way, and want to be there again.
export type DriverShift = { readonly orders: number; readonly metersFrom: (place: number) => number };

// What people decided: an order goes to this driver; a driver's route is of these orders and no others.
export type PlanLocks = {
  readonly orders: ReadonlyMap<string, string>;
  readonly routes: ReadonlyMap<string, ReadonlySet<string>>;
};
export const NO_LOCKS: PlanLocks = { orders: new Map(), routes: new Map() };

// Whom an order is kept for, by itself or with its route.
export function keptFor(orderId: string, { orders, routes }: PlanLocks): string | undefined {
  return orders.get(orderId) ?? [...routes].find(([, ids]) => ids.has(orderId))?.[0];
}

// A route that is locked takes nothing else.
export function isClosedTo(driverId: string, orderId: string, locks: PlanLocks): boolean {
  const kept = keptFor(orderId, locks);
  if (kept !== undefined) return kept !== driverId;
  return locks.routes.has(driverId);
}

// What the planner counts in, in metres: beside those driven, a driver more who has nothing else to do, and another driver than before.
export type PlanCosts = {
  readonly perMeter: number;
  readonly perSecond: number;
  readonly perDriver: number;
  readonly perMove: number;
  // For each order that they had more than whoever had fewest, so that work is shared out; and for each metre that a pickup lies off their own area.
  readonly perOrderMore: number;
  readonly perMeterAway: number;
  // Of the time until a promise, what is kept in hand.
  readonly inHand: number;
};
const PLAN_COSTS: PlanCosts = {
  perMeter: 1,
  perSecond: 1,
  perDriver: 1_500,
  perMove: 300,
  perOrderMore: 40,
  perMeterAway: 0.05,
  inHand: 0.25,
};

// Times as much as usual: what people try a plan with, and put in force.
const PLAN_WEIGHTS = ["metres", "time", "lateness", "drivers", "stability"] as const;
export type PlanWeights = Readonly<Record<(typeof PLAN_WEIGHTS)[number], number>>;
export const USUAL_WEIGHTS: PlanWeights = { metres: 1, time: 1, lateness: 1, drivers: 1, stability: 1 };
const IN_HAND_MAX = 0.9;

export function costsOf({ metres, time, lateness, drivers, stability }: PlanWeights): PlanCosts {
  return {
    perMeter: PLAN_COSTS.perMeter * metres,
    perSecond: PLAN_COSTS.perSecond * time,
    perDriver: PLAN_COSTS.perDriver * drivers,
    perMove: PLAN_COSTS.perMove * stability,
    perOrderMore: PLAN_COSTS.perOrderMore,
    perMeterAway: PLAN_COSTS.perMeterAway,
    inHand: Math.min(IN_HAND_MAX, PLAN_COSTS.inHand * lateness),
  };
}

export function isUsual(weights: PlanWeights): boolean {
  return PLAN_WEIGHTS.every((name) => weights[name] === 1);
}

export type CityProblem = {
  readonly round: CityRound;
  readonly problem: Problem;
  // By request: the order, and whether somebody has it already.
  readonly tasks: readonly { readonly task: OrderTask; readonly isHeld: boolean }[];
  readonly from: readonly (readonly Visit[])[];
  // What it was laid out with.
  readonly costs: PlanCosts;
};

// Shares of a vehicle are added up, and ten tenths must not be more than one.
export const WHOLE = 1 + 1e-6;
// What leaves in a wave is fetched within this of its time.
const WAVE_SECONDS = 1_800;
const MARGIN_SECONDS_MAX = 1_800;
// A day ahead nobody plans.
export const AHEAD_SECONDS = 86_400;

export function cityProblem(round: CityRound): CityProblem {
  return finish(layingOutCity(round));
}

export function* layingOutCity(round: CityRound, costs: PlanCosts = PLAN_COSTS): Steps<CityProblem> {
  const places = openPlaces(round.travel);
  const tasks: { task: OrderTask; isHeld: boolean }[] = [];
  const requests: Request[] = [];
  const add = (task: OrderTask, isHeld: boolean, request: Request): number => {
    tasks.push({ task, isHeld });
    return requests.push(request) - 1;
  };
  const held = round.drivers.map((driver, vehicle) => addHeld(driver, vehicle, round, places, add));
  const known = new Map(
    round.orders.map((order) => [order.id, add(order, false, requestOf(order, round, places, costs.inHand))]),
  );
  const vehicles = round.drivers.map((driver, at) => vehicleOf(driver, held[at]!, tasks, round, places, costs));
  const travels = [yield* places.matrix(costs)];
  const leanings = leaningsOf(round, known, requests.length, costs);
  const problem = { travels, requests, vehicles, leanings };
  const from = round.drivers.map((driver, vehicle) =>
    sequenceOf(problem, vehicle, driver, held[vehicle]!, round, known),
  );
  return { round, problem, tasks, from, costs };
}

// What a driver holds, in the sequence they drive it. Its windows reach as far as that sequence takes: what is late already can be planned.
type Held = { readonly visits: readonly Visit[]; readonly endsAt: number; readonly carriedMost: readonly number[] };

function addHeld(
  driver: MatchDriver,
  vehicle: number,
  { now, travel }: CityRound,
  places: Places,
  add: (task: OrderTask, isHeld: boolean, request: Request) => number,
): Held {
  const onBoard = new Set(driver.onBoard.map(({ order }) => order.id));
  const timed = timesOf(driver, driver.visits, travel);
  const numbers = new Map<string, number>();
  let carried: readonly number[] = NOTHING;
  for (const { order } of driver.onBoard) carried = added(carried, amountsOf(order), 1);
  let carriedMost = carried;
  for (const { visit, arriveAt } of timed) {
    const { order, kind } = visit;
    carried = added(carried, amountsOf(order), kind === "pickup" ? 1 : -1);
    carriedMost = carriedMost.map((most, at) => Math.max(most, carried[at]!));
    if (kind === "pickup") continue;
    const to = Math.max(lastBegin(order, now), arriveAt);
    const pickup = onBoard.has(order.id) ? undefined : pickupStop(order, order.readyAt, to, places);
    const delivery = { ...doorsStop(order, now, to, places), amounts: amountsOf(order) };
    numbers.set(order.id, add(order, true, { ...(pickup && { pickup }), deliveries: [delivery], vehicle }));
  }
  const visits = timed.map(({ visit: { order, kind } }) => ({
    request: numbers.get(order.id)!,
    stop: kind === "pickup" || onBoard.has(order.id) ? 0 : 1,
  }));
  return { visits, endsAt: timed.at(-1)?.doneAt ?? driver.freeAt, carriedMost };
}

function requestOf(
  order: PlanOrder,
  { now, drivers, locks = NO_LOCKS }: CityRound,
  places: Places,
  inHand: number,
): Request {
  const to = lastBegin(order, now, inHand);
  const refused = [...drivers.keys()].filter(
    (at) =>
      order.refusedBy.has(drivers[at]!.id) ||
      drivers[at]!.vehicle !== order.vehicle ||
      lacksEquipment(order, drivers[at]!) ||
      isClosedTo(drivers[at]!.id, order.id, locks),
  );
  const from = Math.max(now, order.releaseAt);
  return {
    pickup: pickupStop(order, from, order.isWave ? Math.min(to, from + WAVE_SECONDS) : to, places),
    deliveries: [{ ...doorsStop(order, now, to, places), amounts: amountsOf(order), cash: order.walletNeeded }],
    ...(refused.length > 0 && { notFor: refused }),
  };
}

// The last door is reached in time when the first one is begun by then; part of the time until it is kept in hand, because streets are slower
// than the map now and then.
export function lastBegin(
  { dueAt, doorsSeconds }: Pick<OrderTask, "dueAt" | "doorsSeconds">,
  now: number,
  inHand = PLAN_COSTS.inHand,
): number {
  const last = dueAt - doorsSeconds;
  return last - Math.max(0, Math.min(MARGIN_SECONDS_MAX, (last - now) * inHand));
}

// Of places for parcels, weight and room, as capacities have them.
function amountsOf({ bundleMax, load }: OrderTask): readonly number[] {
  return [1 / bundleMax, load?.kg ?? 0, load?.litres ?? 0];
}

const NOTHING: readonly number[] = [0, 0, 0];

function added(sum: readonly number[], amounts: readonly number[], times: 1 | -1): readonly number[] {
  return sum.map((amount, at) => amount + times * amounts[at]!);
}

function pickupStop({ pickup, pickupSeconds }: OrderTask, from: number, to: number, places: Places) {
  return { place: places.at(pickup), from, to: Math.max(from, to), serviceSeconds: pickupSeconds };
}

// Nobody waits at a door for its slot to begin who would then be late.
function doorsStop(
  { firstDoor, lastDoor, doorsSeconds, opensAt = 0 }: OrderTask,
  now: number,
  to: number,
  places: Places,
) {
  const from = Math.max(now, Math.min(opensAt, to));
  return { place: places.at(firstDoor, lastDoor), from, to, serviceSeconds: doorsSeconds };
}

function vehicleOf(
  driver: MatchDriver,
  { visits, endsAt, carriedMost }: Held,
  tasks: CityProblem["tasks"],
  { now }: CityRound,
  places: Places,
  { perDriver }: PlanCosts,
): Vehicle {
  const holds = VEHICLE_LOADS[driver.vehicle];
  const last = Math.max(now, ...tasks.map(({ task }) => task.dueAt)) + AHEAD_SECONDS;
  return {
    travel: 0,
    start: places.at(driver.point),
    from: driver.freeAt,
    to: Math.max(endsAt, Math.min(driver.offAt, last)),
    // Who has more aboard than fits drives on with it.
    capacities: [WHOLE, holds.kg, holds.litres].map((most, at) => Math.max(most, carriedMost[at]! + 1e-6)),
    cashMax: Math.max(0, driver.walletFree),
    ...(driver.breaks && { breaks: breaksAfter(driver.breaks, endsAt, now) }),
    ...(visits.length === 0 && { fixedCost: perDriver }),
  };
}

// What they hold is driven first, and then they have what is left of their breaks.
function breaksAfter(breaks: readonly BreakTime[], endsAt: number, now: number): readonly BreakTime[] {
  let free = endsAt;
  return breaks.map(({ from, to }) => {
    const begin = Math.max(from, free);
    free = begin + to - Math.max(from, now);
    return { from: begin, to: free };
  });
}

function leaningsOf(
  { orders, drivers, inForce, shifts }: CityRound,
  known: ReadonlyMap<string, number>,
  requestCount: number,
  { perMove, perOrderMore, perMeterAway }: PlanCosts,
): Float64Array {
  const leanings = new Float64Array(drivers.length * requestCount);
  const fewest = Math.min(...drivers.map(({ id }) => shifts?.get(id)?.orders ?? 0));
  for (const [vehicle, { id }] of drivers.entries()) {
    const shift = shifts?.get(id);
    if (!shift) continue;
    const more = (shift.orders - fewest) * perOrderMore;
    for (const order of orders)
      leanings[vehicle * requestCount + known.get(order.id)!] = more + shift.metersFrom(order.pickup) * perMeterAway;
  }
  for (const [vehicle, { id }] of drivers.entries()) {
    for (const { orderId, kind } of inForce.get(id) ?? []) {
      const request = known.get(orderId);
      if (kind !== "pickup" || request === undefined) continue;
      for (const other of drivers.keys()) if (other !== vehicle) leanings[other * requestCount + request]! += perMove;
    }
  }
  return leanings;
}

// As it is in force, where that can still be driven; otherwise what they hold.
function sequenceOf(
  problem: Problem,
  vehicle: number,
  driver: MatchDriver,
  { visits }: Held,
  { inForce }: CityRound,
  known: ReadonlyMap<string, number>,
): readonly Visit[] {
  const held = new Map(driver.visits.map(({ order, kind }, at) => [`${order.id} ${kind}`, visits[at]!] as const));
  const kept = (inForce.get(driver.id) ?? []).flatMap(({ orderId, kind }): Visit[] => {
    const own = held.get(`${orderId} ${kind}`);
    if (own) return [own];
    const request = known.get(orderId);
    return request === undefined ? [] : [{ request, stop: kind === "pickup" ? 0 : 1 }];
  });
  const missing = visits.filter((visit) => !kept.includes(visit));
  const sequence = [...missing, ...kept];
  return checkVisits(problem, vehicle, sequence).length === 0 ? sequence : visits;
}

type Places = {
  // A block of doors is entered at one place and left at another.
  readonly at: (enter: number, leave?: number) => number;
  readonly matrix: (costs: PlanCosts) => Steps<Problem["travels"][number]>;
};

function openPlaces(travel: Travel): Places {
  const numbers = new Map<string, number>();
  const ends: { readonly enter: number; readonly leave: number }[] = [];
  return {
    at: (enter, leave = enter) => {
      const key = `${enter} ${leave}`;
      const known = numbers.get(key);
      if (known !== undefined) return known;
      numbers.set(key, ends.length);
      return ends.push({ enter, leave }) - 1;
    },
    *matrix({ perMeter, perSecond }) {
      const size = ends.length;
      const seconds = new Float64Array(size * size);
      const costs = new Float64Array(size * size);
      for (const [from, { leave }] of ends.entries()) {
        yield;
        for (const [to, { enter }] of ends.entries()) {
          if (leave === enter) continue;
          const cell = from * size + to;
          seconds[cell] = travel.seconds(leave, enter);
          costs[cell] = Math.min(travel.meters(leave, enter), 1e7) * perMeter + seconds[cell]! * perSecond;
        }
      }
      return { size, seconds, costs };
    },
  };
}
