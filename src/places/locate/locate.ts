// Walks from the door outward until something is known: house number, place on the street, street, ward, district, province; an
// outside geocoder, if there is one, is asked when nothing nearer than a ward was found. The street must be where the address
// says it is: the same name in another ward is another street.
import type { LatLng } from "../../domain/geo.ts";
import type { Geocode, Located, LocateRefusal } from "../../domain/places.ts";
import { isRefusal, type Promised, type Refusal, refuse } from "../../domain/refusal.ts";
import { type ParsedAddress, parseAddress } from "../address/parse-address.ts";
import type { PlusCodeAddress } from "../address/plus-code-address.ts";
import { keysOf } from "../address/unit-words.ts";
import { closestName } from "../gazetteer/closest-name.ts";
import type { District, Gazetteer, Ward } from "../gazetteer/gazetteer.ts";
import type { MapIndex } from "../map-index/map-index.ts";
import type { Atlas, Region } from "./atlas.ts";
import { findOnStreet } from "./on-street.ts";

export type Locating = {
  readonly gazetteer: Gazetteer;
  readonly atlas: Atlas;
  readonly map: MapIndex | undefined;
  readonly geocode: Geocode | undefined;
};

// Boundaries run along streets: a house across the road is still of this ward for whoever wrote the address.
const WARD_MARGIN_METERS = 150;
const DISTRICT_MARGIN_METERS = 150;
// Without a district to fall back on, the ward's surroundings are tried.
const AROUND_WARD_METERS = 700;
const WARD_CONFIDENCE_MAX = 0.5;
const DISTRICT_CONFIDENCE_MAX = 0.2;
const PROVINCE_CONFIDENCE = 0.02;
const GEOCODER_CONFIDENCE = 0.7;
const GOOD_RADIUS_METERS = 250;

export async function locateAddress(deps: Locating, address: string): Promised<Located, LocateRefusal> {
  const parsed = parseAddress(address, deps.gazetteer);
  if (isRefusal(parsed)) return parsed;
  if ("plusCode" in parsed) return locatePlusCode(deps, parsed);
  const named = new NamedPlaces(deps, parsed);
  const onStreet = locateOnStreet(deps, named);
  if (onStreet) return onStreet;
  return (await askGeocoder(deps.geocode, address, named)) ?? named.unit();
}

function locatePlusCode(deps: Locating, code: PlusCodeAddress): Located | Refusal<"PROVINCE_UNKNOWN"> {
  const province = deps.atlas.provinceAt(code.point) ?? code.province;
  if (!province) return refuse("PROVINCE_UNKNOWN", `The plus code "${code.plusCode}" is not in Vietnam.`);
  return { point: code.point, by: "plus_code", confidence: 1, matched: `${code.plusCode}, ${province.name}` };
}

function locateOnStreet(deps: Locating, named: NamedPlaces): Located | undefined {
  const { line, province } = named.address;
  const street = deps.map?.findStreet(line.streetKey);
  if (!street) return undefined;
  for (const { region, marginMeters, wider, trust, label } of named.tiers()) {
    const found = findOnStreet(street, line.parts, region, marginMeters, wider);
    if (!found) continue;
    const matched = [found.matched, label, province.found.name].filter(Boolean).join(", ");
    return { point: found.point, by: found.by, confidence: round(found.confidence * trust), matched };
  }
  return undefined;
}

type Tier = {
  readonly region: Region;
  readonly marginMeters: number;
  readonly wider?: Region | undefined;
  readonly trust: number;
  readonly label: string;
};

// The ward and the district that were named, found on the ground; a slip of one letter is forgiven.
class NamedPlaces {
  readonly address: ParsedAddress;
  readonly #atlas: Atlas;
  readonly #district: District | undefined;
  readonly #ward: Ward | undefined;
  readonly #wardRegion: Region | undefined;
  readonly #districtRegion: Region | undefined;
  // 1 when the names were found as written.
  readonly #trust: number;

  constructor({ atlas, gazetteer }: Locating, address: ParsedAddress) {
    this.address = address;
    this.#atlas = atlas;
    const { ward, district, province } = address;
    const onGround = (unit: Ward | District) => unit.province.current === province.found.current;
    this.#district =
      district?.found[0] ??
      (district && closestName(keysOf(district.text), () => gazetteer.districts.filter(onGround)));
    const wards = () => this.#district?.wards ?? gazetteer.wards.filter((each) => !each.district && onGround(each));
    this.#ward = ward.found[0] ?? closestName(keysOf(ward.text), wards);
    this.#wardRegion = this.#ward && atlas.regionOfWard(this.#ward);
    this.#districtRegion = this.#district && atlas.regionOfDistrict(this.#district);
    const isSlip = (ward.found.length === 0 && this.#ward) || (district?.found.length === 0 && this.#district);
    this.#trust = isSlip ? 0.8 : 1;
  }

  // Where to look for the street, the surest first.
  tiers(): readonly Tier[] {
    const tiers: Tier[] = [];
    const [ward, district] = [this.#ward?.name ?? "", this.#district?.name ?? ""];
    const both = [ward, district].filter(Boolean).join(", ");
    if (this.#wardRegion) {
      const wider = this.#districtRegion;
      tiers.push({
        region: this.#wardRegion,
        marginMeters: WARD_MARGIN_METERS,
        wider,
        trust: this.#trust,
        label: both,
      });
    }
    if (this.#districtRegion) {
      const trust = this.#trust * (this.#wardRegion ? 0.6 : 0.7);
      tiers.push({ region: this.#districtRegion, marginMeters: DISTRICT_MARGIN_METERS, trust, label: district });
    } else if (this.#wardRegion) {
      const trust = this.#trust * 0.6;
      tiers.push({ region: this.#wardRegion, marginMeters: AROUND_WARD_METERS, trust, label: `near ${ward}` });
    }
    return tiers;
  }

  // The smallest unit whose whereabouts are known.
  unit(): Located {
    const province = this.address.province.found;
    if (this.#wardRegion && this.#ward) {
      const matched = [this.#ward.name, this.#district?.name, province.name].filter(Boolean).join(", ");
      return unitAt("ward", this.#wardRegion, WARD_CONFIDENCE_MAX * this.#trust, matched);
    }
    if (this.#districtRegion && this.#district) {
      const matched = `${this.#district.name}, ${province.name}`;
      return unitAt("district", this.#districtRegion, DISTRICT_CONFIDENCE_MAX * this.#trust, matched);
    }
    return { point: province.centre, by: "province", confidence: PROVINCE_CONFIDENCE, matched: province.name };
  }

  // A hit of the geocoder far from what the address names is a hit on another address.
  accepts(point: LatLng): boolean {
    const region = this.#wardRegion ?? this.#districtRegion;
    if (region) return region.holds(point, AROUND_WARD_METERS * 3);
    return this.#atlas.provinceAt(point)?.current === this.address.province.found.current;
  }
}

async function askGeocoder(
  geocode: Geocode | undefined,
  address: string,
  named: NamedPlaces,
): Promise<Located | undefined> {
  const hit = await geocode?.(address);
  // One that is away leaves what is known without it.
  if (!hit || isRefusal(hit) || !named.accepts(hit.point)) return undefined;
  return { point: hit.point, by: "geocoder", confidence: GEOCODER_CONFIDENCE, matched: hit.matched };
}

function unitAt(by: "ward" | "district", region: Region, best: number, matched: string): Located {
  const confidence = round(best * Math.min(1, GOOD_RADIUS_METERS / region.radiusMeters));
  return { point: region.centre, by, confidence, matched };
}

function round(confidence: number): number {
  return Math.round(confidence * 100) / 100;
}
