// The cities of the demo network and the roads between them: figures only. Centres and outer roads follow the real ones
// roughly, so that a demo order between two real coordinates costs about what it would; every street is invented.
import type { LatLng } from "../../domain/geo.ts";

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
  readonly points: readonly (readonly [lat: number, lng: number])[];
  readonly carsOnly: boolean;
};

export const DEMO_CITIES: readonly DemoCity[] = [
  {
    id: "SGN",
    name: "Hồ Chí Minh",
    center: { lat: 10.79, lng: 106.69 },
    eastMeters: 21_000,
    northMeters: 21_000,
    linesPerSide: 31,
    blockMeters: 220,
    turnDegrees: 38,
    river: { bearing: 165, besideMeters: -2300, widthMeters: 260, meanderMeters: 1500 },
    alleyWord: "Hẻm",
  },
  {
    id: "HAN",
    name: "Hà Nội",
    center: { lat: 21.015, lng: 105.82 },
    eastMeters: 19_000,
    northMeters: 19_000,
    linesPerSide: 30,
    blockMeters: 220,
    turnDegrees: -22,
    river: { bearing: 140, besideMeters: -3600, widthMeters: 700, meanderMeters: 900 },
    alleyWord: "Ngõ",
  },
  {
    id: "DAD",
    name: "Đà Nẵng",
    center: { lat: 16.048, lng: 108.202 },
    eastMeters: 6000,
    northMeters: 8000,
    linesPerSide: 12,
    blockMeters: 260,
    turnDegrees: 12,
    river: { bearing: 0, besideMeters: 2100, widthMeters: 320, meanderMeters: 500 },
    alleyWord: "Kiệt",
  },
  {
    id: "HPH",
    name: "Hải Phòng",
    center: { lat: 20.848, lng: 106.672 },
    eastMeters: 8000,
    northMeters: 7000,
    linesPerSide: 12,
    blockMeters: 260,
    turnDegrees: -10,
    river: { bearing: 95, besideMeters: -2600, widthMeters: 300, meanderMeters: 700 },
    alleyWord: "Ngõ",
  },
  {
    id: "VCA",
    name: "Cần Thơ",
    center: { lat: 10.03, lng: 105.755 },
    eastMeters: 7000,
    northMeters: 7000,
    linesPerSide: 12,
    blockMeters: 280,
    turnDegrees: 42,
    river: { bearing: 135, besideMeters: -3400, widthMeters: 500, meanderMeters: 400 },
    alleyWord: "Hẻm",
  },
  {
    id: "CXR",
    name: "Nha Trang",
    center: { lat: 12.25, lng: 109.165 },
    eastMeters: 3600,
    northMeters: 6000,
    linesPerSide: 10,
    blockMeters: 240,
    turnDegrees: 8,
    river: { bearing: 85, besideMeters: -1900, widthMeters: 180, meanderMeters: 400 },
    alleyWord: "Hẻm",
  },
  {
    id: "HUI",
    name: "Huế",
    center: { lat: 16.463, lng: 107.588 },
    eastMeters: 6000,
    northMeters: 6000,
    linesPerSide: 10,
    blockMeters: 260,
    turnDegrees: 35,
    river: { bearing: 60, besideMeters: 300, widthMeters: 260, meanderMeters: 450 },
    alleyWord: "Kiệt",
  },
  {
    id: "BMV",
    name: "Buôn Ma Thuột",
    center: { lat: 12.681, lng: 108.045 },
    eastMeters: 6000,
    northMeters: 6000,
    linesPerSide: 10,
    blockMeters: 280,
    turnDegrees: -30,
    river: { bearing: 230, besideMeters: 3000, widthMeters: 60, meanderMeters: 600 },
    alleyWord: "Hẻm",
  },
];

export const DEMO_ROADS: readonly DemoRoad[] = [
  {
    name: "Quốc lộ Mẫu 1",
    ref: "QL.M1",
    fromCity: "SGN",
    toCity: "CXR",
    points: [
      [10.95, 106.95],
      [10.93, 107.24],
      [10.98, 108.05],
      [11.22, 108.5],
      [11.38, 108.86],
      [11.57, 108.97],
      [11.92, 109.12],
    ],
    carsOnly: false,
  },
  {
    name: "Quốc lộ Mẫu 1",
    ref: "QL.M1",
    fromCity: "CXR",
    toCity: "DAD",
    points: [
      [12.49, 109.12],
      [13.08, 109.26],
      [13.78, 109.12],
      [14.6, 109.02],
      [15.12, 108.79],
      [15.57, 108.46],
    ],
    carsOnly: false,
  },
  {
    name: "Quốc lộ Mẫu 1",
    ref: "QL.M1",
    fromCity: "DAD",
    toCity: "HUI",
    points: [
      [16.21, 108.06],
      [16.3, 107.85],
      [16.4, 107.68],
    ],
    carsOnly: false,
  },
  {
    name: "Quốc lộ Mẫu 1",
    ref: "QL.M1",
    fromCity: "HUI",
    toCity: "HAN",
    points: [
      [16.82, 107.1],
      [17.47, 106.6],
      [18.34, 105.89],
      [18.68, 105.66],
      [19.8, 105.77],
      [20.25, 105.96],
    ],
    carsOnly: false,
  },
  {
    name: "Quốc lộ Mẫu 5",
    ref: "QL.M5",
    fromCity: "HAN",
    toCity: "HPH",
    points: [[20.94, 106.32]],
    carsOnly: false,
  },
  {
    name: "Cao tốc Mẫu 04",
    ref: "CT.M04",
    fromCity: "HAN",
    toCity: "HPH",
    points: [
      [20.9, 106.1],
      [20.82, 106.4],
    ],
    carsOnly: true,
  },
  {
    name: "Quốc lộ Mẫu 2",
    ref: "QL.M2",
    fromCity: "SGN",
    toCity: "VCA",
    points: [
      [10.54, 106.4],
      [10.4, 106.33],
      [10.25, 105.95],
    ],
    carsOnly: false,
  },
  {
    name: "Cao tốc Mẫu 01",
    ref: "CT.M01",
    fromCity: "SGN",
    toCity: "VCA",
    points: [
      [10.5, 106.3],
      [10.35, 106.0],
    ],
    carsOnly: true,
  },
  {
    name: "Quốc lộ Mẫu 26",
    ref: "QL.M26",
    fromCity: "CXR",
    toCity: "BMV",
    points: [
      [12.5, 109.05],
      [12.62, 108.75],
      [12.7, 108.35],
    ],
    carsOnly: false,
  },
  {
    name: "Quốc lộ Mẫu 22",
    ref: "QL.M22",
    fromCity: "SGN",
    toCity: undefined,
    points: [
      [10.975, 106.49],
      [11.05, 106.4],
    ],
    carsOnly: false,
  },
];
