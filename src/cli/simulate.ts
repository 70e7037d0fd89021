// `giao simulate`: a day under the virtual clock, under one policy after another, with the same matcher the dispatcher uses.

import { writeFile } from "node:fs/promises";
import { SERVICE_SEEDS } from "../domain/catalogue/seed/services.ts";
import { seededChance } from "../domain/chance.ts";
import { matrixTravel, type NumberedPlaces } from "../domain/dispatch/numbered-places.ts";
import { POLICY } from "../domain/dispatch/policy.ts";
import { etaFigures } from "../domain/eta/eta-figures.ts";
import type { EtaOutcome } from "../domain/eta/eta-windows.ts";
import type { LatLng } from "../domain/geo.ts";
import { crowTravel, type Travel } from "../domain/matching/travel.ts";
import { isRefusal, type Promised, refuse } from "../domain/refusal.ts";
import type { Roads, RoadsRefusal } from "../domain/roads.ts";
import { AS_LIVE, asLive } from "../domain/simulation/as-live.ts";
import { FIRST_HOUR } from "../domain/simulation/city-day.ts";
import { dayLines, figuresLine, happeningLine, type LoggedRules, rulesLine } from "../domain/simulation/day-log.ts";
import { type EtaBook, openEtaBook } from "../domain/simulation/eta-book.ts";
import { figuresOf } from "../domain/simulation/figures.ts";
import { OURS, POLICIES } from "../domain/simulation/policies.ts";
import {
  type Happening,
  type Observer,
  type Policy,
  type SimulatedOrder,
  type Simulation,
  simulate,
} from "../domain/simulation/simulator.ts";
import { hourAt, runSurprisingDay, type SurprisingDay } from "../domain/simulation/surprising-day.ts";
import { simulateTraffic, type Traffic } from "../domain/simulation/traffic.ts";
import { asPlanned, buildWorld, floorSeconds, placesOf } from "../domain/simulation/world.ts";
import { startStopwatch } from "../ports/clock.ts";
import { etaTable } from "./eta-table.ts";
import { openProgress, type Progress, type Screen } from "./progress.ts";
import { isOfParcels, simulateParcels } from "./simulate-parcels.ts";
import { planSimulation, type RecallDay, type SimulationPlan } from "./simulate-plan.ts";
import { calibrationLine, jsonOf, type PolicyRun, tableOf } from "./simulate-report.ts";
import { type Out, refused } from "./words.ts";

// What the dispatcher is shown to be dealing with.
const LIVE_SERVICE = SERVICE_SEEDS.find(({ id }) => id === "SGN-BIKE") ?? SERVICE_SEEDS[0]!;

export const SIMULATE_HELP = `giao simulate --city SGN [--orders 2000] [--drivers 300] [--seed 1]
giao simulate --day DIR [--crow-speed M_PER_MIN] [--service-seconds S]
giao simulate --replay FILE, or --replay YYYY-MM-DD --city SGN
giao simulate --planned 2H|SAMEDAY [--seed 1] [--as-live] [--audit FILE] [--json]

--city    Makes up a day in a city and runs it under nearest-first, broadcast and our matching. Streets are slower than the
          map says at some hours; drivers refuse one offer in ten; an order nobody takes in 10 minutes is lost.
--day     Runs a day from DIR/orders.csv (id, placed_at, ready_at, pickup_lat, pickup_lng, drop_lat, drop_lng) and
          DIR/drivers.csv (id, on_at, off_at, lat, lng); times in seconds. Nobody refuses and nothing is given up: an order
          waits as long as anybody works, and what is left is told. No pickup is made after off_at.
--replay  Runs a recorded day again beside what really happened: a date of a city from this installation's database, or a
          file with one JSON event a line; docs/dispatch.md tells them.
--planned Makes up a day of parcels from three hubs under the immediate dispatcher, a plain sweep and the live planner's own code, or with
          --as-live that alone. When goods are ready, handing over, traffic, refusals and doors nobody opens are chance.

  --crow-speed M_PER_MIN  straight lines at this speed instead of the roads of the loaded map
  --service-seconds S     spent at each pickup and again at each door, before it counts as picked up or delivered (120)
  --policy NAME           only this one: ${POLICIES.map(({ name }) => name).join(", ")}
  --as-live               the dispatcher's own rounds, rules and reach, of the service ${LIVE_SERVICE.id}, beside the others or, with --json, alone
  --round-seconds S       how often --as-live decides: every second as the dispatcher does (1), or less often to be done sooner
  --audit FILE            everything that happened, for giao dispatch audit: of the last policy, or of --as-live
  --never-accept PERCENT  so many of the drivers refuse whatever they are asked (0)
  --surprises             with --city: when goods are ready and how long handing over takes is chance that dispatch does not know
  --past-days N           with --surprises: so many days of the same city before have taught what is usual (3)
  --cod PERCENT           so many orders of a made-up city have COD, and drivers take what their wallets carry
  --take-back             --as-live takes accepted orders back for somebody sooner, as a service may (off)
  --json                  figures as JSON, with a line for each delivered order; ours unless --policy says otherwise`;

export type SimulateDeps = {
  readonly screen: Screen;
  // Opened only when a day is driven on roads.
  readonly openRoads: () => Promise<{ readonly roads: Roads; readonly close: () => Promise<void> }>;
  // Asked only when a date is replayed.
  readonly recallDay: RecallDay;
};

// One offer in ten is refused, and an answer takes a few seconds.
const REFUSAL_SHARE = 0.1;
const ANSWER_SECONDS_MAX = 15;

export async function simulateCommand(words: readonly string[], out: Out, deps: SimulateDeps): Promise<number> {
  if (isOfParcels(words)) return simulateParcels(words, out);
  const plan = await planSimulation(words, deps.recallDay);
  if (isRefusal(plan)) return refused(out, plan.why);
  // Off a terminal the answer comes soon enough, and alone.
  const progress = deps.screen.isTTY ? openProgress(deps.screen) : { show: () => undefined };
  const places = placesOf(plan.day);
  const driven = await travelFor(plan, places, deps, progress);
  if (isRefusal(driven)) return refused(out, driven.why);
  const { travel } = driven;
  const past: DrivenDay[] = [];
  for (const { day, seed } of plan.surprises?.pastDays ?? []) {
    const numbered = placesOf(day);
    const before = await travelFor(plan, numbered, deps, progress);
    if (isRefusal(before)) return refused(out, before.why);
    past.push({ day, places: numbered, travel: before.travel, seed });
  }
  const policies = plan.isAsLive ? [...plan.policies, livePolicy(plan, places, plan.liveRoundSeconds)] : plan.policies;
  const logged =
    plan.auditFile === undefined ? undefined : (policies.find(({ name }) => name === AS_LIVE) ?? policies.at(-1));
  const log: string[] = [];
  const runs = policies.map((policy) =>
    runPolicy(plan, policy, places, travel, progress, past, policy === logged ? log : undefined),
  );
  if (plan.auditFile !== undefined) await writeFile(plan.auditFile, log.map((line) => `${line}\n`).join(""));
  const { orders } = buildWorld(plan.day, places, travel, plan.settings, asPlanned(travel));
  const floor = orders.reduce((sum, order) => sum + floorSeconds(order, travel), 0) / orders.length;
  if (plan.asJson) {
    for (const run of runs) out.say(jsonOf(run, floor));
    return 0;
  }
  out.say(`${plan.title}, ${driven.how}`);
  for (const line of tableOf([...recordedRun(plan.recorded), ...runs], floor)) out.say(line);
  for (const { policy, calibration } of runs) {
    if (calibration && policy === (plan.isAsLive ? AS_LIVE : OURS.name)) out.say(calibrationLine(policy, calibration));
  }
  const found = runs.findLast(({ eta }) => eta !== undefined);
  if (found?.eta) {
    const learnt = plan.surprises ? "the days before and this one" : "this day alone";
    out.say("");
    out.say(`windows people would be told under "${found.policy}", learnt from ${learnt}; they should hold 80 %`);
    for (const line of etaTable(found.eta)) out.say(line);
  }
  return 0;
}

type Driven = { readonly travel: Travel; readonly how: string };

async function travelFor(
  { crowMetersPerMinute }: SimulationPlan,
  { places }: NumberedPlaces,
  deps: SimulateDeps,
  progress: Progress,
): Promised<Driven, string> {
  if (crowMetersPerMinute !== undefined) {
    const how = `straight lines at ${crowMetersPerMinute} m/min`;
    return { travel: crowTravel(places, crowMetersPerMinute / 60), how };
  }
  const world = await deps.openRoads();
  try {
    const travel = await askRoadTravel(world.roads, places, (share) => progress.show("road times", share));
    if (isRefusal(travel)) return refuse(travel.refused, `${travel.why} Add --crow-speed to drive in straight lines.`);
    const { map, demo } = world.roads.version();
    return { travel, how: demo ? "on generated demo streets" : `on the roads of map ${map}` };
  } finally {
    await world.close();
  }
}

function livePolicy(plan: SimulationPlan, { places }: NumberedPlaces, roundSeconds: number): Policy {
  return asLive({ ...LIVE_SERVICE, takeBack: plan.takesBack }, places, { ...POLICY, roundSeconds });
}

type DrivenDay = Pick<SurprisingDay, "day" | "places" | "travel" | "seed">;

// Rounds half a minute apart: what they teach is the same, and it is sooner done.
const PAST_ROUND_SECONDS = 30;

// What the days before have taught.
function bookOf(plan: SimulationPlan, policy: Policy, past: readonly DrivenDay[], progress: Progress): EtaBook {
  const book = openEtaBook();
  for (const [at, day] of past.entries()) {
    progress.show("days before", at / past.length);
    const deciding = policy.name === AS_LIVE ? livePolicy(plan, day.places, PAST_ROUND_SECONDS) : policy;
    runSurprisingDay(surprising(plan, day), book, deciding);
  }
  return book;
}

function surprising(plan: SimulationPlan, day: DrivenDay): SurprisingDay {
  return { ...day, citySeed: plan.seed ?? 0, settings: plan.settings, answer: moodOf(day.seed) };
}

function runPolicy(
  plan: SimulationPlan,
  policy: Policy,
  places: NumberedPlaces,
  travel: Travel,
  progress: Progress,
  past: readonly DrivenDay[],
  log: string[] | undefined,
): PolicyRun {
  let traffic: Traffic | undefined;
  let behaviour = asPlanned(travel);
  const refuses = refusersOf(plan);
  if (plan.seed !== undefined) {
    traffic = simulateTraffic(places.places, travel, FIRST_HOUR, plan.seed);
    behaviour = { travelAt: traffic.travelAt, drivingSeconds: traffic.drivingSeconds, answer: moodOf(plan.seed) };
  }
  if (refuses.size > 0) {
    const { answer } = behaviour;
    behaviour = {
      ...behaviour,
      answer: (driverId, orderIds) => {
        const { accepts, afterSeconds } = answer(driverId, orderIds);
        return { accepts: accepts && !refuses.has(driverId), afterSeconds };
      },
    };
  }
  log?.push(rulesLine(loggedRules(plan, policy)), ...dayLines(plan.day));
  const happened = (event: Happening): void => void log?.push(happeningLine(event, places.places));
  const roundMs: number[] = [];
  const observer: Observer = {
    round: (work) => {
      const stopwatch = startStopwatch();
      const decided = work();
      roundMs.push(stopwatch.elapsedMs());
      return decided;
    },
    progress: (settled, all) => progress.show(policy.name, settled / all),
    ...(log && { happened }),
  };
  const { seed } = plan;
  let simulation: Simulation;
  let found: readonly EtaOutcome[] | undefined;
  if (plan.surprises && seed !== undefined) {
    const surprised = surprising(plan, { day: plan.day, places, travel, seed });
    const answer = { answer: behaviour.answer };
    const ran = runSurprisingDay({ ...surprised, ...answer }, bookOf(plan, policy, past, progress), policy, observer);
    ({ simulation, traffic, outcomes: found } = ran);
  } else {
    const eta = traffic && openEtaBook().newDay({ places: places.places, travelAt: traffic.travelAt, hourAt });
    const world = buildWorld(plan.day, places, travel, plan.settings, behaviour);
    simulation = simulate(world, policy, { ...observer, ...(eta && { watch: eta.watch }) });
    found = eta?.outcomes;
  }
  log?.push(figuresLine(figuresOf(simulation)));
  progress.show(policy.name, 1);
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
    ...(found && { eta: etaFigures(found) }),
  };
}

// Whether a driver takes an offer is chance, the same for every policy that asks as often.
function moodOf(seed: number): (driverId: string) => { readonly accepts: boolean; readonly afterSeconds: number } {
  const chance = seededChance(seed + 1);
  return () => ({ accepts: chance() >= REFUSAL_SHARE, afterSeconds: chance() * ANSWER_SECONDS_MAX });
}

// Spread evenly over the list, whatever order it is in.
function refusersOf({ day, neverAcceptPercent }: SimulationPlan): ReadonlySet<string> {
  const isOne = (at: number): boolean =>
    Math.floor(((at + 1) * neverAcceptPercent) / 100) > Math.floor((at * neverAcceptPercent) / 100);
  return new Set(day.drivers.filter((_, at) => isOne(at)).map(({ id }) => id));
}

function loggedRules({ settings, seed, crowMetersPerMinute }: SimulationPlan, policy: Policy): LoggedRules {
  const isExact = crowMetersPerMinute !== undefined && seed === undefined;
  return {
    policy: policy.name,
    serviceSeconds: settings.serviceSeconds,
    bundleMax: settings.bundleMax,
    timeoutSeconds: settings.timeoutSeconds,
    rosterSeconds: policy.rosterSeconds,
    // A made-up city has traffic that no map knows.
    metersPerSecond: isExact ? crowMetersPerMinute / 60 : undefined,
    takeBack: policy.takeBack,
  };
}

function recordedRun(orders: readonly SimulatedOrder[] | undefined): readonly PolicyRun[] {
  if (!orders) return [];
  const simulation = { orders, metersDriven: Number.NaN, shiftSeconds: 0, busySeconds: 0, rounds: 0 };
  return [{ policy: "as it was", figures: figuresOf(simulation), orders, rounds: 0, roundMs: { mean: 0, max: 0 } }];
}

// Road times between all places of a day, asked once before it is simulated.

// 256 MB of table. More places are simulated as the crow flies.
const ROAD_PLACES_MAX = 4_000;
const ROWS_PER_QUESTION = 250;

async function askRoadTravel(
  roads: Roads,
  places: readonly LatLng[],
  onProgress: (share: number) => void,
): Promised<Travel, RoadsRefusal | "TOO_MANY_PLACES"> {
  const size = places.length;
  if (size > ROAD_PLACES_MAX) {
    return refuse("TOO_MANY_PLACES", `${size} places are more than ${ROAD_PLACES_MAX}, the most asked of the roads.`);
  }
  const durationsSeconds = new Float64Array(size * size);
  const distancesMeters = new Float64Array(size * size);
  for (let row = 0; row < size; row += ROWS_PER_QUESTION) {
    const answer = await roads.matrix("bike", places.slice(row, row + ROWS_PER_QUESTION), places);
    if (isRefusal(answer)) return answer;
    durationsSeconds.set(answer.durationsSeconds, row * size);
    distancesMeters.set(answer.distancesMeters, row * size);
    onProgress(Math.min(1, (row + ROWS_PER_QUESTION) / size));
  }
  return matrixTravel({ sources: size, targets: size, durationsSeconds, distancesMeters });
}
