// The log of every try (2.15), and the pruning of what has grown old.
import type { EventKey } from "../../domain/callbacks/event-id.ts";
import type { Outcome } from "../../domain/callbacks/exchange.ts";
import type { Sql } from "../db.ts";

export type LoggedTry = EventKey & {
  readonly id: number;
  readonly partnerId: string;
  readonly try: number;
  readonly triedAt: Date;
  readonly outcome: Outcome;
  readonly code: number;
  readonly elapsedMs: number;
  readonly responseText: string;
  readonly error: string;
  // What was sent; null once the event has been pruned.
  readonly body: string | null;
};

// Newest first. Only the partner's own, whatever order ids are asked for.
export async function listTries(
  db: Sql,
  partnerId: string,
  orderIds: readonly string[],
  limit: number,
): Promise<readonly LoggedTry[]> {
  return db<LoggedTry>`
    select callback_tries.id, order_id, seq, callback_tries.partner_id, try, tried_at, outcome, code, elapsed_ms, response_text, error, body
    from callback_tries
    left join callback_events using (order_id, seq)
    where order_id = any(${orderIds})
      and callback_tries.partner_id = ${partnerId}
    order by callback_tries.id desc
    limit ${limit}`;
}

// Small batches, so that pruning never holds up deliveries; call until each returns less than `limit`. Tries are numbered as they
// happen, so that the oldest are those with the smallest ids.
export async function pruneTries(db: Sql, before: Date, limit: number): Promise<number> {
  const rows = await db`
    delete from callback_tries
    where id in (
      select id
      from callback_tries
      order by id
      limit ${limit}
    )
      and tried_at < ${before}
    returning id`;
  return rows.length;
}

// An event still to be delivered stays, however old. One that was given up goes, and with it the chance to resend it.
export async function pruneEvents(db: Sql, before: Date, limit: number): Promise<number> {
  const rows = await db`
    with old as (
      select order_id, seq
      from callback_events
      where happened_at < ${before}
        and not exists (
          select
          from callback_queue
          where callback_queue.order_id = callback_events.order_id
            and callback_queue.seq = callback_events.seq
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
    delete from callback_events
    using old
    where callback_events.order_id = old.order_id
      and callback_events.seq = old.seq
    returning callback_events.seq`;
  return rows.length;
}
