// What somebody who is typing an address may mean: a place, a street or a house of the map, a ward or district, or an address they have
// used before. What is typed may lack diacritics, end anywhere, hold a slip, and name the quarter behind the place or after a comma.
import { type LatLng, metersBetween } from "../../domain/geo.ts";
import type { Area, SuggestedPlace, SuggestKind, SuggestQuestion, UsedPlace } from "../../domain/places.ts";
import { isRefusal } from "../../domain/refusal.ts";
import { findPlusCode } from "../address/plus-code-address.ts";
import { readStreetLine, streetKeyOf } from "../address/street-line.ts";
import { keysOf } from "../address/unit-words.ts";
import { type District, districtSpot, type Gazetteer, type Ward, wardSpot } from "../gazetteer/gazetteer.ts";
import type { Atlas, Region } from "../locate/atlas.ts";
import { findOnStreet } from "../locate/on-street.ts";
import type { MapIndex } from "../map-index/map-index.ts";
import { packPoints } from "../map-index/tables.ts";
import { fold, isPlain, keyOf, keyOfWords, tidy, wordsOf } from "../text/fold.ts";
import { readPlusCode, recoverPlusCode } from "../text/plus-code.ts";
import { SPOT_KINDS } from "./collect-spots.ts";
import { buildNames, type Named } from "./names.ts";
import { type Hit, SpotSearch, type SpotTables } from "./spot-search.ts";

export type Suggesting = {
  readonly gazetteer: Gazetteer;
  readonly atlas: Atlas;
  readonly map: MapIndex | undefined;
};

type Candidate = Omit<SuggestedPlace, "address"> & {
  readonly address?: string;
  readonly cost: number;
  readonly slips: number;
};

const TEXT_LENGTH_MAX = 120;
const UNKNOWN_STREET_CONFIDENCE = 0.2;
const LOOKED_AT = 60;
const SAME_METERS = 150;
// As good as being seven times nearer.
const USED_GAIN = 2;
// What was typed has nothing of the label's marks and blanks.
const UNLIKE_COST = 2;
// A quarter that was named and is not the place's.
const OTHER_QUARTER_COST = 3;
const IN_QUARTER_MAX = 20;
const TAIL_WORDS_MAX = 4;
const NUMBERED_STREETS_MAX = 3;
const STREET = SPOT_KINDS.indexOf("street");
// How far from its kept points a street's own may lie.
const STREET_REACH_METERS = 500;
// First words that are never written out by those in a hurry.
const SHORT_FOR: Readonly<Record<string, readonly string[]>> = {
  q: ["quan"],
  p: ["phuong"],
  bv: ["benh", "vien"],
  dh: ["dai", "hoc"],
  cc: ["chung", "cu"],
  ks: ["khach", "san"],
  tp: ["thanh", "pho"],
};

export class Suggester {
  readonly #deps: Suggesting;
  readonly #spots: SpotSearch | undefined;
  // Read when first asked for: most processes never are.
  #units: { readonly search: SpotSearch; readonly units: ReturnType<typeof unitSpots>["units"] } | undefined;
  readonly #used = new WeakMap<readonly UsedPlace[], SpotSearch>();

  constructor(deps: Suggesting) {
    this.#deps = deps;
    this.#spots = deps.map && new SpotSearch(deps.map.tables);
  }

  suggest({ text, near, limit, used }: SuggestQuestion): readonly SuggestedPlace[] {
    const coded = this.#plusCode(text, near);
    if (coded) return [coded];
    const [head = "", ...tails] = tidy(text).slice(0, TEXT_LENGTH_MAX).split(",");
    const quarter = tails.map((tail) => tail.trim()).filter(Boolean);
    let found = this.#named(head, quarter, near, used);
    if (quarter.length > 0 && found.length === 0) found = this.#inUnknownStreet(head, quarter, near);
    else if (quarter.length > 0) found = likeliest(found).map((each) => this.#weighQuarter(each, quarter));
    else if (!found.some(({ kind }) => kind !== "used")) found = [...found, ...this.#namedInQuarter(head, near, used)];
    return this.#answer(
      found.map((each) => ({ ...each, cost: each.cost + UNLIKE_COST * (1 - likeness(head, each.label)) })),
      limit,
    );
  }

  #named(
    head: string,
    quarter: readonly string[],
    near: LatLng | undefined,
    used: readonly UsedPlace[],
  ): readonly Candidate[] {
    const words = wordsOf(head);
    const written = [words, spelledOut(words)].filter((each) => each !== undefined);
    const found = written.flatMap((each) => {
      const key = keyOfWords(each);
      return [...this.#onMap(key, near), ...this.#unitsNamed(key, near), ...this.#usedBefore(key, near, used)];
    });
    return [...found, ...this.#numbered(head, quarter, near, found)];
  }

  // Full, or short with its place behind it; a short one alone means the nearest of its name.
  #plusCode(text: string, near: LatLng | undefined): SuggestedPlace | undefined {
    const code = readPlusCode(tidy(text));
    const alone = code && near && !code.isFull ? recoverPlusCode(code, near) : undefined;
    const found = findPlusCode(tidy(text), this.#deps.gazetteer);
    const read = found && !isRefusal(found) ? found.point : undefined;
    const point = read ?? alone;
    if (!point) return undefined;
    const label = tidy(text).split(/[\s,]/, 1)[0]!.toUpperCase();
    return { kind: "plus_code", label, point, confidence: 1, address: this.#addressOf(label, point) };
  }

  // A street nobody has mapped in a quarter that is known: the quarter, told as what it is.
  #inUnknownStreet(head: string, quarter: readonly string[], near: LatLng | undefined): readonly Candidate[] {
    const [unit] = quarter.flatMap((name) =>
      likeliest(this.#unitsNamed(keyOfWords(wordsOf(name)), near))
        .filter(({ slips }) => slips === 0)
        .slice(0, 1),
    );
    if (!unit) return [];
    return [{ ...unit, label: head, address: `${head}, ${unit.address}`, confidence: UNKNOWN_STREET_CONFIDENCE }];
  }

  #onMap(key: string, near: LatLng | undefined): readonly Candidate[] {
    const tables = this.#deps.map?.tables;
    if (!tables || !this.#spots) return [];
    return this.#spots.find(key, near, LOOKED_AT).map((hit) => {
      const kind = SPOT_KINDS[tables.spotKind[hit.spot]!]!;
      return candidate(hit, kind, tables.names[tables.spotLabel[hit.spot]!]!, key);
    });
  }

  #unitsNamed(key: string, near: LatLng | undefined): readonly Candidate[] {
    if (!this.#units) {
      const { tables, units } = unitSpots(this.#deps.gazetteer);
      this.#units = { search: new SpotSearch(tables), units };
    }
    const { search, units } = this.#units;
    return search.find(key, near, LOOKED_AT).map((hit) => {
      const unit = units[hit.spot]!;
      const isDistrict = "wards" in unit;
      const region = isDistrict ? this.#deps.atlas.regionOfDistrict(unit) : this.#deps.atlas.regionOfWard(unit);
      const above = isDistrict ? undefined : unit.district?.name;
      const address = [unit.name, above, unit.province.name].filter(Boolean).join(", ");
      const placed = region ? { ...hit, point: region.centre } : hit;
      return { ...candidate(placed, isDistrict ? "district" : "ward", unit.name, key), address };
    });
  }

  #usedBefore(key: string, near: LatLng | undefined, used: readonly UsedPlace[]): readonly Candidate[] {
    if (used.length === 0) return [];
    let search = this.#used.get(used);
    if (!search) {
      search = searchUsed(used);
      this.#used.set(used, search);
    }
    return search.find(key, near, LOOKED_AT).map((hit) => {
      const { address } = used[hit.spot]!;
      return { ...candidate(hit, "used", labelOf(address), key), address, cost: hit.cost - USED_GAIN };
    });
  }

  // A number nobody has mapped, on a street that is: between its neighbours, or at the street. Of many streets of that name, those in the quarter.
  #numbered(
    head: string,
    quarter: readonly string[],
    near: LatLng | undefined,
    found: readonly Candidate[],
  ): readonly Candidate[] {
    const { map } = this.#deps;
    const line = readStreetLine(tidy(head));
    const houses = found.filter(({ kind }) => kind === "house");
    if (!map || !this.#spots || line.parts.length === 0 || houses.some(({ slips }) => slips === 0)) return [];
    const key = keyOf(line.street);
    // Beside houses that are nearly what was typed, one that is it.
    const countMax = houses.length > 0 ? 1 : NUMBERED_STREETS_MAX;
    const isStreet = (spot: number): boolean => map.tables.spotKind[spot] === STREET;
    const number = line.parts.join("/");
    const hits = this.#spots.find(key, near, quarter.length > 0 ? IN_QUARTER_MAX : countMax, isStreet);
    const missed = new Map(hits.map((hit) => [hit, this.#missed(hit.point, quarter)]));
    const streets = hits.toSorted((a, b) => missed.get(a)! - missed.get(b)!).slice(0, countMax);
    return streets.flatMap((hit) => {
      if (houses.length > 0 && hit.slips > 0) return [];
      const name = map.tables.names[map.tables.spotLabel[hit.spot]!]!;
      const street = map.findStreet(streetKeyOf(name));
      const door = street && findOnStreet(street, line.parts, this.#around(hit.spot, hit.point), 0);
      if (!door) return [];
      const kind = door.by === "street" ? "street" : "house";
      const point = door.by === "street" ? hit.point : door.point;
      const { confidence, cost } = candidate(hit, kind, name, key);
      const label = `${number} ${name}`;
      return [{ kind, label, point, cost, slips: hit.slips, confidence: round(confidence * door.confidence) }];
    });
  }

  #around(spot: number, centre: LatLng): Region {
    const { spotPointStart, spotPoints } = this.#deps.map!.tables;
    const kept = Array.from(spotPoints.subarray(2 * spotPointStart[spot]!, 2 * spotPointStart[spot + 1]!));
    const holds = ({ lat, lng }: LatLng): boolean => {
      for (let at = 0; at < kept.length; at += 2) {
        const there = { lat: kept[at]! / 1e6, lng: kept[at + 1]! / 1e6 };
        if (Math.abs(there.lat - lat) < 0.005 && metersBetween(there, { lat, lng }) < STREET_REACH_METERS) return true;
      }
      return false;
    };
    return { centre, radiusMeters: STREET_REACH_METERS, holds };
  }

  // "nguyen hue quan 1": the last words name where it is.
  #namedInQuarter(head: string, near: LatLng | undefined, used: readonly UsedPlace[]): readonly Candidate[] {
    const words = tidy(head).split(" ");
    for (let cut = words.length - 1; cut > 0 && words.length - cut <= TAIL_WORDS_MAX; cut--) {
      const quarter = words.slice(cut).join(" ");
      const found = this.#named(words.slice(0, cut).join(" "), [quarter], near, used);
      const there = likeliest(found).filter(({ point }) => isIn(this.#deps.atlas.areaOf(point), quarter));
      if (there.length > 0) return there;
    }
    return [];
  }

  #weighQuarter(found: Candidate, quarter: readonly string[]): Candidate {
    return { ...found, cost: found.cost + this.#missed(found.point, quarter) * OTHER_QUARTER_COST };
  }

  // How many of the names are not the place's.
  #missed(point: LatLng, quarter: readonly string[]): number {
    if (quarter.length === 0) return 0;
    const area = this.#deps.atlas.areaOf(point);
    return quarter.filter((name) => !isIn(area, name)).length;
  }

  #answer(found: readonly Candidate[], limit: number): readonly SuggestedPlace[] {
    const listed: SuggestedPlace[] = [];
    for (const { cost: _, slips: __, ...each } of found.toSorted((a, b) => a.cost - b.cost)) {
      const isListed = listed.some(
        ({ label, point }) => keyOf(label) === keyOf(each.label) && metersBetween(point, each.point) < SAME_METERS,
      );
      if (isListed) continue;
      listed.push({ ...each, address: each.address ?? this.#addressOf(each.label, each.point) });
      if (listed.length === limit) break;
    }
    return listed;
  }

  #addressOf(label: string, point: LatLng): string {
    const { ward, district, province } = this.#deps.atlas.areaOf(point);
    return [label, ward, district, province].filter(Boolean).join(", ");
  }
}

// To tell in which quarter a place is takes a few hundredths of a millisecond.
function likeliest(found: readonly Candidate[]): readonly Candidate[] {
  return found.toSorted((a, b) => a.cost - b.cost).slice(0, IN_QUARTER_MAX);
}

function candidate(hit: Hit, kind: SuggestKind, label: string, key: string): Candidate {
  const share = Math.min(1, key.length / Math.max(1, hit.letters));
  const { point, cost, slips } = hit;
  return { kind, label, point, cost, slips, confidence: round(share * 0.8 ** slips) };
}

// Which share of the pairs of letters that were typed are in the label, as written: names are found without their marks and blanks, and
// where somebody sets them they tell more.
function likeness(typed: string, label: string): number {
  const isMarked = !isPlain(typed);
  const form = (text: string): string => (isMarked ? text.toLowerCase() : fold(text));
  const [asked, there] = [form(typed), form(label)];
  let found = 0;
  for (let at = 0; at + 1 < asked.length; at++) if (there.includes(asked.slice(at, at + 2))) found++;
  return asked.length < 2 ? 1 : found / (asked.length - 1);
}

function spelledOut([first, ...rest]: readonly string[]): readonly string[] | undefined {
  const [, letters = "", number = ""] = /^([a-z]+)(\d*)$/.exec(first ?? "") ?? [];
  const words = SHORT_FOR[letters];
  return words && [...words, ...(number ? [number] : []), ...rest];
}

// Whether what was typed may be the beginning of a unit's name there.
function isIn({ ward, district, province }: Area, typed: string): boolean {
  const meant = keysOf(typed);
  const here = [ward, district, province].flatMap((name) => (name ? keysOf(name) : []));
  return meant.some((key) => here.some((name) => name.startsWith(key)));
}

function searchUsed(used: readonly UsedPlace[]): SpotSearch {
  return new SpotSearch({
    ...buildNames(used.map(({ address }, owner) => ({ owner, text: labelOf(address), isWholeOnly: false }))),
    spotPointStart: Uint32Array.from({ length: used.length + 1 }, (_, at) => at),
    spotPoints: packPoints(used.map(({ point }) => point)),
    spotWeight: new Uint8Array(used.length).fill(2),
  });
}

function labelOf(address: string): string {
  return tidy(address.split(",")[0]!);
}

function round(share: number): number {
  return Math.round(share * 100) / 100;
}

// Wards and districts as spots to be suggested, of today and of before July 2025: those whose whereabouts are known without a map.
type UnitSpots = { readonly tables: SpotTables; readonly units: readonly (Ward | District)[] };

// Of two that fit as well, the one in force.
const WEIGHT = { current: 3, former: 1 } as const;

function unitSpots(gazetteer: Gazetteer): UnitSpots {
  const placed: { readonly unit: Ward | District; readonly point: LatLng; readonly weight: number }[] = [];
  for (const ward of gazetteer.wards) {
    const spot = wardSpot(ward);
    if (spot) placed.push({ unit: ward, point: spot.centre, weight: ward.district ? WEIGHT.former : WEIGHT.current });
  }
  for (const district of gazetteer.districts) {
    const spot = districtSpot(district);
    if (spot) placed.push({ unit: district, point: spot.centre, weight: WEIGHT.current });
  }
  const names = placed.map(({ unit }, owner): Named => ({ owner, text: unit.name, isWholeOnly: false }));
  return {
    units: placed.map(({ unit }) => unit),
    tables: {
      ...buildNames(names),
      spotPointStart: Uint32Array.from({ length: placed.length + 1 }, (_, at) => at),
      spotPoints: packPoints(placed.map(({ point }) => point)),
      spotWeight: Uint8Array.from(placed, ({ weight }) => weight),
    },
  };
}
