// Where an order stands, as far as indexes are asked for it: the statuses of an order that is with a driver are one, so that a pickup changes nothing
// that is indexed. The schema writes it with the status.
import type { Status } from "../../domain/orders/order-life.ts";
import { joined, sql } from "../db.ts";

export const IS_WAITING = sql`orders.waiting`;
// As the partial index orders_in_hand has it.
export const IS_CARRIED = sql`orders.carried`;
// As the partial index orders_open has it.
export const IS_OPEN = sql`(orders.idle or orders.waiting or orders.carried)`;
// The cities in which orders wait, each asked for by that index, which alone has this order: told what the city is and that an order waits, PostgreSQL may
// keep a plan, from when there were few orders, that reads all that the city ever had.
export const WAITING_CITIES = sql`
  select cities.id as city_id
  from cities
  cross join lateral (
    select
    from orders
    where orders.city_id >= cities.id
      and orders.city_id <= cities.id
      and orders.waiting >= true
      and ${IS_OPEN}
    order by orders.city_id, orders.waiting
    limit 1
  ) as first`;
// All that drivers have in hand, by the index and in the order of orders_in_hand, which holds these alone. Asked for without, PostgreSQL, which may know of
// none when it plans, goes through all orders there are as gladly, or through all that are open, those for other days too.
export const CARRIED_ORDERS = sql`(
  select id, status, driver_phone
  from orders
  where ${IS_CARRIED}
    and driver_phone > ''
  order by driver_phone
)`;
export const IN_HAND = sql`(
  select driver_phone, count(*)::int as in_hand
  from ${CARRIED_ORDERS} as carried
  group by driver_phone
)`;
// Of those that were completed before the schema wrote it, nothing is said.
export const IS_COMPLETED = sql`orders.idle is null and orders.waiting is null and orders.carried is null and orders.cancelled is null`;
export const IS_CANCELLED = sql`orders.cancelled`;

const CONDITIONS = {
  IDLE: sql`orders.idle`,
  ASSIGNING: IS_WAITING,
  ACCEPTED: carriedAs("ACCEPTED"),
  CONFIRMING: carriedAs("CONFIRMING"),
  PAYING: carriedAs("PAYING"),
  "IN PROCESS": carriedAs("IN PROCESS"),
  COMPLETED: IS_COMPLETED,
  CANCELLED: IS_CANCELLED,
} as const satisfies Record<Status, unknown>;

function carriedAs(status: Status) {
  return sql`${IS_CARRIED} and orders.status = ${status}`;
}

export function hasStatus(statuses: readonly Status[]) {
  const [first, ...more] = statuses.map((status) => sql`(${CONDITIONS[status]})`);
  return first === undefined ? sql`false` : sql`(${joined([first, ...more], " or ")})`;
}
