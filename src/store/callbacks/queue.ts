// What is owed to partners' endpoints: which events may leave now, what became of those that left, what was given up.
import type { EventKey } from "../../domain/callbacks/event-id.ts";
import type { Exchange } from "../../domain/callbacks/exchange.ts";
import type { AfterFailure } from "../../domain/callbacks/retry-schedule.ts";
import type { Sql } from "../db.ts";

export type DueEvent = EventKey & {
  readonly partnerId: string;
  readonly queuedAt: Date;
  readonly scheduledAt: Date;
  readonly failures: number;
  readonly tries: number;
  readonly body: string;
  // When the endpoint's settings were last saved.
  readonly savedAt: Date;
};

export type Room = { readonly partnerId: string; readonly events: number };

// The oldest due events of each endpoint, as many as it has room for. Of an order only the first undelivered event may leave, and
// none while another of the order is under way (`busyOrderIds`).
export async function loadDueEvents(
  db: Sql,
  rooms: readonly Room[],
  busyOrderIds: readonly string[],
  now: Date,
): Promise<readonly DueEvent[]> {
  return db<DueEvent>`
    select head.order_id, head.seq, head.partner_id, head.queued_at, head.scheduled_at, head.failures, head.tries,
      callback_events.body, callback_endpoints.saved_at
    from unnest(${rooms.map(({ partnerId }) => partnerId)}::text[], ${rooms.map(({ events }) => events)}::int[])
      as room (partner_id, events)
    cross join lateral (
      select order_id, seq, partner_id, queued_at, due_at, scheduled_at, failures, tries
      from callback_queue as candidate
      where candidate.partner_id = room.partner_id
        and given_up_at is null
        and due_at <= ${now}
        and order_id <> all(${busyOrderIds}::text[])
        and not exists (
          select
          from callback_queue as earlier
          where earlier.order_id = candidate.order_id
            and earlier.seq < candidate.seq
            and earlier.given_up_at is null
        )
      order by due_at, order_id, seq
      limit room.events
    ) as head
    join callback_events using (order_id, seq)
    join callback_endpoints on callback_endpoints.partner_id = head.partner_id
    order by head.due_at, head.order_id, head.seq`;
}

export type TriedEvent = EventKey & {
  readonly partnerId: string;
  readonly try: number;
  readonly triedAt: Date;
  readonly exchange: Exchange;
  readonly next: { readonly step: "delivered" } | AfterFailure;
};

// One statement for a whole batch: logs every try, takes delivered events off the queue and puts failed ones where they belong.
// What waits behind a failed event of its order waits with it.
export async function recordTries(db: Sql, tried: readonly TriedEvent[]): Promise<void> {
  await db`
    with tried as (
      select order_id, seq, partner_id, try, tried_at, outcome, code, elapsed_ms, response_text, error, step, retry_at, failures, was_early
      from unnest(
        ${tried.map(({ orderId }) => orderId)}::text[],
        ${tried.map(({ seq }) => seq)}::int[],
        ${tried.map(({ partnerId }) => partnerId)}::text[],
        ${tried.map((one) => one.try)}::int[],
        ${tried.map(({ triedAt }) => triedAt)}::timestamptz[],
        ${tried.map(({ exchange }) => exchange.outcome)}::text[],
        ${tried.map(({ exchange }) => exchange.code)}::smallint[],
        ${tried.map(({ exchange }) => exchange.elapsedMs)}::int[],
        ${tried.map(({ exchange }) => exchange.text)}::text[],
        ${tried.map(({ exchange }) => exchange.error)}::text[],
        ${tried.map(({ next }) => next.step)}::text[],
        ${tried.map(({ next }) => (next.step === "retry" ? next.at : null))}::timestamptz[],
        ${tried.map(({ next }) => (next.step === "retry" ? next.failures : null))}::smallint[],
        ${tried.map(({ next }) => (next.step === "retry" ? next.wasEarly : null))}::boolean[]
      ) as one (
        order_id, seq, partner_id, try, tried_at, outcome, code, elapsed_ms, response_text, error, step, retry_at, failures,
        was_early
      )
    ),
    delivered as (
      delete from callback_queue
      using tried
      where callback_queue.order_id = tried.order_id
        and callback_queue.seq = tried.seq
        and step = 'delivered'
    ),
    failed as (
      update callback_queue
      set tries = tried.try,
        due_at = coalesce(retry_at, due_at),
        scheduled_at = coalesce(retry_at, scheduled_at),
        failures = coalesce(tried.failures, callback_queue.failures),
        may_hurry = coalesce(not was_early, may_hurry),
        given_up_at = case step when 'give_up' then tried_at end
      from tried
      where callback_queue.order_id = tried.order_id
        and callback_queue.seq = tried.seq
        and step <> 'delivered'
    ),
    behind as (
      update callback_queue
      set due_at = retry_at
      from tried
      where callback_queue.order_id = tried.order_id
        and callback_queue.seq > tried.seq
        and step = 'retry'
        and due_at < retry_at
        and given_up_at is null
    )
    insert into callback_tries (order_id, seq, partner_id, try, tried_at, outcome, code, elapsed_ms, response_text, error)
    select order_id, seq, partner_id, try, tried_at, outcome, code, elapsed_ms, response_text, error
    from tried`;
}

// Events that nobody could be told for too long: behind a dead endpoint most of the queue is never tried.
export async function giveUpOld(db: Sql, queuedBefore: Date, now: Date, limit: number): Promise<number> {
  const rows = await db`
    update callback_queue
    set given_up_at = ${now}
    where (order_id, seq) in (
      select order_id, seq
      from callback_queue
      where given_up_at is null
        and queued_at <= ${queuedBefore}
      limit ${limit}
      for update skip locked
    )
    returning seq`;
  return rows.length;
}

// Queues an event anew, delivered or given up or waiting. False when the partner has no such event or no endpoint.
export async function resendEvent(db: Sql, partnerId: string, { orderId, seq }: EventKey, now: Date): Promise<boolean> {
  const rows = await db`
    insert into callback_queue (order_id, seq, partner_id, queued_at, due_at, scheduled_at)
    select order_id, seq, partner_id, ${now}, ${now}, ${now}
    from callback_events
    join callback_endpoints using (partner_id)
    where order_id = ${orderId}
      and seq = ${seq}
      and partner_id = ${partnerId}
    on conflict (order_id, seq) do update
    set queued_at = excluded.queued_at,
      due_at = excluded.due_at,
      scheduled_at = excluded.scheduled_at,
      failures = 0,
      may_hurry = true,
      given_up_at = null
    returning seq`;
  return rows.length === 1;
}

// Queues given-up events anew, oldest first; call until it returns less than `limit`.
export async function resendGivenUp(
  db: Sql,
  partnerId: string,
  since: Date,
  now: Date,
  limit: number,
): Promise<number> {
  const rows = await db`
    update callback_queue
    set queued_at = ${now}, due_at = queued_at, scheduled_at = ${now}, failures = 0, may_hurry = true, given_up_at = null
    where (order_id, seq) in (
      select order_id, seq
      from callback_queue
      where partner_id = ${partnerId}
        and given_up_at >= ${since}
      order by given_up_at
      limit ${limit}
      for update skip locked
    )
    returning seq`;
  return rows.length;
}

export type QueueFigures = {
  readonly waiting: number;
  readonly givenUp: number;
  // When the oldest event still waiting was queued.
  readonly oldestQueuedAt: Date | null;
};

export async function readQueueFigures(db: Sql, partnerId: string | undefined): Promise<QueueFigures> {
  const [row] = await db<QueueFigures>`
    select
      count(*) filter (where given_up_at is null) as waiting,
      count(*) filter (where given_up_at is not null) as given_up,
      min(queued_at) filter (where given_up_at is null) as oldest_queued_at
    from callback_queue
    where ${partnerId ?? null}::text is null or partner_id = ${partnerId ?? null}`;
  return row ?? { waiting: 0, givenUp: 0, oldestQueuedAt: null };
}

// Whether anything could leave at this moment, whoever would send it.
export async function hasDueEvents(db: Sql, now: Date): Promise<boolean> {
  const [row] = await db<{ due: boolean }>`
    select exists (
      select
      from callback_endpoints
      join callback_queue as head using (partner_id)
      where stopped_at is null
        and (probe_at is null or probe_at <= ${now})
        and given_up_at is null
        and due_at <= ${now}
        and not exists (
          select
          from callback_queue as earlier
          where earlier.order_id = head.order_id
            and earlier.seq < head.seq
            and earlier.given_up_at is null
        )
    ) as due`;
  return row?.due ?? false;
}
