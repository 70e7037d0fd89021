// A day of a made-up city in which cooks, counters, doors and streets do as they like, and dispatch believes what earlier days have
// taught. Shops, cooks, quarters and counters are those of the city; everything else is the day's own chance.
import { type Chance, chanceFor, normalChance, seededChance } from "../chance.ts";
import type { NumberedPlaces } from "../dispatch/numbered-places.ts";
import type { EtaOutcome } from "../eta/eta-windows.ts";
import { counterOf } from "../eta/preparation.ts";
import type { Travel } from "../matching/travel.ts";
import { FIRST_HOUR } from "./city-day.ts";
import type { Day } from "./day.ts";
import type { Streets } from "./driver-day.ts";
import type { EtaBook } from "./eta-book.ts";
import { type Observer, type Policy, SILENT, type SimulatedWorld, type Simulation, simulate } from "./simulator.ts";
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

// What neither the map nor dispatch knows of a made-up day: when goods are really ready, and how long handing over takes. Every counter
// has a pace of its own, the same from day to day; noon and evening are slower; the rest is chance.
type Surprises = NonNullable<Streets["surprises"]>;

// Spreads of logarithms: of one cook and the next, and of one order, stay or door and the next.
const COOK_SPREAD = 0.35;
const COUNTER_SPREAD = 0.4;
const DOOR_SPREAD = 0.5;
const COUNTER_SECONDS = [50, 180] as const;
const DOOR_SECONDS = 110;
// Cooks are this much slower at the worst of the two peaks.
const PEAK = 0.4;
const PEAK_HOURS = [12, 18.5] as const;

// `firstHour` is the local hour at second 0 of the day.
function surprisesOf(day: Day, firstHour: number, seed: number, citySeed: number): Surprises {
  const chance = seededChance(seed + 2);
  const ready = new Map<string, number>();
  const stays = new Map<string, { readonly pickup: number; readonly doors: number }>();
  for (const { id, placedAt, readyAt, pickup, doors } of day.orders) {
    const counter = chanceFor(counterOf(pickup), citySeed);
    const pace = spread(counter, COOK_SPREAD) * (1 + PEAK * peakAt(firstHour + placedAt / 3_600));
    const usual = COUNTER_SECONDS[0] + (COUNTER_SECONDS[1] - COUNTER_SECONDS[0]) * counter();
    ready.set(id, placedAt + Math.max(0, readyAt - placedAt) * pace);
    stays.set(id, {
      pickup: usual * spread(chance, COUNTER_SPREAD),
      doors: doors.reduce((sum) => sum + DOOR_SECONDS * spread(chance, DOOR_SPREAD), 0),
    });
  }
  return {
    readyAt: (orderId) => ready.get(orderId)!,
    staySeconds: (orderId, kind) => stays.get(orderId)![kind],
  };
}

function spread(chance: Chance, deviation: number): number {
  return Math.exp(deviation * normalChance(chance));
}

function peakAt(hour: number): number {
  return PEAK_HOURS.reduce((most, peak) => Math.max(most, Math.exp(-((hour - peak) ** 2) / 2)), 0);
}
