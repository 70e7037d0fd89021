// The keys that orders are found by (migrations 0053 and 0067): written in batches by the worker, looked up from the newest order backwards.
import { type Database, inTransaction, type Sql } from "../db.ts";
import { type NumberedOrder, selectNumberedOrders } from "./orders.ts";

// What was drawn so long ago is committed, or never will be: no statement takes longer.
const SETTLED_SECONDS = 15;

export type KeysOf = (numbered: NumberedOrder) => readonly number[];

type Progress = {
  readonly keptUpTo: number;
  readonly drawn: number;
  readonly isSettled: boolean;
  readonly namedUpTo: number;
  readonly againFrom: number;
  readonly againUpTo: number;
};

// Keeps the keys of the next orders; once all have theirs, of those that a program without names kept (migration 0067). Answers how many there
// were: none as well while another process is at it, or nothing is settled.
export async function keepNextKeys(
  db: Database,
  keysOf: KeysOf,
  limit: number,
  settledSeconds = SETTLED_SECONDS,
): Promise<number> {
  return inTransaction(db, async (tx) => {
    const [progress] = await tx<Progress>`
      select kept_up_to, drawn, named_up_to, again_from, again_up_to,
        drawn_at <= clock_timestamp() - make_interval(secs => ${settledSeconds}) as is_settled
      from order_words_progress
      for update skip locked`;
    if (!progress) return 0;
    if (progress.keptUpTo > progress.namedUpTo) await noteUnnamed(tx, progress);
    if (progress.isSettled && progress.keptUpTo < progress.drawn) return keepNew(tx, keysOf, limit, progress);
    if (progress.isSettled) {
      await tx`
        update order_words_progress
        set drawn = coalesce(pg_sequence_last_value(pg_get_serial_sequence('orders', 'number')), 0), drawn_at = clock_timestamp()`;
    }
    return keepAgain(tx, keysOf, limit);
  });
}

// Where an older program was at it again before all was done, some is done twice.
async function noteUnnamed(tx: Sql, { keptUpTo, namedUpTo, againFrom, againUpTo }: Progress): Promise<void> {
  await tx`
    update order_words_progress
    set named_up_to = ${keptUpTo}, again_from = ${againFrom < againUpTo ? againFrom : namedUpTo}, again_up_to = ${keptUpTo}`;
}

async function keepNew(tx: Sql, keysOf: KeysOf, limit: number, { keptUpTo, drawn }: Progress): Promise<number> {
  const { orders, last } = await nextOrders(tx, keptUpTo, drawn, limit);
  await insertKeys(tx, orders, keysOf);
  await tx`update order_words_progress set kept_up_to = ${last}, named_up_to = ${last}`;
  return orders.length;
}

async function keepAgain(tx: Sql, keysOf: KeysOf, limit: number): Promise<number> {
  const [left] = await tx<{ againFrom: number; againUpTo: number }>`
    select again_from, again_up_to from order_words_progress where again_from < again_up_to`;
  if (!left) return 0;
  const { orders, last } = await nextOrders(tx, left.againFrom, left.againUpTo, limit);
  await tx`delete from order_words where number > ${left.againFrom} and number <= ${last}`;
  await insertKeys(tx, orders, keysOf);
  await tx`update order_words_progress set again_from = ${last}`;
  return orders.length;
}

async function nextOrders(tx: Sql, after: number, upTo: number, limit: number) {
  const orders = await selectNumberedOrders(tx)`
    where number > ${after}
      and number <= ${upTo}
    order by number
    limit ${limit}`;
  return { orders, last: orders.length === limit ? orders.at(-1)!.number : upTo };
}

async function insertKeys(tx: Sql, orders: readonly NumberedOrder[], keysOf: KeysOf): Promise<void> {
  if (orders.length === 0) return;
  await tx`
    insert into order_words (number, keys)
    select number, keys::int[]
    from unnest(
      ${orders.map(({ number }) => number)}::bigint[], ${orders.map((one) => `{${keysOf(one).join()}}`)}::text[]
    ) as found (number, keys)
    order by number`;
}

// An order whose stops have changed is found by the new words too; whoever finds it by the old ones looks into it.
export async function keepChangedKeys(tx: Sql, order: NumberedOrder["order"], keysOf: KeysOf): Promise<void> {
  const [row] = await tx<{ number: number }>`select number from orders where id = ${order.id}`;
  if (row) await insertKeys(tx, [{ number: row.number, order }], keysOf);
}

export type KeySearch = {
  // Of one stretch of orders, by its number.
  readonly keysIn: (stretch: number) => readonly number[];
  readonly stretchSize: number;
  readonly from?: Date | undefined;
  readonly beforeNumber?: number | undefined;
};

// Numbers of orders, newest first, that have all the keys, or nearly: whether one is meant is seen by looking into it.
export async function findNumbers(db: Sql, search: KeySearch, limit: number): Promise<readonly number[]> {
  const [bounds] = await db<{ first: number; last: number | null }>`
    select first_number as first, (select max(number) from orders) as last from leaving where kind = 'orders'`;
  if (!bounds || bounds.last === null) return [];
  const before = Math.min(search.beforeNumber ?? Number.POSITIVE_INFINITY, bounds.last + 1);
  const newest = Math.floor((before - 1) / search.stretchSize);
  const oldest = Math.floor(bounds.first / search.stretchSize);
  const stretches = Array.from({ length: Math.max(0, newest - oldest + 1) }, (_, at) => newest - at);
  const keys = stretches.map(search.keysIn);
  const width = keys[0]?.length ?? 0;
  if (width === 0) return [];
  const rows = await db<{ number: number }>`
    select number
    from find_by_words(${keys.flat()}, ${width}, ${bounds.first}, ${before}, ${limit}) as number
    order by number desc`;
  return rows.map(({ number }) => number);
}
