// The hours of a week, in which traffic repeats itself. In UTC: the clocks of this market are never put forward or back, so that an
// hour here is always the same hour there.

export const WEEK_HOURS = 168;
export const DAY_HOURS = 24;
const HOUR_MS = 3_600_000;
// 1 January 1970 was a Thursday.
const HOURS_BEFORE = 72;

// 0 is Monday from midnight to one.
export function weekHourOf(at: Date): number {
  return (Math.floor(at.getTime() / HOUR_MS) + HOURS_BEFORE) % WEEK_HOURS;
}
