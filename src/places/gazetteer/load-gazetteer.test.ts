import assert from "node:assert/strict";
import { test } from "node:test";
import { metersBetween, ringContains } from "../../domain/geo.ts";
import { keyOf } from "../text/fold.ts";
import { districtSpot, type Gazetteer, wardSpot } from "./gazetteer.ts";
import { loadGazetteer } from "./load-gazetteer.ts";
import { PROVINCE_OUTLINES } from "./province-outlines.ts";

const gazetteer: Gazetteer = loadGazetteer();
const saigon = gazetteer.findProvince("hochiminh")!;

test("the gazetteer knows the 34 provinces and 3,321 wards of today and the 63 provinces before them", () => {
  assert.equal(gazetteer.provinces.length, 63);
  assert.equal(gazetteer.provinces.filter((province) => province.current === province).length, 34);
  assert.equal(gazetteer.wards.filter((ward) => !ward.district).length, 3_321);
  assert.ok(gazetteer.districts.length >= 696);
});

test("every former ward lies on the ground of wards of today, in the province its own went into", () => {
  for (const ward of gazetteer.wards) {
    assert.ok(ward.current.length > 0, ward.name);
    if (!ward.district) assert.deepEqual(ward.current, [ward]);
    for (const current of ward.current) {
      assert.equal(current.district, undefined);
      assert.equal(current.province, ward.province.current, `${ward.name}, ${ward.district?.name}`);
    }
  }
});

test("provinces go by the names people use", () => {
  const names = [
    ["Thừa Thiên Huế", "Huế"],
    ["Sài Gòn", "Hồ Chí Minh"],
    ["Hanoi", "Hà Nội"],
    ["Danang", "Đà Nẵng"],
    ["Đắc Lắc", "Đắk Lắk"],
    ["Bà Rịa Vũng Tàu", "Bà Rịa - Vũng Tàu"],
    ["Thanh Hoá", "Thanh Hóa"],
  ] as const;
  for (const [name, province] of names) assert.equal(gazetteer.findProvince(keyOf(name))?.name, province);
  assert.equal(gazetteer.findProvince("binhduong")?.current, saigon);
  assert.equal(gazetteer.findProvince("berlin"), undefined);
});

test("districts that were gone before 2025 are still known, with their wards", () => {
  const [second] = gazetteer.findDistricts("2", saigon);
  assert.equal(second?.name, "Quận 2");
  assert.ok(gazetteer.findWards("thaodien", saigon, second).length > 0);
  const [third] = gazetteer.findDistricts("3", saigon);
  const [sixth] = gazetteer.findWards("6", saigon, third);
  assert.deepEqual(
    sixth?.current.map((ward) => ward.name),
    ["Phường Xuân Hòa"],
  );
});

test("every ward and district of the seeded cities has a place, inside its own province", () => {
  const cities = ["hochiminh", "hanoi", "danang", "haiphong", "cantho", "hue"].map(
    (key) => gazetteer.findProvince(key)!,
  );
  for (const district of gazetteer.districts.filter((each) => cities.includes(each.province))) {
    // Islands far out have no place here.
    const spot = districtSpot(district);
    assert.ok(spot, district.name);
    assert.ok(metersBetween(spot.centre, district.province.centre) < 90_000, district.name);
    for (const ward of district.wards) assert.ok(wardSpot(ward), `${ward.name}, ${district.name}`);
  }
});

test("the middle of a province is inside its outline", () => {
  for (const province of gazetteer.provinces) {
    const outline = PROVINCE_OUTLINES.find(({ code }) => code === province.code);
    assert.ok(
      outline?.rings.some((ring) => ringContains(ring, province.centre)),
      province.name,
    );
  }
});
