// The cities of the demo network and the roads between them: figures only. Centres and outer roads follow the real ones
// roughly, so that a demo order between two real coordinates costs about what it would; every street is invented.
import { type LatLng, readPoints } from "../../domain/geo.ts";

type DemoRiver = {
  // Where it flows, as a compass bearing, and how far beside the centre it passes (to the right of the flow).
  readonly bearing: number;
  readonly besideMeters: number;
  readonly widthMeters: number;
  readonly meanderMeters: number;
};

export type DemoCity = {
  readonly id: string;
  readonly name: string;
  readonly center: LatLng;
  // Half axes of the built-up area.
  readonly eastMeters: number;
  readonly northMeters: number;
  // Streets on each side of the centre line; the number of junctions is about twice its square.
  readonly linesPerSide: number;
  // Width of a block in the middle of the city; towards the edge blocks grow.
  readonly blockMeters: number;
  // The grid's own north, turned clockwise.
  readonly turnDegrees: number;
  readonly river: DemoRiver;
  // What a side lane is called there.
  readonly alleyWord: "Hẻm" | "Ngõ" | "Kiệt";
};

export type DemoRoad = {
  readonly name: string;
  readonly ref: string;
  readonly fromCity: string;
  // Absent when the road ends outside the cities.
  readonly toCity: string | undefined;
  readonly points: readonly LatLng[];
  readonly carsOnly: boolean;
};

// Id, name, centre, half axes east and north, lines per side, block, turn, river (bearing, beside, width, meander), alley.
export const DEMO_CITIES: readonly DemoCity[] = [
  city("SGN", "Hồ Chí Minh", [10.79, 106.69], [21_000, 21_000], 31, 220, 38, [165, -2300, 260, 1500], "Hẻm"),
  city("HAN", "Hà Nội", [21.015, 105.82], [19_000, 19_000], 30, 220, -22, [140, -3600, 700, 900], "Ngõ"),
  city("DAD", "Đà Nẵng", [16.048, 108.202], [6000, 8000], 12, 260, 12, [0, 2100, 320, 500], "Kiệt"),
  city("HPH", "Hải Phòng", [20.848, 106.672], [8000, 7000], 12, 260, -10, [95, -2600, 300, 700], "Ngõ"),
  city("VCA", "Cần Thơ", [10.03, 105.755], [7000, 7000], 12, 280, 42, [135, -3400, 500, 400], "Hẻm"),
  city("CXR", "Nha Trang", [12.25, 109.165], [3600, 6000], 10, 240, 8, [85, -1900, 180, 400], "Hẻm"),
  city("HUI", "Huế", [16.463, 107.588], [6000, 6000], 10, 260, 35, [60, 300, 260, 450], "Kiệt"),
  city("BMV", "Buôn Ma Thuột", [12.681, 108.045], [6000, 6000], 10, 280, -30, [230, 3000, 60, 600], "Hẻm"),
];

export const DEMO_ROADS: readonly DemoRoad[] = [
  road(
    "Quốc lộ Mẫu 1",
    "QL.M1",
    "SGN",
    "CXR",
    "10.95,106.95 10.93,107.24 10.98,108.05 11.22,108.5 11.38,108.86 11.57,108.97 11.92,109.12",
  ),
  road(
    "Quốc lộ Mẫu 1",
    "QL.M1",
    "CXR",
    "DAD",
    "12.49,109.12 13.08,109.26 13.78,109.12 14.6,109.02 15.12,108.79 15.57,108.46",
  ),
  road("Quốc lộ Mẫu 1", "QL.M1", "DAD", "HUI", "16.21,108.06 16.3,107.85 16.4,107.68"),
  road(
    "Quốc lộ Mẫu 1",
    "QL.M1",
    "HUI",
    "HAN",
    "16.82,107.1 17.47,106.6 18.34,105.89 18.68,105.66 19.8,105.77 20.25,105.96",
  ),
  road("Quốc lộ Mẫu 5", "QL.M5", "HAN", "HPH", "20.94,106.32"),
  road("Cao tốc Mẫu 04", "CT.M04", "HAN", "HPH", "20.9,106.1 20.82,106.4"),
  road("Quốc lộ Mẫu 2", "QL.M2", "SGN", "VCA", "10.54,106.4 10.4,106.33 10.25,105.95"),
  road("Cao tốc Mẫu 01", "CT.M01", "SGN", "VCA", "10.5,106.3 10.35,106.0"),
  road("Quốc lộ Mẫu 26", "QL.M26", "CXR", "BMV", "12.5,109.05 12.62,108.75 12.7,108.35"),
  road("Quốc lộ Mẫu 22", "QL.M22", "SGN", undefined, "10.975,106.49 11.05,106.4"),
];

function city(
  id: string,
  name: string,
  [lat, lng]: readonly [number, number],
  [eastMeters, northMeters]: readonly [number, number],
  linesPerSide: number,
  blockMeters: number,
  turnDegrees: number,
  [bearing, besideMeters, widthMeters, meanderMeters]: readonly [number, number, number, number],
  alleyWord: DemoCity["alleyWord"],
): DemoCity {
  const river = { bearing, besideMeters, widthMeters, meanderMeters };
  const center = { lat, lng };
  return { id, name, center, eastMeters, northMeters, linesPerSide, blockMeters, turnDegrees, river, alleyWord };
}

// Expressways (cao tốc, CT) are for cars only.
function road(name: string, ref: string, fromCity: string, toCity: string | undefined, points: string): DemoRoad {
  return { name, ref, fromCity, toCity, points: readPoints(points), carsOnly: ref.startsWith("CT") };
}
