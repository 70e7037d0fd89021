// Drivers who hold an accepted order and have not been heard of.
import type { Silence } from "../../domain/drivers/silence.ts";
import type { Phone } from "../../domain/phone.ts";
import type { Sql } from "../db.ts";
import { IS_TAKEN_BY_OFFER } from "../drivers/places.ts";
import { notifyAfterwards } from "../notices.ts";
import { CARRIED_ORDERS } from "../orders/standing.ts";

export type SilentDriver = Silence & { readonly orderId: string; readonly phone: Phone };

export async function listSilentDrivers(db: Sql, heardBefore: Date, limit: number) {
  return db<SilentDriver>`
    select orders.id as order_id, place.driver_phone as phone, heard_at, asked_at
    from ${CARRIED_ORDERS} as orders
    join driver_places as place on place.driver_phone = orders.driver_phone
    left join driver_check_ins as asked on asked.order_id = orders.id and asked.driver_phone = place.driver_phone
    where orders.status = 'ACCEPTED'
      and heard_at <= ${heardBefore}
      and ${IS_TAKEN_BY_OFFER}
    order by heard_at
    limit ${limit}`;
}

// False when another replica has asked meanwhile.
export async function noteAsked(tx: Sql, silent: SilentDriver, now: Date): Promise<boolean> {
  const rows = await tx`
    insert into driver_check_ins as known (order_id, driver_phone, asked_at)
    values (${silent.orderId}, ${silent.phone}, ${now})
    on conflict (order_id) do update
    set driver_phone = excluded.driver_phone, asked_at = excluded.asked_at
    where known.asked_at <= ${silent.heardAt}
      or known.driver_phone <> excluded.driver_phone
    returning order_id`;
  if (rows.length === 1) notifyAfterwards(tx, "giao_offers", silent.phone);
  return rows.length === 1;
}

// Questions that have been answered by a sign of life, or whose order has gone on. They are few, and each looks for its own order: joined, PostgreSQL may
// keep a plan, from when there were few orders, that reads all of them.
export async function removeAnsweredCheckIns(db: Sql): Promise<void> {
  await db`
    delete from driver_check_ins as asked
    where (
      select orders.status <> 'ACCEPTED'
        or orders.driver_phone is distinct from asked.driver_phone
        or (select heard_at > asked_at from driver_places as place where place.driver_phone = asked.driver_phone)
      from orders
      where orders.id = asked.order_id
    )`;
}
