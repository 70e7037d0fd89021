// How much longer, or shorter, drives really take than the map says, learnt from finished trips per hour of the day and area.
// An estimate is corrected once there are enough trips to say so; a few trips bend it only a little.
import type { LatLng } from "../geo.ts";

export type Trip = {
  readonly area: string;
  readonly hour: number; // local, 0 to 23
  readonly expectedSeconds: number; // what the map said
  readonly actualSeconds: number;
};

// Sums over trips; rows of a table when kept.
export type SpeedCell = { readonly trips: number; readonly expectedSeconds: number; readonly actualSeconds: number };
// By the keys of `speedCellKeys`.
export type ObservedSpeeds = ReadonlyMap<string, SpeedCell>;

// Fewer trips than this in all say nothing about a city.
export const TRIPS_MIN = 50;
// A cell's own trips weigh as much as what is known around it once it has seen this many seconds of driving: some 20 trips.
const PRIOR_SECONDS = 12_000;
// A clock that jumped or a driver who went home must not teach nonsense.
const FACTOR_MIN = 0.5;
const FACTOR_MAX = 3;
// About 2.2 km: a quarter of a city.
const AREA_DEGREES = 0.02;

const NO_TRIPS: SpeedCell = { trips: 0, expectedSeconds: 0, actualSeconds: 0 };

export function areaOf(point: LatLng): string {
  return `${Math.floor(point.lat / AREA_DEGREES)}:${Math.floor(point.lng / AREA_DEGREES)}`;
}

// From the widest to the narrowest: everywhere, this hour, this hour here.
function speedCellKeys(area: string, hour: number): readonly [string, string, string] {
  return ["*", `${hour}`, `${hour} ${area}`];
}

function isUsableTrip({ expectedSeconds, actualSeconds }: Trip): boolean {
  const ratio = actualSeconds / expectedSeconds;
  return expectedSeconds >= 30 && ratio >= FACTOR_MIN / 2 && ratio <= FACTOR_MAX * 2;
}

export function addTrip(cells: Map<string, SpeedCell>, trip: Trip): void {
  if (!isUsableTrip(trip)) return;
  for (const key of speedCellKeys(trip.area, trip.hour)) {
    const cell = cells.get(key) ?? NO_TRIPS;
    cells.set(key, {
      trips: cell.trips + 1,
      expectedSeconds: cell.expectedSeconds + trip.expectedSeconds,
      actualSeconds: cell.actualSeconds + trip.actualSeconds,
    });
  }
}

// Multiply the map's seconds by this.
export function correctionFactor(speeds: ObservedSpeeds, area: string, hour: number): number {
  const [everywhere, atHour, here] = speedCellKeys(area, hour).map((key) => speeds.get(key) ?? NO_TRIPS);
  if (!everywhere || everywhere.trips < TRIPS_MIN) return 1;
  let factor = everywhere.actualSeconds / everywhere.expectedSeconds;
  for (const cell of [atHour, here]) {
    if (!cell) continue;
    factor = (cell.actualSeconds + PRIOR_SECONDS * factor) / (cell.expectedSeconds + PRIOR_SECONDS);
  }
  return Math.max(FACTOR_MIN, Math.min(FACTOR_MAX, factor));
}

export type Calibration = {
  readonly trips: number;
  // Mean of how far off an estimate was, as a share of the truth …
  readonly errorShare: number;
  // … and the same with its sign: above zero, estimates are too long.
  readonly biasShare: number;
};

export function calibrationOf(trips: readonly { readonly expected: number; readonly actual: number }[]): Calibration {
  const mean = (of: (trip: { readonly expected: number; readonly actual: number }) => number): number =>
    trips.length === 0 ? 0 : trips.reduce((sum, trip) => sum + of(trip), 0) / trips.length;
  return {
    trips: trips.length,
    errorShare: mean(({ expected, actual }) => Math.abs(expected - actual) / actual),
    biasShare: mean(({ expected, actual }) => (expected - actual) / actual),
  };
}
