// What a search takes out of its routes to put it back better: strings of stops that lie side by side in routes that lie side by side
// (slack induction by string removals, Christiaens and Vanden Berghe 2020). What is missing in one corner can then be taken from all
// who come by there.
import type { Chance } from "../chance.ts";
import { NOWHERE, type Routes } from "./routes.ts";
import type { Tables } from "./tables.ts";

const REMOVED_MEAN = 10;
const STRING_MAX = 10;
// How often a string leaves some stops in its middle where they are, and how often one more of them.
const SPLIT_SHARE = 0.5;
const SPLIT_MORE = 0.01;
const NEIGHBOURS_MAX = 400;

// For each stop the others, the nearest first.
export function neighboursOf({ stopCount, row, column, costs }: Tables): readonly Int32Array[] {
  const [first] = costs;
  if (!first) return [];
  const apart = (a: number, b: number) => first[row[a]! + column[b]!]! + first[row[b]! + column[a]!]!;
  return Array.from({ length: stopCount }, (_, stop) => {
    const distances = Float64Array.from({ length: stopCount }, (_, other) => apart(stop, other));
    const others = Int32Array.from({ length: stopCount }, (_, other) => other);
    return others.sort((a, b) => distances[a]! - distances[b]!).slice(0, NEIGHBOURS_MAX);
  });
}

export function ruin(routes: Routes, neighbours: readonly Int32Array[], chance: Chance): void {
  const { tables, lengths, stride, nodes, positionOf, routeOf } = routes;
  const { requestOf, stopCount, vehicleCount } = tables;
  if (stopCount === 0) return;
  let used = 0;
  let planned = 0;
  for (let route = 0; route < vehicleCount; route++) {
    if (lengths[route]! === 2) continue;
    used += 1;
    planned += lengths[route]! - 2;
  }
  if (used === 0) return;
  const stringMax = Math.min(STRING_MAX, planned / used);
  const stringsMax = (4 * REMOVED_MEAN) / (1 + stringMax) - 1;
  const strings = Math.floor(1 + chance() * stringsMax);
  const ruined = new Set<number>();
  const removed: number[] = [];
  const seed = Math.floor(chance() * stopCount);
  for (const stop of neighbours[seed]!) {
    if (ruined.size >= strings) break;
    const route = routeOf[requestOf[stop]!]!;
    if (route === NOWHERE || ruined.has(route)) continue;
    ruined.add(route);
    const stops = lengths[route]! - 2;
    const length = Math.floor(1 + chance() * Math.min(stops, stringMax));
    let left = 0;
    if (length > 1 && length < stops && chance() < SPLIT_SHARE) {
      left = 1;
      while (length + left < stops && chance() < SPLIT_MORE) left += 1;
    }
    const whole = length + left;
    const at = positionOf[stop]!;
    const lowest = Math.max(1, at - whole + 1);
    const highest = Math.min(at, stops - whole + 1);
    const from = lowest + Math.floor(chance() * (highest - lowest + 1));
    const leftFrom = from + 1 + Math.floor(chance() * Math.max(0, length - 1));
    for (let position = from; position < from + whole; position++) {
      if (left > 0 && position >= leftFrom && position < leftFrom + left) continue;
      removed.push(requestOf[nodes[route * stride + position]!]!);
    }
  }
  routes.remove(removed);
}
