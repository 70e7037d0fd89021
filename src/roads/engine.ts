// The road engine of one profile of one map: snaps, searches, tells. Searches keep their working memory, so they belong to one
// thread; the network under them is shared.
import type { LatLng } from "../domain/geo.ts";
import { isRefusal, type Promised, type Refusal, refuse } from "../domain/refusal.ts";
import type { DrivenBy, DrivenRoad, RoadMatrix, RoadsVersion } from "../domain/roads.ts";
import type { Deadline } from "../ports/deadline.ts";
import { NewestMap } from "../ports/flow/newest-map.ts";
import { Crossings } from "./describe/crossings.ts";
import { drivenCm, legPath } from "./describe/leg-path.ts";
import { Streets } from "./describe/streets.ts";
import { edgeKeys } from "./learn/edge-keys.ts";
import { drivenEdges } from "./match/driven-edges.ts";
import { Matcher, type Matching } from "./match/match.ts";
import { timeOf } from "./network.ts";
import {
  ALTERNATIVES_MAX,
  type MatchAnswer,
  type Path,
  type RoadEngine,
  type Sighting,
  type SnapOptions,
} from "./path.ts";
import { Alternatives } from "./search/alternatives.ts";
import { DetourSearch, findOff, type KeptOff, openOnly, tableOff } from "./search/detour-search.ts";
import { finishesAt, startsAt } from "./search/ends.ts";
import type { Position } from "./search/grid.ts";
import { KeptOffs } from "./search/kept-off.ts";
import { type FindLeg, LegSearch } from "./search/leg-search.ts";
import { type Snapped, Snapper } from "./search/snap.ts";
import { findOverStops, type StopsFound, type StopsLeg } from "./search/stops-search.ts";
import { type Costs, TableSearch } from "./search/table-search.ts";
import { openNetwork } from "./snapshot/packed-network.ts";
import type { Snapshot } from "./snapshot/snapshot-file.ts";
import { openRoadThreads, type RoadThreads, type ServedEngine } from "./threads/road-threads.ts";
import { drawRoadTile } from "./tile/road-tile.ts";

// Answers at once, on the thread that asks.
export type Searches = RoadEngine & {
  // Whether something is closed to them then.
  readonly keepsOff: (by?: DrivenBy) => boolean;
  // A table without the waypoints.
  readonly matrix: (
    sources: readonly LatLng[],
    targets: readonly LatLng[],
    by?: DrivenBy,
  ) => RoadMatrix | Refusal<"NO_SEGMENT">;
  readonly drivenRoads: (trace: readonly Sighting[]) => readonly DrivenRoad[];
};

export type LocalEngine = ServedEngine & {
  // A big one is computed on another thread; `work` is what it is asked for.
  readonly matrix: (
    sources: readonly LatLng[],
    targets: readonly LatLng[],
    work?: Deadline,
    by?: DrivenBy,
  ) => ReturnType<Searches["matrix"]> | Promised<RoadMatrix, "NO_SEGMENT">;
  readonly aside: RoadThreads;
  readonly snapshot: Snapshot;
  // Lets go of its threads. What was asked before is still answered.
  readonly close: () => void;
};

// A table of up to this many places is two or three milliseconds of work; a larger one goes to another thread.
const PLACES_IN_PLACE = 40;
// Without the hierarchy a source takes some five milliseconds.
const PLACES_OFF_IN_PLACE = 2;
// Ways between two places that are kept for who asks again: an order's line is drawn after its length was asked for, and a create follows an
// estimate. Each is a kilobyte.
const KNOWN_WAYS_MAX = 1_000;
// 64 MB of answer. Doors and dispatch stay far below.
const TABLE_CELLS_MAX = 4_000_000;

export function openEngine(snapshot: Snapshot, version: RoadsVersion): LocalEngine {
  const searches = openSearches(snapshot, version);
  const aside = openRoadThreads(snapshot, version);
  return {
    ...searches,
    aside,
    snapshot,
    matrix: (sources, targets, work, by) => {
      const isSmall =
        sources.length + targets.length <= (searches.keepsOff(by) ? PLACES_OFF_IN_PLACE : PLACES_IN_PLACE);
      if (isSmall) return searches.matrix(sources, targets, by);
      refuseTooLarge(sources, targets);
      return aside.matrix(sources, targets, work, by);
    },
    close: aside.close,
  };
}

export function openSearches(snapshot: Snapshot, version: RoadsVersion): Searches {
  const network = openNetwork(snapshot.buffer, snapshot.layout);
  const streets = new Streets(network);
  const crossings = new Crossings(network, streets);
  const snapper = new Snapper(network, streets, Number.parseInt(snapshot.hash.slice(0, 8), 16));
  const search = new LegSearch(network);
  // Made when first asked for: each holds memory for every state.
  let tables: TableSearch | undefined;
  let alternatives: Alternatives | undefined;
  let matcher: Matcher | undefined;
  let detour: DetourSearch | undefined;
  const offs = new KeptOffs(network);
  const known = new NewestMap<string, StopsFound>(KNOWN_WAYS_MAX);

  function findingOff(off: KeptOff | undefined): FindLeg {
    if (!off) return search;
    detour ??= new DetourSearch(network);
    return findOff(network, search, detour, off);
  }
  let keys: Float64Array | undefined;

  function pathOf(legs: readonly StopsLeg[], stops: readonly Position[]): Path {
    const paths = legs.map((leg, i) => legPath(network, streets, crossings, leg, stops[i]!, stops[i + 1]!));
    let distanceMeters = 0;
    let ms = 0;
    for (const leg of paths) distanceMeters += leg.distanceMeters;
    for (const leg of legs) ms += leg.ms;
    return { distanceMeters, durationSeconds: ms / 1000, legs: paths };
  }

  function otherLegs(from: Position, to: Position, best: StopsLeg, wanted: number): readonly StopsLeg[] {
    alternatives ??= new Alternatives(network, search);
    const [starts, finishes] = [startsAt(network, from), finishesAt(network, to)];
    return alternatives.find(from, to, best, wanted).map((leg) => ({
      ...leg,
      behindCm: starts[leg.start]!.behindCm,
      arrivedCm: finishes[leg.finish]!.behindCm,
      ms: timeOf(leg.ms),
      turnRoundMs: 0,
    }));
  }

  function pathOver({ seen }: Matching, finding: FindLeg): Path {
    const legs = seen.slice(1).map(({ end }, i): StopsLeg => {
      const leg = finding.find([{ ...seen[i]!.end, spentMs: 0 }], [end]);
      if (!leg) throw new Error(`no way leads from state ${seen[i]!.end.state} to ${end.state}`);
      const [behindCm, arrivedCm] = [seen[i]!.end.behindCm, end.behindCm];
      return { ...leg, behindCm, arrivedCm, ms: timeOf(leg.ms), turnRoundMs: 0 };
    });
    const stops = seen.map(({ position }) => position);
    return pathOf(legs, stops);
  }

  function findBetween(from: Position, to: Position, off: KeptOff | undefined): StopsFound {
    if (off) return findOverStops(network, findingOff(off), [from, to]);
    const name = `${nameOf(from)} ${nameOf(to)}`;
    const found = known.get(name) ?? findOverStops(network, search, [from, to]);
    if (!known.has(name)) known.set(name, found);
    return found;
  }

  // What an estimate asks for most, one pickup and one delivery, is one search without buckets.
  function findOne(from: Position, to: Position, off: KeptOff | undefined): Costs {
    const found = findBetween(from, to, off);
    if ("noWayFrom" in found) return { ms: Float64Array.of(Infinity), cm: Float64Array.of(Infinity) };
    const leg = found.legs[0]!;
    return { ms: Float64Array.of(leg.ms), cm: Float64Array.of(drivenCm(network, leg)) };
  }

  function findCosts(from: readonly Snapped[], to: readonly Snapped[], off: KeptOff | undefined): Costs {
    refuseTooLarge(from, to);
    const [starts, ends] = [from.map(({ position }) => position), to.map(({ position }) => position)];
    if (starts.length === 1 && ends.length === 1) return findOne(starts[0]!, ends[0]!, off);
    if (off) return findOffCosts(starts, ends, off);
    tables ??= new TableSearch(network);
    const { ms, cm } = tables.find(starts, ends);
    return { ms: ms.map(timeOf), cm };
  }

  function findOffCosts(from: readonly Position[], to: readonly Position[], off: KeptOff): Costs {
    detour ??= new DetourSearch(network);
    const ask = (start: Position, end: Position): StopsLeg | undefined => {
      const found = findOverStops(network, openOnly(network, search, off), [start, end]);
      return "legs" in found ? found.legs[0] : undefined;
    };
    return tableOff(network, detour, ask, from, to, off);
  }

  // Where no way leads, points that lie on a road apart are put on another.
  function findTable(sources: readonly Snapped[], targets: readonly Snapped[], options?: SnapOptions, off?: KeptOff) {
    const costs = findCosts(sources, targets, off);
    const [from, to] = [[...sources], [...targets]];
    const isLost = (i: number, j: number): boolean => costs.ms[i * to.length + j] === Infinity;
    const moved = costs.ms.includes(Infinity)
      ? snapper.moveToGround([...sources, ...targets], options, off)
      : undefined;
    if (!moved) return { costs, from, to };
    const lost = from.flatMap((_, i) => (to.some((_, j) => isLost(i, j)) ? [i] : []));
    const movedTo = moved.slice(from.length);
    const others = findCosts(
      lost.map((i) => moved[i]!),
      movedTo,
      off,
    );
    for (const [row, i] of lost.entries()) {
      for (let j = 0; j < to.length; j++) {
        const at = row * to.length + j;
        if (!isLost(i, j) || others.ms[at] === Infinity) continue;
        costs.ms[i * to.length + j] = others.ms[at]!;
        costs.cm[i * to.length + j] = others.cm[at]!;
        [from[i], to[j]] = [moved[i]!, movedTo[j]!];
      }
    }
    return { costs, from, to };
  }

  return {
    profile: snapshot.profile,
    version,
    snap: (point, radiusMeters) => {
      const snapped = snapper.snapAll([point], { radiusesMeters: [radiusMeters] });
      return isRefusal(snapped) ? snapped : snapper.waypoint(snapped[0]!);
    },
    route: (points, options = {}) => {
      if (points.length < 2) throw new RangeError("a route needs two points");
      const off = offs.of(options);
      const nearest = snapper.snapAll(points, options, off);
      if (isRefusal(nearest)) return nearest;
      const over = (snapped: readonly Snapped[]): StopsFound => {
        const stops = snapped.map(({ position }) => position);
        if (stops.length === 2) return findBetween(stops[0]!, stops[1]!, off);
        return findOverStops(network, findingOff(off), stops, options.isAnyWayOn);
      };
      let [snapped, found] = [nearest, over(nearest)];
      const moved = "noWayFrom" in found ? snapper.moveToGround(nearest, options, off) : undefined;
      if (moved) [snapped, found] = [moved, over(moved)];
      const stops = snapped.map(({ position }) => position);
      if ("noWayFrom" in found) {
        return refuse("NO_ROUTE", `No way leads from point ${found.noWayFrom} to point ${found.noWayFrom + 1}.`);
      }
      // Other ways are found in the hierarchy, which keeps off nothing.
      const wanted = stops.length === 2 && !off ? Math.min(options.alternatives ?? 0, ALTERNATIVES_MAX) : 0;
      const others = wanted > 0 ? otherLegs(stops[0]!, stops[1]!, found.legs[0]!, wanted) : [];
      return {
        routes: [pathOf(found.legs, stops), ...others.map((leg) => pathOf([leg], stops))],
        waypoints: snapped.map((point) => snapper.waypoint(point)),
      };
    },
    table: (points, sources, targets, options = {}) => {
      const off = offs.of(options);
      const snapped = snapper.snapAll(points, options, off);
      if (isRefusal(snapped)) return snapped;
      const { costs, from, to } = findTable(
        sources.map((i) => snapped[i]!),
        targets.map((i) => snapped[i]!),
        optionsOf(options, [...sources, ...targets]),
        off,
      );
      return {
        matrix: matrixOf(costs, from.length, to.length),
        sources: from.map((point) => snapper.waypoint(point)),
        targets: to.map((point) => snapper.waypoint(point)),
      };
    },
    match: (trace, options = {}) => {
      matcher ??= new Matcher(network);
      const off = offs.of(options);
      const bind = (position: Position, i: number) => snapper.bind(position, trace[i]!, options, i, off);
      const found = matcher.match(trace, options, { bind, off });
      const waypoints: MatchAnswer["waypoints"][number][] = trace.map(() => undefined);
      for (const { sighting, position, others } of found.flatMap(({ seen }) => seen)) {
        waypoints[sighting] = { ...snapper.waypoint({ asked: trace[sighting]!, position }), others };
      }
      const matchings = found.map((matching) => ({
        path: pathOver(matching, findingOff(off)),
        sightings: matching.seen.map(({ sighting }) => sighting),
        confidence: matching.confidence,
      }));
      return { matchings, waypoints };
    },
    tile: (name) => drawRoadTile(network, streets, name),
    nearest: (point, count, options = {}) => snapper.nearest(point, count, options, offs.of(options)),
    drivenRoads: (trace) => {
      matcher ??= new Matcher(network);
      keys ??= edgeKeys(network);
      const driven = matcher.match(trace).flatMap((matching) => drivenEdges(network, search, trace, matching));
      return driven.map(({ edge, mapMs, drivenMs }) => ({ edge: keys![edge]!, mapMs, drivenMs }));
    },
    keepsOff: (by = {}) => offs.of(by) !== undefined,
    matrix: (sources, targets, by = {}) => {
      const off = offs.of(by);
      const points = [...sources, ...targets];
      const snapped = off ? snapper.snapAll(points, {}, off) : snapper.snapKnown(points);
      if (isRefusal(snapped)) return snapped;
      const [own, others] = [snapped.slice(0, sources.length), snapped.slice(sources.length)];
      const { costs, from, to } = findTable(own, others, {}, off);
      const moved = { sourcesMeters: from.map(movedMeters), targetsMeters: to.map(movedMeters) };
      return { ...matrixOf(costs, sources.length, targets.length), moved };
    },
  };
}

function optionsOf({ radiusesMeters, bearings, approaches, isFerryToo }: SnapOptions, points: readonly number[]) {
  return {
    radiusesMeters: points.map((i) => radiusesMeters?.[i]),
    bearings: points.map((i) => bearings?.[i]),
    approaches: points.map((i) => approaches?.[i]),
    isFerryToo: isFerryToo ?? false,
  };
}

// All that a search asks of a place.
function nameOf({ segment, alongCm, directions }: Position): string {
  return `${segment} ${alongCm} ${directions}`;
}

function movedMeters({ position }: Snapped): number {
  return position.distanceMeters;
}

function refuseTooLarge(sources: readonly unknown[], targets: readonly unknown[]): void {
  if (sources.length * targets.length > TABLE_CELLS_MAX) throw new RangeError("the table is too large");
}

function matrixOf({ ms, cm }: Costs, sources: number, targets: number): RoadMatrix {
  return {
    sources,
    targets,
    distancesMeters: cm.map((length) => length / 100),
    durationsSeconds: ms.map((cost) => cost / 1000),
  };
}
