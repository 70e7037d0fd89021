// What dispatch learns from: how drivers answer, and how long orders waited for one.
import { AT_ANY_HOUR, type DriverAnswers } from "../../domain/dispatch/acceptance.ts";
import type { UsualTimes } from "../../domain/eta/expected-times.ts";
import type { Phone } from "../../domain/phone.ts";
import type { Sql } from "../db.ts";

// In all, and in this hour of the day in UTC.
export async function listAnswers(db: Sql, drivers: readonly { readonly phone: Phone }[], hour: number) {
  return db<DriverAnswers>`
    select driver_phone, hour, asked, accepted
    from driver_answers
    where driver_phone = any(${drivers.map(({ phone }) => phone)})
      and hour in (${AT_ANY_HOUR}, ${hour})`;
}

// How long orders lately waited for a driver, and drivers took to the pickup.

// By service, the middle of its city's newest orders; of those with fewer than `least` nothing is said. Robots race through the sandbox and
// teach nothing.
export async function listUsualTimes(
  db: Sql,
  cityIds: readonly string[],
  { ofEach, least }: { readonly ofEach: number; readonly least: number },
): Promise<ReadonlyMap<string, UsualTimes>> {
  const rows = await db<UsualTimes & { serviceId: string }>`
    with newest as (
      select made.*
      from unnest(${cityIds}::text[]) as city (id)
      cross join lateral (
        select service_id, driver_phone, (state ->> 'assigningAt')::timestamptz as sought_at,
          (state ->> 'acceptedAt')::timestamptz as accepted_at,
          coalesce(state ->> 'arrivedAt', state ->> 'pickedUpAt')::timestamptz as arrived_at
        from orders
        -- As newestOf() in order-lists.ts: by the index that has this order, and never through the orders of all cities.
        where city_id >= city.id
          and city_id <= city.id
        order by city_id desc, number desc
        limit ${ofEach}
      ) as made
    )
    select service_id,
      round(percentile_cont(0.5) within group (order by extract(epoch from accepted_at - sought_at)))::int as assign_seconds,
      round(percentile_cont(0.5) within group (order by extract(epoch from arrived_at - accepted_at)))::int as pickup_seconds
    from newest
    join drivers on phone = driver_phone and not is_robot
    where accepted_at >= sought_at
      and arrived_at >= accepted_at
    group by service_id
    having count(*) >= ${least}`;
  return new Map(rows.map(({ serviceId, ...times }) => [serviceId, times]));
}
