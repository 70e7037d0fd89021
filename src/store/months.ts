// Data by the month (docs/decisions/ageing.md): tables that grow with orders, each partitioned by the id of the order. Making, detaching and
// dropping a month locks for milliseconds; whoever cannot have the lock within a second comes again.
import { type Month, nameOf } from "../domain/months.ts";
import { countRows, type Database, inTransaction, type Sql, script, sql } from "./db.ts";

// The tables that are kept by the month, and the column that says how old a row is.
export const AGED_TABLES = {
  callback_events: "happened_at",
  callback_tries: "tried_at",
  dispatch_decisions: "decided_at",
  offers: "offered_at",
  order_history: "happened_at",
  trail_points: "at",
} as const;
export type AgedTable = keyof typeof AGED_TABLES;

// Of offers, those about orders that may be open: what is asked by driver, route or moment needs no older month (migration 0095).
export const OF_OPEN_MONTHS = sql`offers.order_id >= open_orders_from() and offers.order_id < open_orders_until()`;

export type KeptMonth = {
  readonly table: AgedTable;
  // Null: what was there before months were kept, and what belongs to none.
  readonly month: Month | null;
  readonly isAttached: boolean;
  readonly rowsAbout: number;
  readonly bytes: number;
  readonly tablespace: string;
};

// For a lock, while whoever comes behind waits too; the work itself takes milliseconds, on a machine that is not busy.
const LOCK_MS = 500;
const BRIEF_SECONDS = 10;
const OPEN_SECONDS = 60;
// For what nobody waits for: a month that was detached.
const LONG_SECONDS = 6 * 3_600;

export async function listKeptMonths(db: Sql): Promise<readonly KeptMonth[]> {
  const rows = await db<Omit<KeptMonth, "month"> & { readonly year: number | null; readonly monthOfYear: number }>`
    select table_name as table, extract(year from month)::int as year, extract(month from month)::int as month_of_year, is_attached,
      rows_about, bytes, tablespace
    from kept_months
    order by table_name, month nulls first`;
  return rows.map(({ year, monthOfYear, ...row }) => ({
    ...row,
    month: year === null ? null : { year, month: monthOfYear },
  }));
}

// Those of the months asked for that a table has not got, and could have.
export async function listMissingMonths(
  db: Sql,
  months: readonly Month[],
): Promise<readonly { readonly table: AgedTable; readonly month: Month }[]> {
  const rows = await db<{ table: AgedTable; nth: number }>`
    select wanted.name as table, nth::int as nth
    from unnest(${Object.keys(AGED_TABLES)}::text[]) as wanted (name)
    cross join unnest(${months.map(dateOf)}::date[]) with ordinality as ahead (month, nth)
    where ahead.month >= months_from(wanted.name)
      and to_regclass(format('m%s.%I', to_char(ahead.month, 'YYMM'), wanted.name)) is null`;
  return rows.map(({ table, nth }) => ({ table, month: months[nth - 1]! }));
}

// Notes from which month on orders may be open; looks through all that are, once a month is over.
export async function raiseOpenFrom(db: Database): Promise<void> {
  await db.with({ seconds: OPEN_SECONDS })`select raise_open_from()`;
}

export async function makeMonth(db: Database, table: AgedTable, month: Month): Promise<void> {
  await briefly(db, (tx) => tx`select make_month(${table}, ${dateOf(month)}::date)`);
}

// Whether everything in it happened before that.
export async function isMonthOlder(db: Database, table: AgedTable, month: Month, than: Date): Promise<boolean> {
  const [row] = await db<{ older: boolean }>`
    select older
    from month_is_older(${table}, ${dateOf(month)}::date, ${AGED_TABLES[table]}, ${than}) as older`;
  return row?.older ?? false;
}

export async function detachMonth(db: Database, table: AgedTable, month: Month): Promise<void> {
  await briefly(db, (tx) => tx`select detach_month(${table}, ${dateOf(month)}::date)`);
}

// Both or neither: one that was only detached would be taken for somebody's, and stay for ever.
export async function dropMonth(db: Database, table: AgedTable, month: Month): Promise<void> {
  await briefly(db, async (tx) => {
    await tx`select detach_month(${table}, ${dateOf(month)}::date)`;
    await tx`select drop_month(${table}, ${dateOf(month)}::date)`;
  });
}

export async function dropDetachedMonth(db: Database, table: AgedTable, month: Month): Promise<void> {
  await db.with({ seconds: LONG_SECONDS })`select drop_month(${table}, ${dateOf(month)}::date)`;
}

export async function moveDetachedMonth(
  db: Database,
  table: AgedTable,
  month: Month,
  tablespace: string,
): Promise<void> {
  await db.with({ seconds: LONG_SECONDS })`select move_month(${table}, ${dateOf(month)}::date, ${tablespace})`;
}

// Whether an order of the month has an event that its partner is still to be told.
export async function isMonthOwed(db: Sql, firstId: string, beyondId: string): Promise<boolean> {
  const rows = await db`
    select order_id
    from callback_queue
    where order_id >= ${firstId}
      and order_id < ${beyondId}
      and coalesce(given_up_at, 'infinity') = 'infinity'
    limit 1`;
  return rows.length > 0;
}

// Whether an order of the month is not finished; few are, and they have an index of their own.
export async function isMonthOpen(db: Sql, firstId: string, beyondId: string): Promise<boolean> {
  const rows = await db`
    select id
    from orders
    where status not in ('COMPLETED', 'CANCELLED')
      and id >= ${firstId}
      and id < ${beyondId}
    limit 1`;
  return rows.length > 0;
}

// What was given up can be sent again only as long as the event is there.
export async function forgetGivenUp(db: Sql, firstId: string, beyondId: string, limit: number): Promise<number> {
  return countRows(db`
    delete from callback_queue
    where (order_id, seq) in (
      select order_id, seq
      from callback_queue
      where order_id >= ${firstId}
        and order_id < ${beyondId}
        and given_up_at is not null
      limit ${limit}
    )
    returning seq`);
}

async function briefly(db: Database, work: (tx: Sql) => Promise<unknown>): Promise<void> {
  await inTransaction(db.with({ seconds: BRIEF_SECONDS }), async (tx) => {
    await tx`${script(`set local lock_timeout = ${LOCK_MS}`)}`;
    await work(tx);
  });
}

function dateOf(month: Month): string {
  return `${nameOf(month)}-01`;
}
