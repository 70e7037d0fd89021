// The orders of several accounts together: a parent's own and its children's, newest first.

import type { Status } from "../../domain/orders/order-life.ts";
import type { Outcome } from "../../domain/orders/outcome.ts";
import type { Phone } from "../../domain/phone.ts";
import { NOTHING, type Sql, sql } from "../db.ts";
import { hasOutcome } from "./by-outcome.ts";
import { madeBetweenOfEach } from "./made-between.ts";
import { type NumberedOrder, selectNumberedOrders } from "./orders.ts";
import { hasStatus } from "./standing.ts";

export type AccountOrderFilter = {
  readonly creatorPhones: readonly Phone[];
  readonly statuses?: readonly Status[] | undefined;
  readonly outcomes?: readonly Outcome[] | undefined;
  readonly serviceIds?: readonly string[] | undefined;
  readonly from?: Date | undefined;
  readonly to?: Date | undefined;
  readonly search?: OrderSearch | undefined;
  // Only orders made before this one.
  readonly beforeNumber?: number | undefined;
};

// What was typed, in each way it can be meant.
type OrderSearch = {
  readonly orderId: string;
  readonly trackingNumber: string;
  readonly driverPhone: Phone | undefined;
  // Found otherwise by the same words.
  readonly numbers?: readonly number[];
};

export async function listAccountOrders(
  db: Sql,
  filter: AccountOrderFilter,
  limit: number,
): Promise<readonly NumberedOrder[]> {
  return selectNumberedOrders(db)`
    where number in (${numbers(filter, limit)})
    order by number desc`;
}

// Counts no further than `limit`.
export async function countAccountOrders(db: Sql, filter: AccountOrderFilter, limit: number): Promise<number> {
  const [row] = await db<{ found: number }>`select count(*) as found from (${numbers(filter, limit)}) as matching`;
  return row?.found ?? 0;
}

function numbers(filter: AccountOrderFilter, limit: number) {
  return filter.search === undefined ? ofEachAccount(filter, limit) : found(filter, filter.search, limit);
}

// Each account's newest by its index, then the newest of those: one statement over all accounts would sort everything they ever ordered.
function ofEachAccount(filter: AccountOrderFilter, limit: number) {
  return sql`
    select newest.number
    from unnest(${filter.creatorPhones}::text[]) as creator (phone)
    cross join lateral (
      select number
      from orders
      where creator_phone = creator.phone
        ${conditions(filter)}
      order by number desc
      limit ${limit}
    ) as newest
    order by newest.number desc
    limit ${limit}`;
}

// One index for each way it may be meant.
function found(filter: AccountOrderFilter, search: OrderSearch, limit: number) {
  const byDriver = sql`union select number from orders where driver_phone = ${search.driverPhone}`;
  return sql`
    select orders.number
    from orders
    where number in (
      select number from orders where id = ${search.orderId}
      union
      select order_number from tracking_numbers where tracking_number = ${search.trackingNumber}
      ${search.driverPhone === undefined ? NOTHING : byDriver}
      union
      select unnest(${search.numbers ?? []}::bigint[])
    )
      and creator_phone = any(${filter.creatorPhones})
      ${conditions(filter)}
    order by number desc
    limit ${limit}`;
}

function conditions(filter: AccountOrderFilter) {
  return sql`
    ${filter.statuses === undefined ? NOTHING : sql`and ${hasStatus(filter.statuses)}`}
    ${filter.outcomes === undefined ? NOTHING : sql`and ${hasOutcome(filter.outcomes)}`}
    ${filter.serviceIds === undefined ? NOTHING : sql`and service_id = any(${filter.serviceIds})`}
    ${madeBetweenOfEach(filter)}
    ${filter.beforeNumber === undefined ? NOTHING : sql`and number < ${filter.beforeNumber}`}`;
}
