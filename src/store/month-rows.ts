// The rows of a month as PostgreSQL writes them in CSV, a portion at a time: `copy … from … csv header` reads them back.
import { raw } from "sql-template-tag";
import { type Month, monthAfter, nameOf } from "../domain/months.ts";
import { unpackBody } from "./callbacks/packed-body.ts";
import { type Database, inTransaction, type Sql } from "./db.ts";
import type { AgedTable } from "./months.ts";

// What is not kept by the month, and about how many rows of it an order has.
export const ROW_TABLES = {
  orders: 1,
  tracking_numbers: 1,
  ratings: 0.3,
  recipient_messages: 0.3,
  journals: 4,
  postings: 12,
} as const;
export type ExportedTable = AgedTable | keyof typeof ROW_TABLES;
// A month's own table, or rows picked out by their orders or their time.
export type MonthSource = { readonly table: ExportedTable; readonly month: Month; readonly isOwnTable: boolean };

const PORTION = 1_000;
const LONG_SECONDS = 6 * 3_600;

type Cells = readonly (string | null)[];

// `write` gets the names of the columns first. One transaction, so that it is one moment's month.
export async function readMonthRows(
  db: Database,
  source: MonthSource,
  write: (lines: readonly string[]) => Promise<void>,
): Promise<number> {
  const place = placeOf(source);
  return inTransaction(db.with({ seconds: LONG_SECONDS }), async (tx) => {
    const columns = await tx<{ name: string; quoted: string }>`
      select attname as name, quote_ident(attname) as quoted
      from pg_attribute
      where attrelid = ${place}::regclass
        and attnum > 0
        and not attisdropped
      order by attnum`;
    const isPacked = columns.some(({ name }) => name === "packed");
    await write([csvOf(columns.map(({ name }) => name))]);
    const cells = columns.map(({ quoted }) => `${(isPacked && UNPACKED[quoted]) || quoted}::text`).join(", ");
    await tx`declare month_rows no scroll cursor for select array[${raw(cells)}] as cells from ${raw(place)} ${raw(whereOf(source))}`;
    for (let read = 0; ; ) {
      const rows = await tx<{ cells: Cells }>`${raw(`fetch ${PORTION} from month_rows`)}`;
      if (rows.length === 0) return read;
      await write(rows.map((row) => csvOf(isPacked ? row.cells.map(readableOf) : row.cells)));
      read += rows.length;
    }
  });
}

// Events that are packed are written as what they say: a file is read without this program.
const UNPACKED: Readonly<Record<string, string>> = { body: "told_body(body, packed, false)", packed: "null" };
const readableOf = (cell: string | null): string | null => cell && unpackBody(cell);

function placeOf({ table, month, isOwnTable }: MonthSource): string {
  if (isOwnTable) return `m${nameOf(month).slice(2).replace("-", "")}.${table}`;
  return `${table in ROW_TABLES ? "public" : "months_before"}.${table}`;
}

// Numbers and ids rise with time but for what overtakes each other: they bound what is read, and the times decide. A cursor takes no values.
function whereOf({ table, month, isOwnTable }: MonthSource): string {
  if (isOwnTable) return "";
  const [from, to] = [month, monthAfter(month)].map((one) => `timestamptz '${nameOf(one)}-01 00:00:00+00'`);
  const ofOrders = `
    created_at >= ${from}
    and created_at < ${to}
    and number >= order_number_at(${from} - interval '10 minutes')
    and number < order_number_at(${to} + interval '10 minutes')`;
  const ofJournals = `
    posted_at >= ${from}
    and posted_at < ${to}
    and id >= first_journal_after(${from} - interval '1 hour')
    and id <= first_journal_after(${to} + interval '1 hour')`;
  if (table === "orders") return `where ${ofOrders}`;
  if (table === "journals") return `where ${ofJournals}`;
  if (table === "postings") return `where journal_id in (select id from journals where ${ofJournals})`;
  return `where order_id in (select id from orders where ${ofOrders})`;
}

// About how many orders were made in it.
export async function countOrdersAbout(db: Sql, month: Month): Promise<number> {
  const [from, to] = [month, monthAfter(month)].map((one) => `${nameOf(one)}-01 00:00:00+00`);
  const [row] = await db<{ count: number }>`
    select order_number_at(${to}::timestamptz) - order_number_at(${from}::timestamptz) as count`;
  return row?.count ?? 0;
}

// Nothing between commas is null, "" is a text without a character.
function csvOf(cells: Cells): string {
  return `${cells.map((cell) => (cell === null ? "" : `"${cell.replaceAll('"', '""')}"`)).join(",")}\n`;
}
