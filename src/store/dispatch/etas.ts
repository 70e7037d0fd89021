// When drivers are expected, and how long stretches really took.
import type { DrivenLeg } from "../../domain/eta/driven-leg.ts";
import type { OrderWindows, TimeWindow } from "../../domain/eta/order-eta.ts";
import type { LatLng } from "../../domain/geo.ts";
import { type Sql, sql } from "../db.ts";

export type StoredEta = Pick<OrderWindows, "pickup" | "delivery">;

export async function saveEtas(db: Sql, etas: readonly OrderWindows[], now: Date): Promise<void> {
  const documents = etas.map(({ orderId, pickup, delivery }) => ({
    orderId,
    pickupAt: pickup?.at,
    pickupLow: pickup?.low,
    pickupHigh: pickup?.high,
    deliveryAt: delivery.map((door) => door?.at ?? null),
    deliveryLow: delivery.map((door) => door?.low ?? null),
    deliveryHigh: delivery.map((door) => door?.high ?? null),
  }));
  await db`
    insert into order_etas
      (order_id, pickup_at, pickup_low, pickup_high, delivery_at, delivery_low, delivery_high, computed_at)
    select "orderId", "pickupAt", "pickupLow", "pickupHigh", "deliveryAt", "deliveryLow", "deliveryHigh", ${now}
    from json_to_recordset(${JSON.stringify(documents)}::json) as eta (
      "orderId" text, "pickupAt" timestamptz, "pickupLow" timestamptz, "pickupHigh" timestamptz,
      "deliveryAt" timestamptz[], "deliveryLow" timestamptz[], "deliveryHigh" timestamptz[]
    )
    on conflict (order_id) do update
    set pickup_at = excluded.pickup_at, pickup_low = excluded.pickup_low, pickup_high = excluded.pickup_high,
      delivery_at = excluded.delivery_at, delivery_low = excluded.delivery_low, delivery_high = excluded.delivery_high,
      computed_at = excluded.computed_at`;
}

export type EtaRow = {
  readonly pickupAt: Date | null;
  readonly pickupLow: Date | null;
  readonly pickupHigh: Date | null;
  readonly deliveryAt: readonly (Date | null)[] | null;
  readonly deliveryLow: readonly (Date | null)[] | null;
  readonly deliveryHigh: readonly (Date | null)[] | null;
};

export const ETA_COLUMNS = sql`
  eta.pickup_at, eta.pickup_low, eta.pickup_high, eta.delivery_at, eta.delivery_low, eta.delivery_high`;

// While programs are replaced, an older one may have written the time and not its window.
export function etaOf(row: EtaRow): StoredEta {
  const { pickupAt, deliveryAt } = row;
  return {
    pickup: pickupAt && windowAround(pickupAt, row.pickupLow, row.pickupHigh),
    delivery: (deliveryAt ?? []).map(
      (at, door) => at && windowAround(at, row.deliveryLow?.[door] ?? null, row.deliveryHigh?.[door] ?? null),
    ),
  };
}

function windowAround(at: Date, low: Date | null, high: Date | null): TimeWindow {
  return { at, low: low && low < at ? low : at, high: high && high > at ? high : at };
}

export async function findEta(db: Sql, orderId: string): Promise<StoredEta | undefined> {
  const [row] = await db<EtaRow>`select ${ETA_COLUMNS} from order_etas as eta where order_id = ${orderId}`;
  return row && etaOf(row);
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

// When it was driven as a number, as in LessonRow.
type LegRow = LatLng & Pick<DrivenLeg, "expectedSeconds" | "actualSeconds"> & { readonly drivenAtSeconds: number };

// Of a city, hour by hour back from a moment: the newest of each hour.
export async function listDrivenLegs(
  db: Sql,
  cityId: string,
  { until, hours }: { readonly until: Date; readonly hours: number },
  ofEachHour: number,
): Promise<readonly LegRow[]> {
  return db<LegRow>`
    select lat, lng, extract(epoch from driven_at)::int as driven_at_seconds, expected_seconds, actual_seconds
    from generate_series(0, ${hours}::int - 1) as back
    cross join lateral (
      select lat, lng, driven_at, expected_seconds, actual_seconds
      from driven_legs
      where city_id = ${cityId}
        and driven_at < ${until}::timestamptz - make_interval(hours => back)
        and driven_at >= ${until}::timestamptz - make_interval(hours => back + 1)
      order by driven_at desc
      limit ${ofEachHour}
    ) as newest`;
}

// They were driven in the order of their numbers, but for a few seconds.
export async function removeOldLegs(db: Sql, until: Date, limit: number): Promise<void> {
  await db`
    delete from driven_legs
    where id in (
      select id
      from (select id, driven_at from driven_legs order by id limit ${limit}) as oldest
      where driven_at <= ${until}
    )`;
}
