// The road engine: how long a map takes to build and load, and what routes and tables cost beside plain Dijkstra on the
// same roads. Both are asked in turns, so that a busy machine slows both.
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { seededChance } from "../src/domain/chance.ts";
import type { LatLng } from "../src/domain/geo.ts";
import { isRefusal, type Refusal } from "../src/domain/refusal.ts";
import type { Profile } from "../src/domain/roads.ts";
import type { MapOnDisk } from "../src/extract/map-folder.ts";
import { buildMap } from "../src/operations/build-map.ts";
import { MAP_WRITERS } from "../src/operations/map-writers.ts";
import { startStopwatch } from "../src/ports/clock.ts";
import { drawDemoExtract } from "../src/roads/demo/demo-extract.ts";
import { type LocalEngine, openEngine } from "../src/roads/engine.ts";
import { toMicro } from "../src/roads/micro.ts";
import type { Network } from "../src/roads/network.ts";
import { writeRoutes } from "../src/roads/osrm-json/route-json.ts";
import { PLAIN_ROUTE, type RouteQuestion } from "../src/roads/question.ts";
import { NearestRoad, type Position } from "../src/roads/search/grid.ts";
import { openNetwork } from "../src/roads/snapshot/packed-network.ts";
import { loadRoads } from "../src/roads/snapshot/roads-folder.ts";
import { readSnapshot } from "../src/roads/snapshot/snapshot-file.ts";
import { PlainDijkstra } from "../test/fixtures/roads/plain-dijkstra.ts";
import { compareWithOsrm } from "./osrm-pairs.ts";
import { drawPairs } from "./route-map.ts";
import { textbookRoute } from "./textbook-dijkstra.ts";

const HCMC = "../shared/data/map/hcmc-2018.osm.pbf";
const PAIRS = 2000;
const DIJKSTRA_EVERY = 10;
const ACROSS_PAIRS = 100;
const SEED = 3;

const say = (line: string): void => void process.stdout.write(`${line}\n`);
const percentile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? 0;
const micros = (values: readonly number[], share: number): string =>
  `${(percentile(values, share) * 1000).toFixed(0)} µs`;

function timed<T>(work: () => T): { readonly answer: T; readonly ms: number } {
  const stopwatch = startStopwatch();
  const answer = work();
  return { answer, ms: stopwatch.elapsedMs() };
}

async function build(dir: string): Promise<MapOnDisk> {
  const isReal = existsSync(HCMC);
  if (!isReal) say(`${HCMC} is not there: these are figures of the demo streets.`);
  const stopwatch = startStopwatch();
  const source = isReal ? { files: [HCMC] } : { extract: drawDemoExtract() };
  const built = await buildMap(MAP_WRITERS, { source, dir, label: "bench", demo: !isReal });
  if (isRefusal(built)) throw new Error(built.why);
  const { maxRSS, userCPUTime } = process.resourceUsage();
  const seconds = (stopwatch.elapsedMs() / 1000).toFixed(1);
  // On a busy machine the seconds of processor tell more than those on the wall.
  const spent = `${(userCPUTime / 1e6).toFixed(1)} s of processor, ${Math.round(maxRSS / 1024)} MB at most`;
  say(`build, both profiles and places: ${seconds} s (60 allowed), ${spent} (1024 allowed)`);
  for (const [part, figures] of Object.entries(built.manifest.figures)) say(`  ${part}: ${JSON.stringify(figures)}`);
  return built;
}

function routeQuestion(points: readonly LatLng[]): RouteQuestion {
  return { ...PLAIN_ROUTE, points, overview: "full" };
}

// Each answers with the cost in milliseconds.
type Floor = (from: LatLng, to: LatLng) => number;

function benchRoutes(engine: LocalEngine, textbook: Floor, tuned: Floor): void {
  const pairs = drawPairs(engine, PAIRS, SEED);
  const ours: number[] = [];
  const hinted: number[] = [];
  const plain: number[] = [];
  const fast: number[] = [];
  const priced: number[] = [];
  const others: number[] = [];
  const five: number[] = [];
  for (const [i, pair] of pairs.entries()) {
    const route = timed(() => {
      const answer = found(engine.route(pair));
      return { answer, json: writeRoutes(answer, routeQuestion(pair), "bench") };
    });
    ours.push(route.ms);
    const hints = route.answer.answer.waypoints.map((waypoint) => waypoint.hint);
    hinted.push(timed(() => engine.route(pair, { hints })).ms);
    // Another pair, whose roads are not in the cache yet.
    const [from, to] = pairs[(i + PAIRS / 2) % PAIRS]!;
    priced.push(timed(() => engine.matrix([from], [to])).ms);
    if (i % DIJKSTRA_EVERY > 0) continue;
    const byTextbook = timed(() => textbook(...pair));
    const byTuned = timed(() => tuned(...pair));
    if (byTextbook.answer !== byTuned.answer) throw new Error("the floors disagree");
    plain.push(byTextbook.ms);
    fast.push(byTuned.ms);
    others.push(timed(() => engine.route(pair, { alternatives: 2 })).ms);
    const stops = pairs.slice(i, i + 5).map(([from]) => from);
    if (stops.length === 5) five.push(timed(() => engine.route(stops)).ms);
  }
  // The first calls run before the code is compiled.
  const warm = (values: readonly number[]): readonly number[] => values.slice(values.length >> 2);
  const ratio = (floor: readonly number[]) => (percentile(warm(floor), 0.5) / percentile(warm(ours), 0.5)).toFixed(0);
  say(`  2 points, full geometry, JSON: p50 ${micros(warm(ours), 0.5)}, p99 ${micros(warm(ours), 0.99)}`);
  say(`  plain Dijkstra by the textbook: p50 ${micros(warm(plain), 0.5)}; ${ratio(plain)} times ours (300 wanted)`);
  say(`  the same on typed arrays, cost only: p50 ${micros(warm(fast), 0.5)}; ${ratio(fast)} times ours`);
  say(`  2 points again, with hints, no JSON: p50 ${micros(warm(hinted), 0.5)}`);
  say(`  1×1 matrix, what an estimate of one delivery asks for: p50 ${micros(warm(priced), 0.5)}`);
  say(`  with 2 other ways: p50 ${micros(warm(others), 0.5)}; 5 points: p50 ${micros(warm(five), 0.5)}`);
}

// From any road of the map to any other: 18 km on average on the extract of Hồ Chí Minh City.
function benchAcrossMap(engine: LocalEngine, { shape }: Network, textbook: Floor): void {
  const chance = seededChance(SEED);
  const anywhere = (): LatLng => {
    const point = 2 * Math.floor(chance() * (shape.length / 2));
    return { lng: shape[point]! / 1e6, lat: shape[point + 1]! / 1e6 };
  };
  const ours: number[] = [];
  const plain: number[] = [];
  while (ours.length < ACROSS_PAIRS) {
    const pair = [anywhere(), anywhere()] as const;
    // A few roads at the edge of an extract are reached from nowhere in it.
    if (isRefusal(engine.route(pair))) continue;
    ours.push(timed(() => writeRoutes(found(engine.route(pair)), routeQuestion(pair), "bench")).ms);
    plain.push(timed(() => textbook(...pair)).ms);
  }
  const [own, floor] = [percentile(ours, 0.5), percentile(plain, 0.5)];
  say(
    `  across the whole map: p50 ${micros(ours, 0.5)}; Dijkstra by the textbook ${micros(plain, 0.5)}, ${(floor / own).toFixed(0)} times ours`,
  );
}

function found<T>(answer: T | Refusal<string>): T {
  if (isRefusal(answer)) throw new Error(answer.why);
  return answer;
}

async function benchTables(engine: LocalEngine): Promise<void> {
  const points = drawPairs(engine, 500, SEED + 1).map(([from]) => from);
  for (const [side, rounds] of [
    [10, 200],
    [50, 40],
    [100, 20],
    [500, 3],
  ] as const) {
    const all = Array.from({ length: side }, (_, i) => i);
    const times: number[] = [];
    const delay = monitorEventLoopDelay({ resolution: 1 });
    for (let round = 0; round < rounds; round++) {
      const stopwatch = startStopwatch();
      delay.enable();
      const answer = await engine.table(points.slice(0, side), all, all);
      delay.disable();
      if (isRefusal(answer)) throw new Error(answer.why);
      times.push(stopwatch.elapsedMs());
    }
    const wait = side > 50 ? `; the event loop waited ${(delay.max / 1e6).toFixed(0)} ms at most` : "";
    say(`  ${side}×${side}: p50 ${percentile(times, 0.5).toFixed(2)} ms${wait}`);
  }
}

async function benchProfile(map: MapOnDisk, profile: Profile): Promise<void> {
  const stopwatch = startStopwatch();
  const snapshot = await readSnapshot(join(map.folder, `roads-${profile}.bin`));
  if (isRefusal(snapshot)) throw new Error(snapshot.why);
  const megabytes = (snapshot.buffer.byteLength / 2 ** 20).toFixed(1);
  say(`\n${profile}: snapshot of ${megabytes} MB read and checked in ${stopwatch.elapsedMs().toFixed(0)} ms`);
  const engine = openEngine(snapshot, { engine: "giao", map: map.manifest.version, demo: map.manifest.demo });
  const network = openNetwork(snapshot.buffer, snapshot.layout);
  const dijkstra = new PlainDijkstra(network);
  const nearest = new NearestRoad(network);
  const snap = ({ lat, lng }: LatLng): Position => nearest.find(toMicro(lng), toMicro(lat), 2000)!;
  const textbook: Floor = (from, to) => textbookRoute(network, snap(from), snap(to))?.ms ?? Number.POSITIVE_INFINITY;
  benchRoutes(engine, textbook, (from, to) => dijkstra.cheapestMs(snap(from), snap(to)));
  benchAcrossMap(engine, network, textbook);
  await benchTables(engine);
  engine.close();
}

const dir = mkdtempSync(join(tmpdir(), "giao-bench-roads-"));
try {
  const map = await build(dir);
  const loading = startStopwatch();
  const loaded = await loadRoads(map);
  if (isRefusal(loaded)) throw new Error(loaded.why);
  say(`both profiles loaded in ${loading.elapsedMs().toFixed(0)} ms`);
  for (const engine of Object.values(loaded.engines)) engine.close();
  await benchProfile(map, "bike");
  await benchProfile(map, "car");
  say("");
  await compareWithOsrm(say);
  say(`\nprocess: ${Math.round(process.memoryUsage().rss / 2 ** 20)} MB`);
} finally {
  rmSync(dir, { recursive: true });
}
