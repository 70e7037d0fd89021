// What may need a person: orders that wait, that somebody has in hand, or whose goods were left over, and endpoints that do not take callbacks.
// Whether one does is decided by domain/board/exceptions.ts.
import type { Phone } from "../../domain/phone.ts";
import { joined, type Sql, sql } from "../db.ts";
import type { OrderKey } from "../dispatch/round-rows.ts";
import { hasOutcome } from "../orders/by-outcome.ts";
import { IS_CARRIED, IS_WAITING } from "../orders/standing.ts";

export type WatchedOrder = OrderKey & {
  readonly driverPhone: Phone | null;
  readonly isDriverSuspended: boolean;
  readonly heardAt: Date | null;
  // Of the last door.
  readonly expectedAt: Date | null;
};

const GROUPS = [
  { condition: IS_WAITING, order: sql`number` },
  { condition: IS_CARRIED, order: sql`number` },
  { condition: hasOutcome(["FAILED", "PARTLY_DELIVERED", "RETURNING"]), order: sql`number desc` },
] as const;

// `limit`: of each of the three, of goods that were left over the newest.
export async function listWatchedOrders(
  db: Sql,
  cityIds: readonly string[] | undefined,
  limit: number,
): Promise<readonly WatchedOrder[]> {
  const groups = GROUPS.map(
    ({ condition, order }) => sql`(
      select id, seq, driver_phone
      from orders
      where ${condition}
        ${cityIds === undefined ? sql`` : sql`and city_id = any(${cityIds})`}
      order by ${order}
      limit ${limit}
    )`,
  );
  return db<WatchedOrder>`
    select watched.id, seq, watched.driver_phone, coalesce(drivers.status = 'DEACTIVATED', false) as is_driver_suspended, heard_at,
      delivery_at[cardinality(delivery_at)] as expected_at
    from (${joined(groups, " union all ")}) as watched
    left join drivers on drivers.phone = watched.driver_phone
    left join driver_places as place on place.driver_phone = watched.driver_phone
    left join order_etas on order_id = watched.id`;
}

export type DownEndpoint = {
  readonly partnerId: string;
  readonly isStopped: boolean;
  readonly failures: number;
  readonly waiting: number;
  readonly since: Date;
};

// Stopped by a 410, or failing so long that it is only probed, with something that waits for it.
export async function listDownEndpoints(db: Sql, limit: number) {
  return db<DownEndpoint>`
    select partner_id, stopped_at is not null as is_stopped, failures, waiting, coalesce(stopped_at, oldest, saved_at) as since
    from callback_endpoints
    cross join lateral (
      select count(*)::int as waiting, min(queued_at) as oldest
      from callback_queue
      where callback_queue.partner_id = callback_endpoints.partner_id
        and given_up_at is null
    ) as queue
    where stopped_at is not null
      or probe_at is not null
    order by since
    limit ${limit}`;
}
