// Which hours, days or weeks figures are asked for, in dates of the cities' own clocks, and which they are compared with.
import type { Refusal } from "../refusal.ts";
import { refuse } from "../refusal.ts";

export const FIGURE_STEPS = ["hour", "day", "week"] as const;
export type Step = (typeof FIGURE_STEPS)[number];
// What figures can be taken apart by.
export const PARTS = ["city", "service", "partner", "account", "driver"] as const;
export type Part = (typeof PARTS)[number];
// Squares of the map, of some 550 m.
export const CELLS_A_DEGREE = 200;
export const COMPARES = ["day", "week"] as const;
export type Compare = (typeof COMPARES)[number];

// Both are part of it. YYYY-MM-DD.
export type Dates = { readonly from: string; readonly to: string };

// What a page can show and a database reads at once.
const DAYS_MAX: Readonly<Record<Step, number>> = { hour: 31, day: 400, week: 1_200 };
const DAY_MS = 86_400_000;
const DAYS_USUAL = 7;

const numberOf = (date: string): number => Date.parse(`${date}T00:00:00Z`) / DAY_MS;
const isDate = (date: string): boolean => shiftDate(date, 0) === date;

export function shiftDate(date: string, days: number): string {
  const shifted = new Date((numberOf(date) + days) * DAY_MS);
  return Number.isNaN(shifted.getTime()) ? "" : shifted.toISOString().slice(0, 10);
}

export function shiftDates({ from, to }: Dates, days: number): Dates {
  return { from: shiftDate(from, days), to: shiftDate(to, days) };
}

// The Monday of a date's week. Day 0 of Unix time was a Thursday.
export function mondayOf(date: string): string {
  return shiftDate(date, -((((numberOf(date) + 3) % 7) + 7) % 7));
}

// `days` say where it begins, where `from` does not.
export type AskedDates = {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly days?: number | undefined;
};

// The last week where nothing is said.
export function datesOf(asked: AskedDates, step: Step, today: string): Dates | Refusal<"INVALID_DATA"> {
  const to = asked.to ?? today;
  const from = asked.from ?? shiftDate(to, 1 - (asked.days ?? DAYS_USUAL));
  if (!isDate(from)) return refuse("INVALID_DATA", "from: there is no such date.", "from");
  if (!isDate(to)) return refuse("INVALID_DATA", "to: there is no such date.", "to");
  const days = numberOf(to) - numberOf(from) + 1;
  if (days < 1) return refuse("INVALID_DATA", "to: it lies before from.", "to");
  if (days > DAYS_MAX[step]) {
    return refuse("INVALID_DATA", `from: at most ${DAYS_MAX[step]} days by the ${step}.`, "from");
  }
  return { from, to };
}

// A day is set beside the day before or the same day a week before; several days beside as many whole weeks before as they need, so that
// Mondays lie beside Mondays.
export function comparedDays({ from, to }: Dates, compare: Compare): number {
  const days = numberOf(to) - numberOf(from) + 1;
  return compare === "day" ? days : Math.ceil(days / 7) * 7;
}

export type Section = { readonly span: "day" | "month"; readonly dates: Dates };

// A month's sums are there some hours after it is over.
const COUNTED_DAYS = 2;

// The same days, as months where whole ones are counted, and as days before and behind them.
export function sectionsOf({ from, to }: Dates, today: string): readonly Section[] {
  const counted = shiftDate(today, -COUNTED_DAYS);
  // The first day of a month.
  const begin = from.endsWith("-01") ? from : nextMonth(from);
  const last = shiftDate(to, 1) < counted ? shiftDate(to, 1) : counted;
  const end = `${last.slice(0, 8)}01`;
  if (begin >= end) return [{ span: "day", dates: { from, to } }];
  const sections: readonly Section[] = [
    { span: "day", dates: { from, to: shiftDate(begin, -1) } },
    { span: "month", dates: { from: begin, to: shiftDate(end, -1) } },
    { span: "day", dates: { from: end, to } },
  ];
  return sections.filter(({ dates }) => dates.from <= dates.to);
}

function nextMonth(date: string): string {
  return `${shiftDate(`${date.slice(0, 8)}01`, 31).slice(0, 8)}01`;
}
