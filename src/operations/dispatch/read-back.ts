// What lately happened in a city, back in time in a few stretches of hours, until enough is known. The first are short: where much happens
// they are all that is read.

// Roadworks end, seasons and cooks change: what is older says nothing about today.
const STRETCHES = [48, 48, 96, 96, 192, 192];
export const HOURS = STRETCHES.reduce((sum, hours) => sum + hours, 0);

export async function readBack<Row>(
  enough: number,
  // `hours` of them, from `back` hours ago.
  read: (back: number, hours: number) => Promise<readonly Row[]>,
): Promise<readonly Row[]> {
  const stretches: (readonly Row[])[] = [];
  let [back, count] = [0, 0];
  for (const hours of STRETCHES) {
    if (count >= enough) break;
    const rows = await read(back, hours);
    stretches.push(rows);
    back += hours;
    count += rows.length;
  }
  return stretches.flat();
}

export function hoursBefore(now: Date, hours: number): Date {
  return new Date(now.getTime() - hours * 3_600_000);
}
