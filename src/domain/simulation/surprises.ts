// What neither the map nor dispatch knows of a made-up day: when goods are really ready, and how long handing over takes. Every counter
// has a pace of its own, the same from day to day; noon and evening are slower; the rest is chance.
import { type Chance, chanceFor, normalChance, seededChance } from "../chance.ts";
import { counterOf } from "../eta/preparation.ts";
import type { Day } from "./day.ts";
import type { Streets } from "./driver-day.ts";

export type Surprises = NonNullable<Streets["surprises"]>;

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
export function surprisesOf(day: Day, firstHour: number, seed: number, citySeed: number): Surprises {
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
