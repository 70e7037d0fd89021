// A made-up city whose streets are slower than the map says at some hours and in some quarters, and a dispatch that learns it from
// finished trips. Shows what the correction of estimates is worth.
import { type Chance, chanceFor, normalChance, seededChance } from "../chance.ts";
import {
  addTrip,
  areaOf,
  type Calibration,
  calibrationOf,
  correctionFactor,
  type SpeedCell,
  type Trip,
} from "../eta/observed-speeds.ts";
import { stretchedTravel } from "../eta/order-eta.ts";
import type { LatLng } from "../geo.ts";
import type { Travel } from "../matching/travel.ts";

export type Traffic = {
  readonly travelAt: (now: number) => Travel;
  readonly drivingSeconds: (from: number, to: number, at: number) => number;
  // How far off the map was, and how far off the corrected estimate, over all trips.
  readonly calibration: () => { readonly map: Calibration; readonly corrected: Calibration };
};

// Streets are this much slower at the worst of the two rush hours.
const RUSH = 0.5;
const RUSH_HOURS = [8, 17.5] as const;
const RUSH_SPREAD_HOURS = 1.2;
// One quarter differs from the next by up to this, and one trip from the next by this (standard deviation).
const QUARTER_SPREAD = 0.25;
const TRIP_SPREAD = 0.12;
const SECONDS_PER_HOUR = 3_600;
// What was learnt is taken up this often.
const LEARN_EVERY_SECONDS = 600;

// A city whose earlier days have taught something: its quarters are as slow as they were, whatever the day's seed.
export type CityPast = { readonly citySeed: number; readonly cells: Map<string, SpeedCell> };

// `firstHour` is the local hour at second 0 of the day.
export function simulateTraffic(
  points: readonly LatLng[],
  travel: Travel,
  firstHour: number,
  seed: number,
  past?: CityPast,
): Traffic {
  const chance = seededChance(seed);
  const areas = points.map(areaOf);
  const chanceOf = (area: string): Chance => (past ? chanceFor(area, past.citySeed) : chance);
  const slowness = new Map([...new Set(areas)].map((area) => [area, 1 + (chanceOf(area)() - 0.3) * QUARTER_SPREAD]));
  const cells = past?.cells ?? new Map<string, SpeedCell>();
  const trips: { readonly byMap: number; readonly corrected: number; readonly actual: number }[] = [];
  let underWay: { readonly arriveAt: number; readonly trip: Trip }[] = [];
  let corrected = travel;
  let learntAt = Number.NEGATIVE_INFINITY;
  const hourAt = (at: number): number => Math.floor(firstHour + at / SECONDS_PER_HOUR) % 24;

  function learn(now: number): void {
    for (const { arriveAt, trip } of underWay) if (arriveAt <= now) addTrip(cells, trip);
    underWay = underWay.filter(({ arriveAt }) => arriveAt > now);
    const byArea = new Map([...slowness.keys()].map((area) => [area, correctionFactor(cells, area, hourAt(now))]));
    corrected = stretchedTravel(
      travel,
      areas.map((area) => byArea.get(area)!),
    );
    learntAt = now;
  }

  return {
    travelAt: (now) => {
      if (now - learntAt >= LEARN_EVERY_SECONDS) learn(now);
      return corrected;
    },
    drivingSeconds: (from, to, at) => {
      const byMap = travel.seconds(from, to);
      const area = areas[from]!;
      const actual = byMap * rushAt(firstHour + at / SECONDS_PER_HOUR) * slowness.get(area)! * tripNoise(chance);
      if (byMap > 0) {
        trips.push({ byMap, corrected: corrected.seconds(from, to), actual });
        underWay.push({
          arriveAt: at + actual,
          trip: { area, hour: hourAt(at), expectedSeconds: byMap, actualSeconds: actual },
        });
      }
      return actual;
    },
    calibration: () => ({
      map: calibrationOf(trips.map(({ byMap, actual }) => ({ expected: byMap, actual }))),
      corrected: calibrationOf(trips.map((trip) => ({ expected: trip.corrected, actual: trip.actual }))),
    }),
  };
}

function rushAt(hour: number): number {
  return RUSH_HOURS.reduce((slow, peak) => {
    const away = ((hour % 24) - peak) / RUSH_SPREAD_HOURS;
    return slow + RUSH * Math.exp((-away * away) / 2);
  }, 1);
}

function tripNoise(chance: Chance): number {
  return Math.exp(TRIP_SPREAD * normalChance(chance));
}
