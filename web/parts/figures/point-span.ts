// The days and moments that a point of a chart stands for.
import type { Figures } from "../../../clients/typescript/src/api.ts";
import { mondayOf, type Step, shiftDate } from "../../../src/domain/figures/spans.ts";
import { secondsIn } from "../../../src/domain/local-time.ts";

const HOURS = Array.from({ length: 24 }, (_, hour) => String(hour).padStart(2, "0"));

// All that the chart spans, whether anything was counted then or not.
export function keysOf({ from, to, by, points }: Figures): readonly string[] {
  if (points.length === 0) return [];
  const keys: string[] = [];
  for (let day = by === "week" ? mondayOf(from) : from; day <= to; day = shiftDate(day, by === "week" ? 7 : 1)) {
    keys.push(...(by === "hour" ? HOURS.map((hour) => `${day}T${hour}`) : [day]));
  }
  return keys;
}

export function pointDays(at: string, by: Step): { readonly from: string; readonly to: string } {
  const from = at.slice(0, 10);
  return { from, to: by === "week" ? shiftDate(from, 6) : from };
}

// In Unix seconds on a city's clock, up to the last one.
export function pointSeconds(at: string, by: Step, zone: string): { readonly from: number; readonly to: number } {
  const days = pointDays(at, by);
  const [, hour] = at.split("T");
  if (hour !== undefined) {
    const from = secondsIn(zone, `${days.from}T${hour}:00`);
    return { from, to: from + 3_599 };
  }
  return { from: secondsIn(zone, `${days.from}T00:00`), to: secondsIn(zone, `${shiftDate(days.to, 1)}T00:00`) - 1 };
}
