// Makes a plan cheaper: again and again a few orders of drivers who compete for the same goods lose their places together, and each gets
// the cheapest one there is then; what does not come out cheaper is undone. Moving one order at a time is the least of it: drivers who had better exchange
// what they are to do, or goods that had better go together with others, are found only so. With few drivers for many orders it is worth most.
import { type Chance, seededChance } from "../chance.ts";
import type { Steps } from "../in-steps.ts";
import { askingCost, type PlannedRoute, unplannedCost } from "./planned-route.ts";
import type { MatchOrder, MatchRound, MatchRules } from "./round.ts";
import { bestInsertion, type Insertion, insert, routeCost } from "./route.ts";

// A gain smaller than this moves nothing: it would only unsettle the plan from round to round.
const GAIN_SECONDS_MIN = 1;
// Orders that lose their places at a time, at most, and the drivers soonest at the pickup of the first whose orders they are.
const TAKEN_MAX = 9;
const DRIVERS_MAX = 12;
// One in so many keeps its place by chance: what is left of a route is not always nothing.
const KEPT_SHARE = 0.2;

// Where an order could go, as it was when the route had that version.
type Place = { readonly route: number; version: number; added: number; at: Insertion | undefined };

type Before = Pick<PlannedRoute, "visits" | "cost" | "walletFree"> & {
  readonly version: number;
  readonly orders: ReadonlySet<MatchOrder>;
};

export function* replanning(
  routes: readonly PlannedRoute[],
  candidates: ReadonlyMap<MatchOrder, readonly number[]>,
  placed: Map<MatchOrder, number>,
  round: MatchRound,
  rules: MatchRules,
): Steps<void> {
  const orders = round.orders.filter((order) => (candidates.get(order)?.length ?? 0) > 0);
  const tries = rules.triesPerOrder * orders.length;
  if (tries === 0) return;
  const replan = new Replan(routes, candidates, placed, round, rules);
  const chance = seededChance(round.now);
  for (let at = 0; at < tries; at++) {
    yield;
    // First each one alone, in turn.
    const first = orders[at < orders.length ? at : Math.floor(chance() * orders.length)]!;
    replan.tryAnew(first, at < orders.length ? 1 : 1 + Math.floor(chance() * TAKEN_MAX), chance);
  }
}

class Replan {
  private readonly routes: readonly PlannedRoute[];
  private readonly placed: Map<MatchOrder, number>;
  private readonly round: MatchRound;
  private readonly rules: MatchRules;
  private readonly places = new Map<MatchOrder, readonly Place[]>();
  private readonly outCosts = new Map<MatchOrder, number>();
  // What is new in each route.
  private readonly orders: Set<MatchOrder>[];
  private readonly version: Int32Array;
  private versions = 0;
  // Of the try that is going on: routes as they were, and what they and the orders without a place cost then.
  private readonly before = new Map<number, Before>();
  private costBefore = 0;

  constructor(
    routes: readonly PlannedRoute[],
    candidates: ReadonlyMap<MatchOrder, readonly number[]>,
    placed: Map<MatchOrder, number>,
    round: MatchRound,
    rules: MatchRules,
  ) {
    this.routes = routes;
    this.placed = placed;
    this.round = round;
    this.rules = rules;
    this.version = new Int32Array(routes.length);
    this.orders = routes.map(() => new Set());
    for (const [order, route] of placed) this.orders[route]!.add(order);
    for (const [order, near] of candidates) {
      this.places.set(
        order,
        near.map((route) => ({ route, version: -1, added: Infinity, at: undefined })),
      );
      this.outCosts.set(order, unplannedCost(order, round.now, rules));
    }
  }

  tryAnew(first: MatchOrder, count: number, chance: Chance): void {
    this.before.clear();
    this.costBefore = 0;
    const taken = this.takeOut(first, count, chance);
    let costAfter = 0;
    for (const order of shuffled(taken, chance)) costAfter += this.putBack(order);
    for (const route of this.before.keys()) costAfter += this.costOf(route);
    if (costAfter > this.costBefore - GAIN_SECONDS_MIN) this.undo(taken);
  }

  private takeOut(first: MatchOrder, count: number, chance: Chance): readonly MatchOrder[] {
    const home = this.placed.get(first);
    const taken = [first];
    if (home === undefined) this.costBefore += this.outCosts.get(first)!;
    else this.takeFrom(home, taken);
    const near = this.places.get(first)!;
    for (let tries = count > 1 ? 2 * count : 0; tries > 0 && taken.length < count; tries--) {
      const { route } = near[Math.floor(chance() * Math.min(near.length, DRIVERS_MAX))]!;
      const more: MatchOrder[] = [];
      for (const order of this.orders[route]!)
        if (taken.length + more.length < count && chance() >= KEPT_SHARE) more.push(order);
      if (more.length === 0) continue;
      this.takeFrom(route, more);
      taken.push(...more);
    }
    return taken;
  }

  private takeFrom(at: number, taken: readonly MatchOrder[]): void {
    this.remember(at);
    const route = this.routes[at]!;
    for (const order of taken) {
      this.orders[at]!.delete(order);
      this.placed.delete(order);
      route.walletFree += order.walletNeeded;
    }
    const isLeft = (order: unknown): boolean => !taken.includes(order as MatchOrder);
    // Whoever has nothing new has exactly what they had.
    route.visits =
      this.orders[at]!.size === 0 ? route.driver.visits : route.visits.filter(({ order }) => isLeft(order));
    route.cost = routeCost(route.driver, route.visits, this.rules, this.round.travel);
    this.version[at] = ++this.versions;
  }

  // Answers what the order costs outside of all routes, if it stays there.
  private putBack(order: MatchOrder): number {
    let best: Place | undefined;
    let cheapest = this.outCosts.get(order)!;
    for (const place of this.places.get(order)!) {
      const added = this.addedAt(place, order);
      if (added >= cheapest) continue;
      cheapest = added;
      best = place;
    }
    if (!best?.at) return cheapest;
    this.remember(best.route);
    const route = this.routes[best.route]!;
    route.visits = insert(route.visits, order, best.at);
    route.cost = best.at.cost;
    route.walletFree -= order.walletNeeded;
    this.orders[best.route]!.add(order);
    this.placed.set(order, best.route);
    this.version[best.route] = ++this.versions;
    return 0;
  }

  private addedAt(place: Place, order: MatchOrder): number {
    if (place.version === this.version[place.route]) return place.added;
    const route = this.routes[place.route]!;
    const asking = askingCost(route, this.rules);
    const addedMax = this.outCosts.get(order)! - asking;
    place.version = this.version[place.route]!;
    place.at =
      route.walletFree < order.walletNeeded
        ? undefined
        : bestInsertion(route.driver, route.visits, route.cost, order, this.rules, this.round.travel, addedMax);
    place.added = place.at ? place.at.cost - route.cost + asking : Infinity;
    return place.added;
  }

  private remember(at: number): void {
    if (this.before.has(at)) return;
    const { visits, cost, walletFree } = this.routes[at]!;
    this.costBefore += this.costOf(at);
    const orders = new Set(this.orders[at]);
    this.before.set(at, { visits, cost, walletFree, orders, version: this.version[at]! });
  }

  // With what asking costs: for the first of what is new as the driver is now, for the others as one who has something to do.
  private costOf(at: number): number {
    const { driver, remoteSeconds, visits, cost } = this.routes[at]!;
    const count = this.orders[at]!.size;
    if (count === 0) return cost;
    const first = askingCost({ driver, remoteSeconds, visits: driver.visits }, this.rules);
    return cost + first + (count - 1) * askingCost({ driver, remoteSeconds, visits }, this.rules);
  }

  private undo(taken: readonly MatchOrder[]): void {
    for (const order of taken) this.placed.delete(order);
    for (const [at, { orders, version, ...route }] of this.before) {
      Object.assign(this.routes[at]!, route);
      this.version[at] = version;
      this.orders[at] = new Set(orders);
      for (const order of orders) this.placed.set(order, at);
    }
  }
}

function shuffled<T>(list: readonly T[], chance: Chance): readonly T[] {
  const mixed = [...list];
  for (let at = mixed.length - 1; at > 0; at--) {
    const other = Math.floor(chance() * (at + 1));
    [mixed[at], mixed[other]] = [mixed[other]!, mixed[at]!];
  }
  return mixed;
}
