// What dispatch learns from: how drivers answer, and how long goods take at a pickup.
import type { Answers } from "../../domain/dispatch/acceptance.ts";
import type { PickupWait } from "../../domain/eta/preparation.ts";
import type { LatLng } from "../../domain/geo.ts";
import type { Phone } from "../../domain/phone.ts";
import type { Sql } from "../db.ts";

export type DriverAnswers = Answers & { readonly driverPhone: Phone; readonly hour: number };

// In all (hour -1), and in this hour of the day in UTC.
export async function listAnswers(db: Sql, phones: readonly Phone[], hour: number): Promise<readonly DriverAnswers[]> {
  return db<DriverAnswers>`
    select driver_phone, hour, asked, accepted
    from driver_answers
    where driver_phone = any(${phones})
      and hour in (-1, ${hour})`;
}

export type StoredWait = PickupWait & LatLng;

export async function listPickupWaits(db: Sql, since: Date, limit: number): Promise<readonly StoredWait[]> {
  return db<StoredWait>`
    select lat, lng, arrived_after_seconds, waited_seconds
    from pickup_waits
    where picked_up_at >= ${since}
    order by picked_up_at desc
    limit ${limit}`;
}
