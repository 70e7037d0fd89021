// `giao simulate`: a day under the virtual clock, under one policy after another, with the same matcher the dispatcher uses.
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { CITY_SEEDS } from "../domain/catalogue/seed/city-outlines.ts";
import { seededChance } from "../domain/chance.ts";
import { crowTravel, type Travel } from "../domain/matching/travel.ts";
import { isRefusal } from "../domain/refusal.ts";
import type { Roads } from "../domain/roads.ts";
import { cityDay, FIRST_HOUR } from "../domain/simulation/city-day.ts";
import type { Day } from "../domain/simulation/day.ts";
import { parseDay } from "../domain/simulation/day-csv.ts";
import { figuresOf } from "../domain/simulation/figures.ts";
import { generateDay } from "../domain/simulation/generated-day.ts";
import { OURS, POLICIES } from "../domain/simulation/policies.ts";
import { parseRecord } from "../domain/simulation/record.ts";
import { type Policy, type SimulatedOrder, simulate } from "../domain/simulation/simulator.ts";
import { simulateTraffic, type Traffic } from "../domain/simulation/traffic.ts";
import {
  asPlanned,
  buildWorld,
  DAY_SETTINGS,
  floorSeconds,
  pointsOf,
  type WorldSettings,
} from "../domain/simulation/world.ts";
import { startStopwatch } from "../ports/clock.ts";
import { openProgress, type Progress, type Screen } from "./progress.ts";
import { askRoadTravel } from "./road-travel.ts";
import { calibrationLine, jsonOf, type PolicyRun, tableOf } from "./simulate-report.ts";
import { BadWords, type Out, readWords } from "./words.ts";

export const SIMULATE_HELP = `giao simulate --city SGN [--orders 2000] [--drivers 300] [--seed 1]
giao simulate --day DIR [--crow-speed M_PER_MIN] [--service-seconds S]
giao simulate --replay FILE [--crow-speed M_PER_MIN] [--service-seconds S]

--city    Makes up a day in a city and runs it under nearest-first, broadcast and our matching. Streets are slower than the
          map says at some hours; drivers refuse one offer in ten; an order nobody takes in 10 minutes is lost.
--day     Runs a day from DIR/orders.csv (id, placed_at, ready_at, pickup_lat, pickup_lng, drop_lat, drop_lng) and
          DIR/drivers.csv (id, on_at, off_at, lat, lng); times in seconds. Nobody refuses and nothing is given up: an order
          waits as long as anybody works, and what is left is told. No pickup is made after off_at.
--replay  Runs a recorded day again, beside what really happened. One JSON event a line; docs/dispatch.md tells them.

  --crow-speed M_PER_MIN  straight lines at this speed instead of the roads of the loaded map
  --service-seconds S     spent at each pickup and again at each door, before it counts as picked up or delivered (120)
  --policy NAME           only this one: ${POLICIES.map(({ name }) => name).join(", ")}
  --json                  figures as JSON, with a line for each delivered order; ours unless --policy says otherwise`;

export type SimulateDeps = {
  readonly screen: Screen;
  // Opened only when a day is driven on roads.
  readonly openRoads: () => Promise<{ readonly roads: Roads; readonly close: () => Promise<void> }>;
};

const OPTIONS = {
  city: { type: "string" },
  day: { type: "string" },
  replay: { type: "string" },
  orders: { type: "string" },
  drivers: { type: "string" },
  seed: { type: "string" },
  "crow-speed": { type: "string" },
  "service-seconds": { type: "string" },
  policy: { type: "string" },
  json: { type: "boolean" },
} as const;

const ORDERS_MAX = 20_000;
const DRIVERS_MAX = 5_000;
// One offer in ten is refused, and an answer takes a few seconds.
const REFUSAL_SHARE = 0.1;
const ANSWER_SECONDS_MAX = 15;
const CITY_SETTINGS: WorldSettings = { ...DAY_SETTINGS, bundleMax: 2, timeoutSeconds: 600 };
const CITY_POLICIES: ReadonlySet<string> = new Set(["nearest-first", "broadcast", OURS.name]);

type Words = ReturnType<typeof readWords<typeof OPTIONS>>["values"];

type Plan = {
  readonly title: string;
  readonly day: Day;
  readonly settings: WorldSettings;
  readonly policies: readonly Policy[];
  // A made-up city has traffic and moods of this seed; a day from a file is driven as it stands.
  readonly seed: number | undefined;
  readonly recorded: readonly SimulatedOrder[] | undefined;
};

export async function simulateCommand(words: readonly string[], out: Out, deps: SimulateDeps): Promise<number> {
  const { values, positionals } = readWords(words, OPTIONS);
  if (positionals.length > 0) throw new BadWords(`what is "${positionals[0]}"?`);
  const plan = await planOf(values, out);
  if (!plan) return 1;
  const progress = openProgress(deps.screen.isTTY ? deps.screen : { write: () => true });
  const { points, numberOf } = pointsOf(plan.day);
  const crowSpeed = optionalNumber(values, "crow-speed", 1, 10_000);
  const driven = await travelFor(points, crowSpeed, deps, progress, out);
  if (!driven) return 1;
  const { travel } = driven;
  const runs = plan.policies.map((policy) => runPolicy(plan, policy, { points, numberOf }, travel, progress));
  const world = buildWorld(plan.day, { points, numberOf }, travel, plan.settings, asPlanned(travel));
  const floor = world.orders.reduce((sum, order) => sum + floorSeconds(order, travel), 0) / world.orders.length;
  if (values.json) {
    out.say(jsonOf(runs.at(-1)!, floor));
    return 0;
  }
  out.say(`${plan.title}, ${driven.how}`);
  for (const line of tableOf([...recordedRun(plan.recorded), ...runs], floor)) out.say(line);
  for (const { policy, calibration } of runs)
    if (calibration && policy === OURS.name) out.say(calibrationLine(calibration));
  return 0;
}

async function planOf(values: Words, out: Out): Promise<Plan | undefined> {
  const given = [values.city, values.day, values.replay].filter((value) => value !== undefined);
  if (given.length !== 1) throw new BadWords("one of --city, --day or --replay is needed");
  const serviceSeconds = optionalNumber(values, "service-seconds", 0, 86_400) ?? DAY_SETTINGS.serviceSeconds;
  if (values.city !== undefined) return cityPlan(values, { ...CITY_SETTINGS, serviceSeconds });
  const read = values.day !== undefined ? await readDay(values.day) : await readRecord(values.replay!);
  if (typeof read === "string") {
    out.complain(read);
    return undefined;
  }
  return {
    title: `${values.day ?? values.replay}: ${read.day.orders.length} orders, ${read.day.drivers.length} drivers`,
    day: read.day,
    settings: { ...DAY_SETTINGS, serviceSeconds },
    policies: policiesOf(values, POLICIES),
    seed: undefined,
    recorded: read.recorded,
  };
}

function cityPlan(values: Words, settings: WorldSettings): Plan {
  const city = CITY_SEEDS.find(({ id }) => id === values.city?.toUpperCase());
  if (!city)
    throw new BadWords(`there is no city ${values.city}; there are ${CITY_SEEDS.map(({ id }) => id).join(", ")}`);
  const orders = optionalNumber(values, "orders", 1, ORDERS_MAX) ?? 2_000;
  const drivers = optionalNumber(values, "drivers", 1, DRIVERS_MAX) ?? 300;
  const seed = optionalNumber(values, "seed", 0, 2 ** 32 - 1) ?? 1;
  return {
    title: `${city.name}: ${orders} orders, ${drivers} drivers, seed ${seed}`,
    day: generateDay(cityDay(city, Math.floor(orders), Math.floor(drivers)), seed),
    settings,
    policies: policiesOf(
      values,
      values.policy === undefined ? POLICIES.filter(({ name }) => CITY_POLICIES.has(name)) : POLICIES,
    ),
    seed,
    recorded: undefined,
  };
}

function policiesOf(values: Words, all: readonly Policy[]): readonly Policy[] {
  if (values.policy === undefined) return values.json ? [OURS] : all;
  const chosen = all.filter(({ name }) => name === values.policy);
  if (chosen.length === 0)
    throw new BadWords(`there is no policy "${values.policy}"; there are ${all.map(({ name }) => name).join(", ")}`);
  return chosen;
}

// The day, or why it cannot be had.
type ReadDay = { readonly day: Day; readonly recorded: readonly SimulatedOrder[] | undefined };

async function readDay(dir: string): Promise<ReadDay | string> {
  const [orders, drivers] = await Promise.all(["orders.csv", "drivers.csv"].map((name) => readText(join(dir, name))));
  if (orders === undefined || drivers === undefined) return `${dir} must hold orders.csv and drivers.csv.`;
  const day = parseDay(orders, drivers);
  return isRefusal(day) ? day.why : { day, recorded: undefined };
}

async function readRecord(file: string): Promise<ReadDay | string> {
  const text = await readText(file);
  if (text === undefined) return `there is no file ${file}.`;
  const record = parseRecord(text);
  return isRefusal(record) ? record.why : { day: record.day, recorded: record.orders };
}

async function readText(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && (error.code === "ENOENT" || error.code === "ENOTDIR"))
      return undefined;
    throw error;
  }
}

function optionalNumber(
  values: Words,
  name: "orders" | "drivers" | "seed" | "crow-speed" | "service-seconds",
  least: number,
  most: number,
): number | undefined {
  const text = values[name];
  if (text === undefined) return undefined;
  const number = Number(text);
  if (text.trim() === "" || !Number.isFinite(number) || number < least || number > most) {
    throw new BadWords(`--${name} must be a number from ${least} to ${most}, not "${text}"`);
  }
  return number;
}

async function travelFor(
  points: Parameters<typeof crowTravel>[0],
  crowSpeed: number | undefined,
  deps: SimulateDeps,
  progress: Progress,
  out: Out,
): Promise<{ readonly travel: Travel; readonly how: string } | undefined> {
  if (crowSpeed !== undefined) {
    return { travel: crowTravel(points, crowSpeed / 60), how: `straight lines at ${crowSpeed} m/min` };
  }
  const world = await deps.openRoads();
  try {
    const travel = await askRoadTravel(world.roads, points, (share) => progress.tell("road times", share));
    const { map, demo } = world.roads.version();
    if (!isRefusal(travel)) return { travel, how: demo ? "on generated demo streets" : `on the roads of map ${map}` };
    out.complain(`${travel.why} Add --crow-speed to drive in straight lines.`);
    return undefined;
  } finally {
    await world.close();
  }
}

function runPolicy(
  plan: Plan,
  policy: Policy,
  points: ReturnType<typeof pointsOf>,
  travel: Travel,
  progress: Progress,
): PolicyRun {
  let traffic: Traffic | undefined;
  let behaviour = asPlanned(travel);
  if (plan.seed !== undefined) {
    traffic = simulateTraffic(points.points, travel, FIRST_HOUR, plan.seed);
    behaviour = { travelAt: traffic.travelAt, drivingSeconds: traffic.drivingSeconds, answer: moodOf(plan.seed) };
  }
  const roundMs: number[] = [];
  const simulation = simulate(buildWorld(plan.day, points, travel, plan.settings, behaviour), policy, {
    round: (work) => {
      const stopwatch = startStopwatch();
      const decided = work();
      roundMs.push(stopwatch.elapsedMs());
      return decided;
    },
    progress: (settled, all) => progress.tell(policy.name, settled / all),
  });
  progress.tell(policy.name, 1);
  return {
    policy: policy.name,
    figures: figuresOf(simulation),
    orders: simulation.orders,
    rounds: simulation.rounds,
    roundMs: {
      mean: roundMs.reduce((sum, ms) => sum + ms, 0) / Math.max(1, roundMs.length),
      max: roundMs.reduce((most, ms) => Math.max(most, ms), 0),
    },
    ...(traffic && { calibration: traffic.calibration() }),
  };
}

// Whether a driver takes an offer is chance, the same for every policy that asks as often.
function moodOf(seed: number): (driverId: string) => { readonly accepts: boolean; readonly afterSeconds: number } {
  const chance = seededChance(seed + 1);
  return () => ({ accepts: chance() >= REFUSAL_SHARE, afterSeconds: chance() * ANSWER_SECONDS_MAX });
}

function recordedRun(orders: readonly SimulatedOrder[] | undefined): readonly PolicyRun[] {
  if (!orders) return [];
  const simulation = { orders, metersDriven: Number.NaN, shiftSeconds: 0, busySeconds: 0, rounds: 0 };
  return [{ policy: "as it was", figures: figuresOf(simulation), orders, rounds: 0, roundMs: { mean: 0, max: 0 } }];
}
