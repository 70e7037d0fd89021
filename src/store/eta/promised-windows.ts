// Windows that were promised, and what came of them.
import type { Stage, Target } from "../../domain/eta/eta-windows.ts";
import type { Sql } from "../db.ts";

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
export type OutcomeRow = PromisedRow & { readonly actualSeconds: number };

// The first that is promised of a stage stays.
export async function savePromised(db: Sql, rows: readonly PromisedRow[]): Promise<void> {
  if (rows.length === 0) return;
  await db`
    insert into eta_windows
      (order_id, stage, target, city_id, told_at, meters, planned_seconds, eta_seconds, low_seconds, high_seconds)
    select "orderId", stage, target, "cityId", "promisedAt", meters, "plannedSeconds", "etaSeconds", "lowSeconds", "highSeconds"
    from json_to_recordset(${JSON.stringify(rows)}::json) as promised (
      "orderId" text, stage text, target text, "cityId" text, "promisedAt" timestamptz, meters int, "plannedSeconds" int,
      "etaSeconds" int, "lowSeconds" int, "highSeconds" int
    )
    on conflict do nothing`;
}

export type NewOrder = { readonly id: string; readonly number: number };

// Made after `after`, the number of an order, or without one since a moment; oldest first.
export async function listNewOrders(
  db: Sql,
  after: number | undefined,
  since: Date,
  limit: number,
): Promise<readonly NewOrder[]> {
  const [begin] = after === undefined ? await db<{ number: number }>`select order_number_at(${since}) as number` : [];
  return db<NewOrder>`
    select id, number
    from orders
    where number >= ${begin?.number ?? after! + 1}
    order by number
    limit ${limit}`;
}

export type EndedOrder = {
  readonly orderId: string;
  readonly isRobot: boolean;
  // When the driver last came near a door.
  readonly nearAt: Date | null;
};

// Orders that are over and of which something was promised.
export async function listEnded(db: Sql, limit: number) {
  return db<EndedOrder>`
    select promised.order_id, coalesce(is_robot, false) as is_robot,
      (
        select max(happened_at)
        from order_history
        where order_history.order_id = promised.order_id
          and event = 'near'
      ) as near_at
    from (select distinct order_id from eta_windows where actual_seconds is null) as promised
    join orders on orders.id = promised.order_id
    left join drivers on phone = driver_phone
    where orders.status in ('COMPLETED', 'CANCELLED')
    limit ${limit}`;
}

export type Happened = { readonly orderId: string; readonly pickupAt: Date | null; readonly deliveryAt: Date | null };

// What never happened, or had happened when it was told, says nothing and goes.
export async function settlePromised(db: Sql, happened: readonly Happened[]): Promise<void> {
  if (happened.length === 0) return;
  await db`
    with ended as (
      select "orderId" as order_id, "pickupAt" as pickup_at, "deliveryAt" as delivery_at
      from json_to_recordset(${JSON.stringify(happened)}::json)
        as ended ("orderId" text, "pickupAt" timestamptz, "deliveryAt" timestamptz)
    ), settled as (
      select promised.order_id, stage, target,
        extract(epoch from case target when 'pickup' then pickup_at else delivery_at end - told_at) as seconds
      from eta_windows as promised
      join ended on ended.order_id = promised.order_id
      where actual_seconds is null
    ), gone as (
      delete from eta_windows as promised
      using settled
      where (promised.order_id, promised.stage, promised.target) = (settled.order_id, settled.stage, settled.target)
        and (seconds is null or seconds < 0)
    ), marked as (
      insert into figure_marks (work, city_id, at)
      select distinct 'eta', city_id, figure_hour(city_id, created_at)
      from ended
      join orders on orders.id = ended.order_id
      order by 2, 3
      on conflict (work, city_id, at) do update
      set marked_at = figure_marks.marked_at
    )
    update eta_windows as promised
    set actual_seconds = round(seconds)
    from settled
    where (promised.order_id, promised.stage, promised.target) = (settled.order_id, settled.stage, settled.target)
      and seconds >= 0`;
}

// Newest first.
export async function listOutcomes(
  db: Sql,
  span: { readonly from: Date; readonly to?: Date; readonly cityId?: string },
  limit: number,
) {
  return db<OutcomeRow>`
    select order_id, stage, target, city_id, told_at as promised_at, meters, planned_seconds, eta_seconds, low_seconds, high_seconds,
      actual_seconds
    from eta_windows
    where told_at >= ${span.from}
      and told_at < ${span.to ?? "infinity"}
      and (${span.cityId ?? null}::text is null or city_id = ${span.cityId ?? null})
      and actual_seconds is not null
    order by told_at desc
    limit ${limit}`;
}
