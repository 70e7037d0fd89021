// Finds a door on a street inside a region: the number itself, the alley it stands in, the place between two known numbers, or
// the street alone. What a number is worth was measured by hiding the numbers of a real map (docs/places.md).
import { type LatLng, metersBetween } from "../../domain/geo.ts";
import { doorPart } from "../map-index/collect-streets.ts";
import { nearestOf, type StreetOnMap } from "../map-index/map-index.ts";
import type { Region } from "./atlas.ts";

export type OnStreet = {
  readonly point: LatLng;
  readonly by: "house" | "interpolated" | "street";
  readonly confidence: number;
  readonly matched: string;
};

// Between two numbers farther apart than this the street has turned, or counts anew.
const GAP_METERS_MAX = 2_500;
const GAP_NUMBERS_MAX = 500;
// A number this near to a known one is in sight of it.
const NEAR_NUMBERS_MAX = 40;
// Points that lie wider apart say little about one door.
const GOOD_SPREAD_METERS = 200;

// Numbers of the wider region count where the region itself has none to go by: a street is numbered on from ward to ward.
export function findOnStreet(
  street: StreetOnMap,
  parts: readonly string[],
  region: Region,
  marginMeters: number,
  wider?: Region,
): OnStreet | undefined {
  const here = cut(street, (point) => region.holds(point, marginMeters));
  const door = parts.map(doorPart);
  const found = door.length > 0 ? (exact(here, door) ?? inAlley(here, door) ?? between(here, door)) : undefined;
  if (found) return found;
  if (door.length > 0 && wider && here.points.length > 0) {
    const across = between(
      cut(street, (point) => wider.holds(point, marginMeters)),
      door,
    );
    if (across && region.holds(across.point, marginMeters)) return { ...across, confidence: across.confidence * 0.9 };
  }
  return alone(here);
}

function cut(street: StreetOnMap, holds: (point: LatLng) => boolean): StreetOnMap {
  return {
    name: street.name,
    points: street.points.filter(holds),
    doors: street.doors.filter((door) => holds(door.point)),
    alleys: street.alleys.filter((alley) => alley.points.some(holds)),
  };
}

function exact(street: StreetOnMap, door: readonly string[]): OnStreet | undefined {
  const text = door.join("/");
  const found = street.doors.filter((each) => each.parts.join("/") === text);
  const point = middleOf(found.map((each) => each.point));
  // The same number twice on one street of one ward: it was counted anew, and the middle is neither.
  if (!point || found.some((each) => metersBetween(each.point, point) > GOOD_SPREAD_METERS)) return undefined;
  return { point, by: "house", confidence: 0.95, matched: `${text} ${street.name}` };
}

// "281/56/7" stands in the alley 281/56, or in 281; neighbours in the same alley are as good.
function inAlley(street: StreetOnMap, door: readonly string[]): OnStreet | undefined {
  for (let depth = door.length - 1; depth > 0; depth -= 1) {
    const prefix = door.slice(0, depth).join("/");
    const alley = street.alleys.find((each) => each.parts.join("/") === prefix);
    const neighbours = street.doors.filter(
      (each) => each.parts.length > depth && each.parts.slice(0, depth).join("/") === prefix,
    );
    const points = neighbours.length > 0 ? neighbours.map((each) => each.point) : (alley?.points ?? []);
    const point = middleOf(points);
    if (!point) continue;
    const matched = `${prefix} ${street.name}`;
    return { point, by: "interpolated", confidence: spreadConfidence(points, point, 0.85), matched };
  }
  return undefined;
}

type Anchor = { readonly number: number; readonly point: LatLng };

function between(street: StreetOnMap, door: readonly string[]): OnStreet | undefined {
  const number = mainNumber(door[0] ?? "");
  if (number === undefined) return undefined;
  const anchors = anchorsOf(street);
  const same = anchors.filter((anchor) => anchor.number === number);
  const known = middleOf(same.map((anchor) => anchor.point));
  const matched = `${door.join("/")} ${street.name}`;
  if (known && same.every((anchor) => metersBetween(anchor.point, known) < GOOD_SPREAD_METERS)) {
    return { point: known, by: "interpolated", confidence: 0.85, matched };
  }
  // Odd and even numbers face each other but do not count in step: the same side first.
  const side = anchors.filter((anchor) => anchor.number % 2 === number % 2);
  return (
    bracket(street, side, number, matched) ?? bracket(street, anchors, number, matched) ?? beside(side, number, matched)
  );
}

function bracket(
  street: StreetOnMap,
  anchors: readonly Anchor[],
  number: number,
  matched: string,
): OnStreet | undefined {
  const lower = anchors.findLast((anchor) => anchor.number < number);
  const upper = anchors.find((anchor) => anchor.number > number);
  if (!lower || !upper || upper.number - lower.number > GAP_NUMBERS_MAX) return undefined;
  const gap = metersBetween(lower.point, upper.point);
  if (gap > GAP_METERS_MAX) return undefined;
  const share = (number - lower.number) / (upper.number - lower.number);
  const straight = {
    lat: lower.point.lat + (upper.point.lat - lower.point.lat) * share,
    lng: lower.point.lng + (upper.point.lng - lower.point.lng) * share,
  };
  const snapped = nearestOf(street.points, straight);
  const point = snapped && snapped.meters < GOOD_SPREAD_METERS ? snapped.point : straight;
  return {
    point,
    by: "interpolated",
    confidence: 0.85 * Math.min(1, (2 * GOOD_SPREAD_METERS) / Math.max(gap, 1)),
    matched,
  };
}

function beside(anchors: readonly Anchor[], number: number, matched: string): OnStreet | undefined {
  const [nearest] = anchors.toSorted((a, b) => Math.abs(a.number - number) - Math.abs(b.number - number));
  if (!nearest || Math.abs(nearest.number - number) > NEAR_NUMBERS_MAX) return undefined;
  return { point: nearest.point, by: "interpolated", confidence: 0.6, matched };
}

// Doors on the street itself and mouths of alleys, in the order of their numbers. Doors inside alleys stand for their alley.
function anchorsOf(street: StreetOnMap): readonly Anchor[] {
  const anchors: Anchor[] = [];
  for (const { parts, point } of street.doors) {
    const number = mainNumber(parts[0] ?? "");
    if (number !== undefined && parts.length === 1) anchors.push({ number, point });
  }
  for (const { parts, points } of street.alleys) {
    const number = mainNumber(parts[0] ?? "");
    const point = number === undefined || parts.length > 1 ? undefined : mouthOf(points, street.points);
    if (number !== undefined && point) anchors.push({ number, point });
  }
  return anchors.sort((a, b) => a.number - b.number);
}

// The end of the alley that opens onto the street.
function mouthOf(alley: readonly LatLng[], street: readonly LatLng[]): LatLng | undefined {
  let best: { point: LatLng; meters: number } | undefined;
  for (const point of [alley[0], alley.at(-1)]) {
    const nearest = point && nearestOf(street, point);
    if (nearest && (!best || nearest.meters < best.meters)) best = nearest;
  }
  return best && best.meters < GOOD_SPREAD_METERS ? best.point : alley[0];
}

function alone(street: StreetOnMap): OnStreet | undefined {
  const all = street.points.length > 0 ? street.points : street.doors.map((door) => door.point);
  const middle = middleOf(all);
  const onIt = middle && nearestOf(all, middle);
  if (!onIt) return undefined;
  return { point: onIt.point, by: "street", confidence: spreadConfidence(all, onIt.point, 0.7), matched: street.name };
}

// The wider the points lie, the less one of them says about the door.
function spreadConfidence(points: readonly LatLng[], middle: LatLng, best: number): number {
  const squares = points.reduce((sum, point) => sum + metersBetween(point, middle) ** 2, 0);
  const spread = Math.sqrt(squares / points.length);
  return best * Math.min(1, GOOD_SPREAD_METERS / Math.max(spread, 1));
}

function middleOf(points: readonly LatLng[]): LatLng | undefined {
  if (points.length === 0) return undefined;
  const lat = points.reduce((sum, point) => sum + point.lat, 0) / points.length;
  const lng = points.reduce((sum, point) => sum + point.lng, 0) / points.length;
  return { lat, lng };
}

// 285 of "285", "285A", "285-287" and "K285".
function mainNumber(part: string): number | undefined {
  const digits = /^[A-ZĐ]{0,3}(\d{1,5})/.exec(part)?.[1];
  return digits === undefined ? undefined : Number(digits);
}
