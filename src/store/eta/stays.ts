// How long drivers stayed at stops (saved with what came of windows, promised-windows.ts).
import type { OrderStay } from "../../domain/eta/happened.ts";
import type { PickupWait } from "../../domain/eta/preparation.ts";
import type { LatLng } from "../../domain/geo.ts";
import type { Sql } from "../db.ts";

export type StayRow = LatLng & OrderStay & { readonly cityId: string; readonly serviceId: string };

// Of the newest orders.
export async function listStays(db: Sql, since: Date, limit: number) {
  return db<StayRow>`
    select kind, city_id, service_id, lat, lng, left_at, seconds, arrived_after_seconds
    from told_stays
    where number >= (select order_number_at(${since}))
    order by number desc
    limit ${limit}`;
}

// How long goods took at a pickup, where nobody had said.
export async function listPickupWaits(db: Sql, since: Date, limit: number) {
  return db<PickupWait & LatLng>`
    select lat, lng, arrived_after_seconds, seconds as waited_seconds
    from told_stays
    where number >= (select order_number_at(${since}))
      and kind = 'pickup'
      and arrived_after_seconds is not null
    order by number desc
    limit ${limit}`;
}
