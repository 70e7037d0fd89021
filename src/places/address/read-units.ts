// Finds out which segment is the ward, which the district and which the province, in the form of before July 2025 (ward,
// district, province) and in the one since (ward, province), with type words or without. Refuses what is missing, repeated or
// out of order, and says which.
import { type Refusal, refuse } from "../../domain/refusal.ts";
import { closestName, nearestName } from "../gazetteer/closest-name.ts";
import type { District, Gazetteer, Province, Ward } from "../gazetteer/gazetteer.ts";
import { accentsOf, isPlain, keyOf } from "../text/fold.ts";
import { beginsWithHouse, isHouseOnly } from "./street-line.ts";
import { type Claim, keysOf, readUnit, type UnitReading } from "./unit-words.ts";

export type AddressUnits = {
  // House and street, and what stands before them: building, hamlet, quarter.
  readonly lead: readonly string[];
  readonly ward: { readonly text: string; readonly found: readonly Ward[] };
  readonly district: { readonly text: string; readonly found: readonly District[] } | undefined;
  readonly province: { readonly text: string; readonly found: Province };
};
export type UnitsRefusal = Refusal<"ADDRESS_MALFORMED"> | Refusal<"PROVINCE_UNKNOWN">;

const COUNTRY = new Set(["vietnam", "vn"]);
// "Thị trấn Nông Trường Việt Lâm" is as long as they get.
const UNIT_WORDS_MAX = 7;
const FORM =
  "An address is house number and street, ward, district, province, separated by commas (since July 2025 without the district).";

export function readUnits(all: readonly string[], gazetteer: Gazetteer): AddressUnits | UnitsRefusal {
  const segments = COUNTRY.has(keyOf(all.at(-1) ?? "")) ? all.slice(0, -1) : all;
  const text = segments.at(-1) ?? "";
  const found = readProvince(text, gazetteer);
  if (!found) return refuseProvince(segments, gazetteer);
  const province = { text, found };
  const rest = segments.slice(0, -1);
  if (rest.length === 0) return missing("House and street and the ward are missing");
  const below = new Below(gazetteer, province.found);
  const shape = below.shapeOf(rest);
  return shape === "with district" ? below.readOldForm(rest, province) : below.readNewForm(rest, province);
}

export function readProvince(segment: string, gazetteer: Gazetteer): Province | undefined {
  const name = segment.replace(/ \d{5,6}$/, ""); // a postcode, as maps print it
  for (const reading of readUnit(name)) {
    if (reading.claim === "ward" || reading.claim === "district" || reading.fullWord) continue;
    const province = gazetteer.findProvince(reading.key);
    if (province) return province;
  }
  return undefined;
}

// A ward or a district at the end means that the province was left out; a name nobody knows means a province nobody knows.
function refuseProvince(segments: readonly string[], gazetteer: Gazetteer): UnitsRefusal {
  const last = segments.at(-1) ?? "";
  const [{ claim } = { claim: "any" }] = readUnit(last);
  const isSmaller =
    claim === "ward" || claim === "district" || readUnit(last).some((reading) => gazetteer.knowsUnit(reading.key));
  if (isSmaller) return missing(`The province is missing after "${last}"`);
  if (segments.length < 3) return missing("Segments are missing");
  return refuse("PROVINCE_UNKNOWN", `"${last}" is no province of Vietnam.`);
}

// Everything below the province.
class Below {
  readonly #gazetteer: Gazetteer;
  readonly #province: Province;

  constructor(gazetteer: Gazetteer, province: Province) {
    this.#gazetteer = gazetteer;
    this.#province = province;
  }

  shapeOf(rest: readonly string[]): "with district" | "without district" {
    const last = rest.at(-1)!;
    const claim = this.#claim(last);
    const districts = this.#districts(last);
    const isWard = this.#wards(last).length > 0;
    if (claim === "ward") return "without district";
    // Plain letters make a type word of a name's beginning: "Quan Thanh" is the ward Quán Thánh.
    if (claim === "district" || claim === "city") {
      return districts.length === 0 && isWard ? "without district" : "with district";
    }
    const before = rest.at(-2);
    const isAfterWard = before !== undefined && this.#isWard(before, districts);
    const isDistrict = districts.length > 0 ? isAfterWard || !isWard : !isWard && isAfterWard && rest.length > 2;
    return isDistrict ? "with district" : "without district";
  }

  readOldForm(rest: readonly string[], province: AddressUnits["province"]): AddressUnits | UnitsRefusal {
    const [text, wardText] = [rest.at(-1)!, rest.at(-2)];
    const districts = this.#districts(text);
    if (districts.length === 0 && this.#isProvince(text)) return repeated(text);
    if (wardText === undefined) return missing("House and street and the ward are missing");
    if (districts.length === 0 && beginsWithHouse(text)) return misplaced(text);
    if (this.#claim(wardText) === "district" && this.#wards(wardText).length === 0) return repeated(wardText);
    const isWard = this.#isWard(wardText, districts);
    if (rest.length === 2) {
      return missing(isWard ? "The house number and street are missing" : `The ward is missing before "${text}"`);
    }
    if (!isWard && beginsWithHouse(wardText)) return this.#missingWard(wardText, rest);
    // A word that is no ward, where the wards are known: a building or a remark stands in the ward's place.
    const wards = () => districts.flatMap((each) => each.wards);
    if (!isWard && districts.length > 0 && !closestName(keysOf(wardText), wards)) {
      return missing(`"${wardText}" is no ward of "${text}": the ward is missing`);
    }
    const district = { text, found: districts };
    const ward = { text: wardText, found: this.#wards(wardText, districts) };
    return this.#checkLead({ lead: rest.slice(0, -2), ward, district, province });
  }

  readNewForm(rest: readonly string[], province: AddressUnits["province"]): AddressUnits | UnitsRefusal {
    const text = rest.at(-1)!;
    const found = this.#wards(text);
    if (found.length === 0 && this.#isProvince(text)) return repeated(text);
    if (rest.length === 1) {
      if (found.length === 0 && beginsWithHouse(text)) return this.#missingWard(text, rest);
      return missing(
        found.length > 0 || this.#claim(text) === "ward"
          ? "The house number and street are missing"
          : "The ward is missing",
      );
    }
    if (found.length === 0 && beginsWithHouse(text)) return this.#missingWard(text, rest);
    // A ward of today needs no district; "Phường 12" was one in ten of them.
    const places = new Set(found.map((ward) => ward.current[0]));
    if (found.length > 0 && !found.some((ward) => !ward.district) && places.size > 1) {
      return missing(`The district is missing: "${text}" is in several`);
    }
    return this.#checkLead({ lead: rest.slice(0, -1), ward: { text, found }, district: undefined, province });
  }

  // House and street stand where the ward should.
  #missingWard(segment: string, rest: readonly string[]): UnitsRefusal {
    const inside = this.#unitInside(segment);
    if (inside) return unseparated(inside, segment);
    return rest.some((other) => this.#claim(other) === "ward") ? misplaced(segment) : missing("The ward is missing");
  }

  // Nothing of the units may stand in the house and street.
  #checkLead(units: AddressUnits): AddressUnits | UnitsRefusal {
    const named = [units.ward.text, units.district?.text, units.province.text].filter((text) => text !== undefined);
    for (const [at, segment] of units.lead.entries()) {
      const claim = this.#claim(segment);
      const isUnit = claim !== "any" && this.#exists(segment, claim);
      // "12 ngõ 34, Phố Huế" is one line in two segments, and Phố Huế a ward besides.
      const isApart = at > 0 && !isHouseOnly(units.lead[at - 1]!);
      if ((isUnit || isApart) && named.some((text) => sameUnit(segment, text))) return repeated(segment);
      if (isUnit) {
        if (at === 0 && units.lead.length === 1) return missing("The house number and street are missing");
        return misplaced(segment);
      }
      const inside = this.#unitInside(segment);
      if (!inside) continue;
      return named.some((text) => sameUnit(inside, text)) ? repeated(inside) : unseparated(inside, segment);
    }
    return this.#checkUnits(units);
  }

  // Each unit exists where the one above it is, or is a slip of one letter away from one that does: an address is priced by where
  // it leads, and nobody should be driven to what was not meant.
  #checkUnits(units: AddressUnits): AddressUnits | UnitsRefusal {
    const { ward, district } = units;
    const here = (unit: District | Ward) => unit.province.current === this.#province.current;
    const slip = (text: string, among: () => readonly (District | Ward)[]) => closestName(keysOf(text), among);
    if (district?.found.length === 0) {
      const among = this.#gazetteer.districts.filter(here);
      if (!slip(district.text, () => among)) return this.#noDistrict(district.text, ward.text, among);
    }
    if (ward.found.length > 0) return units;
    const within = district?.found.flatMap((each) => each.wards) ?? [];
    const among = within.length > 0 ? within : this.#gazetteer.wards.filter((each) => !each.district && here(each));
    return slip(ward.text, () => among) ? units : this.#noWard(ward.text, district, among);
  }

  #noDistrict(text: string, wardText: string, among: readonly District[]): UnitsRefusal {
    const elsewhere = this.#gazetteer.districts.find(({ key }) => keysOf(text).includes(key));
    // The ward says where it is, if there is one of its name: "Quận 77" is near to no name in Hà Nội.
    const [around, ...more] = new Set(this.#wards(wardText).flatMap(({ district }) => district ?? []));
    const hint = elsewhere
      ? `it is one of ${elsewhere.province.name}`
      : around && more.length === 0
        ? `"${wardText}" is in ${around.name}`
        : `the nearest name there is "${nearestName(keysOf(text), among)?.name}"`;
    return refuse("ADDRESS_MALFORMED", `"${text}" is no district of ${this.#province.name}; ${hint}.`);
  }

  #noWard(text: string, district: AddressUnits["district"], among: readonly Ward[]): UnitsRefusal {
    const place = district?.found[0]?.name ?? this.#province.name;
    const elsewhere = district && this.#wards(text).find((ward) => ward.district)?.district;
    const hint = elsewhere
      ? `it is one of ${elsewhere.name}`
      : `the nearest name there is "${nearestName(keysOf(text), among)?.name}"`;
    return refuse("ADDRESS_MALFORMED", `"${text}" is no ward of ${place}; ${hint}.`);
  }

  // "12 Lê Lợi Phường Bến Thành": a unit that exists, behind a type word in the middle. Bà Huyện Thanh Quan stays a street.
  #unitInside(segment: string): string | undefined {
    const words = segment.split(" ");
    for (let at = 1; at < words.length; at += 1) {
      for (let end = Math.min(words.length, at + UNIT_WORDS_MAX); end > at; end -= 1) {
        const piece = words.slice(at, end).join(" ");
        const claim = claimOf(piece);
        if (claim === "any" || claim === "city") break;
        if (this.#exists(piece, claim)) return piece;
      }
    }
    return undefined;
  }

  // What the type word claims. Plain letters make one of a name's beginning (Quan Sơn is a district, not a district Sơn): then
  // the reading that exists counts.
  #claim(segment: string): Claim {
    const readings = readUnit(segment).filter((reading) => !reading.fullWord);
    const real = readings.find(({ key, claim }) => this.#names(key, claim));
    return (real ?? readings[0])?.claim ?? "any";
  }

  #names(key: string, claim: Claim): boolean {
    const isWard = () => this.#gazetteer.findWards(key, this.#province).length > 0;
    const isDistrict = () => this.#gazetteer.findDistricts(key, this.#province).length > 0;
    if (claim === "ward") return isWard();
    if (claim === "any") return isWard() || isDistrict();
    if (claim === "province") return this.#gazetteer.findProvince(key) === this.#province;
    return isDistrict();
  }

  #exists(segment: string, claim: Claim): boolean {
    const typed = readUnit(segment).filter((reading) => reading.claim === claim && !reading.fullWord);
    return typed.some(({ key }) => this.#names(key, claim));
  }

  #isProvince(segment: string): boolean {
    return readProvince(segment, this.#gazetteer) === this.#province;
  }

  #isWard(segment: string, districts: readonly District[]): boolean {
    return this.#claim(segment) === "ward" || this.#wards(segment, districts).length > 0;
  }

  #districts(segment: string): readonly District[] {
    const readings = readUnit(segment).filter(
      ({ claim }) => claim === "district" || claim === "city" || claim === "any",
    );
    return firstFound(segment, readings, (key) => this.#gazetteer.findDistricts(key, this.#province));
  }

  #wards(segment: string, districts: readonly District[] = []): readonly Ward[] {
    const readings = readUnit(segment).filter(({ claim }) => claim === "ward" || claim === "any");
    const find = (key: string) =>
      districts.length === 0
        ? this.#gazetteer.findWards(key, this.#province)
        : districts.flatMap((district) => this.#gazetteer.findWards(key, this.#province, district));
    return firstFound(segment, readings, find);
  }
}

type Named = { readonly type: string; readonly name: string };

// The units of the first reading that has any. Diacritics, where written, choose between Thuận Hóa and Thuận Hòa; the type word
// between a town and the ward of the same name.
function firstFound<Unit extends Named>(
  segment: string,
  readings: readonly UnitReading[],
  find: (key: string) => readonly Unit[],
): readonly Unit[] {
  // A bare number is no name.
  if (/^\d+$/.test(segment)) return [];
  for (const { key, bare } of readings) {
    const found = find(key);
    if (found.length === 0) continue;
    const written = accentsOf(bare);
    const exact = isPlain(bare) ? [] : found.filter((unit) => accentsOf(bareName(unit)) === written);
    const kept = exact.length > 0 ? exact : found;
    const whole = keyOf(segment);
    const isTyped = (unit: Unit) => whole.startsWith(unit.type.replace(" ", ""));
    return [...kept.filter(isTyped), ...kept.filter((unit) => !isTyped(unit))];
  }
  return [];
}

function bareName(unit: Named): string {
  return unit.name.split(" ").slice(unit.type.split(" ").length).join(" ");
}

function claimOf(segment: string): Claim {
  const [reading] = readUnit(segment);
  return reading && !reading.fullWord ? reading.claim : "any";
}

// The same name, of the same type where both tell it.
function sameUnit(a: string, b: string): boolean {
  return readUnit(a).some((one) =>
    readUnit(b).some((other) => one.key === other.key && (one.claim === other.claim || one.claim === "any")),
  );
}

function missing(what: string): Refusal<"ADDRESS_MALFORMED"> {
  return refuse("ADDRESS_MALFORMED", `${what}. ${FORM}`);
}

function misplaced(segment: string): Refusal<"ADDRESS_MALFORMED"> {
  return refuse("ADDRESS_MALFORMED", `"${segment}" is in the wrong place. ${FORM}`);
}

function unseparated(unit: string, segment: string): Refusal<"ADDRESS_MALFORMED"> {
  return refuse("ADDRESS_MALFORMED", `"${unit}" in "${segment}" must stand between commas. ${FORM}`);
}

function repeated(segment: string): Refusal<"ADDRESS_MALFORMED"> {
  return refuse("ADDRESS_MALFORMED", `"${segment}" is repeated; name each ward, district and province once.`);
}
