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
      and created_at >= ${from}
      and created_at < ${to}
    order by number
    limit ${limit}`;
  return rows.map(orderOf);
}

export async function listAsked(db: Sql, orderIds: readonly string[]): Promise<readonly AskedDriver[]> {
  return db<AskedDriver>`
    select order_id, driver_phone, offered_at, answer, answered_at, taken_from
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

// Shifts that touch the stretch, cut to it: a driver out since yesterday is out from its first second.
export async function listShifts(db: Sql, { cityId, from, to }: Stretch, limit: number): Promise<readonly Shift[]> {
  return db<Shift>`
    select driver_phone, greatest(on_at, ${from}) as on_at, least(off_at, ${to}) as off_at, lat, lng
    from driver_shifts
    join drivers on phone = driver_phone
    where city_id = ${cityId}
      and on_at < ${to}
      and (off_at is null or off_at > ${from})
    order by on_at, driver_phone
    limit ${limit}`;
}
