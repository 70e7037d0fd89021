// A city at this moment, for the operator's map: who drives there and which orders are open. Bounded: a map with more on it tells
// nobody anything.
import { LIVE_DRIVERS_MAX, LIVE_ORDERS_MAX } from "../../contract/live-city.ts";
import { MOVING_METERS_PER_SECOND, MOVING_SECONDS } from "../../domain/board/live-place.ts";
import type { Status } from "../../domain/orders/order-life.ts";
import type { Sql } from "../db.ts";
import type { OrderKey } from "../dispatch/round-rows.ts";
import { IN_HAND, IS_OPEN, IS_WAITING } from "../orders/standing.ts";

export type LiveDriver = {
  readonly phone: string;
  readonly name: string;
  readonly plateNumber: string;
  readonly vehicle: string;
  readonly lat: number;
  readonly lng: number;
  readonly heading: number | null;
  readonly heardAt: Date | null;
  readonly locatedAt: Date | null;
  readonly carrying: number;
};

export type LiveOrder = OrderKey & {
  readonly status: Status;
  readonly serviceId: string;
  readonly driverPhone: string | null;
  readonly createdAt: Date;
  // When the search for a driver ends, while it lasts.
  readonly dueAt: Date | null;
  readonly points: readonly { readonly lat: number; readonly lng: number }[];
};

// Those who take orders, and those who carry one whether they take more or not.
export async function listLiveDrivers(db: Sql, cityId: string, now: Date) {
  return db<LiveDriver>`
    select phone, name, plate_number, vehicle, lat, lng, heard_at, located_at, coalesce(in_hand, 0) as carrying,
      case
        when coalesce(speed, ${MOVING_METERS_PER_SECOND}) >= ${MOVING_METERS_PER_SECOND}
          and heard_at > ${now}::timestamptz - make_interval(secs => ${MOVING_SECONDS})
        then heading
      end as heading
    from drivers
    join driver_places as place on place.driver_phone = phone
    left join ${IN_HAND} as carried on carried.driver_phone = phone
    where city_id = ${cityId}
      and lat is not null
      and lng is not null
      and (online or in_hand > 0)
    order by phone
    limit ${LIVE_DRIVERS_MAX}`;
}

// Those that wait first: they are what a map is looked at for.
export async function listLiveOrderKeys(db: Sql, cityId: string) {
  return db<OrderKey>`
    select id, seq
    from orders
    where city_id = ${cityId}
      and ${IS_OPEN}
    order by status = 'ASSIGNING' desc, number desc
    limit ${LIVE_ORDERS_MAX}`;
}

export async function listLiveOrders(db: Sql, ids: readonly string[]): Promise<readonly LiveOrder[]> {
  if (ids.length === 0) return [];
  return db<LiveOrder>`
    select id, seq, status, service_id, driver_phone, created_at, due_at,
      (
        select json_agg(json_build_object('lat', point -> 'lat', 'lng', point -> 'lng') order by place)
        from json_array_elements(content -> 'points') with ordinality as given (point, place)
      ) as points
    from orders
    where id = any(${ids})
      and status not in ('COMPLETED', 'CANCELLED')`;
}

export type LiveCounts = {
  readonly drivers: number;
  readonly busy: number;
  readonly orders: number;
  readonly waiting: number;
};

export async function countLiveCity(db: Sql, cityId: string): Promise<LiveCounts> {
  const [row] = await db<LiveCounts>`
    select drivers, busy, orders, waiting
    from (
      select count(*)::int as orders, (count(*) filter (where ${IS_WAITING}))::int as waiting
      from orders
      where city_id = ${cityId}
        and ${IS_OPEN}
    ) as open
    cross join (
      select count(*)::int as drivers, (count(*) filter (where in_hand > 0))::int as busy
      from drivers
      join driver_places as place on place.driver_phone = phone
      left join ${IN_HAND} as carried on carried.driver_phone = phone
      where city_id = ${cityId}
        and (online or in_hand > 0)
    ) as out`;
  return row!;
}
