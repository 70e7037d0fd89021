// Where a request fits into a route at the least cost. What was found is kept until the route is another: of many routes a search
// changes few at a time.
import type { Chance } from "../chance.ts";
import { cheapestSequence } from "./many-stops.ts";
import type { Routes } from "./routes.ts";
import type { Tables } from "./tables.ts";

// Of the positions, when a search looks with a chance.
const OVERLOOKED = 0.3;

export class Insertion {
  readonly #routes: Routes;
  readonly #tables: Tables;
  // By route and request: for which version of the route, at what cost, after which positions.
  readonly #versions: Int32Array;
  readonly #costs: Float64Array;
  readonly #firsts: Int16Array;
  readonly #seconds: Int16Array;
  // By request and dimension: what the load is more after its first stop, and after its second.
  readonly #afterFirst: Float64Array;
  readonly #afterSecond: Float64Array;

  constructor(routes: Routes) {
    const { tables } = routes;
    const { requestCount, dimensions, firstStop, aboard, added } = tables;
    this.#routes = routes;
    this.#tables = tables;
    const pairs = tables.vehicleCount * requestCount;
    this.#versions = new Int32Array(pairs);
    this.#costs = new Float64Array(pairs);
    this.#firsts = new Int16Array(pairs);
    this.#seconds = new Int16Array(pairs);
    this.#afterFirst = aboard.map((amount, at) => {
      const request = Math.floor(at / dimensions);
      return amount + added[firstStop[request]! * dimensions + (at % dimensions)]!;
    });
    this.#afterSecond = this.#afterFirst.map((amount, at) => {
      const request = Math.floor(at / dimensions);
      const second = firstStop[request]! + 1;
      return second < firstStop[request + 1]! ? amount + added[second * dimensions + (at % dimensions)]! : amount;
    });
  }

  // What it costs at the least; Infinity where it does not fit. With a chance every position is overlooked now and then, which keeps a
  // search from doing the same again and again.
  cost(request: number, route: number, chance?: Chance): number {
    const tables = this.#tables;
    const pair = route * tables.requestCount + request;
    if (tables.isAllowed[pair] === 0) return Infinity;
    if (!chance && this.#versions[pair] === this.#routes.versions[route]) return this.#costs[pair]!;
    let cost = this.#drivingCost(request, route, pair, chance);
    if (this.#routes.isEmpty(route)) {
      const start = tables.stopCount + 2 * route;
      cost += tables.fixedCosts[route]! + tables.costs[route]![tables.row[start]! + tables.column[start + 1]!]!;
    }
    cost += tables.leanings?.[pair] ?? 0;
    this.#versions[pair] = chance ? 0 : this.#routes.versions[route]!;
    this.#costs[pair] = cost;
    return cost;
  }

  // As it was found last for this route.
  insert(request: number, route: number): void {
    if (!this.#isPlain(request)) {
      this.#routes.replace(route, cheapestSequence(this.#routes, request, route).nodes);
      return;
    }
    const pair = route * this.#tables.requestCount + request;
    this.#routes.insert(request, route, this.#firsts[pair]!, this.#seconds[pair]!);
  }

  // One stop, or a pickup and a delivery.
  #isPlain(request: number): boolean {
    const { firstStop, problem } = this.#tables;
    const count = firstStop[request + 1]! - firstStop[request]!;
    return count === 1 || (count === 2 && problem.requests[request]!.pickup !== undefined);
  }

  #drivingCost(request: number, route: number, pair: number, chance: Chance | undefined): number {
    const { firstStop } = this.#tables;
    const count = firstStop[request + 1]! - firstStop[request]!;
    if (this.#routes.lengths[route]! + count > this.#routes.stride) return Infinity;
    if (!this.#isPlain(request)) return cheapestSequence(this.#routes, request, route).cost;
    return count === 1 ? this.#costOfOne(request, route, pair, chance) : this.#costOfTwo(request, route, pair, chance);
  }

  #costOfOne(request: number, route: number, pair: number, chance: Chance | undefined): number {
    const tables = this.#tables;
    const { row, column, service, firstStop } = tables;
    const { nodes, early, late } = this.#routes;
    const seconds = tables.seconds[route]!;
    const costs = tables.costs[route]!;
    const stop = firstStop[request]!;
    const opens = tables.opens[route]![stop]!;
    const closes = tables.closes[route]![stop]!;
    const base = route * this.#routes.stride;
    const last = base + this.#routes.lengths[route]! - 1;
    let best = Infinity;
    for (let at = base; at < last; at++) {
      const before = nodes[at]!;
      const leaves = early[at]! + service[before]!;
      if (leaves > closes) break;
      const there = row[before]! + column[stop]!;
      const arrives = Math.max(opens, leaves + seconds[there]!);
      if (arrives > closes) continue;
      const next = nodes[at + 1]!;
      const onward = row[stop]! + column[next]!;
      if (arrives + service[stop]! + seconds[onward]! > late[at + 1]!) continue;
      const cost = costs[there]! + costs[onward]! - costs[row[before]! + column[next]!]!;
      if (cost >= best || (chance && chance() < OVERLOOKED)) continue;
      if (!this.#hasRoomBefore(request, route, at) || !this.#hasRoomAfter(this.#afterFirst, request, route, at))
        continue;
      best = cost;
      this.#firsts[pair] = at - base;
    }
    return best;
  }

  #costOfTwo(request: number, route: number, pair: number, chance: Chance | undefined): number {
    const tables = this.#tables;
    const { row, column, service, firstStop } = tables;
    const { nodes, early, late } = this.#routes;
    const seconds = tables.seconds[route]!;
    const costs = tables.costs[route]!;
    const opens = tables.opens[route]!;
    const closes = tables.closes[route]!;
    const pickup = firstStop[request]!;
    const delivery = pickup + 1;
    const pickupCloses = closes[pickup]!;
    const deliveryOpens = opens[delivery]!;
    const deliveryCloses = closes[delivery]!;
    const deliveryService = service[delivery]!;
    const deliveryColumn = column[delivery]!;
    const deliveryRow = row[delivery]!;
    const base = route * this.#routes.stride;
    const last = base + this.#routes.lengths[route]! - 1;
    let best = Infinity;
    for (let first = base; first < last; first++) {
      const before = nodes[first]!;
      const leaves = early[first]! + service[before]!;
      if (leaves > pickupCloses) break;
      const there = row[before]! + column[pickup]!;
      const begins = Math.max(opens[pickup]!, leaves + seconds[there]!);
      if (begins > pickupCloses) continue;
      if (chance && chance() < OVERLOOKED) continue;
      if (!this.#hasRoomAt(request, route, first)) continue;
      const next = nodes[first + 1]!;
      const skipped = costs[row[before]! + column[next]!]!;
      let left = begins + service[pickup]!;
      const between = row[pickup]! + deliveryColumn;
      const direct = Math.max(deliveryOpens, left + seconds[between]!);
      if (direct > deliveryCloses) continue;
      const onward = deliveryRow + column[next]!;
      if (direct + deliveryService + seconds[onward]! <= late[first + 1]!) {
        const cost = costs[there]! + costs[between]! + costs[onward]! - skipped;
        if (cost < best && this.#hasRoomAfter(this.#afterSecond, request, route, first)) {
          best = cost;
          this.#firsts[pair] = this.#seconds[pair] = first - base;
        }
      }
      // The delivery further on: what lies between is reached later.
      const detour = costs[there]! + costs[row[pickup]! + column[next]!]! - skipped;
      let from = pickup;
      for (let second = first + 1; second < last && detour < best; second++) {
        const passed = nodes[second]!;
        const arrives = Math.max(opens[passed]!, left + seconds[row[from]! + column[passed]!]!);
        if (arrives > late[second]! || !this.#hasRoomAt(request, route, second)) break;
        left = arrives + service[passed]!;
        from = passed;
        if (left > deliveryCloses) break;
        const toDelivery = row[passed]! + deliveryColumn;
        const delivers = Math.max(deliveryOpens, left + seconds[toDelivery]!);
        if (delivers > deliveryCloses) continue;
        const after = nodes[second + 1]!;
        const away = deliveryRow + column[after]!;
        if (delivers + deliveryService + seconds[away]! > late[second + 1]!) continue;
        const cost = detour + costs[toDelivery]! + costs[away]! - costs[row[passed]! + column[after]!]!;
        if (cost >= best || (chance && chance() < OVERLOOKED)) continue;
        if (!this.#hasRoomAfter(this.#afterSecond, request, route, second)) continue;
        best = cost;
        this.#firsts[pair] = first - base;
        this.#seconds[pair] = second - base;
      }
    }
    return best;
  }

  // For what is aboard from the start, up to a position.
  #hasRoomBefore(request: number, route: number, at: number): boolean {
    const { dimensions, aboard, capacities } = this.#tables;
    const { highBefore } = this.#routes;
    for (let dimension = 0; dimension < dimensions; dimension++) {
      const amount = aboard[request * dimensions + dimension]!;
      if (amount > 0 && highBefore[at * dimensions + dimension]! + amount > capacities[route * dimensions + dimension]!)
        return false;
    }
    return true;
  }

  // For what is picked up, at a position.
  #hasRoomAt(request: number, route: number, at: number): boolean {
    const { dimensions, capacities } = this.#tables;
    const { loads } = this.#routes;
    for (let dimension = 0; dimension < dimensions; dimension++) {
      const amount = this.#afterFirst[request * dimensions + dimension]!;
      if (amount > 0 && loads[at * dimensions + dimension]! + amount > capacities[route * dimensions + dimension]!)
        return false;
    }
    return true;
  }

  // For what stays aboard from a position on.
  #hasRoomAfter(amounts: Float64Array, request: number, route: number, at: number): boolean {
    const { dimensions, capacities } = this.#tables;
    const { highAfter } = this.#routes;
    for (let dimension = 0; dimension < dimensions; dimension++) {
      const amount = amounts[request * dimensions + dimension]!;
      if (amount > 0 && highAfter[at * dimensions + dimension]! + amount > capacities[route * dimensions + dimension]!)
        return false;
    }
    return true;
  }
}
