// Meal-courier days under every policy; the floor is a driver always at hand.
//   npm run bench -- courier-days                          made-up days of the character of the public ones: three seeds at two loads, and
//                                                          at three by the public days' own rules of travel
//   COURIER_DAYS=FOLDER npm run bench -- courier-days      public days, a folder each (courier-day-files.ts says which and how read)
//   COURIER_RULES=kinder …                                 by a kinder reading of their rules of travel
//   ROUND_SECONDS=60 …                                     the dispatcher's rounds so far apart instead of ten seconds, in a fraction of the time
import { SERVICE_SEEDS } from "../src/domain/catalogue/seed/services.ts";
import { type DispatchPolicy, POLICY } from "../src/domain/dispatch/policy.ts";
import type { LatLng } from "../src/domain/geo.ts";
import { crowTravel, type Travel } from "../src/domain/matching/travel.ts";
import { AS_LIVE, asLive } from "../src/domain/simulation/as-live.ts";
import type { Day } from "../src/domain/simulation/day.ts";
import { type DayFigures, figuresOf } from "../src/domain/simulation/figures.ts";
import { type DayShape, generateDay } from "../src/domain/simulation/generated-day.ts";
import { POLICIES } from "../src/domain/simulation/policies.ts";
import { type Policy, type SimulatedWorld, simulate } from "../src/domain/simulation/simulator.ts";
import { asPlanned, buildWorld, DAY_SETTINGS, floorSeconds, placesOf } from "../src/domain/simulation/world.ts";
import { startStopwatch } from "../src/ports/clock.ts";
import { KINDER_RULES, OWN_RULES, readCourierDays } from "./courier-day-files.ts";

const SEEDS = [1, 2, 3] as const;
// 540 orders for 280 and for 230 hours of drivers.
const LOADS = [
  { name: "usual", drivers: 94 },
  { name: "heavy", drivers: 78 },
] as const;
// Drivers by whom days under the public days' own rules of travel come out as those did, a little faster, and faster still.
const OWN_RULES_DRIVERS = [90, 100, 112] as const;
// Straight lines, and two minutes at the counter and at the door.
const METERS_PER_MINUTE = 320;
// By their own rules four minutes at each, half of them before the handover, and a drive takes whole minutes.
const HALF_SERVICE_SECONDS = 120;

const ANSWER_SECONDS = 5;

// The dispatcher's rules, ten seconds apart instead of one: the figures are the same to a tenth of a minute, in a tenth of the time.
const roundSeconds = Number(process.env.ROUND_SECONDS ?? 10);
if (!(roundSeconds > 0)) throw new Error(`ROUND_SECONDS must be a number above 0, not ${process.env.ROUND_SECONDS}`);
const LIVE = { ...POLICY, roundSeconds };
const LIVE_BY_OWN_RULES = { ...POLICY, roundSeconds: 30 };
const SERVICE = SERVICE_SEEDS.find(({ id }) => id === "SGN-BIKE")!;

const DAY: Omit<DayShape, "drivers"> = {
  center: { lat: 41.8, lng: -87.7 },
  widthMeters: 9_500,
  orders: 540,
  pickupPlaces: 120,
  dayHours: 14.7,
  peaks: [
    { hour: 3.2, spreadHours: 0.9, share: 0.22 },
    { hour: 9.6, spreadHours: 1.1, share: 0.55 },
  ],
  dropMetersMean: 2_200,
  preparationMinutesMean: 17,
  shiftHours: [2, 3, 3, 4],
};

const RULES = { own: OWN_RULES, kinder: KINDER_RULES } as const;
const rules = (process.env.COURIER_RULES ?? "own") as keyof typeof RULES;
if (!Object.hasOwn(RULES, rules)) throw new Error(`COURIER_RULES must be own or kinder, not ${rules}`);

type NamedWorld = { readonly name: string; readonly world: SimulatedWorld; readonly places: readonly LatLng[] };
type NamedRuns = { readonly name: string; readonly runs: readonly Run[] };
type Run = { readonly figures: DayFigures; readonly floorMinutes: number; readonly roundMs: number };

function worldOf(day: Day, rule: Travel, serviceSeconds: number): SimulatedWorld {
  const numbered = placesOf(day);
  const travel = workedOut(rule, numbered.places.length);
  return buildWorld(day, numbered, travel, { ...DAY_SETTINGS, serviceSeconds }, asPlanned(travel));
}

// A day asks hundreds of millions of times: every answer once, and then from a table.
function workedOut({ seconds, meters }: Travel, places: number): Travel {
  const table = (rule: Travel["seconds"]): Travel["seconds"] => {
    const answers = Float64Array.from({ length: places * places }, (_, at) =>
      rule(Math.floor(at / places), at % places),
    );
    return (from, to) => answers[from * places + to]!;
  };
  return { seconds: table(seconds), meters: table(meters) };
}

function madeUp(drivers: number, isByOwnRules = false): readonly NamedWorld[] {
  return SEEDS.map((seed) => {
    const day = generateDay({ ...DAY, drivers }, seed);
    const { places } = placesOf(day);
    const crow = crowTravel(places, METERS_PER_MINUTE / 60);
    const world = isByOwnRules
      ? worldOf(day, byOwnRules(day, crow), 0)
      : worldOf(day, crow, DAY_SETTINGS.serviceSeconds);
    return { name: `seed ${seed}`, world, places };
  });
}

// As courier-day-files.ts has it: service is part of the way, and whoever comes on sits in the vehicle.
function byOwnRules(day: Day, { meters }: Travel): Travel {
  const { numberOf } = placesOf(day);
  const stops = new Set(day.orders.flatMap(({ pickup, doors }) => [pickup, ...doors].map(numberOf)));
  const walkBack = (from: number): number => (stops.has(from) ? HALF_SERVICE_SECONDS : 0);
  const seconds = (from: number, to: number): number =>
    from === to ? 0 : walkBack(from) + 60 * Math.ceil(meters(from, to) / METERS_PER_MINUTE) + HALF_SERVICE_SECONDS;
  return { meters, seconds };
}

// Their minutes of service are in the way already.
function fromFiles(folder: string): readonly NamedWorld[] {
  return readCourierDays(folder, RULES[rules]).map(({ name, day, travel }) => ({
    name,
    world: worldOf(day, travel, 0),
    places: placesOf(day).places,
  }));
}

const answering = { accepts: true, afterSeconds: ANSWER_SECONDS };
const isFifth = (at: number): boolean => at % 5 === 4;

// What may go wrong with drivers, and the day without those who take nothing: what nobody can win back from them.
const TROUBLES: readonly { readonly name: string; readonly of: (world: SimulatedWorld) => SimulatedWorld }[] = [
  {
    name: "20 % refuse",
    of: (world) => {
      const refusers = new Set(world.drivers.filter((_, at) => isFifth(at)).map(({ id }) => id));
      return { ...world, answer: (driverId) => ({ ...answering, accepts: !refusers.has(driverId) }) };
    },
  },
  {
    name: "20 % are not there",
    of: (world) => ({ ...world, answer: () => answering, drivers: world.drivers.filter((_, at) => !isFifth(at)) }),
  },
  {
    name: "30 % are not there",
    of: (world) => ({ ...world, answer: () => answering, drivers: world.drivers.filter((_, at) => at % 10 < 7) }),
  },
];

function run(policy: Policy, world: SimulatedWorld): Run {
  let ms = 0;
  const simulation = simulate(world, policy, {
    round: (work) => {
      const stopwatch = startStopwatch();
      const decided = work();
      ms += stopwatch.elapsedMs();
      return decided;
    },
    progress: () => undefined,
  });
  const floor = world.orders.reduce((sum, order) => sum + floorSeconds(order, world.travel), 0) / world.orders.length;
  return { figures: figuresOf(simulation), floorMinutes: floor / 60, roundMs: ms / simulation.rounds };
}

const say = (line: string): void => void process.stdout.write(`${line}\n`);
const mean = (figures: readonly number[]): number => figures.reduce((sum, figure) => sum + figure, 0) / figures.length;

function line(name: string, runs: readonly Run[]): string {
  const of = (read: (run: Run) => number, digits: number, width: number): string =>
    mean(runs.map(read)).toFixed(digits).padStart(width);
  const toDoor = ({ figures }: Run): number => figures.orderToDoorSeconds.mean / 60;
  return (
    `${name.padEnd(27)}  ${of(toDoor, 1, 24)}  ${of((run) => toDoor(run) - run.floorMinutes, 1, 10)}  ` +
    `${of(({ figures }) => figures.orderToDoorSeconds.p95 / 60, 1, 6)}  ` +
    `${of(({ figures }) => figures.readyToPickupSeconds.mean / 60, 1, 16)}  ` +
    `${of(({ figures }) => figures.metersPerOrder, 0, 13)}  ` +
    `${String(runs.reduce((sum, { figures }) => sum + figures.undelivered, 0)).padStart(12)}  ` +
    `${of(({ roundMs }) => roundMs, 2, 9)}`
  );
}

function tellHead(title: string, worlds: readonly NamedWorld[]): void {
  say(`\n${title}: ${worlds.length} days, ${worlds.reduce((sum, { world }) => sum + world.orders.length, 0)} orders`);
  say(
    "policy                       order to door, min: mean  over floor     p95   ready to pickup   metres/order   undelivered   ms/round",
  );
}

function tellLive(worlds: readonly NamedWorld[], policy: DispatchPolicy): readonly NamedRuns[] {
  const troubles = [{ name: "", of: (world: SimulatedWorld) => world }, ...TROUBLES];
  return troubles.map((trouble) => {
    const runs = worlds.map(({ world, places }) => run(asLive(SERVICE, places, policy), trouble.of(world)));
    const name = trouble.name ? `${AS_LIVE}, ${trouble.name}` : AS_LIVE;
    say(line(name, runs));
    return { name, runs };
  });
}

// Days differ more than policies do: where the means come from.
function tellDays(worlds: readonly NamedWorld[], all: readonly NamedRuns[]): void {
  say(`order to door by day, min: ${all.map(({ name }) => name).join(" | ")}`);
  for (const [at, { name }] of worlds.entries()) {
    const minutes = all.map(({ runs }) => (runs[at]!.figures.orderToDoorSeconds.mean / 60).toFixed(1).padStart(7));
    say(`${name.padEnd(15)}${minutes.join("")}`);
  }
}

function tell(title: string, worlds: readonly NamedWorld[]): void {
  tellHead(title, worlds);
  let runs: readonly Run[] = [];
  for (const policy of POLICIES) {
    runs = worlds.map(({ world }) => run(policy, world));
    say(line(policy.name, runs));
  }
  const live = tellLive(worlds, LIVE);
  say(
    `floor                        ${mean(runs.map(({ floorMinutes }) => floorMinutes))
      .toFixed(1)
      .padStart(24)}`,
  );
  tellDays(worlds, [{ name: POLICIES.at(-1)!.name, runs }, ...live]);
}

const folder = process.env.COURIER_DAYS;
if (folder) tell("public days", fromFiles(folder));
else {
  for (const { name, drivers } of LOADS) tell(`${name} load`, madeUp(drivers));
  for (const drivers of OWN_RULES_DRIVERS) {
    const worlds = madeUp(drivers, true);
    tellHead(`by the public days' own rules, ${drivers} drivers`, worlds);
    tellLive(worlds, LIVE_BY_OWN_RULES);
  }
}
