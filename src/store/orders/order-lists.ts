// Orders found many at a time. Pages go by the order's number, newest first, so that a page stays a page while orders come in.
import type { Order } from "../../domain/orders/order.ts";
import type { Status } from "../../domain/orders/order-life.ts";
import { type Sql, sql } from "../db.ts";
import { readInPages } from "../in-pages.ts";
import { type OrderRow, orderOf } from "./order-document.ts";
import { ORDER_COLUMNS } from "./orders.ts";

export type NumberedOrder = { readonly number: number; readonly order: Order };

export type OrderFilter = {
  readonly creatorPhone?: string;
  readonly status?: Status;
  readonly serviceId?: string;
  readonly from?: Date;
  readonly to?: Date;
  // An order id, a phone of the creator or driver, or a tracking number.
  readonly search?: string;
  // Only orders made before this one.
  readonly beforeNumber?: number;
};

const NOTHING = sql``;

export function listOrders(db: Sql, filter: OrderFilter, limit: number): Promise<readonly NumberedOrder[]> {
  return readInPages<NumberedOrder>(limit, (after, count) =>
    listOrderPage(db, after ? { ...filter, beforeNumber: after.number } : filter, count),
  );
}

async function listOrderPage(db: Sql, filter: OrderFilter, limit: number): Promise<readonly NumberedOrder[]> {
  const rows = await db<OrderRow & { readonly number: number }>`
    select number, ${ORDER_COLUMNS}
    from orders
    where true
      ${filter.creatorPhone === undefined ? NOTHING : sql`and creator_phone = ${filter.creatorPhone}`}
      ${filter.status === undefined ? NOTHING : sql`and status = ${filter.status}`}
      ${filter.serviceId === undefined ? NOTHING : sql`and service_id = ${filter.serviceId}`}
      ${filter.from === undefined ? NOTHING : sql`and created_at >= ${filter.from}`}
      ${filter.to === undefined ? NOTHING : sql`and created_at <= ${filter.to}`}
      ${filter.beforeNumber === undefined ? NOTHING : sql`and number < ${filter.beforeNumber}`}
      ${filter.search === undefined ? NOTHING : matches(filter.search)}
    order by number desc
    limit ${limit}`;
  return rows.map(({ number, ...row }) => ({ number, order: orderOf(row) }));
}

// One index each: a union of exact matches stays quick however many orders there are.
function matches(search: string) {
  return sql`and number in (
    select number from orders where id = ${search.toUpperCase()}
    union all
    select number from orders where creator_phone = ${search}
    union all
    select number from orders where driver_phone = ${search}
    union all
    select order_number from tracking_numbers where tracking_number = ${search}
  )`;
}

export async function listOrdersById(db: Sql, orderIds: readonly string[]): Promise<readonly Order[]> {
  const rows = await db<OrderRow>`select ${ORDER_COLUMNS} from orders where id = any(${orderIds})`;
  return rows.map(orderOf);
}

// What a driver has accepted and not finished.
export async function listCarriedOrders(db: Sql, driverPhone: string, limit: number): Promise<readonly Order[]> {
  const rows = await db<OrderRow>`
    select ${ORDER_COLUMNS}
    from orders
    where driver_phone = ${driverPhone}
      and status in ('ACCEPTED', 'CONFIRMING', 'PAYING', 'IN PROCESS')
    order by number
    limit ${limit}`;
  return rows.map(orderOf);
}

export type TrackingSearch = {
  readonly partnerId: string;
  readonly trackingNumber: string;
  readonly from: Date;
  readonly to: Date;
  // Orders that are not finished count whenever they were made.
  readonly openOfAnyAge: boolean;
};

// A partner's orders that carry a tracking number, newest first.
export async function listTrackedOrders(db: Sql, search: TrackingSearch, limit: number): Promise<readonly Order[]> {
  const rows = await db<OrderRow>`
    select ${ORDER_COLUMNS}
    from tracking_numbers as tracked
    join orders on orders.id = tracked.order_id
    where tracked.partner_id = ${search.partnerId}
      and tracking_number = ${search.trackingNumber}
      and tracked.created_at <= ${search.to}
      and (
        tracked.created_at >= ${search.from}
        or (${search.openOfAnyAge} and status not in ('COMPLETED', 'CANCELLED'))
      )
    order by tracked.created_at desc, number desc
    limit ${limit}`;
  return rows.map(orderOf);
}

export type TrackedId = { readonly id: string; readonly ownerPhone: string; readonly status: Status };

export async function listTrackedIds(
  db: Sql,
  partnerId: string,
  trackingNumber: string,
  limit: number,
): Promise<readonly TrackedId[]> {
  return db<TrackedId>`
    select orders.id, creator_phone as owner_phone, status
    from tracking_numbers as tracked
    join orders on orders.id = tracked.order_id
    where tracked.partner_id = ${partnerId}
      and tracking_number = ${trackingNumber}
    order by tracked.created_at desc, number desc
    limit ${limit}`;
}

// Which of these numbers orders of the partner carry that were not cancelled.
export async function listLiveTrackingNumbers(
  db: Sql,
  partnerId: string,
  trackingNumbers: readonly string[],
): Promise<readonly string[]> {
  if (trackingNumbers.length === 0) return [];
  const rows = await db<{ trackingNumber: string }>`
    select distinct tracking_number
    from tracking_numbers
    where partner_id = ${partnerId}
      and tracking_number = any(${trackingNumbers})
      and live`;
  return rows.map((row) => row.trackingNumber);
}
