// When a service works, and when its distance fee is surged, both by the city's own clock.
import type { BasisPoints } from "../amount.ts";
import { clockFace, type LocalTime } from "../local-time.ts";
import type { ServiceHours, SurgeRule } from "./service.ts";

export const NO_SURGE: BasisPoints = 10_000;
export const MINUTES_PER_DAY = 1_440;

// No hours at all means all day, every day.
export function isOpenAt(hours: readonly ServiceHours[], local: LocalTime): boolean {
  return hours.length === 0 || hours.some((window) => holdsAt(window, local));
}

export function surgeRateAt(rules: readonly SurgeRule[], local: LocalTime): BasisPoints {
  return Math.max(NO_SURGE, ...rules.filter((rule) => holdsAt(rule.during, local)).map((rule) => rule.rate));
}

function holdsAt(window: ServiceHours, local: LocalTime): boolean {
  const minute = local.minuteOfDay + local.second / 60;
  return window.days.includes(local.day) && window.fromMinute <= minute && minute < window.toMinute;
}

const DAY_NAMES = ["", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"] as const;

// For the description of a refusal: "07:00–19:00", or "07:00–19:00 (Mon, Sat)" when some days are left out.
export function describeHours(hours: readonly ServiceHours[]): string {
  if (hours.length === 0) return "all day";
  return hours
    .map((window) => {
      const span = `${clockFace(window.fromMinute)}–${clockFace(window.toMinute)}`;
      return window.days.length === 7 ? span : `${span} (${window.days.map((day) => DAY_NAMES[day]).join(", ")})`;
    })
    .join(", ");
}

const CLOCK = /^([01]\d|2[0-4]):([0-5]\d)(?::([0-5]\d))?$/;

// Of "HH:MM" or "HH:MM:SS", the minute of the day; 24:00 at the latest.
export function readClock(text: string): number | undefined {
  const [, hours, minutes, seconds = "0"] = CLOCK.exec(text) ?? [];
  if (hours === undefined || minutes === undefined) return undefined;
  const minuteOfDay = Number(hours) * 60 + Number(minutes) + Number(seconds) / 60;
  return minuteOfDay <= MINUTES_PER_DAY ? minuteOfDay : undefined;
}
