// What the clock on the wall shows in a city at an instant. Service hours, surge and the h of a tariff read this.

// Days as ISO: 1 Monday … 7 Sunday.
export type LocalTime = { readonly day: number; readonly minuteOfDay: number; readonly second: number };

// The platform's own zone: of whatever belongs to no city, or to several.
export const HOME_ZONE = "Asia/Ho_Chi_Minh";

// Of a moment as an input of kind datetime-local writes it, in Unix seconds. Of an hour that a clock shows twice it is the later one.
export function secondsIn(timeZone: string, local: string): number {
  const shown = Date.parse(`${local}Z`);
  if (Number.isNaN(shown)) return shown;
  const about = shown - offsetMinutes(timeZone, new Date(shown)) * 60_000;
  return (shown - offsetMinutes(timeZone, new Date(about)) * 60_000) / 1_000;
}

export function localIn(timeZone: string, unixSeconds: number): string {
  const offset = offsetMinutes(timeZone, new Date(unixSeconds * 1_000));
  return new Date(Math.round((unixSeconds + offset * 60) * 1_000)).toISOString().slice(0, -1);
}

const QUARTER_MS = 15 * 60_000;
const DAY_MINUTES = 1_440;
const DAYS: Readonly<Record<string, number>> = { Mon: 1, Tue: 2, Wed: 3, Thu: 4, Fri: 5, Sat: 6, Sun: 7 };

// Asking Intl costs some 8 µs, half of what pricing a service costs, and the answer shifts only with the quarter of an hour:
// zones change their offset on a quarter. So one shift per zone is kept. Only names that Intl knows get in.
const shifts = new Map<string, { readonly quarter: number; readonly minutes: number }>();
const clocks = new Map<string, Intl.DateTimeFormat>();

export function localTimeAt(timeZone: string, at: Date): LocalTime {
  const unixMinute = Math.floor(at.getTime() / 60_000);
  const minutes = unixMinute + shiftOf(timeZone, at);
  const dayNumber = Math.floor(minutes / DAY_MINUTES);
  // Day 0 of Unix time was a Thursday.
  return {
    day: ((((dayNumber + 3) % 7) + 7) % 7) + 1,
    minuteOfDay: minutes - dayNumber * DAY_MINUTES,
    second: Math.floor(at.getTime() / 1_000) - unixMinute * 60,
  };
}

// Minutes since Monday 00:00.
export function minuteOfWeek({ day, minuteOfDay }: LocalTime): number {
  return (day - 1) * DAY_MINUTES + minuteOfDay;
}

// Minutes from Unix time to the zone's own, on a scale of one week: only the day of the week and the time of day matter.
function shiftOf(timeZone: string, at: Date): number {
  const quarter = Math.floor(at.getTime() / QUARTER_MS);
  const known = shifts.get(timeZone);
  if (known?.quarter === quarter) return known.minutes;
  const parts = clockOf(timeZone).formatToParts(at);
  const read = (type: Intl.DateTimeFormatPartTypes): string => parts.find((part) => part.type === type)?.value ?? "";
  const day = DAYS[read("weekday")];
  if (day === undefined) throw new Error(`Intl names no weekday for ${at.toISOString()} in ${timeZone}`);
  const local = (day - 4) * DAY_MINUTES + Number(read("hour")) * 60 + Number(read("minute"));
  const minutes = local - Math.floor(at.getTime() / 60_000);
  shifts.set(timeZone, { quarter, minutes });
  return minutes;
}

const WEEK_MINUTES = 7 * DAY_MINUTES;

function offsetMinutes(timeZone: string, at: Date): number {
  const offset = ((shiftOf(timeZone, at) % WEEK_MINUTES) + WEEK_MINUTES) % WEEK_MINUTES;
  return offset > WEEK_MINUTES / 2 ? offset - WEEK_MINUTES : offset;
}

// The instant at which a date begins in a zone, undefined when there is no such date. Read off what the wall shows at the same
// moment of Unix time; zones change their offset at night, but not at midnight here.
export function startOfDate(timeZone: string, isoDate: string): Date | undefined {
  const atZero = new Date(`${isoDate}T00:00:00Z`);
  if (Number.isNaN(atZero.getTime()) || atZero.toISOString().slice(0, 10) !== isoDate) return undefined;
  const { minuteOfDay } = localTimeAt(timeZone, atZero);
  const ahead = minuteOfDay <= DAY_MINUTES / 2 ? minuteOfDay : minuteOfDay - DAY_MINUTES;
  return new Date(atZero.getTime() - ahead * 60_000);
}

// 2026-11-16, as the wall shows it. Noon there has the same date in Unix time, whatever the zone here.
export function dateAt(timeZone: string, at: Date): string {
  const { minuteOfDay } = localTimeAt(timeZone, at);
  return new Date(at.getTime() + (DAY_MINUTES / 2 - minuteOfDay) * 60_000).toISOString().slice(0, 10);
}

// h of a tariff (D14): 15:30 is 15.5. Whole minutes, two decimals, so that a printed h gives the same fee again.
export function decimalHour(local: LocalTime): number {
  return Math.round((local.minuteOfDay * 100) / 60) / 100;
}

// 07:00, and 07:00:30 where half a minute counts.
export function clockFace(minuteOfDay: number): string {
  const pad = (part: number): string => String(part).padStart(2, "0");
  const seconds = Math.round(minuteOfDay * 60);
  const minute = Math.floor(seconds / 60);
  const face = `${pad(Math.floor(minute / 60))}:${pad(minute % 60)}`;
  return seconds % 60 === 0 ? face : `${face}:${pad(seconds % 60)}`;
}

export function isTimeZone(name: string): boolean {
  try {
    clockOf(name);
    return true;
  } catch (thrown) {
    if (thrown instanceof RangeError) return false;
    throw thrown;
  }
}

function clockOf(timeZone: string): Intl.DateTimeFormat {
  const known = clocks.get(timeZone);
  if (known) return known;
  const clock = new Intl.DateTimeFormat("en-US", {
    timeZone,
    hourCycle: "h23",
    weekday: "short",
    hour: "2-digit",
    minute: "2-digit",
  });
  clocks.set(timeZone, clock);
  return clock;
}
