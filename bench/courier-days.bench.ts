// Days of the character of public meal-courier days (restaurants, straight lines at 320 m/min, two minutes at the counter and at the
// door, two peaks, just enough drivers), under every policy. Three seeds at two loads; the floor is a driver always at hand.
import { crowTravel } from "../src/domain/matching/travel.ts";
import { type DayFigures, figuresOf } from "../src/domain/simulation/figures.ts";
import { type DayShape, generateDay } from "../src/domain/simulation/generated-day.ts";
import { POLICIES } from "../src/domain/simulation/policies.ts";
import { simulate } from "../src/domain/simulation/simulator.ts";
import { asPlanned, buildWorld, DAY_SETTINGS, floorSeconds, placesOf } from "../src/domain/simulation/world.ts";
import { startStopwatch } from "../src/ports/clock.ts";

const SEEDS = [1, 2, 3] as const;
// 540 orders for 280 and for 230 hours of drivers.
const LOADS = [
  { name: "usual", drivers: 94 },
  { name: "heavy", drivers: 78 },
] as const;
const METERS_PER_MINUTE = 320;

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

type Run = { readonly figures: DayFigures; readonly floorMinutes: number; readonly roundMs: number };

function run(policy: (typeof POLICIES)[number], drivers: number, seed: number): Run {
  const day = generateDay({ ...DAY, drivers }, seed);
  const places = placesOf(day);
  const travel = crowTravel(places.places, METERS_PER_MINUTE / 60);
  const world = buildWorld(day, places, travel, DAY_SETTINGS, asPlanned(travel));
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
  const floor = world.orders.reduce((sum, order) => sum + floorSeconds(order, travel), 0) / world.orders.length;
  return { figures: figuresOf(simulation), floorMinutes: floor / 60, roundMs: ms / simulation.rounds };
}

const say = (line: string): void => void process.stdout.write(`${line}\n`);
const mean = (figures: readonly number[]): number => figures.reduce((sum, figure) => sum + figure, 0) / figures.length;

say(
  "load   policy              order to door, min: mean     p95   ready to pickup   metres/order   undelivered   ms/round",
);
for (const load of LOADS) {
  let floor = 0;
  for (const policy of POLICIES) {
    const runs = SEEDS.map((seed) => run(policy, load.drivers, seed));
    const of = (read: (figures: DayFigures) => number, digits: number, width: number): string =>
      mean(runs.map(({ figures }) => read(figures)))
        .toFixed(digits)
        .padStart(width);
    floor = mean(runs.map(({ floorMinutes }) => floorMinutes));
    say(
      `${load.name}  ${policy.name.padEnd(18)}  ${of(({ orderToDoorSeconds }) => orderToDoorSeconds.mean / 60, 1, 24)}  ` +
        `${of(({ orderToDoorSeconds }) => orderToDoorSeconds.p95 / 60, 1, 6)}  ` +
        `${of(({ readyToPickupSeconds }) => readyToPickupSeconds.mean / 60, 1, 16)}  ` +
        `${of(({ metersPerOrder }) => metersPerOrder, 0, 13)}  ` +
        `${String(runs.reduce((sum, { figures }) => sum + figures.undelivered, 0)).padStart(12)}  ` +
        `${mean(runs.map(({ roundMs }) => roundMs))
          .toFixed(2)
          .padStart(9)}`,
    );
  }
  say(`${load.name}  floor               ${floor.toFixed(1).padStart(24)}`);
}
