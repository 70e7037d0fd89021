// Orders found many at a time. Pages go by the order's number, newest first, so that a page stays a page while orders come in.
import { isFinished, type Order } from "../../domain/orders/order.ts";
import type { Status } from "../../domain/orders/order-life.ts";
import type { Outcome } from "../../domain/orders/outcome.ts";
import { parsePhone } from "../../domain/phone.ts";
import { joined, NOTHING, type Sql, sql } from "../db.ts";
import { readInPages } from "../in-pages.ts";
import { hasOutcome } from "./by-outcome.ts";
import { madeBetween } from "./made-between.ts";
import { type OrderRow, orderOf } from "./order-document.ts";
import { type NumberedOrder, ORDER_COLUMNS, selectOrders } from "./orders.ts";
import { hasStatus, IS_CARRIED, IS_OPEN } from "./standing.ts";

export type OrderFilter = {
  readonly partnerId?: string | undefined;
  readonly creatorPhone?: string | undefined;
  readonly status?: Status | undefined;
  readonly outcome?: Outcome | undefined;
  readonly serviceId?: string | undefined;
  readonly cityIds?: readonly string[] | undefined;
  readonly from?: Date | undefined;
  readonly to?: Date | undefined;
  // An order id, a phone of the creator or driver, or a tracking number.
  readonly search?: string | undefined;
  // Found otherwise by the same search.
  readonly foundNumbers?: readonly number[] | undefined;
  // Only orders made before this one.
  readonly beforeNumber?: number | undefined;
};

export function listOrders(db: Sql, filter: OrderFilter, limit: number): Promise<readonly NumberedOrder[]> {
  return readInPages<NumberedOrder>(limit, (after, count) =>
    listOrderPage(db, after ? { ...filter, beforeNumber: after.number } : filter, count),
  );
}

async function listOrderPage(db: Sql, filter: OrderFilter, limit: number): Promise<readonly NumberedOrder[]> {
  // Each branch goes by its own index, newest first, and ends at a page: however many orders an account has, no more of them are read.
  const pages = branchesOf(filter).map(
    ({ where, order }) => sql`(
      select number, ${ORDER_COLUMNS}
      from orders
      where ${where}
        ${filter.partnerId === undefined ? NOTHING : sql`and orders.partner_id = ${filter.partnerId}`}
        ${filter.status === undefined ? NOTHING : sql`and ${hasStatus([filter.status])}`}
        ${filter.outcome === undefined ? NOTHING : sql`and ${hasOutcome([filter.outcome])}`}
        ${filter.serviceId === undefined ? NOTHING : sql`and service_id = ${filter.serviceId}`}
        ${filter.cityIds === undefined || (filter.search === undefined && !isOfOpen(filter)) ? NOTHING : sql`and city_id = any(${filter.cityIds})`}
        ${madeBetween(filter)}
        ${filter.beforeNumber === undefined ? NOTHING : sql`and number < ${filter.beforeNumber}`}
      order by ${order}
      limit ${limit}
    )`,
  );
  const rows = await db<OrderRow & { readonly number: number }>`
    select distinct on (number) page.*
    from (${joined(pages, " union all ")}) as page
    order by number desc
    limit ${limit}`;
  return rows.map(({ number, ...row }) => ({ number, order: orderOf(row) }));
}

type Branch = { readonly where: ReturnType<typeof sql>; readonly order: ReturnType<typeof sql> };

const found = (where: Branch["where"]): Branch => ({ where, order: sql`number desc` });

// They are few among all there ever were, and have an index of their own, which PostgreSQL takes where no other has the order that is asked for.
const OPEN_ONES: Branch = { where: IS_OPEN, order: sql`number + 0 desc` };

function branchesOf(filter: OrderFilter): readonly Branch[] {
  const { search, foundNumbers = [], creatorPhone, cityIds } = filter;
  if (search !== undefined) return [...matches(search), found(sql`number = any(${foundNumbers}::bigint[])`)];
  if (isOfOpen(filter)) return [creatorPhone === undefined ? OPEN_ONES : openOnesOf(creatorPhone)];
  if (creatorPhone !== undefined) return [newestOf(sql`creator_phone`, creatorPhone)];
  return cityIds?.map((cityId) => newestOf(sql`city_id`, cityId)) ?? [found(sql`true`)];
}

const openOnesOf = (creatorPhone: string): Branch => ({
  ...OPEN_ONES,
  where: sql`${IS_OPEN} and creator_phone = ${creatorPhone}`,
});

const isOfOpen = ({ status, outcome }: OrderFilter): boolean =>
  outcome === "OPEN" || (status !== undefined && !isFinished({ status }));

// What equals is said as from there to there, and is sorted by first: so that only the index on the column and the number has the order that is asked for.
// Told that somebody has most orders, PostgreSQL else goes through all numbers from the newest on and meets those of everybody who came after:
// 100 ms at a million orders instead of one.
const newestOf = (column: Branch["where"], value: string): Branch => ({
  where: sql`${column} >= ${value} and ${column} <= ${value}`,
  order: sql`${column} desc, number desc`,
});

// One index each: a union of exact matches stays quick however many orders there are.
function matches(search: string): readonly Branch[] {
  const phone = parsePhone(search) ?? search;
  return [
    found(sql`id = ${search.toUpperCase()}`),
    newestOf(sql`creator_phone`, phone),
    newestOf(sql`driver_phone`, phone),
    found(sql`number in (select order_number from tracking_numbers where tracking_number = ${search})`),
  ];
}

// What a driver has accepted and not finished.
export async function listCarriedOrders(db: Sql, driverPhone: string, limit: number): Promise<readonly Order[]> {
  return selectOrders(db)`
    where driver_phone = ${driverPhone}
      and ${IS_CARRIED}
    order by number
    limit ${limit}`;
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

export async function listTrackedIds(db: Sql, partnerId: string, trackingNumber: string, limit: number) {
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
