// Months as orders are kept by (docs/decisions/ageing.md). An order's id begins with its year and a character that tells the month: each has
// three of the 36, in their order, so that ids sort by month and everything about an order is found in its month by its id alone.

// In UTC, as ids are.
export type Month = { readonly year: number; readonly month: number };

export const ID_ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";
const CHARACTERS_A_MONTH = 3;

export function monthOf(at: Date): Month {
  return { year: at.getUTCFullYear(), month: at.getUTCMonth() + 1 };
}

export function monthAfter({ year, month }: Month, months = 1): Month {
  return monthOf(new Date(Date.UTC(year, month - 1 + months)));
}

// The moment it begins.
export function startOf({ year, month }: Month): Date {
  return new Date(Date.UTC(year, month - 1));
}

export function isBefore(one: Month, other: Month): boolean {
  return startOf(one) < startOf(other);
}

// The moment from which on everything is kept: so many whole months before this one.
export function firstKept(now: Date, months: number): Date {
  return startOf(monthAfter(monthOf(now), -months));
}

export function yearDigits({ year }: Month): string {
  return String(year % 100).padStart(2, "0");
}

// What the third character of an id is drawn from.
export function monthCharacters({ month }: Month): string {
  return ID_ALPHABET.slice(CHARACTERS_A_MONTH * (month - 1), CHARACTERS_A_MONTH * month);
}

// Every id of the month is at or after this, and before that of the month after.
export function firstIdOf(month: Month): string {
  return yearDigits(month) + monthCharacters(month)[0];
}

// As people write it: 2026-11.
export function nameOf({ year, month }: Month): string {
  return `${year}-${String(month).padStart(2, "0")}`;
}

export function parseMonth(text: string): Month | undefined {
  const [, year, month] = /^(20\d\d)-(0[1-9]|1[0-2])$/.exec(text) ?? [];
  return year === undefined ? undefined : { year: Number(year), month: Number(month) };
}
