// When drivers are expected, and how long stretches really took.
import type { DrivenLeg } from "../../domain/eta/driven-leg.ts";
import type { OrderEta } from "../../domain/eta/order-eta.ts";
import type { Sql } from "../db.ts";

export type StoredEta = Omit<OrderEta, "orderId">;

export async function saveEtas(db: Sql, etas: readonly OrderEta[], now: Date): Promise<void> {
  const documents = etas.map(({ orderId, pickupAt, deliveryAt }) => ({ orderId, pickupAt, deliveryAt }));
  await db`
    insert into order_etas (order_id, pickup_at, delivery_at, computed_at)
    select "orderId", "pickupAt", "deliveryAt", ${now}
    from json_to_recordset(${JSON.stringify(documents)}::json)
      as eta ("orderId" text, "pickupAt" timestamptz, "deliveryAt" timestamptz[])
    on conflict (order_id) do update
    set pickup_at = excluded.pickup_at, delivery_at = excluded.delivery_at, computed_at = excluded.computed_at`;
}

export async function findEta(db: Sql, orderId: string): Promise<StoredEta | undefined> {
  const [row] = await db<StoredEta>`select pickup_at, delivery_at from order_etas where order_id = ${orderId}`;
  return row;
}

// Of an order whose way has changed: the next positions of its driver tell anew.
export async function removeEta(tx: Sql, orderId: string): Promise<void> {
  await tx`delete from order_etas where order_id = ${orderId}`;
}

// Those of orders that nobody drives any more.
export async function removeOldEtas(db: Sql, limit: number): Promise<void> {
  await db`
    delete from order_etas
    where order_id in (
      select order_id
      from order_etas
      join orders on orders.id = order_id
      where orders.status not in ('ACCEPTED', 'CONFIRMING', 'PAYING', 'IN PROCESS')
      limit ${limit}
    )`;
}

export type StoredLeg = DrivenLeg & { readonly cityId: string };

export async function listDrivenLegs(db: Sql, since: Date, limit: number): Promise<readonly StoredLeg[]> {
  const rows = await db<Omit<StoredLeg, "place"> & { lat: number; lng: number }>`
    select city_id, lat, lng, driven_at, expected_seconds, actual_seconds
    from driven_legs
    where driven_at >= ${since}
    order by driven_at desc
    limit ${limit}`;
  return rows.map(({ lat, lng, ...leg }) => ({ ...leg, place: { lat, lng } }));
}

export async function removeOldLegs(db: Sql, before: Date, limit: number): Promise<void> {
  await db`
    delete from driven_legs
    where id in (select id from driven_legs where driven_at < ${before} limit ${limit})`;
}
