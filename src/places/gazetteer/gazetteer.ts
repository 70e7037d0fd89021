// The units an address may name: the 34 provinces and 3,321 wards of today, and the provinces, districts and wards of before
// July 2025, each former ward pointing at the ward it went into. Knows names and where they are; leaves words to address/.
import type { LatLng } from "../../domain/geo.ts";

export type Province = {
  readonly name: string;
  readonly key: string;
  // Itself, or the province of today it went into.
  readonly current: Province;
  readonly code: string;
  readonly centre: LatLng;
};

export type District = {
  readonly name: string; // with its type word: "Quận 1"
  readonly key: string; // of the bare name
  readonly type: UnitType;
  readonly province: Province; // as it was
  readonly wards: readonly Ward[];
};

export type Ward = {
  readonly name: string; // with its type word
  readonly key: string;
  readonly type: UnitType;
  readonly province: Province; // of today for a ward of today, as it was for a former one
  // Set on former wards only.
  readonly district: District | undefined;
  // The wards of today that hold its ground; itself for a ward of today.
  readonly current: readonly Ward[];
  readonly spot: Spot | undefined;
};

// A place known by its centre and size only.
export type Spot = { readonly centre: LatLng; readonly radiusMeters: number };

export type UnitType = "phuong" | "xa" | "thi tran" | "dac khu" | "quan" | "huyen" | "thi xa" | "thanh pho" | "tinh";

export class Gazetteer {
  readonly provinces: readonly Province[];
  readonly districts: readonly District[];
  readonly wards: readonly Ward[];
  readonly #provinces = new Map<string, Province>();
  readonly #districts: ReadonlyMap<string, readonly District[]>;
  readonly #wards: ReadonlyMap<string, readonly Ward[]>;

  constructor(
    provinces: readonly Province[],
    aliases: ReadonlyMap<string, Province>,
    districts: readonly District[],
    wards: readonly Ward[],
  ) {
    this.provinces = provinces;
    this.districts = districts;
    this.wards = wards;
    for (const province of provinces) this.#provinces.set(province.key, province);
    for (const [key, province] of aliases) this.#provinces.set(key, province);
    this.#districts = Map.groupBy(districts, (district) => district.key);
    this.#wards = Map.groupBy(wards, (ward) => ward.key);
  }

  findProvince(key: string): Province | undefined {
    return this.#provinces.get(key);
  }

  // True of any unit's name, wherever it is.
  knowsUnit(key: string): boolean {
    return this.#districts.has(key) || this.#wards.has(key) || this.#provinces.has(key);
  }

  // Districts of that name on the ground of the province: "Thủ Dầu Một, Hồ Chí Minh" is in use since the merger. The province's
  // own come first.
  findDistricts(key: string, province: Province): readonly District[] {
    const found = (this.#districts.get(key) ?? []).filter((district) => district.province.current === province.current);
    return found.sort((a, b) => Number(b.province === province) - Number(a.province === province));
  }

  // Wards of that name on the ground of the province, or of the district alone. Wards of today come first.
  findWards(key: string, province: Province, district?: District): readonly Ward[] {
    const found = this.#wards.get(key) ?? [];
    if (district) {
      const own = found.filter((ward) => ward.district === district);
      // A new ward beside an old district is a mixture people write: it must lie on the district's ground.
      const grown = found.filter((ward) => !ward.district && district.wards.some((old) => old.current.includes(ward)));
      return [...own, ...grown];
    }
    const here = found.filter((ward) => ward.province.current === province.current);
    return [...here.filter((ward) => !ward.district), ...here.filter((ward) => ward.district)];
  }
}

export function wardSpot(ward: Ward): Spot | undefined {
  return ward.spot ?? enclosing(ward.current);
}

export function districtSpot(district: District): Spot | undefined {
  return enclosing([...new Set(district.wards.flatMap((ward) => ward.current))]);
}

// Centre weighted by area and a circle of the same area: the wards of one district lie side by side.
function enclosing(wards: readonly Ward[]): Spot | undefined {
  let lat = 0;
  let lng = 0;
  let weight = 0;
  for (const { spot } of wards) {
    if (!spot) continue;
    const area = spot.radiusMeters ** 2;
    lat += spot.centre.lat * area;
    lng += spot.centre.lng * area;
    weight += area;
  }
  if (weight === 0) return undefined;
  return { centre: { lat: lat / weight, lng: lng / weight }, radiusMeters: Math.sqrt(weight) };
}
