// Puts what is missing back, one request after another, each where it costs least at that moment. In which order changes from time to
// time: those with much to carry, little time or a long way are easier to place first, and chance finds what no order does.
import type { Chance } from "../chance.ts";
import type { Insertion } from "./insertion.ts";
import { NOWHERE, type Routes } from "./routes.ts";
import type { Tables } from "./tables.ts";

// How often a route is looked at with some of its positions overlooked.
const BLINK_SHARE = 0.02;

// Keys by request, the least first; undefined: by chance alone.
type Order = { readonly keys: Float64Array | undefined; readonly weight: number };

// The orders in which requests are placed, each as often as it is to be drawn.
function placingOrders({ problem, costs, row, column, stopCount, vehicleCount, firstStop }: Tables): readonly Order[] {
  const { requests } = problem;
  const by = (key: (request: (typeof requests)[number], at: number) => number) =>
    Float64Array.from(requests, (request, at) => key(request, at));
  const amount = by(({ deliveries }) => -deliveries.reduce((sum, { amounts }) => sum + (amounts[0] ?? 0), 0));
  const away = by((_, at) => {
    let nearest = Infinity;
    for (let vehicle = 0; vehicle < vehicleCount; vehicle++)
      nearest = Math.min(nearest, costs[vehicle]![row[stopCount + 2 * vehicle]! + column[firstStop[at]!]!]!);
    return nearest;
  });
  const width = by(({ pickup, deliveries }) =>
    Math.min(...[...(pickup ? [pickup] : []), ...deliveries].map(({ from, to }) => to - from)),
  );
  const begin = by(({ pickup, deliveries }) => (pickup ?? deliveries[0]!).from);
  const due = by(({ deliveries }) => Math.min(...deliveries.map(({ to }) => to)));
  const orders: readonly Order[] = [
    { weight: 4, keys: undefined },
    { weight: 4, keys: amount },
    { weight: 2, keys: away.map((cost) => -cost) },
    { weight: 1, keys: away },
    { weight: 2, keys: width },
    { weight: 2, keys: begin },
    { weight: 2, keys: due.map((to) => -to) },
  ];
  return orders.flatMap((order) => Array.from({ length: order.weight }, () => order));
}

export class Recreate {
  readonly #routes: Routes;
  readonly #insertion: Insertion;
  readonly #orders: readonly Order[];
  readonly #isTwinSeen: Uint8Array;
  // Routes until the next is looked at with blinks: drawn once for many, which is cheaper than a chance for each.
  #untilBlink = 0;

  constructor(routes: Routes, insertion: Insertion) {
    this.#routes = routes;
    this.#insertion = insertion;
    this.#orders = placingOrders(routes.tables);
    this.#isTwinSeen = new Uint8Array(routes.tables.vehicleCount);
  }

  // What fits nowhere stays missing. No more than so many vehicles are used.
  run(vehiclesMax: number, chance: Chance): void {
    for (const request of this.#inOrder(chance)) {
      let route = this.#cheapest(request, vehiclesMax, chance);
      // An empty route has one position: where that was overlooked, nothing else may be left.
      if (route === NOWHERE) route = this.#cheapest(request, vehiclesMax, undefined);
      if (route !== NOWHERE) this.#insertion.insert(request, route);
    }
  }

  // Without a chance nothing is overlooked.
  #cheapest(request: number, vehiclesMax: number, chance: Chance | undefined): number {
    const { tables, lengths } = this.#routes;
    const { vehicleCount, twins } = tables;
    let best = Infinity;
    let bestRoute = NOWHERE;
    let used = 0;
    for (let route = 0; route < vehicleCount; route++) if (lengths[route]! > 2) used += 1;
    this.#isTwinSeen.fill(0);
    for (let route = 0; route < vehicleCount; route++) {
      if (lengths[route] === 2) {
        if (used >= vehiclesMax || this.#isTwinSeen[twins[route]!] === 1) continue;
        this.#isTwinSeen[twins[route]!] = 1;
      }
      const cost = this.#insertion.cost(request, route, chance && this.#blinks(chance) ? chance : undefined);
      if (cost >= best) continue;
      best = cost;
      bestRoute = route;
    }
    return bestRoute;
  }

  #blinks(chance: Chance): boolean {
    if (this.#untilBlink-- > 0) return false;
    this.#untilBlink = Math.floor(Math.log(1 - chance()) / Math.log(1 - BLINK_SHARE));
    return true;
  }

  #inOrder(chance: Chance): readonly number[] {
    const { keys } = this.#orders[Math.floor(chance() * this.#orders.length)]!;
    const missing = shuffled([...this.#routes.missing], chance);
    return keys ? missing.sort((a, b) => keys[a]! - keys[b]!) : missing;
  }
}

function shuffled(numbers: number[], chance: Chance): number[] {
  for (let at = numbers.length - 1; at > 0; at--) {
    const other = Math.floor(chance() * (at + 1));
    [numbers[at], numbers[other]] = [numbers[other]!, numbers[at]!];
  }
  return numbers;
}
