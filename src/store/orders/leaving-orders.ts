// Old orders leave with everything that hangs on them, oldest first (docs/decisions/ageing.md). What is kept by the month leaves with its month.
import { raw } from "sql-template-tag";
import { type Database, inTransaction, NOTHING, type Sql, sql } from "../db.ts";
import { IS_TO_RETURN } from "../drivers/places.ts";
import { LEAVING_TABLES } from "../exported-months.ts";
import { beginLeaving, holdLeaving, noteLeaving } from "../leaving.ts";

// A portion takes a tenth of a second; a machine that stands still is waited for.
const PORTION_SECONDS = 30;
const HANGING = [
  "tracking_numbers",
  "ratings",
  "recipient_messages",
  "driver_check_ins",
  "order_etas",
  "months_before.order_history",
  "months_before.offers",
] as const;

export type WhatLeaves = {
  // What is from before then.
  readonly keptSince: Date;
  // And, as it is now, lies in the files of its month.
  readonly onlyExported: boolean;
};

const ENDED_AT = sql`coalesce((state ->> 'completedAt')::timestamptz, (state ->> 'cancelledAt')::timestamptz, created_at)`;

const IS_EXPORTED = sql`
  not exists (
    select
    from unnest(${LEAVING_TABLES.orders}::text[]) as wanted (name)
    left join exported_months on table_name = wanted.name
      and month = date_trunc('month', orders.created_at at time zone 'UTC')
    where coalesce(exported_at, '-infinity') <= greatest(
      ${ENDED_AT}, (select max(rated_at) from ratings where order_id = orders.id)
    )
  )`;

// Over, and nothing open refers to it: no money held, no goods with a driver, no photo, nobody to be told.
const mayLeave = ({ keptSince, onlyExported }: WhatLeaves) => sql`
  status in ('COMPLETED', 'CANCELLED')
  and created_at < ${keptSince}
  and ${ENDED_AT} < ${keptSince}
  ${onlyExported ? sql`and ${IS_EXPORTED}` : NOTHING}
  and held_main = 0
  and held_bonus = 0
  and not (${IS_TO_RETURN})
  and not exists (select from photos where order_id = orders.id)
  and not exists (select from recipient_messages where order_id = orders.id and due_at is not null)
  and not exists (
    select
    from callback_queue
    where order_id = orders.id
      and coalesce(given_up_at, 'infinity') = 'infinity'
  )`;

// Lets the next ones go that are from before then; all of them or, when it is cut off, none. False: there are no more, or another process is at it.
export async function leaveOrders(db: Database, what: WhatLeaves, atMost: number): Promise<boolean> {
  const { keptSince } = what;
  return inTransaction(db.with({ seconds: PORTION_SECONDS }), async (tx) => {
    const progress = await holdLeaving(tx, "orders");
    if (!progress || progress.keptSince > keptSince) return false;
    if (progress.keptSince < keptSince) return beginOrders(tx, keptSince);
    const rows = await tx<{ number: number }>`
      select number
      from orders
      where number > ${progress.lookedUpTo}
        and number < ${progress.keptFrom}
      order by number
      limit ${atMost}`;
    const looked = rows.map(({ number }) => number);
    const gone = await removeOrders(tx, looked, what);
    await noteLeaving(
      tx,
      "orders",
      progress,
      looked,
      looked.find((number) => !gone.has(number)),
    );
    return looked.length === atMost;
  });
}

// Figures are counted from orders, and words taken from them: they wait until all of it is done, so that nobody is at it when they leave. From then on
// the figures of that time stay as they are.
async function beginOrders(tx: Sql, keptSince: Date): Promise<boolean> {
  const [row] = await tx<{ keptFrom: number }>`
    select kept_from
    from order_number_at(${keptSince}) as kept_from, figure_progress, order_words_progress
    where filled_up_to >= fill_up_to
      and closed_at >= ${keptSince}
      and kept_up_to >= kept_from - 1
      and again_from >= again_up_to
      and not exists (
        select
        from figure_marks
        where at < ${keptSince}
          and work in ('orders', 'time')
      )`;
  if (row) await beginLeaving(tx, "orders", keptSince, row.keptFrom);
  return row !== undefined;
}

async function removeOrders(tx: Sql, numbers: readonly number[], what: WhatLeaves): Promise<ReadonlySet<number>> {
  const rows = await tx<{ id: string; number: number }>`
    select id, number
    from orders
    where number = any(${numbers})
      and ${mayLeave(what)}
    order by number
    for update`;
  const ids = rows.map(({ id }) => id);
  const gone = rows.map(({ number }) => number);
  for (const table of HANGING) await tx`delete from ${raw(table)} where order_id = any(${ids})`;
  await tx`delete from order_words where number = any(${gone})`;
  await tx`delete from orders where id = any(${ids})`;
  return new Set(gone);
}

// Whether the figures of a moment can still be counted: its orders are there, and stay as long as the transaction lasts.
export async function holdOrdersOf(tx: Sql, at: Date): Promise<boolean> {
  const rows = await tx`
    select kind
    from leaving
    where kind = 'orders'
      and kept_since <= ${at}
    for share`;
  return rows.length > 0;
}
