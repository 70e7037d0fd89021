// Which positions of a way are worth keeping: enough to draw it and to settle a dispute, not one every five seconds at a
// red light.
import { type LatLng, metersBetween } from "../geo.ts";

export type TrailPoint = LatLng & { readonly at: Date };

// At 30 m the drawn line stays on its street; at a city's speeds that keeps about every second report.
const METERS_MIN = 30;
// Standing still is shown too, now and then.
const SECONDS_MAX = 120;

// `positions` in the order of time; `last` is the last one kept before them.
export function thinTrail<Point extends TrailPoint>(
  last: TrailPoint | undefined,
  positions: readonly Point[],
): readonly Point[] {
  const kept: Point[] = [];
  let before = last;
  for (const position of positions) {
    if (before && !isWorthKeeping(before, position)) continue;
    kept.push(position);
    before = position;
  }
  return kept;
}

function isWorthKeeping(before: TrailPoint, next: TrailPoint): boolean {
  if (next.at.getTime() - before.at.getTime() >= SECONDS_MAX * 1000) return true;
  return next.at > before.at && metersBetween(before, next) >= METERS_MIN;
}
