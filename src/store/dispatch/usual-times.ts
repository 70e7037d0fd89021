// How long orders lately waited for a driver, and drivers took to the pickup.
import type { UsualTimes } from "../../domain/eta/expected-times.ts";
import type { Sql } from "../db.ts";

// By service, the middle of the newest orders; of those with fewer than `least` nothing is said. Robots race through the sandbox and
// teach nothing.
export async function listUsualTimes(db: Sql, orders: number, least: number): Promise<ReadonlyMap<string, UsualTimes>> {
  const rows = await db<UsualTimes & { serviceId: string }>`
    with newest as (
      select service_id, driver_phone, (state ->> 'assigningAt')::timestamptz as sought_at,
        (state ->> 'acceptedAt')::timestamptz as accepted_at,
        coalesce(state ->> 'arrivedAt', state ->> 'pickedUpAt')::timestamptz as arrived_at
      from orders
      order by number desc
      limit ${orders}
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
