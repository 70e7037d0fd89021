// What happened before a moment, back in time, until enough is known.

// Roadworks end, seasons and cooks change: what is older says nothing about today.
export const HOURS = 28 * 24;
// More than these at once hold the event loop for longer than a few milliseconds.
const ROWS_AT_ONCE = 1_000;

export type Stretches<Row> = AsyncIterable<readonly Row[]>;

// Each stretch is for whoever reads it to make little of before the next: tens of thousands of rows that are kept would hold the loop while memory is
// cleared.
export async function* readBack<Row>(
  enough: number,
  // `hours` of them, from `back` hours ago.
  read: (back: number, hours: number) => Promise<readonly Row[]>,
  hoursMax = HOURS,
): Stretches<Row> {
  let [back, count, hours] = [0, 0, 1];
  while (back < hoursMax && count < enough) {
    const rows = await read(back, hours);
    yield rows;
    back += hours;
    count += rows.length;
    // Where nothing happened now, much may have happened before.
    hours = Math.min(2 * hours, Math.max(1, Math.floor((ROWS_AT_ONCE * hours) / rows.length)), hoursMax - back);
  }
}

export function hoursBefore(now: Date, hours: number): Date {
  return new Date(now.getTime() - hours * 3_600_000);
}
