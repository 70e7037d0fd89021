// Windows that were promised, and what came of them.
import type { Stage, Target } from "../../domain/eta/eta-windows.ts";
import type { OrderHappened, OrderStay } from "../../domain/eta/happened.ts";
import type { LatLng } from "../../domain/geo.ts";
import { NOTHING, type Sql, sql } from "../db.ts";
import { type NumberedOrder, selectNumberedOrders } from "../orders/orders.ts";
import { type OrderHours, settledIn } from "./hours.ts";

export type PromisedRow = {
  readonly orderId: string;
  readonly stage: Stage;
  readonly target: Target;
  readonly cityId: string;
  readonly promisedAt: Date;
  readonly meters: number;
  readonly plannedSeconds: number;
  readonly etaSeconds: number;
  readonly lowSeconds: number;
  readonly highSeconds: number;
};
// What windows are learnt from. Times as numbers: making dates of tens of thousands takes longer than all the rest of reading them.
export type LessonRow = Pick<PromisedRow, "stage" | "target" | "meters" | "plannedSeconds"> & {
  readonly toldAtSeconds: number;
  readonly actualSeconds: number;
};
export type OutcomeRow = LessonRow &
  Pick<PromisedRow, "orderId" | "cityId" | "etaSeconds" | "lowSeconds" | "highSeconds">;

// The first that is promised of a stage stays.
export async function savePromised(db: Sql, rows: readonly PromisedRow[]): Promise<void> {
  if (rows.length > 0) await db`select tell_windows(${JSON.stringify(rows)}::json)`;
}

// Made after one and up to another, by their numbers; oldest first. Those that wait for their time are left where they are.
export async function listNewOrders(
  db: Sql,
  after: number,
  upTo: number,
  limit: number,
): Promise<readonly NumberedOrder[]> {
  return selectNumberedOrders(db)`
    where number > ${after}
      and number <= ${upTo}
      and status <> 'IDLE'
    order by number
    limit ${limit}`;
}

export type EndedOrder = {
  readonly orderId: string;
  readonly number: number;
  // How many are kept of it.
  readonly windows: number;
  readonly isRobot: boolean;
  // When the driver last came near a door.
  readonly nearAt: Date | null;
};

// Orders that are over and of which something was promised.
export async function listEnded(db: Sql, limit: number) {
  return db<EndedOrder>`
    select orders.id as order_id, number, coalesce(array_length(windows, 1), 0) as windows, coalesce(is_robot, false) as is_robot,
      (
        select max(happened_at)
        from order_history
        where order_history.order_id = orders.id
          and event = 'near'
      ) as near_at
    from order_times
    join orders using (number)
    left join drivers on phone = driver_phone
    where not settled
      and orders.status in ('COMPLETED', 'CANCELLED')
    limit ${limit}`;
}

export type SettledOrder = Pick<EndedOrder, "number" | "windows"> &
  OrderHappened &
  LatLng & { readonly serviceId: string; readonly stays: readonly OrderStay[] };

// What never happened, or had happened when it was told, says nothing and goes. An order of which more was told meanwhile is settled the next time.
export async function settlePromised(db: Sql, settled: readonly SettledOrder[]): Promise<void> {
  if (settled.length === 0) return;
  await db`
    with ended as materialized (
      select number, ended.windows as count, with_outcomes(order_times.windows, "pickupAt", "deliveryAt") as windows,
        (
          select array_agg(array[(kind = 'door')::int, since_2020("leftAt"), seconds, coalesce("arrivedAfterSeconds", -1)])
          from json_to_recordset(given_stays) as stay (kind text, "leftAt" timestamptz, seconds int, "arrivedAfterSeconds" int)
        ) as stays, "serviceId" as service_id, ended.lat, ended.lng
      from json_to_recordset(${JSON.stringify(settled.map(({ stays, ...one }) => ({ ...one, given_stays: stays })))}::json) as ended (
        number bigint, windows int, "pickupAt" timestamptz, "deliveryAt" timestamptz, given_stays json, "serviceId" text, lat float8, lng float8
      )
      join order_times using (number)
      where not settled
      -- As tell_windows() takes them.
      order by number
    ), gone as (
      delete from order_times
      using ended
      where order_times.number = ended.number
        and coalesce(array_length(order_times.windows, 1), 0) = count
        and ended.windows = '{}'
        and ended.stays is null
    ), marked as (
      insert into figure_marks (work, city_id, at)
      select distinct 'eta', city_id, figure_hour(city_id, created_at)
      from ended
      join orders using (number)
      order by 2, 3
      on conflict (work, city_id, at) do update
      set marked_at = figure_marks.marked_at
    )
    update order_times
    set settled = true, windows = ended.windows, stays = ended.stays, service_id = case when ended.stays is not null then ended.service_id end,
      lat = case when ended.stays is not null then ended.lat end, lng = case when ended.stays is not null then ended.lng end
    from ended
    where order_times.number = ended.number
      and coalesce(array_length(order_times.windows, 1), 0) = count
      and (ended.windows <> '{}' or ended.stays is not null)`;
}

const LESSON = sql`
  stage, target, extract(epoch from told_at)::int as told_at_seconds, meters, planned_seconds, actual_seconds`;

export type Span = { readonly from: Date; readonly to: Date };

// Of orders that were made in a span.
export async function listOutcomes(db: Sql, made: Span, told: Span, cityId: string | undefined) {
  const [numbers] = await db<{ first: number; last: number }>`
    select order_number_at(${made.from}) as first, order_number_at(${made.to}) as last`;
  return db<OutcomeRow>`
    select ${LESSON}, number::text as order_id, city_id, eta_seconds, low_seconds, high_seconds
    from told_windows
    where number >= ${numbers!.first}
      and number < ${numbers!.last}
      and settled
      and told_at >= ${told.from}
      and told_at < ${told.to}
      ${cityId === undefined ? NOTHING : sql`and city_id = ${cityId}`}
      and actual_seconds is not null`;
}

export async function listOutcomesIn(db: Sql, cityId: string, hours: OrderHours) {
  return db<LessonRow>`
    select ${LESSON}
    from ${settledIn(cityId, hours)}
    join told_windows using (number)
    where actual_seconds is not null`;
}

export async function removeOldTimes(db: Sql, until: Date, limit: number): Promise<void> {
  await db`
    delete from order_times
    where number in (
      select number
      from order_times
      where number < order_number_at(${until})
      order by number
      limit ${limit}
    )`;
}

// What programs before schema 117 kept, a row a window and a row a stay; the newest first. Answers whether there may be more.
export async function takeOverWindows(db: Sql, limit: number): Promise<boolean> {
  const [taken] = await db<{ orders: number }>`
    with newest as materialized (
      select order_id
      from eta_windows
      order by told_at desc
      limit ${limit}
    ), windows as (
      delete from eta_windows
      where order_id in (select order_id from newest)
      returning order_id, stage, target, told_at, meters, planned_seconds, eta_seconds, low_seconds, high_seconds, actual_seconds
    ), stays as (
      delete from stop_stays
      where order_id in (select order_id from newest)
      returning order_id, kind, service_id, lat, lng, left_at, seconds, arrived_after_seconds
    ), stayed as (
      select order_id, max(service_id) as service_id, max(lat) as lat, max(lng) as lng,
        array_agg(array[(kind = 'door')::int, since_2020(left_at), seconds, coalesce(arrived_after_seconds, -1)]) as stays
      from stays
      group by order_id
    ), told as (
      select order_id, bool_and(actual_seconds is not null) as settled,
        array_agg(
          packed_window(stage, target, told_at, meters, planned_seconds, eta_seconds, low_seconds, high_seconds, actual_seconds) order by told_at
        ) as windows
      from windows
      group by order_id
    ), saved as (
      insert into order_times (number, city_id, windows, settled, stays, service_id, lat, lng)
      select number, city_id, windows, settled, case when settled then stays end, case when settled then stayed.service_id end,
        case when settled then lat end, case when settled then lng end
      from told
      join orders on orders.id = order_id
      left join stayed using (order_id)
      order by number
      on conflict (number) do update
      set windows = with_windows(order_times.windows, excluded.windows)
      where not order_times.settled
    )
    select count(*) as orders from told`;
  return (taken?.orders ?? 0) > 0;
}
