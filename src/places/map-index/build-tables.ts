// Puts boundaries, streets and house numbers of an extract into the arrays of the places index. Everything is sorted, so that
// the same extract always builds the same bytes.
import Flatbush from "flatbush";
import { type LatLng, type Ring, ringContains } from "../../domain/geo.ts";
import type { Extract } from "../../extract/extract.ts";
import { collectSpots, type NamedSpot, SPOT_KINDS } from "../suggest/collect-spots.ts";
import { buildNames } from "../suggest/names.ts";
import { type Boundary, findBoundaries } from "./boundaries.ts";
import { type Door, isNearStreet, readDoors } from "./collect-doors.ts";
import { collectStreets, streetOf } from "./collect-streets.ts";
import { AREA_LEVELS, type IndexTables, packPoints } from "./tables.ts";

export function buildTables(extract: Extract): IndexTables {
  const names = new Names();
  const boundaries = findBoundaries(extract).toSorted((a, b) => byText(a.name, b.name) || byPlace(a, b));
  const streets = collectStreets(extract);
  const everyDoor = readDoors(extract);
  const doors = everyDoor.filter((door) => isNearStreet(door, streets));
  for (const door of doors) streetOf(streets, door.streetKey, door.streetKey);
  const doorsOf = Map.groupBy(doors, (door) => door.streetKey);
  const sorted = [...streets.values()].toSorted((a, b) => byText(a.key, b.key));
  const alleys = sorted.map((street) => street.alleys.toSorted((a, b) => byText(a.parts.join("/"), b.parts.join("/"))));
  const sortedDoors = sorted.map((street) => (doorsOf.get(street.key) ?? []).toSorted(byDoor));
  return {
    ...areaTables(boundaries, names),
    streetKey: names.idsOf(sorted.map((street) => street.key)),
    streetName: names.idsOf(sorted.map((street) => street.name)),
    streetPointStart: starts(sorted.map((street) => street.points.length)),
    streetPoints: packPoints(sorted.flatMap((street) => street.points)),
    streetDoorStart: starts(sortedDoors.map((list) => list.length)),
    doorParts: names.idsOf(sortedDoors.flat().map((door) => door.parts.join("/"))),
    doors: packPoints(sortedDoors.flat().map((door) => door.point)),
    streetAlleyStart: starts(alleys.map((list) => list.length)),
    alleyParts: names.idsOf(alleys.flat().map((alley) => alley.parts.join("/"))),
    alleyPointStart: starts(alleys.flat().map((alley) => alley.points.length)),
    alleyPoints: packPoints(alleys.flat().flatMap((alley) => alley.points)),
    ...spotTables(collectSpots(extract, streets, everyDoor), names),
    pointTree: treeOf([
      ...sortedDoors.flat().map((door) => door.point),
      ...alleys.flat().flatMap((alley) => alley.points),
      ...sorted.flatMap((street) => street.points),
    ]),
    names: names.list,
  };
}

function spotTables(spots: readonly NamedSpot[], names: Names) {
  return {
    spotKind: Uint8Array.from(spots, ({ kind }) => SPOT_KINDS.indexOf(kind)),
    spotLabel: names.idsOf(spots.map(({ label }) => label)),
    spotWeight: Uint8Array.from(spots, ({ weight }) => weight),
    spotPointStart: starts(spots.map(({ points }) => points.length)),
    spotPoints: packPoints(spots.flatMap(({ points }) => points)),
    ...buildNames(
      spots.flatMap((spot, owner) => spot.names.map((text) => ({ owner, text, isWholeOnly: spot.kind === "house" }))),
    ),
  };
}

function treeOf(points: readonly LatLng[]): Uint8Array {
  if (points.length === 0) return new Uint8Array(0);
  const tree = new Flatbush(points.length, 16, Float32Array);
  for (const { lat, lng } of points) tree.add(lng, lat);
  tree.finish();
  return new Uint8Array(tree.data);
}

function areaTables(boundaries: readonly Boundary[], names: Names) {
  const rings = boundaries.flatMap((boundary) => boundary.rings);
  const boxes = boundaries.map(boxOf);
  return {
    areaName: names.idsOf(boundaries.map((boundary) => boundary.name)),
    areaLevel: Uint8Array.from(boundaries.map((boundary) => AREA_LEVELS.indexOf(boundary.level))),
    areaParent: Int32Array.from(boundaries.map((boundary) => parentOf(boundary, boundaries, boxes))),
    areaRingStart: starts(boundaries.map((boundary) => boundary.rings.length)),
    ringCornerStart: starts(rings.map((ring) => ring.length)),
    corners: packPoints(rings.flat()),
  };
}

type Box = { readonly south: number; readonly north: number; readonly west: number; readonly east: number };

// The area of the next level that holds its middle, and most of a sample of corners if several do: boundaries drawn at different
// times overlap.
function parentOf(boundary: Boundary, boundaries: readonly Boundary[], boxes: readonly Box[]): number {
  const above = AREA_LEVELS[AREA_LEVELS.indexOf(boundary.level) + 1];
  const ring = boundary.rings[0]!;
  const centre = middle(ring);
  const sample = Array.from({ length: 8 }, (_, at) => ring[Math.floor((at * ring.length) / 8)]!);
  let best = -1;
  let bestCount = -1;
  for (const [at, candidate] of boundaries.entries()) {
    if (candidate.level !== above || !boxHolds(boxes[at]!, centre) || !contains(candidate, centre)) continue;
    const count = sample.filter((corner) => contains(candidate, corner)).length;
    if (count > bestCount) [best, bestCount] = [at, count];
  }
  return best;
}

function boxOf(boundary: Boundary): Box {
  const box = { south: 90, north: -90, west: 180, east: -180 };
  for (const { lat, lng } of boundary.rings.flat()) {
    box.south = Math.min(box.south, lat);
    box.north = Math.max(box.north, lat);
    box.west = Math.min(box.west, lng);
    box.east = Math.max(box.east, lng);
  }
  return box;
}

function boxHolds(box: Box, { lat, lng }: LatLng): boolean {
  return lat >= box.south && lat <= box.north && lng >= box.west && lng <= box.east;
}

function contains(boundary: Boundary, point: LatLng): boolean {
  return boundary.rings.filter((ring) => ringContains(ring, point)).length % 2 === 1;
}

function middle(ring: Ring): LatLng {
  const lat = ring.reduce((sum, corner) => sum + corner.lat, 0) / ring.length;
  const lng = ring.reduce((sum, corner) => sum + corner.lng, 0) / ring.length;
  return { lat, lng };
}

class Names {
  readonly list: string[] = [];
  readonly #ids = new Map<string, number>();

  idsOf(names: readonly string[]): Uint32Array {
    return Uint32Array.from(names.map((name) => this.#id(name)));
  }

  #id(name: string): number {
    let id = this.#ids.get(name);
    if (id === undefined) {
      id = this.list.push(name) - 1;
      this.#ids.set(name, id);
    }
    return id;
  }
}

function starts(lengths: readonly number[]): Uint32Array {
  const table = new Uint32Array(lengths.length + 1);
  for (const [at, length] of lengths.entries()) table[at + 1] = table[at]! + length;
  return table;
}

function byText(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}

function byPlace(a: Boundary, b: Boundary): number {
  const [one, other] = [a.rings[0]?.[0], b.rings[0]?.[0]];
  return one && other ? one.lat - other.lat || one.lng - other.lng : 0;
}

function byDoor(a: Door, b: Door): number {
  return byText(a.parts.join("/"), b.parts.join("/")) || a.point.lat - b.point.lat || a.point.lng - b.point.lng;
}
