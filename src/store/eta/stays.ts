// How long drivers stayed at stops (saved with what came of windows, promised-windows.ts).
import type { OrderStay } from "../../domain/eta/happened.ts";
import type { PickupWait } from "../../domain/eta/preparation.ts";
import type { LatLng } from "../../domain/geo.ts";
import type { Sql } from "../db.ts";
import { type OrderHours, settledIn } from "./hours.ts";

// When they left as a number, as in LessonRow.
export type StayRow = LatLng &
  Omit<OrderStay, "leftAt"> & { readonly serviceId: string; readonly leftAtSeconds: number };

export async function listStays(db: Sql, cityId: string, hours: OrderHours) {
  return db<StayRow>`
    select kind, service_id, lat, lng, extract(epoch from left_at)::int as left_at_seconds, seconds, arrived_after_seconds
    from ${settledIn(cityId, hours)}
    join told_stays using (number)`;
}

// How long goods took at a pickup, where nobody had said.
export async function listPickupWaits(db: Sql, cityId: string, hours: OrderHours) {
  return db<PickupWait & LatLng>`
    select lat, lng, arrived_after_seconds, seconds as waited_seconds
    from ${settledIn(cityId, hours)}
    join told_stays using (number)
    where kind = 'pickup'
      and arrived_after_seconds is not null`;
}
