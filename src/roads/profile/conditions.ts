// Conditional tags: "no @ (Mo-Fr 06:00-09:00,16:00-20:00); destination @ (weight>5)". What holds at an hour of the week is kept as
// minutes of it; what holds for the vehicle's size is decided here. A condition that cannot be read never holds.
import type { VehicleSize } from "./vehicle.ts";

// From and to in minutes since Monday 00:00, to after from, at most to the end of the week.
export type Hours = readonly (readonly [number, number])[];

export const WEEK_MINUTES = 7 * 24 * 60;
const DAY_MINUTES = 24 * 60;
const DAYS = ["Mo", "Tu", "We", "Th", "Fr", "Sa", "Su"];
const ALWAYS: Hours = [[0, WEEK_MINUTES]];

// When each word holds for a vehicle of this size.
export function readConditions(
  tag: string,
  size: VehicleSize,
): readonly { readonly word: string; readonly hours: Hours }[] {
  // A semicolon parts two conditions only outside of brackets.
  return tag.split(/;(?![^(]*\))/).flatMap((one) => {
    const found = /^\s*([a-z_;]+)\s*@\s*\(?([^()]*)\)?\s*$/.exec(one);
    const hours = found && hoursOfAll(found[2]!, size);
    return hours ? [{ word: found[1]!, hours }] : [];
  });
}

// All of them hold at once.
function hoursOfAll(tag: string, size: VehicleSize): Hours | undefined {
  let hours: Hours = ALWAYS;
  for (const part of tag.split(/\s+AND\s+/i)) {
    const own = hoursBySize(part, size) ?? hoursOf(part);
    if (!own) return undefined;
    hours = hours.flatMap(([from, to]) =>
      own.flatMap(([a, b]) =>
        Math.max(from, a) < Math.min(to, b) ? [[Math.max(from, a), Math.min(to, b)] as const] : [],
      ),
    );
  }
  return hours;
}

const MEASURES: Readonly<Record<string, keyof VehicleSize>> = {
  weight: "weightTonnes",
  weightrating: "weightTonnes",
  maxweightrating: "weightTonnes",
  height: "heightMeters",
  width: "widthMeters",
  length: "lengthMeters",
};

// "weight>3.5": always or never. Undefined for anything else.
function hoursBySize(tag: string, size: VehicleSize): Hours | undefined {
  const found = /^\s*([a-z]+)\s*(<=|>=|<|>|=)\s*(\d+(?:\.\d+)?)\s*(?:t|m)?\s*$/.exec(tag);
  const measure = found ? MEASURES[found[1]!] : undefined;
  if (!found || !measure) return undefined;
  const [own, limit] = [size[measure], Number(found[3])];
  const holds = { "<": own < limit, "<=": own <= limit, ">": own > limit, ">=": own >= limit, "=": own === limit };
  return holds[found[2] as keyof typeof holds] ? ALWAYS : [];
}

// "Mo-Fr 06:00-09:00,16:00-20:00; Sa 06:00-12:00". Holidays are not known here and left out.
function hoursOf(tag: string): Hours | undefined {
  const rules = tag.split(";").filter((rule) => !/^\s*PH\b/.test(rule));
  const hours: (readonly [number, number])[] = [];
  for (const rule of rules) {
    const found =
      /^\s*(?:((?:(?:Mo|Tu|We|Th|Fr|Sa|Su)(?:-(?:Mo|Tu|We|Th|Fr|Sa|Su))?,?)+)\s*)?([\d:,\s-]*|24\/7)\s*$/.exec(rule);
    if (!found || rule.trim() === "") return undefined;
    const spans = found[2]!.trim() === "" || found[2] === "24/7" ? [[0, DAY_MINUTES] as const] : spansOf(found[2]!);
    if (!spans) return undefined;
    for (const day of daysOf(found[1])) for (const [from, to] of spans) add(hours, day * DAY_MINUTES, from, to);
  }
  return hours;
}

function daysOf(tag: string | undefined): readonly number[] {
  if (tag === undefined) return DAYS.map((_, day) => day);
  return tag.split(",").flatMap((span) => {
    const [first, last = first] = span.split("-").map((day) => DAYS.indexOf(day));
    if (first === undefined || first < 0) return [];
    return Array.from({ length: ((last! - first + 7) % 7) + 1 }, (_, i) => (first + i) % 7);
  });
}

function spansOf(tag: string): readonly (readonly [number, number])[] | undefined {
  const spans: (readonly [number, number])[] = [];
  for (const span of tag.split(",")) {
    const found = /^\s*(\d{1,2}):(\d{2})\s*-\s*(\d{1,2}):(\d{2})\s*$/.exec(span);
    if (!found) return undefined;
    const [from, to] = [Number(found[1]) * 60 + Number(found[2]), Number(found[3]) * 60 + Number(found[4])];
    // Over midnight into the next day.
    spans.push([from, to > from ? to : to + DAY_MINUTES]);
  }
  return spans;
}

// What runs over Sunday's midnight goes on on Monday.
function add(hours: (readonly [number, number])[], day: number, from: number, to: number): void {
  hours.push([day + from, Math.min(WEEK_MINUTES, day + to)]);
  if (day + to > WEEK_MINUTES) hours.push([0, day + to - WEEK_MINUTES]);
}

export function holdsAt(hours: Hours, minuteOfWeek: number): boolean {
  return hours.some(([from, to]) => minuteOfWeek >= from && minuteOfWeek < to);
}
