// What is owed to partners' endpoints: which events may leave now, what became of those that left, what was given up.
import type { EventKey } from "../../domain/callbacks/event-id.ts";
import type { Exchange } from "../../domain/callbacks/exchange.ts";
import type { AfterFailure } from "../../domain/callbacks/retry-schedule.ts";
import { countRows, hasOneRow, type Sql, sql } from "../db.ts";
import { type Lease, leasing } from "./endpoints.ts";
import { unpacked } from "./packed-body.ts";
import { traceOfDue } from "./traces.ts";

export type DueEvent = EventKey & {
  readonly partnerId: string;
  readonly queuedAt: Date;
  readonly scheduledAt: Date;
  readonly failures: number;
  readonly tries: number;
  readonly body: string;
  // When the endpoint's settings were last saved.
  readonly savedAt: Date;
  // Of the change that it tells of, where traces are sent.
  readonly traceparent?: string | null;
};

export type Room = { readonly partnerId: string; readonly events: number };

// The oldest due events of each endpoint, as many as it has room for. Of an order only the first undelivered event may leave, but for
// those that were passed, and none while another of the order is under way (`busyOrderIds`).
export async function loadDueEvents(
  db: Sql,
  rooms: readonly Room[],
  busyOrderIds: readonly string[],
  now: Date,
): Promise<readonly DueEvent[]> {
  return unpacked(db<DueEvent>`
    select order_id, seq, partner_id, queued_at, scheduled_at, failures, tries, body, saved_at, ${traceOfDue()} as traceparent
    from due_callback_events(
      ${rooms.map(({ partnerId }) => partnerId)}, ${rooms.map(({ events }) => events)}, ${busyOrderIds}, ${now}
    ) as due`);
}

export type TakenWork = {
  readonly events: readonly DueEvent[];
  // Endpoints that became ours with the same question; their events are loaded with the next.
  readonly leased: readonly string[];
};

// The same, and the endpoints that nobody serves, in one round trip.
export async function takeDueWork(
  db: Sql,
  rooms: readonly Room[],
  busyOrderIds: readonly string[],
  now: Date,
  lease: Lease,
  endpointsMax: number,
): Promise<TakenWork> {
  const rows = await unpacked(db<DueEvent & { readonly isLeased: boolean }>`
    select order_id, seq, partner_id, queued_at, scheduled_at, failures, tries, body, saved_at, ${traceOfDue()} as traceparent,
      false as is_leased
    from due_callback_events(
      ${rooms.map(({ partnerId }) => partnerId)}, ${rooms.map(({ events }) => events)}, ${busyOrderIds}, ${now}
    ) as due
    union all
    select null, null, partner_id, null, null, null, null, null, null, null, true
    from ${leasing(lease, now, endpointsMax)} as partner_id`);
  return {
    events: rows.filter(({ isLeased }) => !isLeased),
    leased: rows.filter(({ isLeased }) => isLeased).map(({ partnerId }) => partnerId),
  };
}

export type TriedEvent = EventKey & {
  readonly partnerId: string;
  readonly try: number;
  readonly triedAt: Date;
  readonly exchange: Exchange;
  // The receiver would not have this very event.
  readonly isRefused: boolean;
  readonly next: { readonly step: "delivered" } | AfterFailure;
};

// One round trip for a whole batch. What was refused `gapTries` times lets the later events of its order pass. Answers whether any of the
// orders has later events that wait.
export async function recordTries(db: Sql, tried: readonly TriedEvent[], gapTries: number): Promise<boolean> {
  const refused = tried.filter(({ isRefused }) => isRefused);
  const passing = sql`, pass_refused_callbacks(
    ${refused.map(({ orderId }) => orderId)}, ${refused.map(({ seq }) => seq)}, ${gapTries}
  )`;
  const [row] = await db<{ hasLater: boolean }>`
    select record_callback_tries(
      ${tried.map(({ orderId }) => orderId)},
      ${tried.map(({ seq }) => seq)},
      ${tried.map(({ partnerId }) => partnerId)},
      ${tried.map((one) => one.try)},
      ${tried.map(({ triedAt }) => triedAt)},
      ${tried.map(({ exchange }) => exchange.outcome)},
      ${tried.map(({ exchange }) => exchange.code)},
      ${tried.map(({ exchange }) => exchange.elapsedMs)},
      ${tried.map(({ exchange }) => exchange.text)},
      ${tried.map(({ exchange }) => exchange.error)},
      ${tried.map(({ next }) => next.step)},
      ${tried.map(({ next }) => (next.step === "retry" ? next.at : null))},
      ${tried.map(({ next }) => (next.step === "retry" ? next.failures : null))},
      ${tried.map(({ next }) => (next.step === "retry" ? next.wasEarly : null))}
    ), exists (
      select
      from unnest(${tried.map(({ orderId }) => orderId)}::text[], ${tried.map(({ seq }) => seq)}::int[]) as tried (order_id, seq)
      cross join lateral (
        select
        from callback_queue
        where callback_queue.order_id = tried.order_id
          and callback_queue.seq > tried.seq
        limit 1
      ) as later
    ) as has_later${refused.length === 0 ? sql`` : passing}`;
  return row?.hasLater ?? false;
}

// Events that nobody could be told for too long: behind a dead endpoint most of the queue is never tried.
export async function giveUpOld(db: Sql, queuedBefore: Date, now: Date, limit: number): Promise<number> {
  return countRows(db`
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
    returning seq`);
}

// Queues an event anew, delivered or given up or waiting. False when the partner has no such event or no endpoint.
export async function resendEvent(db: Sql, partnerId: string, { orderId, seq }: EventKey, now: Date): Promise<boolean> {
  return hasOneRow(db`
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
    returning seq`);
}

// The same of several. What is being written down at this moment, because a try of it has ended, stays as it is. Answers how many are queued.
export async function resendEvents(
  db: Sql,
  partnerId: string,
  events: readonly EventKey[],
  now: Date,
): Promise<number> {
  const [row] = await db<{ queued: number }>`
    with wanted as (
      select order_id, seq
      from unnest(${events.map(({ orderId }) => orderId)}::text[], ${events.map(({ seq }) => seq)}::int[]) as given (order_id, seq)
      join callback_events using (order_id, seq)
      join callback_endpoints using (partner_id)
      where partner_id = ${partnerId}
    ),
    held as (
      select queue.order_id, queue.seq
      from wanted
      join callback_queue as queue using (order_id, seq)
      for update of queue skip locked
    ),
    again as (
      update callback_queue as queue
      set queued_at = ${now}, due_at = ${now}, scheduled_at = ${now}, failures = 0, may_hurry = true, given_up_at = null
      from held
      where queue.order_id = held.order_id
        and queue.seq = held.seq
      returning queue.seq
    ),
    anew as (
      insert into callback_queue (order_id, seq, partner_id, queued_at, due_at, scheduled_at)
      select order_id, seq, ${partnerId}, ${now}, ${now}, ${now}
      from wanted
      where not exists (select from callback_queue as queue where queue.order_id = wanted.order_id and queue.seq = wanted.seq)
      on conflict (order_id, seq) do nothing
      returning seq
    )
    select (select count(*) from again) + (select count(*) from anew) as queued`;
  return row?.queued ?? 0;
}

// Queues given-up events anew, oldest first; call until it returns less than `limit`.
export async function resendGivenUp(
  db: Sql,
  partnerId: string,
  since: Date,
  now: Date,
  limit: number,
): Promise<number> {
  return countRows(db`
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
    returning seq`);
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

export type Backlog = {
  readonly partnerId: string;
  readonly waiting: number;
  readonly oldestQueuedAt: Date;
  // Why nothing leaves: it answered 410, or it failed so often that it is only tried now and then.
  readonly held: "stopped" | "circuit open" | null;
};

const BACKLOGS_MAX = 200;

// Those that wait longest first.
export async function listBacklogs(db: Sql) {
  return db<Backlog>`
    select queue.partner_id, count(*) as waiting, min(queued_at) as oldest_queued_at,
      case
        when min(stopped_at) is not null then 'stopped'
        when min(probe_at) is not null then 'circuit open'
      end as held
    from callback_queue as queue
    left join callback_endpoints as endpoint on endpoint.partner_id = queue.partner_id
    where given_up_at is null
    group by queue.partner_id
    order by oldest_queued_at
    limit ${BACKLOGS_MAX}`;
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
            -- As in the functions: an order's events are found by the primary key.
            and coalesce(earlier.given_up_at, 'infinity') = 'infinity'
            and (not earlier.is_passed or earlier.due_at <= ${now})
        )
    ) as due`;
  return row?.due ?? false;
}
