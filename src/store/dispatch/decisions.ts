// What the dispatcher decided about an order, and why, each time it decided something. The drivers it looked at are kept as rows of values: they
// are nearly all of it.
import type { DispatchRecord, RecordedDriver } from "../../domain/dispatch/dispatch-record.ts";
import type { Sql } from "../db.ts";

export type Decision = { readonly decidedAt: Date; readonly record: DispatchRecord };

type DriverValues = readonly [
  driverId: string,
  verdict: RecordedDriver["verdict"],
  pickupInSeconds: number,
  addedCostSeconds: number | null,
  lat?: number,
  lng?: number,
];

// With so many at a time writing them down holds nobody up for long.
const PAGE = 40;

export async function insertDecisions(tx: Sql, records: readonly DispatchRecord[], at: Date): Promise<void> {
  let writing: Promise<unknown> = Promise.resolve();
  for (let from = 0; from < records.length; from += PAGE) {
    const page = records.slice(from, from + PAGE);
    // While the page before is kept.
    const withoutDrivers = page.map((record) => JSON.stringify({ ...record, considered: [] }));
    const drivers = page.map(({ considered }) => JSON.stringify(considered.map(valuesOf)));
    await writing;
    writing = tx`
      insert into dispatch_decisions (order_id, decided_at, record, considered)
      select order_id, ${at}, record, considered
      from unnest(
        ${page.map((record) => record.orderId)}::text[], ${withoutDrivers}::json[], ${drivers}::json[]
      ) as decided (order_id, record, considered)`;
  }
  await writing;
}

export async function listDecisions(db: Sql, orderId: string, limit: number): Promise<readonly Decision[]> {
  const rows = await db<Decision & { readonly considered: readonly DriverValues[] | null }>`
    select decided_at, record, considered
    from dispatch_decisions
    where order_id = ${orderId}
    order by id desc
    limit ${limit}`;
  // Rows of older programs have everything in their record.
  return rows.map(({ decidedAt, record, considered }) => ({
    decidedAt,
    record: considered ? { ...record, considered: considered.map(driverOf) } : record,
  }));
}

// What was last said of each, where it is in no route.
export async function listObstacles(db: Sql, orderIds: readonly string[]) {
  const rows = await db<{ orderId: string; record: DispatchRecord }>`
    select order_id, record
    from unnest(${orderIds}::text[]) as asked (order_id)
    cross join lateral (
      select record
      from dispatch_decisions
      where dispatch_decisions.order_id = asked.order_id
      order by id desc
      limit 1
    ) as newest`;
  return new Map(
    rows
      .filter(({ record }) => record.verdict === "CANNOT_BE_PLANNED")
      .map(({ orderId, record }) => [orderId, record] as const),
  );
}

function valuesOf({ driverId, verdict, pickupInSeconds, addedCostSeconds, place }: RecordedDriver): DriverValues {
  const cost = addedCostSeconds === undefined ? null : Math.round(addedCostSeconds);
  return place
    ? [driverId, verdict, pickupInSeconds, cost, place.lat, place.lng]
    : [driverId, verdict, pickupInSeconds, cost];
}

function driverOf([driverId, verdict, pickupInSeconds, cost, lat, lng]: DriverValues): RecordedDriver {
  const driver = { driverId, verdict, pickupInSeconds, addedCostSeconds: cost ?? undefined };
  return lat === undefined || lng === undefined ? driver : { ...driver, place: { lat, lng } };
}
