// Makes up a day of a given character. The same shape and seed give the same day.
import { type Chance, normalChance, seededChance } from "../chance.ts";
import { type LatLng, METERS_PER_DEGREE } from "../geo.ts";
import type { Day, DayDriver, DayOrder } from "./day.ts";

export type DayShape = {
  readonly center: LatLng;
  readonly widthMeters: number;
  readonly orders: number;
  readonly drivers: number;
  // Places goods are fetched from; a few are popular, most are not.
  readonly pickupPlaces: number;
  readonly dayHours: number;
  // When people order: hour of the day, hours of spread, and share of all orders. What is left over comes evenly.
  readonly peaks: readonly { readonly hour: number; readonly spreadHours: number; readonly share: number }[];
  readonly dropMetersMean: number;
  readonly preparationMinutesMean: number;
  readonly shiftHours: readonly number[];
};

const SECONDS_PER_HOUR = 3_600;
// Shops gather in quarters of this radius, as a share of the city's width.
const QUARTER_SHARE = 0.06;
const COD_SEED = 7_919;

// `citySeed`: days of one city have the same shops.
export function generateDay(shape: DayShape, seed: number, citySeed?: number): Day {
  const chance = seededChance(seed);
  const places = shopsOf(shape, citySeed === undefined ? chance : seededChance(citySeed));
  const orders = Array.from({ length: shape.orders }, (_, at) => anOrder(shape, places, at, chance)).sort(
    (a, b) => a.placedAt - b.placedAt,
  );
  return { orders, drivers: driversFor(shape, orders, chance) };
}

function shopsOf(shape: DayShape, chance: Chance): readonly Place[] {
  const quarters = Array.from({ length: Math.max(3, Math.round(shape.pickupPlaces / 15)) }, () =>
    middling(chance, shape.widthMeters),
  );
  return Array.from({ length: shape.pickupPlaces }, () => {
    const quarter = pick(quarters, chance);
    const spread = shape.widthMeters * QUARTER_SHARE;
    return {
      x: quarter.x + normalChance(chance) * spread,
      y: quarter.y + normalChance(chance) * spread,
      weight: 1 / (1 + chance() * shape.pickupPlaces),
    };
  });
}

// COD and wallets for a day, by a chance of their own: the day itself stays what it was.
export function withCod(day: Day, percent: number, seed: number): Day {
  const chance = seededChance(seed + COD_SEED);
  const thousands = (least: number, most: number): number => Math.round(least + (most - least) * chance()) * 1_000;
  return {
    orders: day.orders.map((order) => {
      const takes = thousands(4, 12);
      return chance() * 100 < percent ? { ...order, takes, cod: thousands(50, 800) } : { ...order, takes };
    }),
    drivers: day.drivers.map((driver) => ({ ...driver, wallet: thousands(200, 2_000) })),
  };
}

type Place = { readonly x: number; readonly y: number; readonly weight: number };

function anOrder(shape: DayShape, places: readonly Place[], at: number, chance: Chance): DayOrder {
  const place = pickByWeight(places, chance);
  const placedAt = Math.round(momentOfDay(shape, chance));
  const bearing = chance() * 2 * Math.PI;
  // A Rayleigh distance: near is common, far is not, next door is rare.
  const away = (shape.dropMetersMean / 1.2533) * Math.sqrt(-2 * Math.log(1 - chance()));
  const preparation = shape.preparationMinutesMean * (0.3 + 0.35 * -Math.log(1 - chance()) + 0.7 * chance());
  return {
    id: `o${at + 1}`,
    placedAt,
    readyAt: placedAt + Math.round(preparation) * 60,
    pickup: onEarth(shape, place.x, place.y),
    doors: [onEarth(shape, place.x + away * Math.cos(bearing), place.y + away * Math.sin(bearing))],
  };
}

// Shifts are laid where the work is: each begins a little before a moment at which somebody ordered.
function driversFor(shape: DayShape, orders: readonly DayOrder[], chance: Chance): DayDriver[] {
  const lastOff = shape.dayHours * SECONDS_PER_HOUR;
  return Array.from({ length: shape.drivers }, (_, at) => {
    const shift = pick(shape.shiftHours, chance) * SECONDS_PER_HOUR;
    const busy = pick(orders, chance).placedAt;
    const begin = Math.round(Math.max(0, Math.min(lastOff - shift, busy - shift * chance())) / 900) * 900;
    const where = middling(chance, shape.widthMeters);
    return { id: `d${at + 1}`, onAt: begin, offAt: begin + shift, start: onEarth(shape, where.x, where.y) };
  });
}

function momentOfDay(shape: DayShape, chance: Chance): number {
  const day = shape.dayHours * SECONDS_PER_HOUR;
  let left = chance();
  for (const peak of shape.peaks) {
    left -= peak.share;
    if (left >= 0) continue;
    const moment = (peak.hour + normalChance(chance) * peak.spreadHours) * SECONDS_PER_HOUR;
    return Math.max(0, Math.min(day - SECONDS_PER_HOUR, moment));
  }
  return chance() * (day - SECONDS_PER_HOUR);
}

// Denser in the middle than at the edge, by half.
function middling(chance: Chance, width: number): { readonly x: number; readonly y: number } {
  const one = (): number => ((chance() < 0.5 ? chance() : (chance() + chance()) / 2) - 0.5) * width;
  return { x: one(), y: one() };
}

function onEarth(shape: DayShape, x: number, y: number): LatLng {
  const lat = shape.center.lat + y / METERS_PER_DEGREE;
  return { lat, lng: shape.center.lng + x / (METERS_PER_DEGREE * Math.cos((shape.center.lat * Math.PI) / 180)) };
}

function pick<T>(from: readonly T[], chance: Chance): T {
  return from[Math.floor(chance() * from.length)]!;
}

function pickByWeight(places: readonly Place[], chance: Chance): Place {
  let left = chance() * places.reduce((sum, place) => sum + place.weight, 0);
  for (const place of places) {
    left -= place.weight;
    if (left <= 0) return place;
  }
  return places.at(-1)!;
}
