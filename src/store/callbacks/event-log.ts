// The events of a partner, newest first, with what is owed of each and its last try. By the stream's own index, a bounded look at a time: which of
// them are meant is for the asker to say.
import type { OwedEvent } from "../../domain/callbacks/delivery-state.ts";
import type { EventKey } from "../../domain/callbacks/event-id.ts";
import type { Exchange } from "../../domain/callbacks/exchange.ts";
import { first, type Sql, sql } from "../db.ts";

export type LastTry = Pick<Exchange, "outcome" | "code" | "elapsedMs" | "error"> & {
  readonly try: number;
  readonly triedAt: Date;
  readonly responseText: string;
};

export type LookedAtEvent = EventKey &
  OwedEvent & {
    readonly position: number;
    readonly type: string;
    readonly lastTryId: number | null;
    readonly outcome: Exchange["outcome"] | null;
    readonly code: number | null;
  };

export type LogPart =
  // Everything the partner has.
  | "all"
  // What waits or was given up: in most partners' logs a few among very many.
  | "queued"
  // Of an order, by its id or a tracking number.
  | { readonly order: string };

// At most `limit` below a place of the stream.
export async function lookAtEvents(db: Sql, partnerId: string, part: LogPart, beforePosition: number, limit: number) {
  return db<LookedAtEvent>`
    select looked_at.order_id, looked_at.seq, position, type, happened_at, due_at, given_up_at, last.id as last_try_id, outcome, code
    from (
      select order_id, seq, position, type, happened_at
      from callback_events
      where partner_id = ${partnerId}
        and position < ${beforePosition}
        ${partOf(part, partnerId)}
      order by position desc
      limit ${limit}
    ) as looked_at
    left join callback_queue as queue on queue.order_id = looked_at.order_id and queue.seq = looked_at.seq
    left join lateral (
      select id, outcome, code
      from callback_tries
      where order_id = looked_at.order_id
        and seq = looked_at.seq
        and partner_id = ${partnerId}
      order by tried_at desc, id desc
      limit 1
    ) as last on true
    order by position desc`;
}

function partOf(part: LogPart, partnerId: string) {
  if (part === "all") return sql``;
  if (part === "queued") {
    return sql`and (order_id, seq) in (select order_id, seq from callback_queue where partner_id = ${partnerId})`;
  }
  return sql`
    and order_id in (
      select ${part.order}
      union
      select order_id from tracking_numbers where partner_id = ${partnerId} and tracking_number = ${part.order}
    )`;
}

// Their last tries whole, by id.
export async function readLastTries(db: Sql, events: readonly LookedAtEvent[]): Promise<ReadonlyMap<number, LastTry>> {
  const tried = events.filter(({ lastTryId }) => lastTryId !== null);
  const rows = await db<LastTry & { readonly id: number }>`
    select id, try, tried_at, outcome, code, elapsed_ms, response_text, error
    from unnest(${tried.map(({ orderId }) => orderId)}::text[], ${tried.map(({ lastTryId }) => lastTryId)}::bigint[]) as last (order_id, id)
    join callback_tries using (order_id, id)`;
  return new Map(rows.map(({ id, ...one }) => [id, one]));
}

type Ends = { readonly first: number; readonly last: number };

export async function findStreamEnds(db: Sql, partnerId: string): Promise<Ends | undefined> {
  const [row] = await db<{ first: number | null; last: number | null }>`
    select min(position) as first, max(position) as last
    from callback_events
    where partner_id = ${partnerId}`;
  return row && row.first !== null && row.last !== null ? { first: row.first, last: row.last } : undefined;
}

// The newest event at or below a place.
export async function findEventAt(db: Sql, partnerId: string, position: number) {
  return first(db<Pick<LookedAtEvent, "position" | "happenedAt">>`
    select position, happened_at
    from callback_events
    where partner_id = ${partnerId}
      and position <= ${position}
    order by position desc
    limit 1`);
}

// No more than `limit` are counted.
export async function countQueued(db: Sql, partnerId: string, limit: number): Promise<number> {
  const [row] = await db<{ queued: number }>`
    select count(*) as queued
    from (select from callback_queue where partner_id = ${partnerId} limit ${limit}) as queue`;
  return row?.queued ?? 0;
}
