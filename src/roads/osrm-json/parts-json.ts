// The pieces of JSON that several answers of the route call share.
import type { MicroLine, Waypoint } from "../path.ts";
import { encodePolyline } from "../polyline.ts";
import type { Geometries } from "../question.ts";
import { tenths, writeTenths } from "./figures.ts";

// An answer is put together as its bytes in UTF-8, each a character below 256: beside 15 KB of plain text one Vietnamese name would make all of it twice as
// wide, and slow to add up and to send. `toBytes` ends it.
const BEYOND_ASCII = /[\u0080-\uffff]/;

export function writeText(value: unknown): string {
  const text = JSON.stringify(value);
  return BEYOND_ASCII.test(text) ? Buffer.from(text).toString("latin1") : text;
}

// The names of streets, which are written again and again. A megabyte or two when it is full; then it is begun anew.
const NAMES_MAX = 20_000;
const names = new Map<string, string>();

export function writeName(name: string): string {
  const known = names.get(name);
  if (known !== undefined) return known;
  if (names.size === NAMES_MAX) names.clear();
  const written = writeText(name);
  names.set(name, written);
  return written;
}

// As one text, parted by commas.
export function writeNames(names: readonly string[]): string {
  if (names.length === 1) return writeName(names[0]!);
  return `"${names.map((name) => writeName(name).slice(1, -1)).join(", ")}"`;
}

export function toBytes(written: string): Buffer {
  return Buffer.from(written, "latin1");
}

// What is kept is kept in one piece: a text that was added up is read bit by bit each time, until somebody needs its bytes.
export function asOnePiece(written: string): string {
  return toBytes(written).toString("latin1");
}

// The weight of a route is its duration: the engine prefers nothing else.
export function writeAmounts(distanceTenths: number, durationTenths: number): string {
  const duration = writeTenths(durationTenths);
  return `"weight":${duration},"duration":${duration},"distance":${writeTenths(distanceTenths)}`;
}

// Of the whole line, or from one of its points to another.
export function writeLine(line: MicroLine, geometries: Geometries, from = 0, to = line.length / 2 - 1): string {
  if (geometries !== "geojson") return quote(encodePolyline(line, geometries === "polyline6" ? 6 : 5, from, to));
  let coordinates = "";
  for (let i = from; i <= to; i++) coordinates += `${i === from ? "" : ","}${writePoint(line, i)}`;
  return `{"coordinates":[${coordinates}],"type":"LineString"}`;
}

// Of the characters a polyline is made of, JSON escapes one.
function quote(polyline: string): string {
  return polyline.includes("\\") ? JSON.stringify(polyline) : `"${polyline}"`;
}

export function writePoint(line: MicroLine, index: number): string {
  return `[${line[2 * index]! / 1e6},${line[2 * index + 1]! / 1e6}]`;
}

export function writeWaypoints(
  waypoints: readonly Waypoint[],
  { generateHints }: { readonly generateHints: boolean },
): string {
  let text = "";
  for (const waypoint of waypoints) text += `${text === "" ? "" : ","}{${writeWaypoint(waypoint, generateHints)}}`;
  return text;
}

// Without its braces: some answers tell more of it.
export function writeWaypoint({ hint, distanceMeters, name, location }: Waypoint, generateHints: boolean): string {
  // A hint holds nothing that JSON would escape.
  const found = generateHints ? `"hint":"${hint}",` : "";
  return `${found}"distance":${writeTenths(tenths(distanceMeters))},"name":${writeName(name)},"location":[${location.lng},${location.lat}]`;
}

// Every answer begins with these two.
export function writeHead(dataVersion: string): string {
  return `"code":"Ok","data_version":${writeName(dataVersion)}`;
}
