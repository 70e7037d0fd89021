// The events partners are told about: written with the order's change, read as a stream. Bodies are kept as the bytes to send.
import type { OwedEvent } from "../../domain/callbacks/delivery-state.ts";
import type { EventKey } from "../../domain/callbacks/event-id.ts";
import type { Phone } from "../../domain/phone.ts";
import { first, type Sql } from "../db.ts";
import { readInPages } from "../in-pages.ts";
import { unpacked } from "./packed-body.ts";

export type NewEvent = EventKey & {
  readonly partnerId: string;
  readonly type: string;
  // JSON text from eventBody(); every try sends exactly this.
  readonly body: string;
  // The same as it is written: packed, where that is read by all.
  readonly kept: string;
  readonly happenedAt: Date;
  // Of the change, where traces are sent.
  readonly traceparent?: string | undefined;
};

export type StreamEvent = EventKey & {
  // The place in the stream; a reader goes on after the last one it has.
  readonly position: number;
  readonly type: string;
  readonly happenedAt: Date;
  readonly body: string;
};

// The events after a place (0: from the beginning). Events behind which a transaction may still put an earlier one are held back: had a
// reader seen them, it would pass that one by for good. So a page may be short, but never skips.
export async function listEvents(
  db: Sql,
  partnerId: string,
  afterPosition: number,
  limit: number,
): Promise<readonly StreamEvent[]> {
  return readInPages<StreamEvent>(limit, (after, count) =>
    unpacked(db`
        select stream_position as position, order_id, seq, type, happened_at, body
        from read_callback_stream(${partnerId}, ${after?.position ?? afterPosition}, ${count})`),
  );
}

// The same of some of the partner's accounts alone, at the same places.
export async function listAccountEvents(
  db: Sql,
  partnerId: string,
  creatorPhones: readonly Phone[],
  afterPosition: number,
  limit: number,
) {
  return unpacked(db<StreamEvent>`
    select stream_position as position, order_id, seq, type, happened_at, body
    from read_account_callback_stream(${partnerId}, ${creatorPhones}, ${afterPosition}, ${limit})`);
}

export async function findEvent(db: Sql, { orderId, seq }: EventKey): Promise<Omit<NewEvent, "kept"> | undefined> {
  return first(
    unpacked(db<Omit<NewEvent, "kept">>`
      select order_id, seq, partner_id, type, told_body(body, packed, false) as body, happened_at
      from callback_events
      where order_id = ${orderId}
        and seq = ${seq}`),
  );
}

// The events of one order with what is still owed of each.
export type SentOrderEvent = EventKey & OwedEvent & { readonly type: string; readonly body: string };

const EVENTS_MAX = 200;

// Newest first.
export async function listOrderEvents(db: Sql, orderId: string) {
  return unpacked(db<SentOrderEvent>`
    select order_id, seq, type, happened_at, told_body(body, packed, after_gap) as body, due_at, given_up_at
    from callback_events
    left join callback_queue using (order_id, seq)
    where order_id = ${orderId}
    order by seq desc
    limit ${EVENTS_MAX}`);
}
