// Whether dispatch may build on where a driver's phone says they are.
import type { City } from "../catalogue/service.ts";
import { zoneContains } from "../catalogue/zones.ts";
import { type LatLng, metersBetween } from "../geo.ts";

// PLACE_JUMPED: farther from the place before than any vehicle comes. PLACE_FROM_THE_FUTURE: the phone's clock is wrong by more than an
// hour, so nobody knows of when it speaks. IN_ANOTHER_CITY: nowhere near the city they drive in.
export const DOUBTS = ["PLACE_JUMPED", "PLACE_FROM_THE_FUTURE", "IN_ANOTHER_CITY"] as const;
export type Doubt = (typeof DOUBTS)[number];

// 216 km/h, over a way that no imprecise fix explains.
export const JUMP_METERS = 5_000;
export const JUMP_METERS_PER_SECOND = 60;
// After so long without another doubt a place counts again.
export const DOUBT_SECONDS = 60;
// A phone's clock may run ahead by this: it is believed where it is, though not when.
const AHEAD_SECONDS_MAX = 3_600;
// Who delivers to a suburb beyond the city's outline is still of the city.
const AROUND_METERS = 20_000;

// What holds of a driver whose place was heard of since `known` was: a robot jumps because its clock is moved.
export function doubtOf(
  known: { readonly isRobot: boolean; readonly doubt?: Doubt | null | undefined },
  heard: { readonly doubt: Doubt | null; readonly doubtedAt: Date | null },
  now: Date,
): Doubt | null | undefined {
  const ageMs = now.getTime() - (heard.doubtedAt?.getTime() ?? -Infinity);
  return !known.isRobot && ageMs < DOUBT_SECONDS * 1000 ? (heard.doubt ?? known.doubt) : known.doubt;
}

export function isFromTheFuture(at: number | undefined, now: Date): boolean {
  return at !== undefined && at * 1000 > now.getTime() + AHEAD_SECONDS_MAX * 1000;
}

// Farther from the place before, where they were at `since`, than any vehicle has come until now.
export function hasJumped(before: LatLng, since: Date, place: LatLng, now: Date): boolean {
  const seconds = (now.getTime() - since.getTime()) / 1000;
  return metersBetween(before, place) > Math.max(JUMP_METERS, JUMP_METERS_PER_SECOND * seconds);
}

export function isInAnotherCity(place: LatLng, cityId: string, cities: ReadonlyMap<string, City>): boolean {
  const own = cities.get(cityId);
  if (!own || zoneContains(own.outline, place)) return false;
  for (const city of cities.values()) {
    if (city.id !== cityId && city.enabled && zoneContains(city.outline, place)) return true;
  }
  return own.outline.every((ring) => ring.every((corner) => metersBetween(corner, place) > AROUND_METERS));
}
