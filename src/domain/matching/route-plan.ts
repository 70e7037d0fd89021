// Plans the round: which driver would do which waiting orders, together or one after another, at the least cost for everybody.
// Layer by layer the assignment problem is solved exactly, each driver taking at most one more order per layer; then parts of the
// plan are made anew while that pays (replan.ts). A plan binds nobody: match-round decides what of it is offered now.
import { MANY, type Steps } from "../in-steps.ts";
import { assigning, type Candidates } from "./assignment.ts";
import { whyNot } from "./eligibility.ts";
import { addedCost, type PlannedRoute, unplannedCost } from "./planned-route.ts";
import { remotenessIn } from "./remoteness.ts";
import { replanning } from "./replan.ts";
import { lookedAt, type MatchOrder, type MatchRound, type MatchRules } from "./round.ts";
import { bestInsertion, insert, routeCost, timesOf } from "./route.ts";
import type { Travel } from "./travel.ts";

export type RoutePlan = {
  readonly routes: readonly PlannedRoute[];
  // The routes each order was tried on, by index, soonest first.
  readonly candidates: ReadonlyMap<MatchOrder, readonly number[]>;
  // Orders not in it have no plan this round.
  readonly placed: ReadonlyMap<MatchOrder, number>;
};

// A stop this near the pickup makes the route a candidate whatever it does afterwards.
const NEARBY_SECONDS = 90;

export function* planning(round: MatchRound, rules: MatchRules): Steps<RoutePlan> {
  const { travel } = round;
  const remotenessOf = remotenessIn(round);
  const routes: PlannedRoute[] = [];
  for (const driver of round.drivers) {
    routes.push({
      driver,
      remoteSeconds: remotenessOf(driver),
      visits: driver.visits,
      cost: routeCost(driver, driver.visits, rules, travel),
      walletFree: driver.walletFree,
    });
    if (routes.length % MANY === 0) yield;
  }
  const candidates = new Map<MatchOrder, readonly number[]>();
  const placed = new Map<MatchOrder, number>();
  let unplaced = round.orders;
  for (let layer = 0; layer < rules.layers && unplaced.length > 0; layer++) {
    const reached = yield* reachedBy(routes, travel);
    const rows: Candidates[] = [];
    for (const order of unplaced) {
      const near = nearestRoutes(order, routes, reached, round, rules);
      candidates.set(order, [...new Set([...(candidates.get(order) ?? []), ...near])]);
      rows.push(rowOf(order, near, routes, round, rules));
      yield;
    }
    const taken = yield* assigning(rows, routes.length);
    const before = unplaced;
    unplaced = before.filter((_, at) => taken[at]! < 0);
    if (unplaced.length === before.length) break;
    for (const [at, order] of before.entries()) {
      const column = taken[at]!;
      if (column < 0) continue;
      place(order, routes[column]!, travel, rules);
      placed.set(order, column);
      yield;
    }
  }
  yield* replanning(routes, candidates, placed, round, rules);
  return { routes, candidates, placed };
}

// Only for an order whose added cost on this route is known.
function place(order: MatchOrder, route: PlannedRoute, travel: Travel, rules: MatchRules): void {
  const at = bestInsertion(route.driver, route.visits, route.cost, order, rules, travel);
  if (!at) throw new Error(`order ${order.id} has lost its place with driver ${route.driver.id}`);
  route.visits = insert(route.visits, order, at);
  route.cost = at.cost;
  route.walletFree -= order.walletNeeded;
}

// Where and when each driver could turn to something new: at their start and after each visit. Route r has stops first[r] … first[r+1]-1.
// Flat, because every waiting order looks at every stop.
type Reached = { readonly first: Int32Array; readonly points: Int32Array; readonly at: Float64Array };

function* reachedBy(routes: readonly PlannedRoute[], travel: Travel): Steps<Reached> {
  const first = new Int32Array(routes.length + 1);
  for (const [index, route] of routes.entries()) first[index + 1] = first[index]! + route.visits.length + 1;
  const points = new Int32Array(first.at(-1)!);
  const at = new Float64Array(points.length);
  for (const [index, { driver, visits }] of routes.entries()) {
    let stop = first[index]!;
    points[stop] = driver.point;
    at[stop] = driver.freeAt;
    for (const { visit, doneAt } of timesOf(driver, visits, travel)) {
      points[++stop] = visit.kind === "pickup" ? visit.order.pickup : visit.order.lastDoor;
      at[stop] = doneAt;
    }
    if (index % MANY === 0) yield;
  }
  return { first, points, at };
}

// The routes that could be at the pickup soonest: at their end, or from a stop close by on their way.
function nearestRoutes(
  order: MatchOrder,
  routes: readonly PlannedRoute[],
  { first, points, at }: Reached,
  round: MatchRound,
  rules: MatchRules,
): readonly number[] {
  const kept: number[] = [];
  const keys: number[] = [];
  let worst = Infinity;
  for (const index of lookedAt(order, round)) {
    const last = first[index + 1]! - 1;
    let soonest = Infinity;
    for (let stop = first[index]!; stop <= last; stop++) {
      if (at[stop]! >= worst) break;
      const driving = round.travel.seconds(points[stop]!, order.pickup);
      if (driving < NEARBY_SECONDS || stop === last) soonest = Math.min(soonest, at[stop]! + driving);
    }
    if (soonest >= worst) continue;
    const route = routes[index]!;
    if (route.walletFree < order.walletNeeded || whyNot(order, route.driver, round, rules)) continue;
    let slot = Math.min(kept.length, rules.candidatesMax - 1);
    for (; slot > 0 && keys[slot - 1]! > soonest; slot--) {
      keys[slot] = keys[slot - 1]!;
      kept[slot] = kept[slot - 1]!;
    }
    keys[slot] = soonest;
    kept[slot] = index;
    if (kept.length === rules.candidatesMax) worst = keys[kept.length - 1]!;
  }
  return kept;
}

function rowOf(
  order: MatchOrder,
  near: readonly number[],
  routes: readonly PlannedRoute[],
  round: MatchRound,
  rules: MatchRules,
) {
  const stayOutCost = unplannedCost(order, round.now, rules);
  const columns: number[] = [];
  const costs: number[] = [];
  for (const column of near) {
    const cost = addedCost(order, routes[column]!, round.travel, rules, stayOutCost);
    if (cost === undefined) continue;
    columns.push(column);
    costs.push(cost);
  }
  return { columns, costs, stayOutCost };
}
