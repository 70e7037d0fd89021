// The events of one order with what is still owed of each.
import type { EventKey } from "../../domain/callbacks/event-id.ts";
import type { Sql } from "../db.ts";

export type SentOrderEvent = EventKey & {
  readonly type: string;
  readonly happenedAt: Date;
  readonly body: string;
  // The next try; null when none is due.
  readonly dueAt: Date | null;
  readonly givenUpAt: Date | null;
};

const EVENTS_MAX = 200;

// Newest first.
export async function listOrderEvents(db: Sql, orderId: string): Promise<readonly SentOrderEvent[]> {
  return db<SentOrderEvent>`
    select order_id, seq, type, happened_at, sent_callback_body(body, after_gap) as body, due_at, given_up_at
    from callback_events
    left join callback_queue using (order_id, seq)
    where order_id = ${orderId}
    order by seq desc
    limit ${EVENTS_MAX}`;
}
