// The log of every try (2.15), and the pruning of what has grown old.
import type { EventKey } from "../../domain/callbacks/event-id.ts";
import type { Exchange } from "../../domain/callbacks/exchange.ts";
import { countRows, type Sql, sql } from "../db.ts";
import { readInPages } from "../in-pages.ts";
import { unpacked } from "./packed-body.ts";

export type LoggedTry = EventKey &
  Pick<Exchange, "outcome" | "code" | "elapsedMs" | "error"> & {
    readonly id: number;
    readonly partnerId: string;
    readonly try: number;
    readonly triedAt: Date;
    readonly responseText: string;
    // What was sent; null once the event has been pruned.
    readonly body: string | null;
  };

const TRY_COLUMNS = sql`
  callback_tries.id, order_id, seq, callback_tries.partner_id, try, tried_at, outcome, code, elapsed_ms, response_text, error,
  told_body(body, packed, after_gap) as body`;

// Newest first. Only the partner's own, whatever order ids are asked for.
export async function listTries(db: Sql, partnerId: string, orderIds: readonly string[], limit: number) {
  return unpacked(db<LoggedTry>`
    select ${TRY_COLUMNS}
    from callback_tries
    left join callback_events using (order_id, seq)
    where order_id = any(${orderIds})
      and callback_tries.partner_id = ${partnerId}
    order by callback_tries.id desc
    limit ${limit}`);
}

// A place in the log: tries are written down in batches, so that their ids alone do not tell which came first.
export type TryPlace = Pick<LoggedTry, "triedAt" | "id">;

// Whose: of all of a partner's orders that carry a tracking number, or of one order or account alone.
export type TriesOf = { readonly trackingNumber: string } | { readonly orderId: string };

// The same older than a place. What one number's thousands of orders have is sorted without its bodies, which are then read a few at a time.
export async function listTriesBefore(
  db: Sql,
  partnerId: string,
  of: TriesOf,
  before: TryPlace | undefined,
  limit: number,
): Promise<readonly LoggedTry[]> {
  const orders =
    "orderId" in of
      ? sql`select ${of.orderId}::text as order_id`
      : sql`
        select distinct order_id
        from tracking_numbers
        where partner_id = ${partnerId}
          and tracking_number = ${of.trackingNumber}`;
  const places = await db<{ orderId: string; id: number }>`
    select order_id, callback_tries.id
    from (${orders}) as tracked
    join callback_tries using (order_id)
    where partner_id = ${partnerId}
      ${before === undefined ? sql`` : sql`and (tried_at, id) < (${before.triedAt}, ${before.id}::bigint)`}
    order by tried_at desc, id desc
    limit ${limit}`;
  const ids = places.map(({ id }) => id);
  return readInPages<LoggedTry>(ids.length, (last, count) => {
    const from = last ? ids.indexOf(last.id) + 1 : 0;
    const page = places.slice(from, from + count);
    return unpacked(db`
      select ${TRY_COLUMNS}
      from unnest(${page.map(({ orderId }) => orderId)}::text[], ${page.map(({ id }) => id)}::bigint[]) as place (order_id, id)
      join callback_tries using (order_id, id)
      left join callback_events using (order_id, seq)
      order by tried_at desc, callback_tries.id desc`);
  });
}

// What lies in no month goes row by row; months go as a whole (operations/data/keep-months.ts). Small batches, so that pruning never holds up
// deliveries; call until each returns less than `limit`. Tries are numbered as they happen, so that the oldest are those with the smallest ids.
export async function pruneTries(db: Sql, before: Date, limit: number): Promise<number> {
  return countRows(db`
    delete from months_before.callback_tries
    where id in (
      select id
      from months_before.callback_tries
      order by id
      limit ${limit}
    )
      and tried_at < ${before}
    returning id`);
}

// An event still to be delivered stays, however old. One that was given up goes, and with it the chance to resend it.
export async function pruneEvents(db: Sql, before: Date, limit: number): Promise<number> {
  return countRows(db`
    with old as (
      select order_id, seq
      from months_before.callback_events as event
      where happened_at < ${before}
        and not exists (
          select
          from callback_queue
          where callback_queue.order_id = event.order_id
            and callback_queue.seq = event.seq
            and given_up_at is null
        )
      limit ${limit}
    ),
    forgotten as (
      delete from callback_queue
      using old
      where callback_queue.order_id = old.order_id
        and callback_queue.seq = old.seq
    )
    delete from months_before.callback_events as event
    using old
    where event.order_id = old.order_id
      and event.seq = old.seq
    returning event.seq`);
}
