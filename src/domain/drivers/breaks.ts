// When a driver has their breaks, as the clock on the wall shows it, day after day.
import { localTimeAt } from "../local-time.ts";

export type DayBreak = { readonly from: string; readonly to: string }; // 12:00

// In seconds of Unix time.
export type BreakTime = { readonly from: number; readonly to: number };

export const BREAKS_MAX = 4;
const CLOCK = /^([01]\d|2[0-3]):([0-5]\d)$/;

export function minuteOfClock(text: string): number | undefined {
  const [, hours, minutes] = CLOCK.exec(text) ?? [];
  return hours === undefined ? undefined : Number(hours) * 60 + Number(minutes);
}

// Of today and tomorrow, those that are not over.
export function breaksAhead(breaks: readonly DayBreak[], timeZone: string, now: Date): readonly BreakTime[] {
  const { minuteOfDay, second } = localTimeAt(timeZone, now);
  const seconds = Math.floor(now.getTime() / 1_000);
  const midnight = seconds - minuteOfDay * 60 - second;
  return [0, 86_400]
    .flatMap((day) =>
      breaks.map(({ from, to }) => ({
        from: midnight + day + minuteOfClock(from)! * 60,
        to: midnight + day + minuteOfClock(to)! * 60,
      })),
    )
    .filter(({ to }) => to > seconds)
    .sort((a, b) => a.from - b.from);
}
