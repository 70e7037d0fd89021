// Brings names and ground together: the gazetteer's units with the boundaries of the map, where one is loaded, and with centres
// and sizes where not. Answers where a unit is, and which units a point is in.
import { type LatLng, METERS_PER_DEGREE, metersBetween, ringContains } from "../../domain/geo.ts";
import type { Area, UnitsInBothForms } from "../../domain/places.ts";
import { readProvince } from "../address/read-units.ts";
import { readUnit } from "../address/unit-words.ts";
import {
  type District,
  districtSpot,
  type Gazetteer,
  type Province,
  type Spot,
  type Ward,
  wardSpot,
} from "../gazetteer/gazetteer.ts";
import { PROVINCE_OUTLINES } from "../gazetteer/province-outlines.ts";
import type { MapIndex } from "../map-index/map-index.ts";

// Ground a named unit covers: known by boundaries, or as a circle.
export type Region = Spot & { readonly holds: (point: LatLng, marginMeters: number) => boolean };

// A circle misses the corners of what it stands for.
const CIRCLE_SLACK = 1.4;
// Farther from a ward's centre than this many of its radii, a point is in no ward we know.
const RADII_MAX = 2.2;
// A ward counts alone when the next one is farther than this says.
const NEARER_SHARE = 0.7;
// Outlines of provinces are rough: a point this near to one and in none belongs to it.
const OUTLINE_SLACK_METERS = 8_000;

export class Atlas {
  readonly #gazetteer: Gazetteer;
  readonly #map: MapIndex | undefined;
  readonly #wardAreas = new Map<Ward, number[]>();
  // By boundary: the ward it is.
  readonly #wardOfArea = new Map<number, Ward>();
  // Wards whose own boundary is on the map.
  readonly #drawn = new Set<Ward>();
  readonly #districtAreas = new Map<District, number[]>();
  readonly #currentWards: readonly Ward[];
  readonly #formerDistricts = new Map<Ward, District | undefined>();
  readonly #regions = new Map<Ward | District, Region | undefined>();

  constructor(gazetteer: Gazetteer, map: MapIndex | undefined) {
    this.#gazetteer = gazetteer;
    this.#map = map;
    this.#currentWards = gazetteer.wards.filter((ward) => ward.spot !== undefined);
    if (map) for (let area = 0; area < map.counts.areas; area += 1) this.#link(map, area);
  }

  regionOfWard(ward: Ward): Region | undefined {
    return this.#kept(ward, () => {
      const areas = this.#areasOf(ward);
      return areas.length > 0 && this.#map ? fromAreas(this.#map, areas) : fromSpot(wardSpot(ward));
    });
  }

  regionOfDistrict(district: District): Region | undefined {
    return this.#kept(district, () => this.#drawDistrict(district));
  }

  // Every unit is drawn once, when it is first named.
  #kept(unit: Ward | District, draw: () => Region | undefined): Region | undefined {
    if (!this.#regions.has(unit)) this.#regions.set(unit, draw());
    return this.#regions.get(unit);
  }

  #drawDistrict(district: District): Region | undefined {
    const areas = this.#districtAreas.get(district);
    if (areas && this.#map) return fromAreas(this.#map, areas);
    const drawn = district.wards.filter((ward) => this.#areasOf(ward).length > 0);
    // Most of its wards on the map are as good as its own boundary.
    if (this.#map && drawn.length * 2 > district.wards.length) {
      return fromAreas(this.#map, [...new Set(drawn.flatMap((ward) => this.#areasOf(ward)))]);
    }
    return fromSpot(districtSpot(district));
  }

  // Its own boundary; for a former ward on a map of today, that of the ward it became. Other former wards of that one are not
  // its ground, so they count only where the ward of today is drawn itself.
  #areasOf(ward: Ward): readonly number[] {
    const own = this.#wardAreas.get(ward);
    if (own) return own;
    return ward.current.filter((each) => this.#drawn.has(each)).flatMap((each) => this.#wardAreas.get(each) ?? []);
  }

  provinceAt(point: LatLng): Province | undefined {
    let nearest: { code: string; meters: number } | undefined;
    for (const { code, rings } of PROVINCE_OUTLINES) {
      for (const ring of rings) {
        // Rough outlines overlap along a border: the one whose edge is farther away has the better claim.
        const meters = ringContains(ring, point) ? -metersToRing(ring, point) : metersToRing(ring, point);
        if (!nearest || meters < nearest.meters) nearest = { code, meters };
      }
    }
    if (!nearest || nearest.meters > OUTLINE_SLACK_METERS) return undefined;
    const { code } = nearest;
    return this.#gazetteer.provinces.find((province) => province.code === code && province.current === province);
  }

  areaOf(point: LatLng): Area {
    const drawn = this.#map?.areasAt(point) ?? [];
    const named: Record<string, string> = {};
    for (const area of drawn) named[this.#map!.areaLevel(area)] ??= this.#map!.areaName(area);
    const { wards, province } = this.#unitsAround(point);
    if (!province) return named;
    if (named.ward || named.district) return { ...named, province };
    const districts = new Set(wards.map((ward) => this.#formerDistrictOf(ward)));
    const [ward, district] = [wards[0]?.name, [...districts][0]?.name];
    if (districts.size !== 1 || !ward || !district) return { province };
    return wards.length === 1 ? { province, district, ward } : { province, district };
  }

  // The units of a point in both forms: as in force since July 2025, and as before. What is not known for sure is left out.
  unitsAt(point: LatLng): UnitsInBothForms {
    const drawn = this.#map?.areasAt(point).map((area) => this.#wardOfArea.get(area)) ?? [];
    const { wards, province } = this.#unitsAround(point);
    const own = drawn.find((ward) => ward !== undefined);
    const today = own ? nearestTo(point, own.current) : wards.length === 1 ? wards[0] : undefined;
    const before = own?.district ? own : undefined;
    const district = before?.district ?? (today && this.#formerDistrictOf(today));
    const named = this.areaOf(point);
    return {
      current: { ward: today?.name, province: today?.province.name ?? province },
      former: {
        ward: before?.name ?? (own ? undefined : named.ward),
        district: district?.name ?? named.district,
        province: district?.province.name ?? province ?? named.province,
      },
    };
  }

  // The ward whose centre is nearest in terms of its own radius, and those that are nearly as near: of points in Hồ Chí Minh City
  // 63 % have one ward alone, which is the right one for 86 % of them. Beyond a radius the outline of the province decides
  // first: Biên Hòa is near to a large ward of Hồ Chí Minh City and not in it.
  #unitsAround(point: LatLng): { readonly wards: readonly Ward[]; readonly province: string | undefined } {
    const near: { readonly ward: Ward; readonly radii: number }[] = [];
    for (const ward of this.#currentWards) {
      const { centre, radiusMeters } = ward.spot!;
      if (Math.abs(centre.lat - point.lat) > 0.5 || Math.abs(centre.lng - point.lng) > 0.5) continue;
      const radii = metersBetween(centre, point) / radiusMeters;
      if (radii < RADII_MAX) near.push({ ward, radii });
    }
    near.sort((a, b) => a.radii - b.radii);
    const [first] = near;
    const province = first && first.radii < 1 ? first.ward.province : this.provinceAt(point);
    const here = near.filter(({ ward }) => ward.province === province);
    const enough = (here[0]?.radii ?? 0) / NEARER_SHARE;
    const wards = here.filter(({ radii }, at) => at === 0 || radii < enough).map(({ ward }) => ward);
    return { wards, province: province?.name };
  }

  // The district most of a ward's ground belonged to; today's names first, so that Thành phố Thủ Đức comes before the districts
  // it was made of.
  #formerDistrictOf(ward: Ward): District | undefined {
    if (!this.#formerDistricts.has(ward)) {
      const count = (district: District) => district.wards.filter((former) => former.current.includes(ward)).length;
      const here = this.#gazetteer.districts.filter((district) => district.province.current === ward.province);
      const [best] = here.toSorted((a, b) => count(b) - count(a));
      this.#formerDistricts.set(ward, best && count(best) > 0 ? best : undefined);
    }
    return this.#formerDistricts.get(ward);
  }

  // Which units of the gazetteer a boundary of the map is. A former ward's boundary is part of the ward it became as well.
  #link(map: MapIndex, area: number): void {
    const level = map.areaLevel(area);
    const keys = readUnit(map.areaName(area)).map((reading) => reading.key);
    const province = this.#provinceOf(map, area);
    if (!province || level === "province") return;
    if (level === "district") {
      for (const key of keys) {
        for (const district of this.#gazetteer.findDistricts(key, province)) push(this.#districtAreas, district, area);
      }
      return;
    }
    const parent = map.areaParent(area);
    const districts =
      parent < 0
        ? [undefined]
        : readUnit(map.areaName(parent)).flatMap(({ key }) => this.#gazetteer.findDistricts(key, province));
    const wards = new Set(
      districts.flatMap((district) => keys.flatMap((key) => this.#gazetteer.findWards(key, province, district))),
    );
    // Without a district several wards may bear the name: guessing would put half of them on the wrong ground.
    if (parent < 0 && new Set([...wards].map((ward) => ward.current[0])).size > 1) return;
    const [first] = wards;
    if (first) this.#wardOfArea.set(area, first);
    for (const ward of [...wards]) {
      this.#drawn.add(ward);
      for (const current of ward.current) wards.add(current);
      for (const district of this.#districtsOnGround(ward)) {
        const twin = district.wards.find((other) => other.key === ward.key && other.current[0] === ward.current[0]);
        if (twin) wards.add(twin);
      }
    }
    for (const ward of wards) push(this.#wardAreas, ward, area);
  }

  // Districts that held the ward under another name: Quận 2 and Thành phố Thủ Đức.
  #districtsOnGround(ward: Ward): readonly District[] {
    if (!ward.district) return [];
    return this.#gazetteer.districts.filter(
      (district) => district !== ward.district && district.province === ward.province,
    );
  }

  #provinceOf(map: MapIndex, area: number): Province | undefined {
    for (let above = area; above >= 0; above = map.areaParent(above)) {
      if (map.areaLevel(above) === "province") return readProvince(map.areaName(above), this.#gazetteer);
    }
    return this.provinceAt(fromAreas(map, [area]).centre);
  }
}

// A former ward that was shared out went where the nearest of its heirs is.
function nearestTo(point: LatLng, wards: readonly Ward[]): Ward | undefined {
  const meters = (ward: Ward): number => (ward.spot ? metersBetween(ward.spot.centre, point) : Infinity);
  return wards.toSorted((a, b) => meters(a) - meters(b))[0];
}

function push<Key>(table: Map<Key, number[]>, key: Key, area: number): void {
  const areas = table.get(key) ?? [];
  if (!areas.includes(area)) table.set(key, [...areas, area]);
}

function fromSpot(spot: Spot | undefined): Region | undefined {
  if (!spot) return undefined;
  const reach = spot.radiusMeters * CIRCLE_SLACK;
  return { ...spot, holds: (point, marginMeters) => metersBetween(spot.centre, point) <= reach + marginMeters };
}

function fromAreas(map: MapIndex, areas: readonly number[]): Region {
  let [lat, lng, weight] = [0, 0, 0];
  const box = { south: 90, north: -90, west: 180, east: -180 };
  for (const area of areas) {
    const rings = map.areaRings(area);
    // The largest ring speaks for the area: holes and islets hardly move its middle.
    const { centre, radiusMeters } = rings.map(spotOf).reduce((a, b) => (a.radiusMeters >= b.radiusMeters ? a : b));
    lat += centre.lat * radiusMeters ** 2;
    lng += centre.lng * radiusMeters ** 2;
    weight += radiusMeters ** 2;
    for (const corner of rings.flat()) {
      box.south = Math.min(box.south, corner.lat);
      box.north = Math.max(box.north, corner.lat);
      box.west = Math.min(box.west, corner.lng);
      box.east = Math.max(box.east, corner.lng);
    }
  }
  const holds = (point: LatLng, marginMeters: number): boolean => {
    // Most points of a street are nowhere near; a little wide of the mark, since a degree of longitude is shorter.
    const slack = marginMeters / METERS_PER_DEGREE / Math.cos((box.north * Math.PI) / 180);
    if (point.lat < box.south - slack || point.lat > box.north + slack) return false;
    if (point.lng < box.west - slack || point.lng > box.east + slack) return false;
    if (areas.some((area) => map.areaContains(area, point))) return true;
    return marginMeters > 0 && areas.some((area) => map.edgeIsNear(area, point, marginMeters));
  };
  return { centre: { lat: lat / weight, lng: lng / weight }, radiusMeters: Math.sqrt(weight), holds };
}

// Middle and size of what its corners enclose, by the shoelace formula.
function spotOf(corners: readonly LatLng[]): Spot {
  const origin = corners[0]!;
  const narrowing = Math.cos((origin.lat * Math.PI) / 180);
  let [area, x, y] = [0, 0, 0];
  for (const [i, corner] of corners.entries()) {
    const next = corners[(i + 1) % corners.length]!;
    const [ax, ay] = [corner.lng - origin.lng, corner.lat - origin.lat];
    const [bx, by] = [next.lng - origin.lng, next.lat - origin.lat];
    const cross = ax * by - bx * ay;
    area += cross / 2;
    x += (ax + bx) * cross;
    y += (ay + by) * cross;
  }
  const centre = area === 0 ? origin : { lat: origin.lat + y / (6 * area), lng: origin.lng + x / (6 * area) };
  return { centre, radiusMeters: Math.max(50, METERS_PER_DEGREE * Math.sqrt((Math.abs(area) * narrowing) / Math.PI)) };
}

function metersToRing(ring: readonly LatLng[], point: LatLng): number {
  const narrowing = Math.cos((point.lat * Math.PI) / 180);
  let best = Number.POSITIVE_INFINITY;
  for (const [i, corner] of ring.entries()) {
    const next = ring[(i + 1) % ring.length]!;
    const [ax, ay] = [(corner.lng - point.lng) * narrowing, corner.lat - point.lat];
    const [dx, dy] = [(next.lng - corner.lng) * narrowing, next.lat - corner.lat];
    const length = dx * dx + dy * dy;
    const share = length === 0 ? 0 : Math.max(0, Math.min(1, -(ax * dx + ay * dy) / length));
    best = Math.min(best, (ax + share * dx) ** 2 + (ay + share * dy) ** 2);
  }
  return Math.sqrt(best) * METERS_PER_DEGREE;
}
