// Reads public meal-courier days (github.com/grubhub/mdrplib, public_instances): a folder per day with orders.txt, couriers.txt and
// restaurants.txt, tables with tabs, metres on a plane and minutes. Their own rules of travel: a straight line at the speed of their
// instance_parameters.txt (without it 320 m/min, in the days named t75 a third more), rounded up to whole minutes; four minutes at a
// counter and at a door, half of them before the handover and half after it, once for all that is picked up together. Figures told of
// elsewhere are of other readings of these rules; one more is here, to compare with.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type LatLng, metersBetween } from "../src/domain/geo.ts";
import type { Travel } from "../src/domain/matching/travel.ts";
import { type Day, dayFault } from "../src/domain/simulation/day.ts";
import { placesOf } from "../src/domain/simulation/world.ts";

export type CourierDay = { readonly name: string; readonly day: Day; readonly travel: Travel };

const METERS_PER_MINUTE = 320;
const T75_METERS_PER_MINUTE = METERS_PER_MINUTE / 0.75;
// Whole minutes of a drive, and seconds of service before a handover and after it.
type TravelRules = {
  readonly wholeMinutes: (minutes: number) => number;
  readonly beforeSeconds: number;
  readonly afterSeconds: number;
};
export const OWN_RULES: TravelRules = { wholeMinutes: Math.ceil, beforeSeconds: 120, afterSeconds: 120 };
export const KINDER_RULES: TravelRules = { wholeMinutes: Math.round, beforeSeconds: 0, afterSeconds: 240 };
// Days know places by degrees: a metre of the plane is a metre on the earth, by the equator, and read back exactly.
const METERS_PER_DEGREE = metersBetween({ lat: 0, lng: 0 }, { lat: 0, lng: 1 });

export function readCourierDays(folder: string, rules = OWN_RULES): readonly CourierDay[] {
  const names = readdirSync(folder)
    .filter((name) => existsSync(join(folder, name, "orders.txt")))
    .sort();
  if (names.length === 0) throw new Error(`${folder} holds no folder with an orders.txt`);
  return names.map((name) => readCourierDay(folder, name, rules));
}

function readCourierDay(folder: string, name: string, rules: TravelRules): CourierDay {
  const restaurants = new Map(
    readTable(folder, name, "restaurants").map((row) => [row.text("restaurant"), row.place()]),
  );
  const day: Day = {
    orders: readTable(folder, name, "orders").map((row) => {
      const pickup = restaurants.get(row.text("restaurant"));
      if (!pickup) throw new Error(`${name}: there is no restaurant ${row.text("restaurant")}`);
      return {
        id: row.text("order"),
        placedAt: 60 * row.number("placement_time"),
        readyAt: 60 * row.number("ready_time"),
        pickup,
        doors: [row.place()],
      };
    }),
    drivers: readTable(folder, name, "couriers").map((row) => ({
      id: row.text("courier"),
      onAt: 60 * row.number("on_time"),
      offAt: 60 * row.number("off_time"),
      start: row.place(),
    })),
  };
  const fault = dayFault(day);
  if (fault !== undefined) throw new Error(`${name}: ${fault}`);
  return { name, day, travel: planeTravel(day, metersPerMinuteOf(folder, name), rules) };
}

function metersPerMinuteOf(folder: string, name: string): number {
  if (existsSync(join(folder, name, "instance_parameters.txt")))
    return readTable(folder, name, "instance_parameters")[0]!.number("meters_per_minute");
  return /t75/.test(name) ? T75_METERS_PER_MINUTE : METERS_PER_MINUTE;
}

type Row = {
  readonly text: (column: string) => string;
  readonly number: (column: string) => number;
  readonly place: () => LatLng;
};

function readTable(folder: string, name: string, table: string): readonly Row[] {
  const file = join(folder, name, `${table}.txt`);
  const [header, ...lines] = readFileSync(file, "utf8").trimEnd().split(/\r?\n/);
  const columns = header!.split("\t");
  return lines.map((line, at) => {
    const cells = line.split("\t");
    const text = (column: string): string => {
      const cell = cells[columns.indexOf(column)];
      if (!cell) throw new Error(`${file} line ${at + 2}: no ${column}`);
      return cell;
    };
    const number = (column: string): number => {
      if (!/^\d+(\.\d+)?$/.test(text(column))) throw new Error(`${file} line ${at + 2}: ${column} ${text(column)}`);
      return Number(text(column));
    };
    const place = (): LatLng => ({ lat: number("y") / METERS_PER_DEGREE, lng: number("x") / METERS_PER_DEGREE });
    return { text, number, place };
  });
}

// The minutes of service are part of the way: out of the vehicle and to the handover, and back again. A courier who comes on sits in
// their vehicle; who stays at a counter for a second order does not walk twice.
function planeTravel(day: Day, metersPerMinute: number, rules: TravelRules): Travel {
  const { places, numberOf } = placesOf(day);
  const xs = Float64Array.from(places, ({ lng }) => Math.round(lng * METERS_PER_DEGREE));
  const ys = Float64Array.from(places, ({ lat }) => Math.round(lat * METERS_PER_DEGREE));
  const walkBack = new Float64Array(places.length);
  for (const { pickup, doors } of day.orders) {
    for (const place of [pickup, ...doors]) walkBack[numberOf(place)] = rules.afterSeconds;
  }
  const meters = (from: number, to: number): number => Math.hypot(xs[from]! - xs[to]!, ys[from]! - ys[to]!);
  const seconds = (from: number, to: number): number =>
    from === to
      ? 0
      : walkBack[from]! + 60 * rules.wholeMinutes(meters(from, to) / metersPerMinute) + rules.beforeSeconds;
  return { meters, seconds };
}
