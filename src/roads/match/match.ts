// Finds the roads a vehicle drove from where it was seen: hidden Markov map matching after Newson and Krumm (2009). A sighting may
// belong to any road near it, the nearer the likelier; between two of them a way is the likelier the nearer its length is to the
// crow's. The likeliest chain of places is the answer. Where no chain holds, because nothing was seen for long or the vehicle left
// the map, the trace is split.

import { metersBetween } from "../../domain/geo.ts";
import { CELL_MICRO } from "../build/grid.ts";
import { lngShrink, METERS_PER_MICRO, toMicro } from "../micro.ts";
import type { Network } from "../network.ts";
import type { MatchOptions, Sighting } from "../path.ts";
import type { KeptOff } from "../search/detour-search.ts";
import { type End, finishesOn } from "../search/ends.ts";
import { NearestRoad, type Position, segmentOfPoint } from "../search/grid.ts";
import { Heap } from "../search/heap.ts";

// Where a sighting was, on an edge and in a direction.
export type Seen = {
  // Its number in the trace.
  readonly sighting: number;
  readonly position: Position;
  readonly end: End;
  // Other roads it might have been on.
  readonly others: number;
};

// A run of sightings that one way joins; at least two.
export type Matching = {
  readonly seen: readonly Seen[];
  // From each to the next.
  readonly legs: readonly Reached[];
  // 0 to 1: 1 where the way is as long as the line through the sightings.
  readonly confidence: number;
};

// That of a phone between houses.
const PRECISION_METERS = 8;
const REACH_PRECISIONS = 5;
const REACH_METERS_MIN = 35;
const ROADS_MAX = 8;
// Of two sightings each may be off by twice its precision.
const BACK_PRECISIONS = 4;
// How much longer than the crow's a way may be before it counts as unlikely.
const DETOUR_METERS = 8;
const DETOUR_SHARE = 0.05;
// A way this much longer is none.
const LENGTH_TIMES_MAX = 3;
const LENGTH_METERS_MORE = 400;
const PAUSE_SECONDS_MAX = 120;
const JUMP_METERS_MAX = 3_000;
// 180 km/h, which no vehicle of ours drives.
const METERS_PER_SECOND_MAX = 50;

type Candidate = {
  readonly position: Position;
  readonly end: End;
  // The least unlikely chain that ends here, and what it comes from.
  cost: number;
  before: Candidate | undefined;
  leg: Reached | undefined;
};

// Which roads a trace may have been driven on, and which way.
type Drivable = {
  // Whether the road is open, as the number of the sighting asks; with the ways one may be heading there. Undefined: not this one.
  readonly bind: (position: Position, sighting: number) => Position | undefined;
  readonly off: KeptOff | undefined;
};

const EVERY_ROAD: Drivable = { bind: (position) => position, off: undefined };

type Layer = { readonly sighting: number; readonly candidates: readonly Candidate[] };

export class Matcher {
  readonly #network: Network;
  readonly #near: NearSegments;
  readonly #search: LocalSearch;

  constructor(network: Network) {
    this.#network = network;
    this.#near = new NearSegments(network);
    this.#search = new LocalSearch(network);
  }

  match(trace: readonly Sighting[], options: MatchOptions = {}, roads = EVERY_ROAD): readonly Matching[] {
    const matchings: Matching[] = [];
    let layers: Layer[] = [];
    const finish = (): void => {
      if (layers.length > 1) matchings.push(bestChain(trace, layers));
      layers = [];
    };
    for (const [sighting, point] of trace.entries()) {
      const last = layers.at(-1);
      const before = last && trace[last.sighting]!;
      // Whoever stands still is seen all around: only a sighting off the spot tells something new.
      if (before && metersBetween(before, point) < precisionOf(point)) continue;
      const candidates = this.#candidatesOf(point, sighting, options, roads);
      if (candidates.length === 0) continue;
      const goesOn =
        before && !isApart(before, point, options) && this.#join(before, last.candidates, point, candidates, roads.off);
      if (last && !goesOn) {
        finish();
        for (const candidate of candidates) candidate.cost = emission(candidate, point);
      }
      layers.push({ sighting, candidates: candidates.filter(({ cost }) => cost < Infinity) });
    }
    finish();
    return matchings;
  }

  #candidatesOf(
    point: Sighting,
    sighting: number,
    { isFerryToo = false }: MatchOptions,
    { bind, off }: Drivable,
  ): readonly Candidate[] {
    const precision = precisionOf(point);
    const reach = Math.max(REACH_METERS_MIN, REACH_PRECISIONS * precision);
    const { stateEdge } = this.#network;
    const wanted = { isFerryToo, bind: (position: Position) => bind(position, sighting) };
    const roads = this.#near.find(toMicro(point.lng), toMicro(point.lat), reach, ROADS_MAX, wanted);
    return roads.flatMap((position) => {
      const ends = finishesOn(this.#network, position).filter(({ state }) => !off?.edges[stateEdge[state]!]);
      return ends.map((end) => {
        const candidate: Candidate = { position, end, cost: 0, before: undefined, leg: undefined };
        candidate.cost = emission(candidate, point);
        return candidate;
      });
    });
  }

  // Gives every candidate its best way there; false when none has any.
  #join(
    before: Sighting,
    from: readonly Candidate[],
    point: Sighting,
    candidates: readonly Candidate[],
    off: KeptOff | undefined,
  ): boolean {
    const crow = metersBetween(before, point);
    const slack = DETOUR_METERS + crow * DETOUR_SHARE;
    const cmMax = 100 * (crow * LENGTH_TIMES_MAX + LENGTH_METERS_MORE);
    const ends = candidates.map(({ end }) => end);
    for (const candidate of candidates) candidate.cost = Infinity;
    for (const start of from) {
      this.#search.run(start.end, ends, cmMax, off);
      for (const candidate of candidates) {
        const leg = this.#search.to(candidate.end) ?? backwards(start.end, candidate.end, precisionOf(point));
        if (!leg || leg.cm > cmMax) continue;
        const cost = start.cost + Math.abs(leg.cm / 100 - crow) / slack + emission(candidate, point);
        if (cost >= candidate.cost) continue;
        candidate.cost = cost;
        candidate.before = start;
        candidate.leg = leg;
      }
    }
    return candidates.some(({ cost }) => cost < Infinity);
  }
}

function precisionOf({ precisionMeters }: Sighting): number {
  return precisionMeters ?? PRECISION_METERS;
}

function emission({ position }: Candidate, point: Sighting): number {
  return (position.distanceMeters / precisionOf(point)) ** 2 / 2;
}

// A few metres back along the same edge is the receiver's doing: the vehicle has not moved.
function backwards(from: End, to: End, precisionMeters: number): Reached | undefined {
  const back = from.behindCm - to.behindCm;
  return from.state === to.state && back > 0 && back <= BACK_PRECISIONS * 100 * precisionMeters
    ? { ms: 0, cm: 0 }
    : undefined;
}

function isApart(before: Sighting, point: Sighting, { isOneOverPauses = false }: MatchOptions): boolean {
  const meters = metersBetween(before, point);
  if (meters > JUMP_METERS_MAX) return true;
  if (before.atSeconds === undefined || point.atSeconds === undefined) return false;
  const seconds = point.atSeconds - before.atSeconds;
  if (!isOneOverPauses && seconds > PAUSE_SECONDS_MAX) return true;
  return meters > METERS_PER_SECOND_MAX * Math.max(1, seconds);
}

function bestChain(trace: readonly Sighting[], layers: readonly Layer[]): Matching {
  const chain: Candidate[] = [];
  const last = layers.at(-1)!.candidates.reduce((best, candidate) => (candidate.cost < best.cost ? candidate : best));
  for (let at: Candidate | undefined = last; at; at = at.before) chain.push(at);
  chain.reverse();
  const seen: Seen[] = [];
  for (const [i, { position, end, leg }] of chain.entries()) {
    const { sighting, candidates } = layers[i]!;
    const before = seen.at(-1);
    const others = new Set(candidates.map((candidate) => candidate.position.segment)).size - 1;
    // A vehicle that has not moved is where it was; one that came round to the same edge drove more than lies behind it there.
    const isBack =
      before?.end.state === end.state &&
      before.end.behindCm > end.behindCm &&
      leg !== undefined &&
      leg.cm <= end.behindCm;
    seen.push(isBack && before ? { ...before, sighting, others } : { sighting, position, end, others });
  }
  const legs = chain.slice(1).map(({ leg }) => leg!);
  const driven = legs.reduce((sum, { cm }) => sum + cm / 100, 0);
  const crow = seen
    .slice(1)
    .reduce((sum, { sighting }, i) => sum + metersBetween(trace[seen[i]!.sighting]!, trace[sighting]!), 0);
  return { seen, legs, confidence: Math.min(driven, crow) / Math.max(driven, crow, 1) };
}

// Every road near a point, the nearest first, each with the place on it that is nearest: where a vehicle that was seen there may
// have been.
class NearSegments {
  readonly #network: Network;
  readonly #nearest: NearestRoad;
  // Of the question under way.
  readonly #segments = new Set<number>();

  constructor(network: Network) {
    this.#network = network;
    this.#nearest = new NearestRoad(network);
  }

  // At most `countMax` of them. The point is in millionths of a degree.
  find(
    lng: number,
    lat: number,
    radiusMeters: number,
    countMax: number,
    wanted: { readonly isFerryToo: boolean; readonly bind: (position: Position) => Position | undefined },
  ): readonly Position[] {
    const reach = radiusMeters / METERS_PER_MICRO;
    const aside = reach / Math.max(0.1, lngShrink(lat));
    this.#segments.clear();
    const [west, east] = [Math.floor((lng - aside) / CELL_MICRO), Math.floor((lng + aside) / CELL_MICRO)];
    const [south, north] = [Math.floor((lat - reach) / CELL_MICRO), Math.floor((lat + reach) / CELL_MICRO)];
    for (let row = south; row <= north; row++) this.#gather(row, west, east);
    if (wanted.isFerryToo) {
      for (const piece of this.#nearest.ferryPieces()) {
        this.#segments.add(segmentOfPoint(this.#network.shapeStart, piece));
      }
    }
    return [...this.#segments]
      .map((segment) => this.#nearest.onSegment(segment, lng, lat))
      .flatMap((position) => (position.distanceMeters <= radiusMeters ? (wanted.bind(position) ?? []) : []))
      .sort((a, b) => a.distanceMeters - b.distanceMeters || a.segment - b.segment)
      .slice(0, countMax);
  }

  #gather(row: number, west: number, east: number): void {
    const { gridOrigin, gridRowStart, cellColumn, cellStart, cellPieces, shapeStart } = this.#network;
    const at = row - gridOrigin[0]!;
    if (at < 0 || at + 1 >= gridRowStart.length) return;
    for (let cell = gridRowStart[at]!; cell < gridRowStart[at + 1]! && cellColumn[cell]! <= east; cell++) {
      if (cellColumn[cell]! < west) continue;
      for (let i = cellStart[cell]!; i < cellStart[cell + 1]!; i++) {
        this.#segments.add(segmentOfPoint(shapeStart, cellPieces[i]!));
      }
    }
  }
}

// The cheapest ways from one place to a few others that are near: Dijkstra's search over the turns themselves, given up beyond a
// length. Between two sightings of a vehicle this is less work than climbing the hierarchy for every pair of places.
type Reached = { readonly ms: number; readonly cm: number };

// Of a city's centre, some two kilometres around.
const SETTLED_MAX = 6_000;
// A few quarters that nobody may pass through are driven to get out of them, a dozen are no way.
const MS_MAX = 2 ** 30;

class LocalSearch {
  readonly #network: Network;
  readonly #heap = new Heap();
  // By state, as the search of this stamp left it: what it costs to be at the start of its edge.
  readonly #stamp: Int32Array;
  readonly #ms: Int32Array;
  readonly #cm: Int32Array;
  // Which states the search of this stamp is for.
  readonly #wanted: Int32Array;
  #now = 0;
  #from: End | undefined;
  #off: KeptOff | undefined;

  constructor(network: Network) {
    this.#network = network;
    const row = (): Int32Array => new Int32Array(network.stateEdge.length);
    [this.#stamp, this.#ms, this.#cm, this.#wanted] = [row(), row(), row(), row()];
  }

  run(from: End, targets: readonly End[], cmMax: number, off: KeptOff | undefined): void {
    const { stateEdge, edgeMs, segmentCm } = this.#network;
    const now = ++this.#now;
    const wanted = this.#wanted;
    let left = 0;
    for (const { state } of targets) {
      if (wanted[state] !== now) left += 1;
      wanted[state] = now;
    }
    this.#from = from;
    this.#off = off;
    this.#heap.clear();
    const edge = stateEdge[from.state]!;
    this.#leave(from.state, edgeMs[edge]! - from.behindMs, segmentCm[edge >> 1]! - from.behindCm, cmMax);
    for (let settled = 0; this.#heap.size > 0 && settled < SETTLED_MAX; settled++) {
      const ms = this.#heap.topKey();
      const state = this.#heap.pop();
      if (ms > this.#ms[state]!) continue;
      if (wanted[state] === now && --left === 0) return;
      const next = stateEdge[state]!;
      this.#leave(state, ms + edgeMs[next]!, this.#cm[state]! + segmentCm[next >> 1]!, cmMax);
    }
  }

  // What it takes to get there from where the last search began; undefined when that is too far.
  to(target: End): Reached | undefined {
    const from = this.#from!;
    if (from.state === target.state && target.behindCm >= from.behindCm) {
      return { ms: target.behindMs - from.behindMs, cm: target.behindCm - from.behindCm };
    }
    if (this.#stamp[target.state] !== this.#now) return undefined;
    return { ms: this.#ms[target.state]! + target.behindMs, cm: this.#cm[target.state]! + target.behindCm };
  }

  #leave(state: number, ms: number, cm: number, cmMax: number): void {
    if (cm > cmMax) return;
    const { turnStart, turnTo, turnMs, stateEdge } = this.#network;
    const off = this.#off;
    for (let turn = turnStart[state]!; turn < turnStart[state + 1]!; turn++) {
      const next = turnTo[turn]!;
      if (off && (off.edges[stateEdge[next]!] || off.turns.has(turn))) continue;
      const offered = ms + turnMs[turn]!;
      if (offered > MS_MAX || (this.#stamp[next] === this.#now && this.#ms[next]! <= offered)) continue;
      this.#stamp[next] = this.#now;
      this.#ms[next] = offered;
      this.#cm[next] = cm;
      this.#heap.push(next, offered);
    }
  }
}
