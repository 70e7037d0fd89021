// The events partners are told about: written with the order's change, read as a stream. Bodies are kept as the bytes to send.
import type { EventKey } from "../../domain/callbacks/event-id.ts";
import { type Database, inTransaction, type Sql } from "../db.ts";

export type NewEvent = EventKey & {
  readonly partnerId: string;
  readonly type: string;
  // JSON text from eventBody(); every try sends exactly this.
  readonly body: string;
  readonly happenedAt: Date;
};

// Call it in the transaction that changes the order, after the order's row is locked; `seq` is the order's next one. A partner
// with callback settings gets the event queued in the same breath. Orders written by one SQL function call
// append_callback_event() there instead.
export async function appendEvent(tx: Sql, event: NewEvent): Promise<void> {
  await tx`
    select append_callback_event(
      ${event.orderId}, ${event.seq}, ${event.partnerId}, ${event.type}, ${event.body}, ${event.happenedAt}
    )`;
}

// A place in a partner's stream: everything up to and including it has been read.
export type StreamCursor = EventKey & { readonly era: number; readonly position: string };
export type StreamEvent = StreamCursor & {
  readonly type: string;
  readonly happenedAt: Date;
  readonly body: string;
};

const START: StreamCursor = { era: 0, position: "0", orderId: "", seq: 0 };

// The next events after `after`. Rows whose transaction, or an older one, is still running are held back: had a reader seen a later
// one first, it would pass the earlier by for good. So a page may be short, but never skips.
export async function listEvents(
  db: Sql,
  partnerId: string,
  after: StreamCursor | undefined,
  limit: number,
): Promise<readonly StreamEvent[]> {
  const { era, position, orderId, seq } = after ?? START;
  return db<StreamEvent>`
    select era, position::text as position, order_id, seq, type, happened_at, body
    from callback_events
    where partner_id = ${partnerId}
      and (era, position, order_id, seq) > (${era}::int, ${position}::xid8, ${orderId}::text, ${seq}::int)
      and (
        era < (select max(era) from callback_eras)
        or position < pg_snapshot_xmin(pg_current_snapshot())
      )
    order by era, callback_events.position, order_id, seq
    limit ${limit}`;
}

export async function findEvent(db: Sql, { orderId, seq }: EventKey): Promise<(NewEvent & EventKey) | undefined> {
  const [row] = await db<NewEvent>`
    select order_id, seq, partner_id, type, body, happened_at
    from callback_events
    where order_id = ${orderId}
      and seq = ${seq}`;
  return row;
}

// Run at every start, before orders are taken. Data restored into another cluster meets transaction numbers that begin anew; a new
// era puts what is written from now on behind what was brought along.
export async function openEra(db: Database): Promise<void> {
  await inTransaction(db, async (tx) => {
    await tx`lock table callback_eras in exclusive mode`;
    await tx`
      insert into callback_eras (era, cluster_id)
      select latest.era + 1, cluster.system_identifier::text
      from pg_control_system() as cluster
      cross join lateral (
        select era, cluster_id
        from callback_eras
        order by era desc
        limit 1
      ) as latest
      where latest.cluster_id <> cluster.system_identifier::text`;
  });
}
