// How long drivers stayed at stops.
import type { OrderStay } from "../../domain/eta/happened.ts";
import type { LatLng } from "../../domain/geo.ts";
import type { Sql } from "../db.ts";

export type StayRow = LatLng & OrderStay & { readonly cityId: string; readonly serviceId: string };

export async function saveStays(db: Sql, stays: readonly (StayRow & { readonly orderId: string })[]): Promise<void> {
  if (stays.length === 0) return;
  await db`
    insert into stop_stays (order_id, kind, city_id, service_id, lat, lng, left_at, seconds, arrived_after_seconds)
    select "orderId", kind, "cityId", "serviceId", lat, lng, "leftAt", seconds, "arrivedAfterSeconds"
    from json_to_recordset(${JSON.stringify(stays)}::json) as stay (
      "orderId" text, kind text, "cityId" text, "serviceId" text, lat float8, lng float8, "leftAt" timestamptz, seconds int,
      "arrivedAfterSeconds" int
    )
    on conflict do nothing`;
}

export async function listStays(db: Sql, since: Date, limit: number) {
  return db<StayRow>`
    select kind, city_id, service_id, lat, lng, left_at, seconds, arrived_after_seconds
    from stop_stays
    where left_at >= ${since}
    order by left_at desc
    limit ${limit}`;
}
