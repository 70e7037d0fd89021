// The seeded cities (D20) and where each ends. An outline follows the city as drivers and partners know it: its extent before
// the mergers of July 2025, because a province three times as large is not one delivery market (docs/decisions/city-outlines.md).
// Corners are figures to three decimals (about 100 m), a few dozen a city; the operator may draw better ones.
import { readPoints, readRings } from "../../geo.ts";
import type { City } from "../service.ts";
import OUTLINES from "./city-outlines.json" with { type: "json" };

export const CITY_SEEDS: readonly City[] = [
  // Former Hồ Chí Minh City: Thủ Đức, Củ Chi, Hóc Môn, Bình Chánh, Nhà Bè and Cần Giờ in; Bình Dương and Bà Rịa - Vũng Tàu out.
  city("SGN", "Ho Chi Minh City", "Hồ Chí Minh", 1, "10.7769,106.7009"),
  // The province as it was and is.
  city("HAN", "Ha Noi", "Hà Nội", 1, "21.0285,105.8542"),
  // Former Đà Nẵng with Hòa Vang; Quảng Nam and the islands far out are not in it.
  city("DAD", "Da Nang", "Đà Nẵng", 2, "16.0678,108.2208"),
  // Former Hải Phòng with Cát Bà; Hải Dương is not in it.
  city("HPH", "Hai Phong", "Hải Phòng", 2, "20.8561,106.6822"),
  // Former Cần Thơ; Hậu Giang and Sóc Trăng are not in it.
  city("VCA", "Can Tho", "Cần Thơ", 2, "10.0341,105.7876"),
  // Former city of Nha Trang with Hòn Tre.
  city("CXR", "Nha Trang", "Nha Trang", 3, "12.2451,109.1943"),
  // The province-level city of 2025: all of former Thừa Thiên Huế.
  city("HUI", "Hue", "Huế", 2, "16.4637,107.5909"),
  // Former city of Buôn Ma Thuột.
  city("BMV", "Buon Ma Thuot", "Buôn Ma Thuột", 3, "12.6797,108.0447"),
];

// `level` is 1 where every service runs, 2 in the other cities of the first rank, 3 in provincial cities.
function city(id: keyof typeof OUTLINES, name: string, nameVi: string, level: number, center: string): City {
  return {
    id,
    countryId: "VN",
    name,
    nameVi,
    level,
    timeZone: "Asia/Ho_Chi_Minh",
    outline: readRings(OUTLINES[id]),
    center: readPoints(center)[0]!,
    enabled: true,
  };
}
