// A problem laid out for a search that asks it millions of times: stops and the ends of vehicles are nodes of one numbering, and what is
// known of them lies in rows of numbers.
import { type Problem, stopsOf, type Vehicle } from "./problem.ts";
import { toWorkClock } from "./work-clock.ts";

export type Tables = {
  readonly problem: Problem;
  readonly requestCount: number;
  readonly vehicleCount: number;
  readonly stopCount: number;
  // Goods, and cash as the last where somebody may carry only so much of it.
  readonly dimensions: number;
  // The stops of request r are nodes firstStop[r] up to firstStop[r + 1]; vehicle v starts at node stopCount + 2v and ends at the
  // next one.
  readonly firstStop: Int32Array;
  readonly requestOf: Int32Array;
  // By vehicle: travel from node a to node b is row[a] + column[b] of these.
  readonly seconds: readonly Float64Array[];
  readonly costs: readonly Float64Array[];
  readonly row: Int32Array;
  readonly column: Int32Array;
  readonly service: Float64Array;
  // By vehicle, on its own clock.
  readonly opens: readonly Float64Array[];
  readonly closes: readonly Float64Array[];
  // What a visit adds to the load, by node and dimension; what a request has aboard at the start, by request and dimension.
  readonly added: Float64Array;
  readonly aboard: Float64Array;
  readonly capacities: Float64Array;
  // Whether a vehicle may take a request, by vehicle and request; and what that costs beside the driving.
  readonly isAllowed: Uint8Array;
  readonly leanings: Float64Array | undefined;
  readonly penalties: Float64Array;
  readonly fixedCosts: Float64Array;
  // Vehicles with the same number are alike: of those without a route one is as good as another.
  readonly twins: Int32Array;
};

export function layOut(problem: Problem): Tables {
  const { requests, vehicles } = problem;
  const stops = requests.map(stopsOf);
  const firstStop = Int32Array.from([0, ...stops.map(() => 0)]);
  for (const [request, own] of stops.entries()) firstStop[request + 1] = firstStop[request]! + own.length;
  const stopCount = firstStop[requests.length]!;
  const nodeCount = stopCount + 2 * vehicles.length;
  const goods = Math.max(0, ...vehicles.map(({ capacities }) => capacities.length));
  const countsCash = vehicles.some(({ cashMax }) => cashMax !== undefined);
  const dimensions = goods + (countsCash ? 1 : 0);
  const places = new Int32Array(nodeCount);
  const service = new Float64Array(nodeCount);
  const requestOf = new Int32Array(stopCount);
  const added = new Float64Array(stopCount * dimensions);
  const aboard = new Float64Array(requests.length * dimensions);
  for (const [request, own] of stops.entries()) {
    for (const [at, stop] of own.entries()) {
      const node = firstStop[request]! + at;
      places[node] = stop.place;
      service[node] = stop.serviceSeconds;
      requestOf[node] = request;
    }
    const { pickup, deliveries, kept = [] } = requests[request]!;
    for (const [dimension, amount] of kept.entries()) added[firstStop[request]! * dimensions + dimension] = amount;
    for (const [at, { amounts, cash = 0 }] of deliveries.entries()) {
      const node = firstStop[request]! + at + (pickup ? 1 : 0);
      for (let dimension = 0; dimension < goods; dimension++) {
        const amount = amounts[dimension] ?? 0;
        added[node * dimensions + dimension] = -amount;
        if (pickup) added[firstStop[request]! * dimensions + dimension]! += amount;
        else aboard[request * dimensions + dimension]! += amount;
      }
      if (countsCash) added[node * dimensions + goods] = cash;
    }
  }
  // A place from which and to which nothing is far, for vehicles that end where they are.
  const nowhere = Math.max(...problem.travels.map(({ size }) => size), 0);
  for (const [vehicle, { start, end = nowhere }] of vehicles.entries()) {
    places[stopCount + 2 * vehicle] = start;
    places[stopCount + 2 * vehicle + 1] = end;
  }
  const size = nowhere + 1;
  const widened = (rows: Float64Array, from: number) => widen(rows, from, size);
  const travels = problem.travels.map((travel) => ({
    seconds: widened(travel.seconds, travel.size),
    costs: widened(travel.costs, travel.size),
  }));
  // Most vehicles have no break: their clocks are one.
  const shared = new Map<string, ReturnType<typeof windowsFor>>();
  const clocks = vehicles.map((vehicle) => {
    const key = JSON.stringify(vehicle.breaks ?? []);
    const clock = shared.get(key) ?? windowsFor(vehicle, stops.flat(), nodeCount);
    shared.set(key, clock);
    return clock;
  });
  for (const [vehicle, { from, to, breaks }] of vehicles.entries()) {
    for (const node of [stopCount + 2 * vehicle, stopCount + 2 * vehicle + 1]) {
      clocks[vehicle]!.opens[node] = toWorkClock(from, breaks);
      clocks[vehicle]!.closes[node] = toWorkClock(to, breaks);
    }
  }
  const capacities = new Float64Array(vehicles.length * dimensions).fill(Infinity);
  for (const [vehicle, { capacities: own, cashMax = Infinity }] of vehicles.entries()) {
    for (let dimension = 0; dimension < goods; dimension++)
      capacities[vehicle * dimensions + dimension] = own[dimension] ?? Infinity;
    if (countsCash) capacities[vehicle * dimensions + goods] = cashMax;
  }
  const isAllowed = new Uint8Array(vehicles.length * requests.length);
  for (const [vehicle, { skills = 0 }] of vehicles.entries()) {
    for (const [request, { skills: needed = 0, vehicle: only = vehicle }] of requests.entries())
      isAllowed[vehicle * requests.length + request] = only === vehicle && (needed & ~skills) === 0 ? 1 : 0;
  }
  for (const [request, { notFor = [] }] of requests.entries())
    for (const vehicle of notFor) isAllowed[vehicle * requests.length + request] = 0;
  const named = requests.flatMap(({ vehicle, notFor = [] }) => (vehicle === undefined ? notFor : [vehicle, ...notFor]));
  return {
    problem,
    requestCount: requests.length,
    vehicleCount: vehicles.length,
    stopCount,
    dimensions,
    firstStop,
    requestOf,
    seconds: vehicles.map(({ travel }) => travels[travel]!.seconds),
    costs: vehicles.map(({ travel }) => travels[travel]!.costs),
    row: places.map((place) => place * size),
    column: places,
    service,
    opens: clocks.map(({ opens }) => opens),
    closes: clocks.map(({ closes }) => closes),
    added,
    aboard,
    capacities,
    isAllowed,
    leanings: problem.leanings,
    penalties: Float64Array.from(requests, ({ penalty }) => penalty ?? Number.NaN),
    fixedCosts: Float64Array.from(vehicles, ({ fixedCost }) => fixedCost ?? 0),
    twins: twinsOf(vehicles, new Set(problem.leanings ? vehicles.keys() : named)),
  };
}

function widen(rows: Float64Array, from: number, to: number): Float64Array {
  const wide = new Float64Array(to * to);
  for (let row = 0; row < from; row++) wide.set(rows.subarray(row * from, (row + 1) * from), row * to);
  return wide;
}

function windowsFor(
  { breaks }: Vehicle,
  stops: readonly { readonly from: number; readonly to: number }[],
  nodes: number,
) {
  const opens = new Float64Array(nodes);
  const closes = new Float64Array(nodes);
  for (const [node, { from, to }] of stops.entries()) {
    opens[node] = toWorkClock(from, breaks);
    closes[node] = toWorkClock(to, breaks);
  }
  return { opens, closes };
}

// `apart`: vehicles that are like no other, because a request names them or leans to them.
function twinsOf(vehicles: readonly Vehicle[], apart: ReadonlySet<number>): Int32Array {
  const seen = new Map<string, number>();
  return Int32Array.from(vehicles, (vehicle, number) => {
    if (apart.has(number)) return number;
    const key = JSON.stringify(vehicle);
    if (!seen.has(key)) seen.set(key, number);
    return seen.get(key)!;
  });
}
