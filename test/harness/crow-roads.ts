// Roads without a map: the crow's distance and a third more, at a fixed speed. Tests that are about money and rules need
// distances that are the same everywhere and can be worked out by hand; roads of a real shape are tested beside their engine.
import { type LatLng, metersBetween } from "../../src/domain/geo.ts";
import { refuse } from "../../src/domain/refusal.ts";
import type { Roads, RouteLeg } from "../../src/domain/roads.ts";
import { encodePolyline } from "../../src/roads/polyline.ts";

const DETOUR = 1.3;
const METERS_PER_SECOND = 8;
// South of this there is only sea.
const LAND_LAT_MIN = 8;

export const crowRoads: Roads = {
  version: () => ({ engine: "giao", map: "crow", demo: true }),
  route: async (_profile, points) => {
    if (points.some(isSea)) return refuse("NO_SEGMENT", "A point has no road within 2 km.");
    const legs = points.slice(1).map((to, at) => leg(points[at]!, to));
    return {
      distanceMeters: sum(legs.map((one) => one.distanceMeters)),
      durationSeconds: sum(legs.map((one) => one.durationSeconds)),
      legs,
      polyline: encodePolyline(
        Int32Array.from(
          points.flatMap(({ lat, lng }) => [lng, lat]),
          micro,
        ),
        5,
      ),
    };
  },
  matrix: async (_profile, sources, targets) => {
    if ([...sources, ...targets].some(isSea)) return refuse("NO_SEGMENT", "A point has no road within 2 km.");
    const legs = sources.flatMap((from) => targets.map((to) => leg(from, to)));
    return {
      sources: sources.length,
      targets: targets.length,
      distancesMeters: Float64Array.from(legs, (one) => one.distanceMeters),
      durationsSeconds: Float64Array.from(legs, (one) => one.durationSeconds),
    };
  },
};

export function leg(from: LatLng, to: LatLng): RouteLeg {
  const distanceMeters = Math.round(metersBetween(from, to) * DETOUR);
  return { distanceMeters, durationSeconds: Math.round(distanceMeters / METERS_PER_SECOND) };
}

function micro(degrees: number): number {
  return Math.round(degrees * 1e6);
}

function isSea(point: LatLng): boolean {
  return point.lat < LAND_LAT_MIN;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
