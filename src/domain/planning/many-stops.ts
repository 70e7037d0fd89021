// Where the stops of a request with several deliveries go in a route: for every place of the pickup the deliveries one after another, each
// where it costs least.
import type { Routes } from "./routes.ts";
import type { Tables } from "./tables.ts";

export type Sequence = { readonly cost: number; readonly nodes: readonly number[] };

export function cheapestSequence(routes: Routes, request: number, route: number): Sequence {
  const { tables } = routes;
  const base = route * routes.stride;
  const nodes = [...routes.nodes.subarray(base, base + routes.lengths[route]!)];
  const [first, end] = [tables.firstStop[request]!, tables.firstStop[request + 1]!];
  const isOrdered = tables.problem.requests[request]!.pickup !== undefined;
  let best: Sequence = { cost: Infinity, nodes };
  for (let at = 1; at < nodes.length; at++) {
    let sequence: Sequence | undefined = { cost: 0, nodes };
    sequence = place(tables, route, sequence, first, at, at);
    for (let stop = first + 1; sequence && stop < end; stop++)
      sequence = place(tables, route, sequence, stop, isOrdered ? at + 1 : 1, sequence.nodes.length - 1);
    if (sequence && sequence.cost < best.cost) best = sequence;
  }
  return best;
}

// One more stop at the cheapest position from one to another; undefined where it fits nowhere.
function place(
  tables: Tables,
  route: number,
  { cost, nodes }: Sequence,
  stop: number,
  from: number,
  to: number,
): Sequence | undefined {
  let best: Sequence | undefined;
  const arc = (a: number, b: number) => tables.costs[route]![tables.row[a]! + tables.column[b]!]!;
  for (let at = from; at <= to; at++) {
    const [before, after] = [nodes[at - 1]!, nodes[at]!];
    const more = cost + arc(before, stop) + arc(stop, after) - arc(before, after);
    if (best && more >= best.cost) continue;
    const tried = nodes.toSpliced(at, 0, stop);
    if (isPossible(tables, route, tried)) best = { cost: more, nodes: tried };
  }
  return best;
}

// Whether a row of nodes is in time and never overloaded. A request of which some stops are still to be placed counts with those
// that are.
function isPossible(tables: Tables, route: number, nodes: readonly number[]): boolean {
  const { row, column, service, dimensions, added, aboard, capacities, stopCount, requestOf } = tables;
  const seconds = tables.seconds[route]!;
  const opens = tables.opens[route]!;
  const closes = tables.closes[route]!;
  const load = new Float64Array(dimensions);
  for (const request of new Set(nodes.filter((node) => node < stopCount).map((node) => requestOf[node]!)))
    for (let dimension = 0; dimension < dimensions; dimension++)
      load[dimension]! += aboard[request * dimensions + dimension]!;
  let time = opens[nodes[0]!]!;
  for (const [at, node] of nodes.entries()) {
    if (at > 0) {
      const before = nodes[at - 1]!;
      time = Math.max(opens[node]!, time + service[before]! + seconds[row[before]! + column[node]!]!);
    }
    if (time > closes[node]!) return false;
    for (let dimension = 0; dimension < dimensions; dimension++) {
      if (node < stopCount) load[dimension]! += added[node * dimensions + dimension]!;
      if (load[dimension]! > capacities[route * dimensions + dimension]!) return false;
    }
  }
  return true;
}
