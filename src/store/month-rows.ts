// The rows of a month as PostgreSQL writes them in CSV, a portion at a time: `copy … from … csv header` reads them back.
import { raw } from "sql-template-tag";
import { type Month, nameOf } from "../domain/months.ts";
import { type Database, inTransaction } from "./db.ts";
import type { AgedTable } from "./months.ts";

const PORTION = 1_000;
const LONG_SECONDS = 6 * 3_600;

type Cells = readonly (string | null)[];

// `write` gets the names of the columns first. One transaction, so that it is one moment's month.
export async function readMonthRows(
  db: Database,
  table: AgedTable,
  month: Month,
  write: (lines: readonly string[]) => Promise<void>,
): Promise<number> {
  const place = `m${nameOf(month).slice(2).replace("-", "")}.${table}`;
  return inTransaction(db.with({ seconds: LONG_SECONDS }), async (tx) => {
    const columns = await tx<{ name: string; quoted: string }>`
      select attname as name, quote_ident(attname) as quoted
      from pg_attribute
      where attrelid = ${place}::regclass
        and attnum > 0
        and not attisdropped
      order by attnum`;
    await write([csvOf(columns.map(({ name }) => name))]);
    const cells = columns.map(({ quoted }) => `${quoted}::text`).join(", ");
    await tx`declare month_rows no scroll cursor for select array[${raw(cells)}] as cells from ${raw(place)}`;
    for (let read = 0; ; ) {
      const rows = await tx<{ cells: Cells }>`${raw(`fetch ${PORTION} from month_rows`)}`;
      if (rows.length === 0) return read;
      await write(rows.map((row) => csvOf(row.cells)));
      read += rows.length;
    }
  });
}

// Nothing between commas is null, "" is a text without a character.
function csvOf(cells: Cells): string {
  return `${cells.map((cell) => (cell === null ? "" : `"${cell.replaceAll('"', '""')}"`)).join(",")}\n`;
}
