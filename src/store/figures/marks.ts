// Hours and days whose figures are to be made anew (migration 0087), and how they come to be marked: by reading on in the stream of events, by
// hours that are over, and for orders and shifts that were there before.
import { inTransaction, NOTHING, type Sql, type Statements, sql } from "../db.ts";

type Work = "orders" | "eta" | "time" | "day" | "month";
export type Mark = { readonly work: Work; readonly cityId: string; readonly at: Date; readonly until: Date };

// Of the stream, at once: a busy minute.
const EVENTS_AT_ONCE = 5_000;
const ORDERS_AT_ONCE = 20_000;
// Drivers are looked for no further back than an order lives.
const LATE_HOURS = 48;
// What happened within an hour is committed so long after it.
const CLOSES_AFTER_SECONDS = 120;
// So much of the past at once, when a year of shifts is counted for the first time or again.
const CLOSED_DAYS_MAX = 7;

// What ETAs came to is known no longer.
const WINDOW_DAYS_MAX = 28;

type Progress = {
  readonly position: number;
  readonly closedAt: Date | null;
  readonly filledUpTo: number;
  readonly fillUpTo: number;
};

// One stretch of all of them. False: nothing is left to mark, or another process is at it, which whoever is patient waits for.
export async function markNext(db: Statements, now: Date, isPatient = false): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    const [progress] = await tx<Progress>`
      select position, closed_at, filled_up_to, fill_up_to
      from figure_progress
      for update ${isPatient ? NOTHING : sql`skip locked`}`;
    if (!progress) return false;
    const closed = await closeHours(tx, progress.closedAt, now);
    const filled = await fill(tx, progress, now);
    return (await followEvents(tx, progress)) || filled || closed;
  });
}

// Every order that has had a step since. Its driver's time in hours that were counted already changes when a step is told late, or an order is taken from them.
async function followEvents(tx: Sql, { position }: Progress): Promise<boolean> {
  const [reached] = await tx<{ settled: number; upTo: number }>`
    select settled, least(settled, ${position}::bigint + ${EVENTS_AT_ONCE}::int) as up_to
    from settled_callback_position() as settled`;
  if (!reached || reached.upTo <= position) return false;
  await tx`
    with changed as materialized (
      select city_id, orders.created_at, event, happened_at
      from partners
      cross join lateral (
        select order_id, seq
        from callback_events
        where partner_id = partners.id
          and position > ${position}
          and position <= ${reached.upTo}
      ) as told
      join orders on orders.id = order_id
      left join lateral (
        select event, order_history.happened_at
        from order_history
        where order_history.order_id = told.order_id
          and order_history.seq = told.seq
      ) as happened on true
    )
    insert into figure_marks (work, city_id, at)
    select distinct work, city_id, hour
    from (
      select 'orders' as work, city_id, figure_hour(city_id, created_at) as hour
      from (select distinct city_id, date_trunc('minute', created_at) as created_at from changed) as made
      union all
      select 'time', city_id, hour
      from (
        select city_id, closed_at,
          figure_hour(
            city_id,
            greatest(
              case event when 'driver_cancel' then created_at else happened_at end, closed_at - make_interval(hours => ${LATE_HOURS})
            )
          ) as since
        from changed
        cross join figure_progress
      ) as late
      cross join lateral generate_series(since, closed_at - interval '1 hour', '1 hour') as hour
    ) as marked
    order by work, city_id, hour
    on conflict (work, city_id, at) do update
    set marked_at = figure_marks.marked_at`;
  await tx`update figure_progress set position = ${reached.upTo}`;
  return reached.upTo < reached.settled;
}

// How long drivers were online is counted when an hour is over: shifts begin and end now, and never in the past.
async function closeHours(tx: Sql, closedAt: Date | null, now: Date): Promise<boolean> {
  const closes = new Date(now.getTime() - CLOSES_AFTER_SECONDS * 1_000);
  const after = closedAt ?? (await firstShiftAt(tx)) ?? closes;
  if (closedAt && closes <= closedAt) return false;
  const upTo = new Date(Math.min(closes.getTime(), after.getTime() + CLOSED_DAYS_MAX * 86_400_000));
  await markShiftHours(tx, after, upTo);
  await markMonths(tx, after, upTo);
  await tx`update figure_progress set closed_at = ${upTo}`;
  return upTo < closes;
}

async function firstShiftAt(tx: Sql): Promise<Date | undefined> {
  const [first] = await tx<{ at: Date }>`select on_at as at from driver_shifts order by on_at limit 1`;
  return first?.at;
}

// Those that end after `after` and no later than `until`.
async function markShiftHours(tx: Sql, after: Date, until: Date): Promise<void> {
  await tx`
    insert into figure_marks (work, city_id, at)
    select distinct 'time', city_id, hour
    from (
      select city_id, greatest(on_at, ${after}::timestamptz - interval '1 hour') as since, off_at
      from driver_shifts
      join drivers on phone = driver_phone
      where tstzrange(on_at, off_at) && tstzrange(${after}::timestamptz - interval '1 hour', ${until}::timestamptz)
    ) as shift
    cross join lateral generate_series(figure_hour(city_id, since), least(off_at, ${until}::timestamptz), '1 hour') as hour
    where hour + interval '1 hour' <= ${until}::timestamptz
      and hour + interval '1 hour' > ${after}::timestamptz
    order by city_id, hour
    on conflict (work, city_id, at) do update
    set marked_at = figure_marks.marked_at`;
}

// Months are counted when they are over, and again when a day of theirs is (figure-rows.ts).
async function markMonths(tx: Sql, after: Date, until: Date): Promise<void> {
  await tx`
    insert into figure_marks (work, city_id, at)
    select 'month', city_id, figure_month(city_id, ${after})
    from (
      select distinct city_id
      from figures
      where kind = 'orders'
        and span = 'day'
        and at > ${after}::timestamptz - interval '32 days'
    ) as counted
    where figure_month(city_id, ${after}) <> figure_month(city_id, ${until})
    order by city_id
    on conflict (work, city_id, at) do update
    set marked_at = figure_marks.marked_at`;
}

async function fill(tx: Sql, { filledUpTo, fillUpTo }: Progress, now: Date): Promise<boolean> {
  if (filledUpTo >= fillUpTo) return false;
  const upTo = Math.min(fillUpTo, filledUpTo + ORDERS_AT_ONCE);
  await tx`
    insert into figure_marks (work, city_id, at)
    select distinct work, city_id, figure_hour(city_id, minute)
    from (
      select distinct city_id, date_trunc('minute', created_at) as minute
      from orders
      where number > ${filledUpTo}
        and number <= ${upTo}
    ) as made
    cross join unnest(array['orders', 'eta']) as work
    where work = 'orders'
      or minute > ${now}::timestamptz - make_interval(days => ${WINDOW_DAYS_MAX})
    order by work, city_id, 3
    on conflict (work, city_id, at) do update
    set marked_at = figure_marks.marked_at`;
  await tx`update figure_progress set filled_up_to = ${upTo}`;
  return upTo < fillUpTo;
}

// Everything is counted again: what there is, and what there are figures of.
export async function markAll(db: Statements): Promise<void> {
  await inTransaction(db, async (tx) => {
    await tx`
      insert into figure_marks (work, city_id, at)
      select distinct
        case
          when span <> 'hour' then span
          when kind like 'eta%' then 'eta'
          when kind in ('time', 'driver_time') then 'time'
          else 'orders'
        end, city_id, at
      from figures
      order by 1, 2, 3
      on conflict (work, city_id, at) do update
      set marked_at = figure_marks.marked_at`;
    await tx`
      update figure_progress
      set filled_up_to = 0, closed_at = null,
        fill_up_to = coalesce(pg_sequence_last_value(pg_get_serial_sequence('orders', 'number')), 0)`;
  });
}

export async function countMarks(db: Sql): Promise<{ readonly marks: number; readonly unfilled: number }> {
  const [row] = await db<{ marks: number; unfilled: number }>`
    select (select count(*) from figure_marks) as marks, greatest(0, fill_up_to - filled_up_to) as unfilled
    from figure_progress`;
  return row!;
}

// Marks the hour of an order in the transaction that changes it otherwise than by a step.
export async function markOrder(tx: Sql, orderId: string): Promise<void> {
  await tx`
    insert into figure_marks (work, city_id, at)
    select 'orders', city_id, figure_hour(city_id, created_at)
    from orders
    where id = ${orderId}
    on conflict (work, city_id, at) do update
    set marked_at = figure_marks.marked_at`;
}

// Takes the mark that has waited longest; what is marked again meanwhile waits for the end of this transaction. Days wait for their hours, and months for
// their days.
export async function takeMark(tx: Sql): Promise<Mark | undefined> {
  const [mark] = await tx<Mark>`
    delete from figure_marks
    where (work, city_id, at) = (
      select work, city_id, at
      from figure_marks
      order by array_position(array['day', 'month'], work) nulls first, marked_at
      limit 1
      for update skip locked
    )
    returning work, city_id, at,
      case work
        when 'month' then figure_month(city_id, at + interval '40 days')
        when 'day' then figure_day(city_id, at + interval '36 hours')
        else at + interval '1 hour'
      end as until`;
  return mark;
}
