// Rows of figures: replaced by the hour, added up to days, and read.
import type { Counts } from "../../domain/figures/counts.ts";
import { NOTHING, type Sql, sql } from "../db.ts";
import type { Mark } from "./marks.ts";

export type FigureKind = "orders" | "account" | "driver" | "eta" | "time" | "driver_time" | "cell";
export type NewFigure = {
  readonly kind: FigureKind;
  readonly serviceId: string;
  readonly subject: string;
  readonly counts: Counts;
};

// An hour's rows of some kinds become these; rows that are as they were are left alone. Its day is marked where anything changed.
export async function replaceHour(
  tx: Sql,
  { cityId, at }: Mark,
  kinds: readonly FigureKind[],
  rows: readonly NewFigure[],
): Promise<void> {
  const [changed] = await tx<{ rows: number }>`
    with given as materialized (
      select kind, "serviceId" as service_id, subject, counts
      from json_to_recordset(${JSON.stringify(rows)}::json) as given (kind text, "serviceId" text, subject text, counts jsonb)
    ), gone as (
      delete from figures
      where span = 'hour'
        and kind = any(${kinds})
        and at = ${at}
        and city_id = ${cityId}
        and (kind, service_id, subject) not in (select kind, service_id, subject from given)
      returning 1
    ), saved as (
      insert into figures (kind, span, at, city_id, service_id, subject, counts)
      select kind, 'hour', ${at}, ${cityId}, service_id, subject, counts
      from given
      on conflict (kind, span, at, city_id, service_id, subject) do update
      set counts = excluded.counts
      where figures.counts <> excluded.counts
      returning 1
    )
    select (select count(*) from gone) + (select count(*) from saved) as rows`;
  if (changed?.rows) await markDay(tx, cityId, at);
}

async function markDay(tx: Sql, cityId: string, at: Date): Promise<void> {
  await tx`
    insert into figure_marks (work, city_id, at)
    values ('day', ${cityId}, figure_day(${cityId}, ${at}))
    on conflict (work, city_id, at) do update
    set marked_at = figure_marks.marked_at`;
}

// A day is the sum of its hours. Squares of the map are only asked for by the hour.
export async function replaceDay(tx: Sql, { cityId, at, until }: Mark): Promise<void> {
  await tx`
    with summed as materialized (
      select kind, service_id, subject, jsonb_object_agg(name, total) as counts
      from (
        select kind, service_id, subject, name, sum(count::bigint) as total
        from figures
        cross join lateral jsonb_each_text(counts) as counted (name, count)
        where span = 'hour'
          and kind = any('{orders,account,driver,eta,time,driver_time}')
          and at >= ${at}
          and at < ${until}
          and city_id = ${cityId}
        group by kind, service_id, subject, name
      ) as names
      group by kind, service_id, subject
    ), gone as (
      delete from figures
      where span = 'day'
        and at = ${at}
        and city_id = ${cityId}
        and (kind, service_id, subject) not in (select kind, service_id, subject from summed)
    )
    insert into figures (kind, span, at, city_id, service_id, subject, counts)
    select kind, 'day', ${at}, ${cityId}, service_id, subject, counts
    from summed
    on conflict (kind, span, at, city_id, service_id, subject) do update
    set counts = excluded.counts
    where figures.counts <> excluded.counts`;
}

export type FigureRow = {
  readonly kind: FigureKind;
  readonly at: Date;
  readonly cityId: string;
  readonly serviceId: string;
  readonly subject: string;
  readonly counts: Counts;
};

export type FigureFilter = {
  readonly span: "hour" | "day";
  readonly kinds: readonly FigureKind[];
  readonly from: Date;
  readonly to: Date;
  // undefined: all of them.
  readonly cityIds?: readonly string[] | undefined;
  readonly serviceId?: string | undefined;
  readonly subjects?: readonly string[] | undefined;
};

// More than a year of days of a hundred cities' services; what is cut off would make a sum wrong, so it is refused by its caller.
export const ROWS_MAX = 60_000;

export async function listFigures(db: Sql, filter: FigureFilter): Promise<readonly FigureRow[]> {
  const { span, kinds, from, to, cityIds, serviceId, subjects } = filter;
  return db<FigureRow>`
    select kind, at, city_id, service_id, subject, counts
    from figures
    where span = ${span}
      and kind = any(${kinds})
      and at >= ${from}
      and at < ${to}
      ${cityIds ? sql`and city_id = any(${cityIds})` : NOTHING}
      ${serviceId === undefined ? NOTHING : sql`and service_id = ${serviceId}`}
      ${subjects ? sql`and subject = any(${subjects})` : NOTHING}
    limit ${ROWS_MAX + 1}`;
}

// Those with the most orders.
export async function listTopSubjects(db: Sql, filter: FigureFilter, limit: number): Promise<readonly string[]> {
  const { kinds, from, to, cityIds, serviceId } = filter;
  const rows = await db<{ subject: string }>`
    select subject
    from figures
    where span = 'day'
      and kind = any(${kinds})
      and at >= ${from}
      and at < ${to}
      ${cityIds ? sql`and city_id = any(${cityIds})` : NOTHING}
      ${serviceId === undefined ? NOTHING : sql`and service_id = ${serviceId}`}
    group by subject
    order by sum((counts ->> 'orders')::bigint) desc nulls last, subject
    limit ${limit}`;
  return rows.map(({ subject }) => subject);
}

export async function listAccountsOfPartner(db: Sql, partnerId: string, limit: number): Promise<readonly string[]> {
  const rows = await db<{ phone: string }>`
    select phone
    from accounts
    where partner_id = ${partnerId}
    order by phone
    limit ${limit}`;
  return rows.map(({ phone }) => phone);
}
