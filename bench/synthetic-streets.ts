// A street grid with the habits of a Vietnamese city: fast arterials, slow one-way locals, a river with few bridges.
// Gives asymmetric road times between random doors when no map is loaded; the same seed gives the same times.
import { type Chance, seededChance } from "../src/domain/chance.ts";

const SIDE = 72; // junctions a side, 170 m apart: about 12 km
const BLOCK_METERS = 170;
const ARTERIAL_EVERY = 8;
const ARTERIAL_METERS_PER_SECOND = 8.3;
const LOCAL_METERS_PER_SECOND = 4.7;
const ONE_WAY_SHARE = 0.45;
const RIVER_ROW = 40;

export function syntheticRoadSeconds(stops: number, seed: number): Float64Array {
  const chance = seededChance(seed);
  const links = streetLinks(chance);
  const doors = Array.from({ length: stops }, () => randomDoor(chance));
  const seconds = new Float64Array(stops * stops);
  for (const [row, from] of doors.entries()) {
    const reached = dijkstra(links, from);
    for (const [column, to] of doors.entries()) seconds[row * stops + column] = reached[to]!;
  }
  return seconds;
}

type Links = readonly (readonly { readonly to: number; readonly seconds: number }[])[];

function streetLinks(chance: Chance): Links {
  const links: { to: number; seconds: number }[][] = Array.from({ length: SIDE * SIDE }, () => []);
  const add = (from: number, to: number, arterial: boolean): void => {
    const speed = (arterial ? ARTERIAL_METERS_PER_SECOND : LOCAL_METERS_PER_SECOND) * (0.75 + 0.5 * chance());
    links[from]!.push({ to, seconds: BLOCK_METERS / speed });
  };
  for (let line = 0; line < SIDE; line++) {
    const arterial = line % ARTERIAL_EVERY === 0;
    const oneWay = { row: !arterial && chance() < ONE_WAY_SHARE, column: !arterial && chance() < ONE_WAY_SHARE };
    const forwards = { row: chance() < 0.5, column: chance() < 0.5 };
    for (let at = 0; at + 1 < SIDE; at++) {
      const [west, east] = [line * SIDE + at, line * SIDE + at + 1];
      if (!oneWay.row || forwards.row) add(west, east, arterial);
      if (!oneWay.row || !forwards.row) add(east, west, arterial);
      if (at === RIVER_ROW && line % (2 * ARTERIAL_EVERY) !== 0) continue; // no bridge here
      const [north, south] = [at * SIDE + line, (at + 1) * SIDE + line];
      if (!oneWay.column || forwards.column) add(north, south, arterial);
      if (!oneWay.column || !forwards.column) add(south, north, arterial);
    }
  }
  return links;
}

// Doors gather in the middle, as people do.
function randomDoor(chance: Chance): number {
  const place = (): number => Math.floor(((chance() + chance()) / 2) * SIDE);
  return place() * SIDE + place();
}

function dijkstra(links: Links, from: number): Float64Array {
  const reached = new Float64Array(links.length).fill(Infinity);
  reached[from] = 0;
  const heap: { node: number; seconds: number }[] = [{ node: from, seconds: 0 }];
  while (heap.length > 0) {
    const { node, seconds } = popNearest(heap);
    if (seconds > reached[node]!) continue;
    for (const link of links[node]!) {
      const total = seconds + link.seconds;
      if (total >= reached[link.to]!) continue;
      reached[link.to] = total;
      push(heap, { node: link.to, seconds: total });
    }
  }
  return reached;
}

type Entry = { readonly node: number; readonly seconds: number };

function push(heap: Entry[], entry: Entry): void {
  let at = heap.push(entry) - 1;
  while (at > 0) {
    const parent = (at - 1) >> 1;
    if (heap[parent]!.seconds <= entry.seconds) break;
    heap[at] = heap[parent]!;
    at = parent;
  }
  heap[at] = entry;
}

function popNearest(heap: Entry[]): Entry {
  const nearest = heap[0]!;
  const last = heap.pop()!;
  if (heap.length === 0) return nearest;
  let at = 0;
  for (;;) {
    let child = 2 * at + 1;
    if (child >= heap.length) break;
    if (child + 1 < heap.length && heap[child + 1]!.seconds < heap[child]!.seconds) child++;
    if (heap[child]!.seconds >= last.seconds) break;
    heap[at] = heap[child]!;
    at = child;
  }
  heap[at] = last;
  return nearest;
}
