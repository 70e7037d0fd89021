// A city's first plan on its roads, in a process of its own, so that what it takes of memory is what the planner takes: ways by road as the live
// planner asks for them, the problem, everything placed, then what each second of searching is worth. Its last line is the plan's picture, for
// whoever asks what still fits in.
//   node bench/planning-city.ts '{"snapshotFile": …, "parcels": 1000, "drivers": 60, "seconds": 10, "seed": 1}'
import { writeFileSync } from "node:fs";
import { checkPlan } from "../src/domain/planning/check-plan.ts";
import { planRoutes } from "../src/domain/planning/plan-routes.ts";
import { isRefusal } from "../src/domain/refusal.ts";
import { cityProblem } from "../src/domain/rolling-plan/city-problem.ts";
import { pictureOf } from "../src/domain/rolling-plan/plan-picture.ts";
import { HUB_DAY, hubDay } from "../src/domain/simulation/hub-day.ts";
import { asPlanned, buildWorld, DAY_SETTINGS, placesOf } from "../src/domain/simulation/world.ts";
import { openTravelBook } from "../src/operations/rolling-plan/travel-book.ts";
import { startStopwatch } from "../src/ports/clock.ts";
import { openEngine } from "../src/roads/engine.ts";
import { openLocalRoads } from "../src/roads/local.ts";
import { readSnapshot } from "../src/roads/snapshot/snapshot-file.ts";

export type CityAsked = {
  readonly snapshotFile: string;
  readonly pictureFile: string;
  readonly parcels: number;
  readonly drivers: number;
  readonly seconds: number;
  readonly seed: number;
};

// The bars.
const FIRST_SECONDS_MAX = 10;
const MEGABYTES_MAX = 1_024;
const CENTER = { lat: 10.7769, lng: 106.7009 };
const HUBS = 12;
const LAST = 10 * 3_600;

const { snapshotFile, pictureFile, parcels, drivers, seconds, seed } = JSON.parse(process.argv[2] ?? "") as CityAsked;
const say = (line: string): void => void process.stdout.write(`${line}\n`);
const verdict = (isHeld: boolean): string => (isHeld ? "held" : "NOT HELD");

const snapshot = await readSnapshot(snapshotFile);
if (isRefusal(snapshot)) throw new Error(snapshot.why);
const engine = openEngine(snapshot, { engine: "giao", map: snapshot.hash, demo: false });
const roads = openLocalRoads({ version: engine.version, engines: { bike: engine, car: engine } });

const day = hubDay({ ...HUB_DAY, parcels, drivers, hubs: HUBS, center: CENTER }, seed);
const { places, numberOf } = placesOf(day);
const starts = new Set(day.drivers.map(({ start }) => numberOf(start)));
// Of the processor, all threads together: a busy neighbour changes nothing.
const before = process.cpuUsage();
const spent = (): number => {
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
};
const watch = startStopwatch();
const deps = {
  roads,
  onFault: (fault: unknown) => {
    throw fault;
  },
};
const travel = await openTravelBook().measure(deps, "bike", places, starts, new Date(0));
const waysSeconds = spent();
roads.close();

const world = buildWorld(day, { places, numberOf }, travel, { ...DAY_SETTINGS, bundleMax: 20 }, asPlanned(travel));
const orders = world.orders.map((order) => ({
  ...order,
  dueAt: LAST,
  isPlanned: true,
  releaseAt: order.readyAt,
  isWave: false,
  leadSeconds: 900,
}));
const fleet = world.drivers.map(({ id, point }) => ({
  id,
  point,
  freeAt: 0,
  offAt: LAST,
  onBoard: [],
  visits: [],
  vehicle: "BIKE" as const,
  walletFree: Infinity,
  rating: undefined,
  hasOpenOffer: false,
}));
const city = cityProblem({ now: 0, orders, drivers: fleet, travel, inForce: new Map() });
const laidOutSeconds = spent();
let first: number | undefined;
let firstOnTheWall = 0;
let best = { cost: Infinity, unplanned: 0, vehicles: 0 };
let nextSecond = 1;
const told: string[] = [];
const tell = (): void => {
  const out = best.unplanned > 0 ? `, ${best.unplanned} out` : "";
  told.push(`    ${nextSecond} s: ${Math.round(best.cost / 1_000)} km of cost, ${best.vehicles} drivers${out}`);
};
const plan = planRoutes(city.problem, {
  seed,
  spent: () => {
    if (first === undefined) return 0;
    const since = spent() - first;
    for (; since >= nextSecond && nextSecond <= seconds; nextSecond++) tell();
    return since / seconds;
  },
  onBetter: ({ cost, unplanned, routes }) => {
    const isFirst = first === undefined;
    first ??= spent();
    best = { cost, unplanned: unplanned.length, vehicles: routes.filter((route) => route.length > 0).length };
    if (!isFirst) return;
    firstOnTheWall = watch.elapsedMs() / 1_000;
    nextSecond = 0;
    tell();
    nextSecond = 1;
  },
});
const [fault] = checkPlan(city.problem, plan);
if (fault) throw new Error(JSON.stringify(fault));
const megabytes = Math.round(process.resourceUsage().maxRSS / 1_024);
say(
  `${parcels.toLocaleString("en")} parcels x ${drivers} drivers: first plan after ${first!.toFixed(1)} s of a processor ` +
    `(${FIRST_SECONDS_MAX} allowed: ${verdict(first! <= FIRST_SECONDS_MAX)}), ${firstOnTheWall.toFixed(1)} s on the wall; ` +
    `${megabytes} MB at most (${MEGABYTES_MAX} allowed: ${verdict(megabytes <= MEGABYTES_MAX)}), SEED=${seed}`,
);
say(
  `  ${places.length} x ${places.length} ways by road ${waysSeconds.toFixed(1)} s, problem ${(laidOutSeconds - waysSeconds).toFixed(1)} s, ` +
    `everything placed ${(first! - laidOutSeconds).toFixed(1)} s`,
);
say("  the cheapest plan after each second of searching, of a processor:");
for (const line of told) say(line);
writeFileSync(pictureFile, JSON.stringify(pictureOf(city, plan, places)));
