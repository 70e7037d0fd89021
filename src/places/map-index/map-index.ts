// Answers from the places index of an extract: which areas hold a point, where a street runs, which doors it has.
import Flatbush from "flatbush";
import { type LatLng, METERS_PER_DEGREE, metersBetween, type Ring } from "../../domain/geo.ts";
import { readUnit } from "../address/unit-words.ts";
import type { AreaLevel } from "./boundaries.ts";
import { AREA_LEVELS, DEGREE, type IndexTables } from "./tables.ts";

const STREETS_KEPT_MAX = 256;
const METERS_PER_UNIT = METERS_PER_DEGREE / DEGREE;

type Door = { readonly parts: readonly string[]; readonly point: LatLng };
export type StreetOnMap = {
  readonly name: string;
  readonly points: readonly LatLng[];
  readonly doors: readonly Door[];
  // Named after the street and a number: "Hẻm 281/56 Lê Văn Sỹ".
  readonly alleys: readonly { readonly parts: readonly string[]; readonly points: readonly LatLng[] }[];
};

export class MapIndex {
  readonly hash: string;
  readonly #tables: IndexTables;
  readonly #boxes: Flatbush | undefined;
  readonly #streets = new Map<string, number>();
  // The same avenues are asked for all day; unpacked from the tables they take some 20 KB each.
  readonly #lately = new Map<number, StreetOnMap>();
  // By the key of the bare name.
  readonly #areas = new Map<string, number[]>();

  constructor(tables: IndexTables, hash: string) {
    this.hash = hash;
    this.#tables = tables;
    for (const [at, id] of tables.streetKey.entries()) this.#streets.set(tables.names[id]!, at);
    for (const [at, id] of tables.areaName.entries()) {
      for (const { key } of readUnit(tables.names[id]!)) this.#areas.set(key, [...(this.#areas.get(key) ?? []), at]);
    }
    this.#boxes = this.#boxAreas();
  }

  get tables(): IndexTables {
    return this.#tables;
  }

  get counts(): { readonly areas: number; readonly streets: number; readonly doors: number; readonly alleys: number } {
    const { areaName, streetKey, doorParts, alleyParts } = this.#tables;
    return {
      areas: areaName.length,
      streets: streetKey.length,
      doors: doorParts.length,
      alleys: alleyParts.length,
    };
  }

  areasNamed(key: string, level: AreaLevel): readonly number[] {
    return (this.#areas.get(key) ?? []).filter((area) => this.areaLevel(area) === level);
  }

  areaName(area: number): string {
    return this.#tables.names[this.#tables.areaName[area]!]!;
  }

  areaLevel(area: number): AreaLevel {
    return AREA_LEVELS[this.#tables.areaLevel[area]!]!;
  }

  areaParent(area: number): number {
    return this.#tables.areaParent[area]!;
  }

  // The areas whose boundary holds the point, at most one of each level where the map is sound.
  areasAt(point: LatLng): readonly number[] {
    if (!this.#boxes) return [];
    const found = this.#boxes.search(point.lng, point.lat, point.lng, point.lat);
    return found.filter((area) => this.areaContains(area, point)).sort((a, b) => a - b);
  }

  // Even-odd over all rings of the area, straight from the table.
  areaContains(area: number, point: LatLng): boolean {
    const { areaRingStart, ringCornerStart, corners } = this.#tables;
    const lat = point.lat * DEGREE;
    const lng = point.lng * DEGREE;
    let inside = false;
    for (let ring = areaRingStart[area]!; ring < areaRingStart[area + 1]!; ring += 1) {
      const from = ringCornerStart[ring]!;
      const to = ringCornerStart[ring + 1]!;
      for (let i = from, j = to - 1; i < to; j = i++) {
        const latA = corners[2 * i]!;
        const latB = corners[2 * j]!;
        if (latA > lat === latB > lat) continue;
        const lngA = corners[2 * i + 1]!;
        if (lng < ((corners[2 * j + 1]! - lngA) * (lat - latA)) / (latB - latA) + lngA) inside = !inside;
      }
    }
    return inside;
  }

  // True when an edge of the area passes within so many metres, on the plane around the point.
  edgeIsNear(area: number, point: LatLng, meters: number): boolean {
    const { areaRingStart, ringCornerStart, corners } = this.#tables;
    const lat = point.lat * DEGREE;
    const lng = point.lng * DEGREE;
    const narrowing = Math.cos((point.lat * Math.PI) / 180);
    const reach = meters / METERS_PER_UNIT;
    for (let ring = areaRingStart[area]!; ring < areaRingStart[area + 1]!; ring += 1) {
      const from = ringCornerStart[ring]!;
      const to = ringCornerStart[ring + 1]!;
      for (let i = from, j = to - 1; i < to; j = i++) {
        const ay = corners[2 * i]! - lat;
        const by = corners[2 * j]! - lat;
        if ((ay > reach && by > reach) || (ay < -reach && by < -reach)) continue;
        const ax = (corners[2 * i + 1]! - lng) * narrowing;
        const dx = (corners[2 * j + 1]! - lng) * narrowing - ax;
        const dy = by - ay;
        const length = dx * dx + dy * dy;
        const share = length === 0 ? 0 : Math.max(0, Math.min(1, -(ax * dx + ay * dy) / length));
        if ((ax + share * dx) ** 2 + (ay + share * dy) ** 2 <= reach * reach) return true;
      }
    }
    return false;
  }

  areaRings(area: number): readonly Ring[] {
    const { areaRingStart, ringCornerStart, corners } = this.#tables;
    const rings: Ring[] = [];
    for (let ring = areaRingStart[area]!; ring < areaRingStart[area + 1]!; ring += 1) {
      rings.push(range(corners, ringCornerStart[ring]!, ringCornerStart[ring + 1]!));
    }
    return rings;
  }

  findStreet(key: string): StreetOnMap | undefined {
    const at = this.#streets.get(key);
    if (at === undefined) return undefined;
    let street = this.#lately.get(at);
    if (!street) {
      if (this.#lately.size >= STREETS_KEPT_MAX) this.#lately.clear();
      street = this.#unpack(at);
      this.#lately.set(at, street);
    }
    return street;
  }

  #unpack(at: number): StreetOnMap {
    const tables = this.#tables;
    const doors: Door[] = [];
    for (let door = tables.streetDoorStart[at]!; door < tables.streetDoorStart[at + 1]!; door += 1) {
      doors.push({ parts: this.#parts(tables.doorParts[door]!), point: pointAt(tables.doors, door) });
    }
    const alleys: StreetOnMap["alleys"][number][] = [];
    for (let alley = tables.streetAlleyStart[at]!; alley < tables.streetAlleyStart[at + 1]!; alley += 1) {
      const points = range(tables.alleyPoints, tables.alleyPointStart[alley]!, tables.alleyPointStart[alley + 1]!);
      alleys.push({ parts: this.#parts(tables.alleyParts[alley]!), points });
    }
    const points = range(tables.streetPoints, tables.streetPointStart[at]!, tables.streetPointStart[at + 1]!);
    return { name: tables.names[tables.streetName[at]!]!, points, doors, alleys };
  }

  #parts(id: number): readonly string[] {
    return this.#tables.names[id]!.split("/");
  }

  #boxAreas(): Flatbush | undefined {
    const count = this.#tables.areaName.length;
    if (count === 0) return undefined;
    const boxes = new Flatbush(count);
    for (let area = 0; area < count; area += 1) {
      const corners = this.areaRings(area).flat();
      const lats = corners.map((corner) => corner.lat);
      const lngs = corners.map((corner) => corner.lng);
      boxes.add(min(lngs), min(lats), -min(lngs.map((lng) => -lng)), -min(lats.map((lat) => -lat)));
    }
    boxes.finish();
    return boxes;
  }
}

// The point nearest to another, and how far it is.
export function nearestOf(
  points: readonly LatLng[],
  to: LatLng,
): { readonly point: LatLng; readonly meters: number } | undefined {
  let best: { point: LatLng; meters: number } | undefined;
  for (const point of points) {
    const meters = metersBetween(point, to);
    if (!best || meters < best.meters) best = { point, meters };
  }
  return best;
}

function range(table: Int32Array, from: number, to: number): LatLng[] {
  const points: LatLng[] = [];
  for (let at = from; at < to; at += 1) points.push(pointAt(table, at));
  return points;
}

function pointAt(table: Int32Array, at: number): LatLng {
  return { lat: table[2 * at]! / DEGREE, lng: table[2 * at + 1]! / DEGREE };
}

function min(figures: readonly number[]): number {
  return figures.reduce((least, figure) => Math.min(least, figure), Number.POSITIVE_INFINITY);
}
