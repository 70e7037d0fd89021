// A city at this moment, for the operator's map: who drives there and which orders are open. Bounded: a map with more on it tells
// nobody anything.
import { LIVE_DRIVERS_MAX, LIVE_ORDERS_MAX } from "../../contract/live-city.ts";
import type { Status } from "../../domain/orders/order-life.ts";
import type { Sql } from "../db.ts";

export type LiveDriver = {
  readonly phone: string;
  readonly name: string;
  readonly plateNumber: string;
  readonly vehicle: string;
  readonly lat: number;
  readonly lng: number;
  readonly heading: number | null;
  readonly heardAt: Date | null;
  readonly carrying: number;
};

export type LiveOrder = {
  readonly id: string;
  readonly status: Status;
  readonly serviceId: string;
  readonly driverPhone: string | null;
  readonly createdAt: Date;
  // When the search for a driver ends, while it lasts.
  readonly dueAt: Date | null;
  readonly points: readonly { readonly lat: number; readonly lng: number }[];
};

// Those who take orders, and those who carry one whether they take more or not.
export async function listLiveDrivers(db: Sql, cityId: string): Promise<readonly LiveDriver[]> {
  return db<LiveDriver>`
    with carried as (
      select driver_phone, count(*)::int as carrying
      from orders
      where driver_phone is not null
        and status in ('ACCEPTED', 'CONFIRMING', 'PAYING', 'IN PROCESS')
      group by driver_phone
    )
    select phone, name, plate_number, vehicle, lat, lng, heading, heard_at, coalesce(carrying, 0) as carrying
    from drivers
    join driver_places as place on place.driver_phone = phone
    left join carried on carried.driver_phone = phone
    where city_id = ${cityId}
      and lat is not null
      and lng is not null
      and (online or carrying > 0)
    order by phone
    limit ${LIVE_DRIVERS_MAX}`;
}

export async function listLiveOrders(db: Sql, cityId: string): Promise<readonly LiveOrder[]> {
  return db<LiveOrder>`
    select id, status, service_id, driver_phone, created_at, due_at,
      (
        select json_agg(json_build_object('lat', point -> 'lat', 'lng', point -> 'lng') order by place)
        from json_array_elements(content -> 'points') with ordinality as given (point, place)
      ) as points
    from orders
    where city_id = ${cityId}
      and status not in ('COMPLETED', 'CANCELLED')
    order by number desc
    limit ${LIVE_ORDERS_MAX}`;
}
