// A past day of a city as its rows tell it: what was ordered, who was out, who was asked.
import type { Order } from "../../domain/orders/order.ts";
import type { KeptOffer, KeptShift } from "../../domain/simulation/recalled-day.ts";
import type { Sql } from "../db.ts";
import { type OrderRow, orderOf } from "../orders/order-document.ts";
import { ORDER_COLUMNS } from "../orders/orders.ts";

export type DaySpan = { readonly cityId: string; readonly from: Date; readonly to: Date };

export async function listOrdersOfDay(
  db: Sql,
  { cityId, from, to }: DaySpan,
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

export async function listOffersOfDay(db: Sql, orderIds: readonly string[]): Promise<readonly KeptOffer[]> {
  return db<KeptOffer>`
    select order_id, driver_phone, offered_at, answer, answered_at
    from offers
    where order_id = any(${orderIds})
    order by offered_at`;
}

// Shifts that touch the day, cut to it: a driver out since yesterday is out from its first second.
export async function listShiftsOfDay(
  db: Sql,
  { cityId, from, to }: DaySpan,
  limit: number,
): Promise<readonly KeptShift[]> {
  return db<KeptShift>`
    select driver_phone, greatest(on_at, ${from}) as on_at, least(off_at, ${to}) as off_at, lat, lng
    from driver_shifts
    join drivers on phone = driver_phone
    where city_id = ${cityId}
      and on_at < ${to}
      and (off_at is null or off_at > ${from})
    order by on_at, driver_phone
    limit ${limit}`;
}
