// What a recorded stretch of dispatch is made of.
import type { AskedDriver, Drop, Shift } from "../../domain/dispatch/recorded-day.ts";
import type { Order } from "../../domain/orders/order.ts";
import type { Sql } from "../db.ts";
import { type OrderRow, orderOf } from "../orders/order-document.ts";
import { ORDER_COLUMNS } from "../orders/orders.ts";

export type Stretch = { readonly cityId: string; readonly from: Date; readonly to: Date };

export async function listOrdersPlaced(
  db: Sql,
  { cityId, from, to }: Stretch,
  limit: number,
): Promise<readonly Order[]> {
  const rows = await db<OrderRow>`
    select ${ORDER_COLUMNS}
    from orders
    where city_id = ${cityId}
      and orders.created_at >= ${from}
      and orders.created_at < ${to}
    order by number
    limit ${limit}`;
  return rows.map(orderOf);
}

export async function listAsked(db: Sql, orderIds: readonly string[]): Promise<readonly AskedDriver[]> {
  return db<AskedDriver>`
    select order_id, driver_phone, offered_at, answer, answered_at
    from offers
    where order_id = any(${orderIds})
    order by offered_at`;
}

export async function listDrops(db: Sql, orderIds: readonly string[]): Promise<readonly Drop[]> {
  return db<Drop>`
    select order_id, happened_at as at
    from order_history
    where order_id = any(${orderIds})
      and event = 'driver_cancel'
    order by order_id, seq`;
}

export async function listShifts(db: Sql, { cityId, from, to }: Stretch, limit: number): Promise<readonly Shift[]> {
  return db<Shift>`
    select driver_phone, on_at, off_at, lat, lng
    from driver_shifts
    join drivers on phone = driver_phone
    where city_id = ${cityId}
      and on_at < ${to}
      and (off_at is null or off_at > ${from})
    order by on_at
    limit ${limit}`;
}
