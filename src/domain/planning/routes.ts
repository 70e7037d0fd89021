// Routes as a search changes them: rows of nodes, with the times and loads along each that say in one step whether something fits in. What
// was changed since the last `keep` can be taken back.
import type { Plan, Visit } from "./problem.ts";
import type { Tables } from "./tables.ts";

// A route of more stops than this is no day's work.
const STOPS_MAX = 1_000;
export const NOWHERE = -1;

export class Routes {
  readonly tables: Tables;
  readonly stride: number;
  readonly nodes: Int32Array;
  readonly lengths: Int32Array;
  // When what is done at a position begins at the earliest, and at the latest so that all after it is in time.
  readonly early: Float64Array;
  readonly late: Float64Array;
  // The load after each position, the highest up to it and from it on, by dimension.
  readonly loads: Float64Array;
  readonly highBefore: Float64Array;
  readonly highAfter: Float64Array;
  readonly costs: Float64Array;
  // A number for what a route holds: two that are equal hold the same.
  readonly versions: Int32Array;
  // Of requests, or NOWHERE; of nodes, their place in it.
  readonly routeOf: Int32Array;
  readonly positionOf: Int32Array;
  cost = 0;
  readonly #kept: { readonly nodes: Int32Array; readonly lengths: Int32Array; readonly versions: Int32Array };
  readonly #touched = new Set<number>();
  readonly #missing = new Set<number>();
  #keptMissing: readonly number[] = [];
  #newest = 0;

  constructor(tables: Tables) {
    const { vehicleCount, stopCount, requestCount, dimensions } = tables;
    this.tables = tables;
    this.stride = Math.min(stopCount, STOPS_MAX) + 2;
    const size = vehicleCount * this.stride;
    this.nodes = new Int32Array(size);
    this.lengths = new Int32Array(vehicleCount).fill(2);
    this.early = new Float64Array(size);
    this.late = new Float64Array(size);
    this.loads = new Float64Array(size * dimensions);
    this.highBefore = new Float64Array(size * dimensions);
    this.highAfter = new Float64Array(size * dimensions);
    this.costs = new Float64Array(vehicleCount);
    this.versions = new Int32Array(vehicleCount);
    this.routeOf = new Int32Array(requestCount).fill(NOWHERE);
    this.positionOf = new Int32Array(stopCount);
    for (let route = 0; route < vehicleCount; route++) {
      this.nodes[route * this.stride] = stopCount + 2 * route;
      this.nodes[route * this.stride + 1] = stopCount + 2 * route + 1;
      this.#refresh(route);
      this.versions[route] = ++this.#newest;
    }
    for (let request = 0; request < requestCount; request++) this.#missing.add(request);
    this.#kept = { nodes: this.nodes.slice(), lengths: this.lengths.slice(), versions: this.versions.slice() };
    this.keep();
  }

  get missing(): ReadonlySet<number> {
    return this.#missing;
  }

  isEmpty(route: number): boolean {
    return this.lengths[route] === 2;
  }

  // A request of one stop after a position, or of two after two; positions count the route as it is now.
  insert(request: number, route: number, first: number, second: number): void {
    const { firstStop } = this.tables;
    const stop = firstStop[request]!;
    const base = route * this.stride;
    const end = base + this.lengths[route]!;
    this.#touched.add(route);
    if (firstStop[request + 1]! - stop === 1) {
      this.nodes.copyWithin(base + first + 2, base + first + 1, end);
      this.lengths[route]! += 1;
    } else {
      this.nodes.copyWithin(base + second + 3, base + second + 1, end);
      this.nodes.copyWithin(base + first + 2, base + first + 1, base + second + 1);
      this.nodes[base + second + 2] = stop + 1;
      this.lengths[route]! += 2;
    }
    this.nodes[base + first + 1] = stop;
    this.routeOf[request] = route;
    this.#missing.delete(request);
    this.#change(route);
  }

  // A whole row of nodes in place of a route's, with its start and end.
  replace(route: number, nodes: ArrayLike<number>): void {
    const { stopCount, requestOf } = this.tables;
    this.#touched.add(route);
    this.nodes.set(nodes, route * this.stride);
    this.lengths[route] = nodes.length;
    for (let at = 1; at < nodes.length - 1; at++) {
      const node = nodes[at]!;
      if (node >= stopCount) continue;
      this.routeOf[requestOf[node]!] = route;
      this.#missing.delete(requestOf[node]!);
    }
    this.#change(route);
  }

  // Takes requests out of the routes they are in.
  remove(requests: Iterable<number>): void {
    const changed = new Set<number>();
    for (const request of requests) {
      const route = this.routeOf[request]!;
      if (route === NOWHERE) continue;
      this.#touched.add(route);
      changed.add(route);
      this.routeOf[request] = NOWHERE;
      this.#missing.add(request);
    }
    const { stopCount, requestOf } = this.tables;
    for (const route of changed) {
      const base = route * this.stride;
      let to = base;
      for (let at = base; at < base + this.lengths[route]!; at++) {
        const node = this.nodes[at]!;
        if (node < stopCount && this.routeOf[requestOf[node]!] === NOWHERE) continue;
        this.nodes[to++] = node;
      }
      this.lengths[route] = to - base;
      this.#change(route);
    }
  }

  keep(): void {
    for (const route of this.#touched) {
      const base = route * this.stride;
      this.#kept.nodes.set(this.nodes.subarray(base, base + this.lengths[route]!), base);
      this.#kept.lengths[route] = this.lengths[route]!;
      this.#kept.versions[route] = this.versions[route]!;
    }
    this.#touched.clear();
    this.#keptMissing = [...this.#missing];
  }

  takeBack(): void {
    const { stopCount, requestOf } = this.tables;
    for (const route of this.#touched) {
      const base = route * this.stride;
      const length = this.#kept.lengths[route]!;
      this.nodes.set(this.#kept.nodes.subarray(base, base + length), base);
      this.lengths[route] = length;
      this.versions[route] = this.#kept.versions[route]!;
      for (let at = base + 1; at < base + length - 1; at++) {
        const node = this.nodes[at]!;
        if (node < stopCount) this.routeOf[requestOf[node]!] = route;
      }
    }
    this.#missing.clear();
    for (const request of this.#keptMissing) {
      this.#missing.add(request);
      this.routeOf[request] = NOWHERE;
    }
    for (const route of this.#touched) this.#refresh(route);
    this.#touched.clear();
  }

  // A plan made earlier, or one that a search has found.
  load({ routes }: Pick<Plan, "routes">): void {
    const { firstStop, requestCount } = this.tables;
    this.remove(Array.from({ length: requestCount }, (_, request) => request));
    for (const [route, visits] of routes.entries()) {
      const ends = this.nodes.subarray(route * this.stride, route * this.stride + 2);
      this.replace(route, [ends[0]!, ...visits.map(({ request, stop }) => firstStop[request]! + stop), ends[1]!]);
    }
  }

  plan(): Plan {
    const { vehicleCount, requestOf, firstStop } = this.tables;
    const routes = Array.from({ length: vehicleCount }, (_, route): readonly Visit[] => {
      const base = route * this.stride;
      return Array.from(this.nodes.subarray(base + 1, base + this.lengths[route]! - 1), (node) => ({
        request: requestOf[node]!,
        stop: node - firstStop[requestOf[node]!]!,
      }));
    });
    const cost = this.costs.reduce((sum, each) => sum + each, 0);
    return { routes, unplanned: [...this.#missing].sort((a, b) => a - b), cost };
  }

  #change(route: number): void {
    this.versions[route] = ++this.#newest;
    this.#refresh(route);
  }

  #refresh(route: number): void {
    const { tables, nodes, early, late, positionOf } = this;
    const { row, column, service, stopCount, requestOf, requestCount, leanings } = tables;
    const seconds = tables.seconds[route]!;
    const costs = tables.costs[route]!;
    const opens = tables.opens[route]!;
    const closes = tables.closes[route]!;
    const base = route * this.stride;
    const length = this.lengths[route]!;
    const last = base + length - 1;
    let cost = length > 2 ? tables.fixedCosts[route]! : 0;
    early[base] = opens[nodes[base]!]!;
    for (let at = base + 1; at <= last; at++) {
      const before = nodes[at - 1]!;
      const node = nodes[at]!;
      const arc = row[before]! + column[node]!;
      const arrival = early[at - 1]! + service[before]! + seconds[arc]!;
      early[at] = Math.max(arrival, opens[node]!);
      cost += costs[arc]!;
      if (node >= stopCount) continue;
      positionOf[node] = at - base;
      if (leanings && tables.firstStop[requestOf[node]!] === node)
        cost += leanings[route * requestCount + requestOf[node]!]!;
    }
    late[last] = closes[nodes[last]!]!;
    for (let at = last - 1; at >= base; at--) {
      const node = nodes[at]!;
      const leaves = late[at + 1]! - seconds[row[node]! + column[nodes[at + 1]!]!]! - service[node]!;
      late[at] = Math.min(leaves, closes[node]!);
    }
    // Who has nothing to do stays where they are.
    if (length === 2) cost = 0;
    this.#refreshLoads(route);
    this.cost += cost - this.costs[route]!;
    this.costs[route] = cost;
  }

  #refreshLoads(route: number): void {
    const { nodes, loads, highBefore, highAfter } = this;
    const { dimensions, added, aboard, requestOf, firstStop, stopCount } = this.tables;
    const base = route * this.stride;
    const last = base + this.lengths[route]! - 1;
    for (let dimension = 0; dimension < dimensions; dimension++) {
      let load = 0;
      for (let at = base + 1; at < last; at++) {
        const request = requestOf[nodes[at]!]!;
        if (firstStop[request] === nodes[at]) load += aboard[request * dimensions + dimension]!;
      }
      let high = load;
      for (let at = base; at <= last; at++) {
        const node = nodes[at]!;
        if (node < stopCount) load += added[node * dimensions + dimension]!;
        high = Math.max(high, load);
        loads[at * dimensions + dimension] = load;
        highBefore[at * dimensions + dimension] = high;
      }
      high = -Infinity;
      for (let at = last; at >= base; at--) {
        high = Math.max(high, loads[at * dimensions + dimension]!);
        highAfter[at * dimensions + dimension] = high;
      }
    }
  }
}
