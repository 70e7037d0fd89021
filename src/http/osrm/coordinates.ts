// Reads the coordinates of a route call: `lng,lat;lng,lat…`, `polyline(…)` or `polyline6(…)`, with `.json` behind it or
// not. A fault is named with its place in the text, counted from 0.
import type { LatLng } from "../../domain/geo.ts";
import { type Refusal, refuse } from "../../domain/refusal.ts";
import { decodePolyline } from "../../roads/polyline.ts";

// How many coordinates a call takes.
export type CoordinatesCount = { readonly min: number; readonly max: number };
const ROUTE_COUNT: CoordinatesCount = { min: 2, max: 500 };

export type Coordinates = {
  readonly points: readonly LatLng[];
  // Where each point begins in the text.
  readonly positions: readonly number[];
};
type Fault = Refusal<"BAD_REQUEST">;

const NUMBER = /[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?/y;
const ENCODED = /^(polyline6?)\((.*)\)$/s;
const FOUND_CHARACTERS_MAX = 20;

export function parseCoordinates(given: string, { min, max }: CoordinatesCount = ROUTE_COUNT): Coordinates | Fault {
  const text = given.endsWith(".json") ? given.slice(0, -".json".length) : given;
  if (text.endsWith(".flatbuffers")) {
    return fault("InvalidOptions", "flatbuffers are not offered, only json", text.length - ".flatbuffers".length);
  }
  const encoded = text.startsWith("polyline") ? ENCODED.exec(text) : null;
  const parsed = encoded ? readPolyline(encoded[1]!, encoded[2]!, max) : readPairs(text, max);
  if ("refused" in parsed || parsed.points.length >= min) return parsed;
  return fault("InvalidOptions", `at least ${min} coordinates are needed, ${parsed.points.length} given`, text.length);
}

function readPairs(text: string, max: number): Coordinates | Fault {
  const points: LatLng[] = [];
  const positions: number[] = [];
  let at = 0;
  for (;;) {
    if (points.length === max) return tooMany(at, max);
    const start = at;
    const lng = numberAt(text, at);
    if (lng === undefined) return expected("a longitude", text, at);
    at = NUMBER.lastIndex;
    if (text[at] !== ",") return expected("a comma and a latitude", text, at);
    const latAt = at + 1;
    const lat = numberAt(text, latAt);
    if (lat === undefined) return expected("a latitude", text, latAt);
    at = NUMBER.lastIndex;
    const wrong = judge({ lat, lng }, start, latAt);
    if (wrong) return wrong;
    points.push({ lat, lng });
    positions.push(start);
    if (at === text.length) return { points, positions };
    if (text[at] !== ";") return expected("a semicolon", text, at);
    at += 1;
  }
}

function numberAt(text: string, at: number): number | undefined {
  NUMBER.lastIndex = at;
  return NUMBER.test(text) ? Number(text.slice(at, NUMBER.lastIndex)) : undefined;
}

function readPolyline(kind: string, encoded: string, max: number): Coordinates | Fault {
  const start = kind.length + 1;
  const odd = encoded.search(/[^?-~]/);
  if (odd !== -1) return expected("a character of a polyline", encoded, odd, start);
  const line = decodePolyline(encoded, kind === "polyline6" ? 6 : 5);
  if (line.length / 2 > max) return tooMany(start, max);
  const points: LatLng[] = [];
  for (let i = 0; i < line.length; i += 2) {
    const point = { lat: line[i + 1]! / 1e6, lng: line[i]! / 1e6 };
    const wrong = judge(point, start, start);
    if (wrong) return wrong;
    points.push(point);
  }
  return { points, positions: points.map(() => start) };
}

function judge({ lat, lng }: LatLng, lngAt: number, latAt: number): Fault | undefined {
  if (Math.abs(lng) <= 180 && Math.abs(lat) <= 90) return undefined;
  if (Math.abs(lng) <= 90 && Math.abs(lat) <= 180) {
    return fault("InvalidValue", `latitude ${lat} is beyond 90: longitude comes first, these two look swapped`, latAt);
  }
  if (Math.abs(lng) > 180) return fault("InvalidValue", `longitude ${lng} is not between -180 and 180`, lngAt);
  return fault("InvalidValue", `latitude ${lat} is not between -90 and 90`, latAt);
}

function tooMany(at: number, max: number): Fault {
  return fault("TooBig", `more than ${max} coordinate${max === 1 ? "" : "s"} given`, at);
}

function expected(what: string, text: string, at: number, shift = 0): Fault {
  const found = text.slice(at, at + FOUND_CHARACTERS_MAX).split(/[;,]/)[0] || text[at];
  return fault("InvalidQuery", `expected ${what}, found ${found ? JSON.stringify(found) : "the end"}`, at + shift);
}

function fault(code: string, why: string, position: number): Fault {
  return refuse("BAD_REQUEST", `${code}: ${why} (position ${position} of the coordinates).`);
}
