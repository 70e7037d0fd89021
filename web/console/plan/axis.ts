// The time axis of the plan board: where on it a moment lies, its full hours, and how much room a stop has.
import type { Answer } from "../../parts/ask.ts";

export type Board = Answer<"seePlanBoard">;
export type BoardRoute = Board["routes"][number];
export type BoardStop = BoardRoute["stops"][number];
export type Axis = { readonly from: number; readonly to: number };

const HOUR_SECONDS = 3_600;
const LEAST_SECONDS = 3_600;
const TICKS_MAX = 12;

// Unix seconds, around everything that is planned and now.
export function axisOf(routes: readonly BoardRoute[], now: number): Axis {
  const times = routes.flatMap(({ start_time, end_time, stops }) => [
    start_time,
    end_time,
    ...stops.map(({ deliver_by }) => deliver_by).filter((at) => at > 0),
  ]);
  const from = Math.min(now, ...times);
  return { from, to: Math.max(from + LEAST_SECONDS, ...times) };
}

// In percent; what lies outside is at the edge.
export function along({ from, to }: Axis, at: number): number {
  return Math.min(100, Math.max(0, ((at - from) / (to - from)) * 100));
}

export function ticksOf({ from, to }: Axis): readonly number[] {
  const step = HOUR_SECONDS * Math.ceil((to - from) / HOUR_SECONDS / TICKS_MAX);
  const first = Math.ceil(from / step) * step;
  const count = Math.max(0, Math.floor((to - first) / step) + 1);
  return Array.from({ length: count }, (_, tick) => first + tick * step);
}

const TIGHT_SECONDS = 600;

// Late by the plan itself, tight within ten minutes of being so, or with room.
export function standingOf({ kind, arrival, latest, deliver_by }: BoardStop): "late" | "tight" | "easy" {
  if (kind === "delivery" && deliver_by > 0 && arrival > deliver_by) return "late";
  return latest - arrival < TIGHT_SECONDS ? "tight" : "easy";
}
