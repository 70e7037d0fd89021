// Money, times, distances as people write them here: whole dong, the 24-hour clock, in either language. A time of one city is told in its zone.
import { HOME_ZONE } from "../../src/domain/local-time.ts";
import type { Language } from "./language.tsx";

// A moment as the APIs tell it: Unix seconds (/v3), an ISO text, or a Date.
export type Moment = number | string | Date;

const LOCALES: Readonly<Record<Language, string>> = { en: "en-GB", vi: "vi-VN" };
const NUMBER_LOCALES: Readonly<Record<Language, string>> = { en: "en-US", vi: "vi-VN" };

export function toDate(moment: Moment): Date {
  return moment instanceof Date ? moment : new Date(typeof moment === "number" ? moment * 1000 : moment);
}

// 1,250,000 ₫
export function money(amount: number, language: Language): string {
  return `${new Intl.NumberFormat(NUMBER_LOCALES[language]).format(amount)} ₫`;
}

// As each language writes 21,200.5, for whoever types it.
export const SEPARATORS = {
  en: { thousandSeparator: ",", decimalSeparator: "." },
  vi: { thousandSeparator: ".", decimalSeparator: "," },
} as const satisfies Record<Language, object>;

// 14:05
export function clockTime(moment: Moment, language: Language, zone = HOME_ZONE): string {
  return format(moment, language, zone, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
}

// 14:05–14:20: whole minutes around both ends, and one time where they are the same. With its day where that is not the one of `now`.
export function timeWindow(low: number, high: number, language: Language, zone = HOME_ZONE, now?: Moment): string {
  const ends = [Math.floor(low / 60) * 60, Math.ceil(high / 60) * 60];
  const [from = "", to] = ends.map((end) => clockTime(end, language, zone));
  const window = from === to ? from : `${from}–${to}`;
  const isToday = now === undefined || isoDay(low, zone) === isoDay(now, zone);
  return isToday ? window : `${shortDay(low, language, zone)}, ${window}`;
}

// 15 Nov
function shortDay(moment: Moment, language: Language, zone: string): string {
  return format(moment, language, zone, { day: "numeric", month: "short" });
}

// 15 Nov 2026
function longDay(moment: Moment, language: Language, zone: string): string {
  return format(moment, language, zone, { day: "numeric", month: "short", year: "numeric" });
}

// The same of a day as the APIs write it, 2026-11-15.
export function writtenDay(day: string, language: Language): string {
  return day === "" ? "" : longDay(`${day}T00:00:00Z`, language, "UTC");
}

// 14:05 today, 15 Nov, 14:05 on another day, 15 Nov 2027, 14:05 of another year, which a key that ends within one would seem to have passed.
export function dayAndTime(moment: Moment, language: Language, zone = HOME_ZONE, now: Moment = new Date()): string {
  const time = clockTime(moment, language, zone);
  const [day, today] = [isoDay(moment, zone), isoDay(now, zone)];
  if (day === today) return time;
  const isThisYear = day.slice(0, 4) === today.slice(0, 4);
  return `${isThisYear ? shortDay(moment, language, zone) : longDay(moment, language, zone)}, ${time}`;
}

// What a planned service promised: "until 16:00", or the slot.
export function promiseText(
  from: number | undefined,
  to: number,
  language: Language,
  zone = HOME_ZONE,
  now?: Moment,
): string {
  return from === undefined
    ? `≤ ${dayAndTime(to, language, zone, now)}`
    : timeWindow(from, to, language, zone, now ?? new Date());
}

// 15 Nov 2026, 14:05:09: for logs, where the second matters.
export function fullTime(moment: Moment, language: Language, zone = HOME_ZONE): string {
  return `${longDay(moment, language, zone)}, ${format(moment, language, zone, { hour: "2-digit", minute: "2-digit", second: "2-digit", hourCycle: "h23" })}`;
}

// 5.62, or 5,62.
export function decimal(number: number, language: Language, digits: number): string {
  const shape = { minimumFractionDigits: digits, maximumFractionDigits: digits };
  return new Intl.NumberFormat(NUMBER_LOCALES[language], shape).format(number);
}

// 850 m, 4.2 km
export function distance(meters: number, language: Language): string {
  if (meters < 1000) return `${Math.round(meters / 10) * 10} m`;
  const kilometers = new Intl.NumberFormat(NUMBER_LOCALES[language], { maximumFractionDigits: 1 });
  return `${kilometers.format(meters / 1000)} km`;
}

// 2026-11-15, the day there.
export function isoDay(moment: Moment, zone = HOME_ZONE): string {
  return new Intl.DateTimeFormat("en-CA", { timeZone: zone, dateStyle: "short" }).format(toDate(moment));
}

function format(moment: Moment, language: Language, zone: string, options: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat(LOCALES[language], { timeZone: zone, ...options }).format(toDate(moment));
}
