// Gathers house numbers with the street they name. A number far from every piece of its street is somebody's slip and is left out.
import { type LatLng, metersBetween } from "../../domain/geo.ts";
import { type Extract, nodeIndex, type Tags } from "../../extract/extract.ts";
import { readStreetLine } from "../address/street-line.ts";
import { tidy } from "../text/fold.ts";
import { doorPart, isStreetKey, type Street } from "./collect-streets.ts";

export type Door = {
  readonly streetKey: string;
  readonly parts: readonly string[];
  readonly point: LatLng;
  // As the mapper wrote it.
  readonly written: string;
};

const FAR_METERS = 500;
const TEXT_LENGTH_MAX = 120;

// Those far from their street too: where somebody looks for a house, it is where it was mapped.
export function readDoors(extract: Extract): readonly Door[] {
  const doors: Door[] = [];
  for (const [at, tags] of extract.nodes.tags) {
    const door = readDoor(tags, () => ({ lat: extract.nodes.lats[at]!, lng: extract.nodes.lngs[at]! }));
    if (door) doors.push(door);
  }
  for (const way of extract.ways) {
    const door = readDoor(way.tags, () => middle(way.refs, extract));
    if (door) doors.push(door);
  }
  return doors;
}

function readDoor(tags: Tags, locate: () => LatLng | undefined): Door | undefined {
  const number = tags["addr:housenumber"];
  const street = tags["addr:street"];
  if (!number || !street || number.length + street.length > TEXT_LENGTH_MAX) return undefined;
  // Some write the rest of the address into the street.
  const [name = ""] = tidy(street).split(",");
  const line = readStreetLine(`${tidy(number).replaceAll(" ", "")} ${name.trim()}`);
  if (line.parts.length === 0 || !isStreetKey(line.streetKey)) return undefined;
  const point = locate();
  const written = `${tidy(number)} ${name.trim()}`;
  return point && { streetKey: line.streetKey, parts: line.parts.map(doorPart), point, written };
}

export function isNearStreet(door: Door, streets: ReadonlyMap<string, Street>): boolean {
  const street = streets.get(door.streetKey);
  if (!street) return true;
  const near = (point: LatLng) => metersBetween(point, door.point) < FAR_METERS;
  return street.points.some(near) || street.alleys.some((alley) => alley.points.some(near));
}

function middle(refs: readonly number[], extract: Extract): LatLng | undefined {
  let lat = 0;
  let lng = 0;
  let count = 0;
  for (const ref of refs) {
    const at = nodeIndex(extract.nodes, ref);
    if (at < 0) continue;
    lat += extract.nodes.lats[at]!;
    lng += extract.nodes.lngs[at]!;
    count += 1;
  }
  return count === 0 ? undefined : { lat: lat / count, lng: lng / count };
}
