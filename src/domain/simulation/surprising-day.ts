// A day of a made-up city in which cooks, counters, doors and streets do as they like, and dispatch believes what earlier days have
// taught. Shops, cooks, quarters and counters are those of the city; everything else is the day's own chance.
import type { NumberedPlaces } from "../dispatch/numbered-places.ts";
import type { EtaOutcome } from "../eta/eta-windows.ts";
import type { Travel } from "../matching/travel.ts";
import { FIRST_HOUR } from "./city-day.ts";
import type { Day } from "./day.ts";
import type { EtaBook } from "./eta-book.ts";
import { type Observer, type Policy, SILENT, type SimulatedWorld, type Simulation, simulate } from "./simulator.ts";
import { surprisesOf } from "./surprises.ts";
import { simulateTraffic, type Traffic } from "./traffic.ts";
import { asPlanned, buildWorld, type WorldSettings } from "./world.ts";

export type SurprisingDay = {
  readonly day: Day;
  readonly places: NumberedPlaces;
  readonly travel: Travel;
  readonly seed: number;
  readonly citySeed: number;
  readonly settings: WorldSettings;
  readonly answer: SimulatedWorld["answer"];
};

export type Surprised = {
  readonly simulation: Simulation;
  readonly traffic: Traffic;
  readonly outcomes: readonly EtaOutcome[];
};

export function runSurprisingDay(
  { day, places, travel, seed, citySeed, settings, answer }: SurprisingDay,
  book: EtaBook,
  policy: Policy,
  observer: Observer = SILENT,
): Surprised {
  const traffic = simulateTraffic(places.places, travel, FIRST_HOUR, seed, { citySeed, cells: book.cells });
  const { travelAt, drivingSeconds } = traffic;
  const etaDay = { places: places.places, travelAt, hourAt };
  const { watch, outcomes } = book.newDay(etaDay);
  const world = buildWorld(day, places, travel, settings, { ...asPlanned(travel), travelAt, drivingSeconds, answer });
  const believed: SimulatedWorld = {
    ...world,
    orders: world.orders.map((order) => book.believed(order, etaDay)),
    surprises: surprisesOf(day, FIRST_HOUR, seed, citySeed),
  };
  return { simulation: simulate(believed, policy, { ...observer, watch }), traffic, outcomes };
}

// The local hour at a second of the day.
export function hourAt(at: number): number {
  return Math.floor(FIRST_HOUR + at / 3_600) % 24;
}
