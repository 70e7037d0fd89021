// What is closed to a vehicle at some hours of the week: by conditional tags, or always, where only this vehicle is kept off.
import type { Tags } from "../../extract/extract.ts";
import { accessOf, type Direction, isClosing } from "./access.ts";
import { type Hours, readConditions, WEEK_MINUTES } from "./conditions.ts";
import { driversOf, type Vehicle } from "./vehicle.ts";
import { wayRule } from "./way-rule.ts";

// Who (DRIVER_BITS) and when, in minutes of the week.
export type Shut = { readonly bit: number; readonly from: number; readonly to: number };

export const ALL_WEEK: Hours = [[0, WEEK_MINUTES]];

export function shutFor(bit: number, hours: Hours): readonly Shut[] {
  return hours.map(([from, to]) => ({ bit, from, to }));
}

// Without one of these a way is everybody's who drives its class, at any hour.
const TELLING = /^(hgv|goods|motorcar|max(height|width|length|weight)|width|est_width|narrow)\b|:conditional$/;

// Of a way the network's own vehicle may drive in that direction.
export function shutHours(tags: Tags, own: Vehicle, direction: Direction): readonly Shut[] {
  if (!Object.keys(tags).some((key) => TELLING.test(key))) return [];
  return driversOf(own).flatMap(({ bit, vehicle }) => {
    const isOther = vehicle !== own;
    if (isOther && (wayRule(tags, vehicle)?.[direction].kmh ?? 0) === 0) return shutFor(bit, ALL_WEEK);
    return [
      ...shutFor(bit, closedHours(tags, vehicle, direction)),
      ...shutFor(bit, againstHours(tags, vehicle, direction)),
    ];
  });
}

// The tag nearest to the vehicle decides, conditional or not.
function closedHours(tags: Tags, vehicle: Vehicle, direction: Direction): Hours {
  for (const key of vehicle.accessKeys) {
    const tag = tags[`${key}:${direction}:conditional`] ?? tags[`${key}:conditional`];
    if (tag !== undefined) return closingHours(tag, vehicle, isClosing);
    if (accessOf(tags, { ...vehicle, accessKeys: [key] }, direction) !== "untold") return [];
  }
  return [];
}

function againstHours(tags: Tags, vehicle: Vehicle, direction: Direction): Hours {
  const tag = tags[`oneway:${vehicle.accessKeys[0]}:conditional`] ?? tags["oneway:conditional"];
  if (tag === undefined) return [];
  return closingHours(tag, vehicle, (word) => word === (direction === "backward" ? "yes" : "reverse"));
}

function closingHours(tag: string, { size }: Vehicle, closes: (word: string) => boolean): Hours {
  return readConditions(tag, size).flatMap(({ word, hours }) => (closes(word) ? hours : []));
}
