// Plans routes for pickups and deliveries with time windows (docs/decisions/route-planning.md): everything is placed where it costs least, then again and
// again some of it is taken out and put back, and what is a little worse is taken on too, less and less willingly. A search can be
// ended at any moment and has a plan by then; the same seed and steps give the same plan.
import { type Chance, seededChance } from "../chance.ts";
import { Insertion } from "./insertion.ts";
import { LeftOutPrice } from "./left-out.ts";
import type { Plan, Problem } from "./problem.ts";
import { Recreate } from "./recreate.ts";
import { NOWHERE, Routes } from "./routes.ts";
import { neighboursOf, ruin } from "./ruin.ts";
import { layOut, type Tables } from "./tables.ts";

export type PlanSearch = {
  readonly seed?: number;
  // The share of the search's time that is spent, from 0 to 1: at 1 it ends. Asked every few rounds.
  readonly spent: (rounds: number) => number;
  // The plan in force: the search begins with it.
  readonly from?: Pick<Plan, "routes">;
  // Fewer vehicles count for more than anything else.
  readonly fewestVehicles?: boolean;
  readonly onBetter?: (plan: Plan) => void;
};

const ROUNDS_A_LOOK = 32;
// Of the whole, for having fewer vehicles.
const FLEET_SHARE = 0.35;
// Worse plans are taken on up to about so many mean drives from stop to stop: at first, and in the end. Few vehicles take more, because
// good plans lie further apart; a plan in force would be lost in that.
const HEAT = { warm: 3, cold: 0.03 };
const FLEET_HEAT = { warm: 10, cold: 0.05 };
// Of the search for a cheap plan with few vehicles: so long something may be left out for a while.
const LEFT_OUT_SHARE = 0.6;
// Leaving a request out costs more than any detour.
const PENALTY = 1e6;

export function planRoutes(problem: Problem, search: PlanSearch): Plan {
  return new PlanSearcher(problem, search).run();
}

class PlanSearcher {
  readonly #search: PlanSearch;
  readonly #chance: Chance;
  readonly #tables: Tables;
  readonly #routes: Routes;
  readonly #recreate: Recreate;
  readonly #neighbours: readonly Int32Array[];
  readonly #penalties: Float64Array;
  #rounds = 0;
  #spent = 0;

  constructor(problem: Problem, search: PlanSearch) {
    this.#search = search;
    this.#chance = seededChance(search.seed ?? 1);
    this.#tables = layOut(problem);
    this.#routes = new Routes(this.#tables);
    this.#recreate = new Recreate(this.#routes, new Insertion(this.#routes));
    this.#neighbours = neighboursOf(this.#tables);
    this.#penalties = this.#tables.penalties.map((penalty) => (Number.isNaN(penalty) ? PENALTY : penalty));
  }

  run(): Plan {
    const { vehicleCount } = this.#tables;
    if (this.#search.from) this.#routes.load(this.#search.from);
    this.#recreate.run(vehicleCount, this.#chance);
    this.#routes.keep();
    this.#search.onBetter?.(this.#routes.plan());
    let vehicles = vehicleCount;
    if (this.#search.fewestVehicles) vehicles = this.#useFewer();
    return this.#improve(vehicles);
  }

  #goesOn(until: number): boolean {
    if (this.#rounds++ % ROUNDS_A_LOOK === 0) this.#spent = this.#search.spent(this.#rounds);
    return this.#spent < until;
  }

  // One vehicle less at a time: what it had must be placed with the others. Those that were left out often count for more, so that what
  // is hard to place is placed, and others are left out in its stead.
  #useFewer(): number {
    const routes = this.#routes;
    const misses = new Float64Array(this.#tables.requestCount);
    const weigh = (requests: Iterable<number>): number => {
      let sum = 0;
      for (const request of requests) sum += misses[request]!;
      return sum;
    };
    let best = routes.plan();
    if (routes.missing.size > 0) return this.#tables.vehicleCount;
    this.#dropOne(misses);
    let out = [...routes.missing];
    let vehicles = this.#used();
    const fewest = this.#fewest();
    while (vehicles >= fewest && this.#goesOn(FLEET_SHARE)) {
      ruin(routes, this.#neighbours, this.#chance);
      this.#recreate.run(vehicles, this.#chance);
      if (routes.missing.size === 0) {
        routes.keep();
        best = routes.plan();
        this.#search.onBetter?.(best);
        this.#dropOne(misses);
        out = [...routes.missing];
        vehicles = this.#used();
        continue;
      }
      // Both by what counts now: a plan in hand that leaves out what is missed again and again gives way to one that leaves out something else.
      const isKept = routes.missing.size < out.length || weigh(routes.missing) <= weigh(out);
      for (const request of routes.missing) misses[request]! += 1;
      if (isKept) {
        routes.keep();
        out = [...routes.missing];
      } else routes.takeBack();
    }
    routes.load(best);
    routes.keep();
    return this.#used();
  }

  // No fewer can hold what is aboard from the start.
  #fewest(): number {
    const { requestCount, vehicleCount, dimensions, aboard, capacities } = this.#tables;
    let fewest = 1;
    for (let dimension = 0; dimension < dimensions; dimension++) {
      let left = 0;
      for (let request = 0; request < requestCount; request++) left += aboard[request * dimensions + dimension]!;
      const rooms = Array.from({ length: vehicleCount }, (_, vehicle) => capacities[vehicle * dimensions + dimension]!);
      let needed = 0;
      for (const room of rooms.sort((a, b) => b - a)) {
        if (left <= 0) break;
        left -= room;
        needed += 1;
      }
      fewest = Math.max(fewest, needed);
    }
    return fewest;
  }

  // The route whose requests were missed least is given up.
  #dropOne(misses: Float64Array): void {
    const routes = this.#routes;
    const { vehicleCount, requestCount } = this.#tables;
    const sums = new Float64Array(vehicleCount);
    for (let request = 0; request < requestCount; request++)
      if (routes.routeOf[request] !== NOWHERE) sums[routes.routeOf[request]!]! += misses[request]!;
    let least = -1;
    for (let route = 0; route < vehicleCount; route++)
      if (!routes.isEmpty(route) && (least < 0 || sums[route]! < sums[least]!)) least = route;
    const given = [...routes.routeOf.keys()].filter((request) => routes.routeOf[request] === least);
    routes.remove(given);
    routes.keep();
  }

  #used(): number {
    return this.#routes.lengths.reduce((sum, length) => sum + Number(length > 2), 0);
  }

  #improve(vehicles: number): Plan {
    const routes = this.#routes;
    const start = this.#spent;
    const mean = routes.cost / Math.max(1, this.#tables.stopCount);
    const { warm, cold } = this.#search.fewestVehicles ? FLEET_HEAT : HEAT;
    let best = routes.plan();
    let bestTotal = this.#total();
    let leftOut = this.#search.fewestVehicles ? new LeftOutPrice() : undefined;
    const judged = (cost: number, missing: number, total: number) =>
      leftOut ? cost + missing * mean * leftOut.price : total;
    let now = { cost: routes.cost, missing: routes.missing.size, total: bestTotal };
    while (this.#goesOn(1)) {
      const share = (this.#spent - start) / Math.max(1e-9, 1 - start);
      if (leftOut && share > LEFT_OUT_SHARE) {
        leftOut = undefined;
        routes.load(best);
        routes.keep();
        now = { cost: routes.cost, missing: routes.missing.size, total: bestTotal };
      }
      leftOut?.see(now.missing === 0);
      const warmth = mean * warm * (cold / warm) ** share;
      ruin(routes, this.#neighbours, this.#chance);
      this.#recreate.run(vehicles, this.#chance);
      const next = { cost: routes.cost, missing: routes.missing.size, total: this.#total() };
      const allowed = judged(now.cost, now.missing, now.total) - warmth * Math.log(this.#chance());
      if (judged(next.cost, next.missing, next.total) >= allowed) {
        routes.takeBack();
        continue;
      }
      routes.keep();
      now = next;
      if (next.total >= bestTotal - 1e-9) continue;
      bestTotal = next.total;
      best = routes.plan();
      this.#search.onBetter?.(best);
    }
    return best;
  }

  #total(): number {
    let total = this.#routes.cost;
    for (const request of this.#routes.missing) total += this.#penalties[request]!;
    return total;
  }
}
