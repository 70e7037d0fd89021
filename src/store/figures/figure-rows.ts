// Rows of figures: replaced by the hour, added up to days, and read.
import type { Counts } from "../../domain/figures/counts.ts";
import { joined, NOTHING, type Sql, sql } from "../db.ts";
import type { Mark } from "./marks.ts";

// orders, eta and time: of a city and its services; the others: of whom, or of a square of the map.
export type FigureKind = "orders" | "eta" | "time" | Whose | `eta_${Whose}` | "driver_time" | "cell";
// Children: of all that an account has, under its name.
type Whose = "partner" | "account" | "children" | "driver";
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
    ), ${replaced(sql`given`, "hour", { cityId, at })}
    select (select count(*) from gone) + (select count(*) from changed) + (select count(*) from added) as rows`;
  if (changed?.rows) await markDay(tx, cityId, at);
}

// Rows that are as they were are not touched at all: an insert that meets them would lock each, and write that. Whoever counts holds the mark, so that nobody else is at these rows.
function replaced(given: typeof NOTHING, span: FigureFilter["span"], { cityId, at }: Pick<Mark, "cityId" | "at">) {
  return sql`
    changed as (
      update figures
      set counts = given.counts
      from ${given} as given
      where span = ${span}
        and at = ${at}
        and city_id = ${cityId}
        and figures.kind = given.kind
        and figures.service_id = given.service_id
        and figures.subject = given.subject
        and figures.counts <> given.counts
      returning 1
    ), added as (
      insert into figures (kind, span, at, city_id, service_id, subject, counts)
      select kind, ${span}, ${at}, ${cityId}, service_id, subject, counts
      from ${given} as given
      where not exists (
        select
        from figures
        where figures.kind = given.kind
          and span = ${span}
          and at = ${at}
          and city_id = ${cityId}
          and figures.service_id = given.service_id
          and figures.subject = given.subject
      )
      returning 1
    )`;
}

async function markDay(tx: Sql, cityId: string, at: Date): Promise<void> {
  await tx`
    insert into figure_marks (work, city_id, at)
    values ('day', ${cityId}, figure_day(${cityId}, ${at}))
    on conflict (work, city_id, at) do update
    set marked_at = figure_marks.marked_at`;
}

const MANY: readonly FigureKind[] = [
  "partner",
  "account",
  "driver",
  "eta_partner",
  "eta_account",
  "eta_driver",
  "driver_time",
];
// Squares of the map are only asked for by the hour, months only of what there is much of. All are named, for the primary key begins with them.
const SUMS = {
  day: { kinds: ["orders", "eta", "time", "children", "eta_children", ...MANY], of: "hour" },
  month: { kinds: MANY, of: "day" },
} as const satisfies Record<string, { readonly kinds: readonly FigureKind[]; readonly of: string }>;

// Whose they are now: who leaves or comes takes what they did along (markDaysOf).
const OF_CHILDREN = sql`
  select replace(kind, 'account', 'children'), service_id, parent_phone, counts
  from counted
  join accounts on phone = subject
  where kind in ('account', 'eta_account')
    and parent_phone is not null`;

// A day is the sum of its hours, a month of its days.
export async function replaceSum(tx: Sql, span: keyof typeof SUMS, { cityId, at, until }: Mark): Promise<void> {
  const { kinds, of } = SUMS[span];
  await tx`
    with counted as materialized (
      select kind, service_id, subject, counts
      from figures
      where span = ${of}
        and kind = any(${kinds})
        and at >= ${at}
        and at < ${until}
        and city_id = ${cityId}
    ), summed as materialized (
      select kind, service_id, subject, jsonb_object_agg(name, total) as counts
      from (
        select kind, service_id, subject, name, sum(count::bigint) as total
        from (select * from counted ${span === "day" ? sql`union all ${OF_CHILDREN}` : NOTHING}) as counted
        cross join lateral jsonb_each_text(counts) as named (name, count)
        group by kind, service_id, subject, name
      ) as names
      group by kind, service_id, subject
    ), gone as (
      delete from figures
      where span = ${span}
        and kind = any(${kinds})
        and at = ${at}
        and city_id = ${cityId}
        and (kind, service_id, subject) not in (select kind, service_id, subject from summed)
    ), ${replaced(sql`summed`, span, { cityId, at })}
    select`;
}

// An account has another parent: the days on which it had orders are added up again. In turn, so that two who come at once do not wait for each other.
export async function markDaysOf(tx: Sql, account: string): Promise<void> {
  await tx`
    insert into figure_marks (work, city_id, at)
    select distinct 'day', city_id, at
    from figures
    where kind in ('account', 'eta_account')
      and subject <> ''
      and subject = ${account}
      and span = 'day'
    order by city_id, at
    on conflict (work, city_id, at) do update
    set marked_at = figure_marks.marked_at`;
}

// Where it is over: of the month that runs, days are read.
export async function markMonthOfDay(tx: Sql, { cityId, at }: Mark, now: Date): Promise<void> {
  await tx`
    insert into figure_marks (work, city_id, at)
    select 'month', ${cityId}, figure_month(${cityId}, ${at})
    where figure_month(${cityId}, ${at}) < figure_month(${cityId}, ${now})
    on conflict (work, city_id, at) do update
    set marked_at = figure_marks.marked_at`;
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
  readonly span: "hour" | "day" | "month";
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
// A hundred kilometres square, all of it in demand.
const CELLS_MAX = 40_000;

// Their index is of rows that have a subject, which PostgreSQL must be told: it plans once for all names that may be asked for.
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
      ${subjects ? sql`and subject <> '' and subject = any(${subjects})` : NOTHING}
    limit ${ROWS_MAX + 1}`;
}

// Those with the most orders, which the first kind counts, of all these together.
export async function listTopSubjects(db: Sql, filters: readonly FigureFilter[], limit: number) {
  const stretches = filters.map(({ span, kinds: [ofOrders], from, to, cityIds, serviceId }) => {
    return sql`
      select subject, (counts ->> 'orders')::bigint as orders
      from figures
      where span = ${span}
        and kind = ${ofOrders}
        and at >= ${from}
        and at < ${to}
        ${cityIds ? sql`and city_id = any(${cityIds})` : NOTHING}
        ${serviceId === undefined ? NOTHING : sql`and service_id = ${serviceId}`}`;
  });
  const rows = await db<{ subject: string }>`
    select subject
    from (${joined(stretches, " union all ")}) as stretch
    group by subject
    order by sum(orders) desc nulls last, subject
    limit ${limit}`;
  return rows.map(({ subject }) => subject);
}

export type DemandFilter = {
  readonly cityId: string;
  // Dates on its clock; both are part of it.
  readonly from: string;
  readonly to: string;
  readonly zone: string;
  readonly hour?: number | undefined;
};

// By square of the map. Added up here: a large city's month is hundreds of thousands of rows.
export async function listDemand(db: Sql, { cityId, from, to, zone, hour }: DemandFilter) {
  return db<{ readonly cell: string; readonly orders: number; readonly unmet: number }>`
    select subject as cell, coalesce(sum((counts ->> 'orders')::bigint), 0)::bigint as orders,
      coalesce(sum((counts ->> 'unmet')::bigint), 0)::bigint as unmet
    from figures
    where kind = 'cell'
      and span = 'hour'
      and city_id = ${cityId}
      and at >= ${from}::date::timestamp at time zone ${zone}
      and at < (${to}::date + 1)::timestamp at time zone ${zone}
      ${hour === undefined ? NOTHING : sql`and extract(hour from at at time zone ${zone}) = ${hour}`}
    group by subject
    order by orders desc, subject
    limit ${CELLS_MAX}`;
}
