// Distances and bearings between points kept as whole millionths of a degree.
import type { MicroLine } from "./path.ts";

const EARTH_RADIUS_METERS = 6_371_008.8;
const RADIANS = Math.PI / 180;
const MICRO_RADIANS = RADIANS / 1e6;

export const METERS_PER_MICRO = EARTH_RADIUS_METERS * MICRO_RADIANS;

export function toMicro(degrees: number): number {
  return Math.round(degrees * 1e6);
}

// How much shorter a degree of longitude is than one of latitude here.
export function lngShrink(latMicro: number): number {
  return Math.cos(latMicro * MICRO_RADIANS);
}

// Between neighbouring points of a road, a plane at their middle latitude is right to the millimetre.
export function microMeters(lngA: number, latA: number, lngB: number, latB: number): number {
  const x = (lngB - lngA) * lngShrink((latA + latB) / 2);
  const y = latB - latA;
  return Math.sqrt(x * x + y * y) * METERS_PER_MICRO;
}

// Degrees clockwise from north, 0 to under 360.
function microBearing(lngA: number, latA: number, lngB: number, latB: number): number {
  const x = (lngB - lngA) * lngShrink((latA + latB) / 2);
  const degrees = Math.atan2(x, latB - latA) / RADIANS;
  return degrees < 0 ? degrees + 360 : degrees;
}

// Of the line between two of its points, seen from `start` and looking `lookMeters` along: the first metre of a road
// often leads into the junction at an odd angle. Points are numbered, not array places; `start` may be after `end`.
export function bearingAlong(line: MicroLine, start: number, end: number, lookMeters: number): number {
  const step = start < end ? 1 : -1;
  const lng = line[start * 2]!;
  const lat = line[start * 2 + 1]!;
  let left = lookMeters;
  let at = start;
  while (at !== end) {
    const lngHere = line[at * 2]!;
    const latHere = line[at * 2 + 1]!;
    const lngNext = line[(at + step) * 2]!;
    const latNext = line[(at + step) * 2 + 1]!;
    const length = microMeters(lngHere, latHere, lngNext, latNext);
    at += step;
    if (length < left && at !== end) {
      left -= length;
      continue;
    }
    const share = length > left ? left / length : 1;
    return microBearing(lng, lat, lngHere + (lngNext - lngHere) * share, latHere + (latNext - latHere) * share);
  }
  return 0;
}

// -180 (exclusive) to 180: how far one turns right when heading `before` and then `after`.
export function turnDegrees(before: number, after: number): number {
  const degrees = (after - before + 540) % 360;
  return degrees === 0 ? 180 : degrees - 180;
}
