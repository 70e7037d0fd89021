// The orders drivers have in hand, and those they had.
import type { Order } from "../../domain/orders/order.ts";
import type { Phone } from "../../domain/phone.ts";
import type { Sql } from "../db.ts";
import { type OrderRow, orderOf } from "../orders/order-document.ts";
import { ORDER_COLUMNS } from "../orders/orders.ts";
import { IS_CARRIED, IS_TO_RETURN, IS_WORK } from "./places.ts";

const HELD_MAX = 100;

// In the order they were made; then those with a failed delivery, which are in hand until the goods are back, the newest first:
// goods that never came back must not keep those of today off the list.
export async function listHeldOrders(db: Sql, phone: Phone): Promise<readonly Order[]> {
  const rows = await db<OrderRow>`
    select ${ORDER_COLUMNS}
    from orders
    where driver_phone = ${phone}
      and (${IS_CARRIED} or (${IS_TO_RETURN}))
    order by status = 'COMPLETED', case when status = 'COMPLETED' then -number else number end
    limit ${HELD_MAX}`;
  return rows.map(orderOf);
}

// Newest first; goods that still have to go back are in hand, and not here as well.
export async function listPastOrders(
  db: Sql,
  phone: Phone,
  beforeNumber: number | undefined,
  limit: number,
): Promise<readonly { readonly number: number; readonly order: Order }[]> {
  const rows = await db<OrderRow & { readonly number: number }>`
    select number, ${ORDER_COLUMNS}
    from orders
    where driver_phone = ${phone}
      and status in ('COMPLETED', 'CANCELLED')
      and not (${IS_TO_RETURN})
      and number < ${beforeNumber ?? Number.MAX_SAFE_INTEGER}
    order by number desc
    limit ${limit}`;
  return rows.map(({ number, ...row }) => ({ number, order: orderOf(row) }));
}

// Of each of these drivers who carries any, their ids in one text: whether it is still the same is all that is asked of it.
export async function listInHand(db: Sql, phones: readonly Phone[]): Promise<ReadonlyMap<Phone, string>> {
  const rows = await db<{ phone: Phone; inHand: string }>`
    select driver_phone as phone, string_agg(id, ' ' order by id) as in_hand
    from orders
    where driver_phone = any(${phones})
      and ${IS_CARRIED}
    group by driver_phone`;
  return new Map(rows.map(({ phone, inHand }) => [phone, inHand]));
}

const DAY_MAX = 500;

// Of one driver, what was completed since.
export async function listCompletedSince(db: Sql, phone: Phone, since: Date): Promise<readonly Order[]> {
  const rows = await db<OrderRow>`
    select ${ORDER_COLUMNS}
    from orders
    where driver_phone = ${phone}
      and status = 'COMPLETED'
      and (state ->> 'completedAt')::timestamptz >= ${since}
    order by number desc
    limit ${DAY_MAX}`;
  return rows.map(orderOf);
}

// What these drivers have to do: orders they accepted or were given, and have not finished.
export async function listWork(db: Sql, phones: readonly Phone[]): Promise<readonly Order[]> {
  const rows = await db<OrderRow>`
    select ${ORDER_COLUMNS}
    from orders
    where driver_phone = any(${phones})
      and ${IS_CARRIED}
      and ${IS_WORK}
    order by number`;
  return rows.map(orderOf);
}

export type WorkKey = { readonly id: string; readonly seq: number; readonly driverPhone: Phone };

// The same by their names only, for who knows most of them already.
export async function listWorkKeys(db: Sql, phones: readonly Phone[]): Promise<readonly WorkKey[]> {
  return db<WorkKey>`
    select id, seq, driver_phone
    from orders
    where driver_phone = any(${phones})
      and ${IS_CARRIED}
      and ${IS_WORK}
    order by number`;
}

// Of these orders, the ones that these drivers hold or held last.
export async function listOrdersOfDrivers(
  db: Sql,
  orderIds: readonly string[],
  phones: readonly Phone[],
): Promise<readonly Order[]> {
  const rows = await db<OrderRow>`
    select ${ORDER_COLUMNS}
    from orders
    where id = any(${orderIds})
      and driver_phone = any(${phones})`;
  return rows.map(orderOf);
}

export type CheckIn = { readonly orderId: string; readonly driverPhone: Phone; readonly askedAt: Date };

export async function listCheckIns(db: Sql, phones: readonly Phone[]): Promise<readonly CheckIn[]> {
  return db<CheckIn>`
    select order_id, driver_phone, asked_at
    from driver_check_ins
    where driver_phone = any(${phones})`;
}

// Everything these drivers have in hand, however they came to it.
export async function listCarriedBy(db: Sql, phones: readonly Phone[]): Promise<readonly Order[]> {
  const rows = await db<OrderRow>`
    select ${ORDER_COLUMNS}
    from orders
    where driver_phone = any(${phones})
      and ${IS_CARRIED}
    order by number`;
  return rows.map(orderOf);
}
