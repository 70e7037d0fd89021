// Puts a test's clock at an hour of the day, so that what closes in the evening, ends with the day or tells one day from the next is met when the
// test wants it, and not when the test is run.
import { HOME_ZONE, localTimeAt } from "../../src/domain/local-time.ts";
import type { Giao } from "./giao.ts";

const DAY_SECONDS = 86_400;

// When most things are open and the day's end is far. The date is the same in UTC.
const MORNING = 10;

// On to the next moment at which the clock of the seed's cities shows this hour, or stays where it is this very second.
export async function toHour({ house: { clock } }: Pick<Giao, "house">, hour = MORNING): Promise<void> {
  await clock.advance(1_000 * secondsUntil(hour, clock.now()));
}

export function secondsUntil(hour: number, now: Date): number {
  const { minuteOfDay, second } = localTimeAt(HOME_ZONE, now);
  return (hour * 3_600 - minuteOfDay * 60 - second + DAY_SECONDS) % DAY_SECONDS;
}
