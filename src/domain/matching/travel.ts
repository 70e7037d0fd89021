// How long and how far from one point to another, whoever knows: a road matrix, or the crow. Points are numbers here; the caller
// keeps the list of what they stand for.
import { isLatLng, type LatLng } from "../geo.ts";

export type Travel = {
  readonly seconds: (from: number, to: number) => number;
  readonly meters: (from: number, to: number) => number;
};

const EARTH_RADIUS_METERS = 6_371_008.8;
const RADIANS = Math.PI / 180;

// Straight lines on the earth, stretched by `detour`. The same metres as `metersBetween`, but from chords worked out once per point:
// a simulated day asks for hundreds of millions of them.
export function crowTravel(points: readonly LatLng[], metersPerSecond: number, detour = 1): Travel {
  const chords = new Float64Array(points.length * 3);
  for (const [at, point] of points.entries()) {
    if (!isLatLng(point)) throw new RangeError(`point ${at} is not on the earth`);
    const ring = Math.cos(point.lat * RADIANS);
    chords[3 * at] = ring * Math.cos(point.lng * RADIANS);
    chords[3 * at + 1] = ring * Math.sin(point.lng * RADIANS);
    chords[3 * at + 2] = Math.sin(point.lat * RADIANS);
  }
  const meters = (from: number, to: number): number => {
    const x = chords[3 * from]! - chords[3 * to]!;
    const y = chords[3 * from + 1]! - chords[3 * to + 1]!;
    const z = chords[3 * from + 2]! - chords[3 * to + 2]!;
    const half = Math.sqrt(x * x + y * y + z * z) / 2;
    // Below 100 km two terms of the arc sine are exact to a millimetre, and ten times faster.
    const angle = half < 0.008 ? half * (1 + (half * half) / 6) : Math.asin(Math.min(1, half));
    return 2 * EARTH_RADIUS_METERS * angle * detour;
  };
  return { meters, seconds: (from, to) => meters(from, to) / metersPerSecond };
}
