// What drivers' ways taught about roads, and which orders have been learnt from.
import type { LatLng } from "../../domain/geo.ts";
import type { Phone } from "../../domain/phone.ts";
import type { DrivenRoad } from "../../domain/roads.ts";
import type { Sql } from "../db.ts";
import { type NumberedOrder, selectNumberedOrders } from "../orders/orders.ts";

const NAME = "roads_learned_to";
// Half an hour of driving on one edge at one hour of the week: a hundred passes or more. What comes later counts double.
const FULL_MS = 1_800_000;

export type RoadSpeed = DrivenRoad & { readonly weekHour: number };

export async function readLearnedTo(db: Sql): Promise<number> {
  const [row] = await db<{ amount: number }>`select amount from program_state where name = ${NAME}`;
  return row?.amount ?? 0;
}

// In the order they were made, those that were delivered.
export async function listDelivered(
  db: Sql,
  after: number,
  upTo: number,
  limit: number,
): Promise<readonly NumberedOrder[]> {
  return selectNumberedOrders(db)`
    where number > ${after}
      and number <= ${upTo}
      and status = 'COMPLETED'
    order by number
    limit ${limit}`;
}

export type TrailRow = LatLng & { readonly orderId: string; readonly driverPhone: Phone; readonly at: Date };

const TRAIL_ROWS_MAX = 50_000;

// Of drivers who are people, order by order in the order of time.
export async function listTrails(db: Sql, orderIds: readonly string[]) {
  return db<TrailRow>`
    select order_id, driver_phone, at, lat, lng
    from trail_points
    join drivers on phone = driver_phone and not is_robot
    where order_id = any(${orderIds})
    order by order_id, at
    limit ${TRAIL_ROWS_MAX}`;
}

export async function saveRoadSpeeds(tx: Sql, profile: string, speeds: readonly RoadSpeed[], now: Date): Promise<void> {
  await tx`
    insert into road_speeds as known (profile, edge, week_hour, map_ms, driven_ms, driven_at)
    select ${profile}, edge, week_hour, map_ms, driven_ms, ${now}
    from unnest(
      ${speeds.map(({ edge }) => edge)}::bigint[], ${speeds.map(({ weekHour }) => weekHour)}::smallint[],
      ${speeds.map(({ mapMs }) => Math.max(1, Math.round(mapMs)))}::bigint[],
      ${speeds.map(({ drivenMs }) => Math.max(1, Math.round(drivenMs)))}::bigint[]
    ) as driven (edge, week_hour, map_ms, driven_ms)
    order by edge, week_hour
    on conflict (profile, edge, week_hour) do update
    set map_ms = case when known.map_ms > ${FULL_MS} then known.map_ms / 2 else known.map_ms end + excluded.map_ms,
      driven_ms = case when known.map_ms > ${FULL_MS} then known.driven_ms / 2 else known.driven_ms end
        + excluded.driven_ms,
      driven_at = excluded.driven_at`;
}

// False when somebody else has been there.
export async function moveLearnedTo(tx: Sql, from: number, to: number): Promise<boolean> {
  const rows = await tx<{ amount: number }>`
    update program_state
    set amount = ${to}
    where name = ${NAME}
      and amount = ${from}
    returning amount`;
  return rows.length > 0;
}

// A page in the order of the table's key.
export async function listRoadSpeeds(
  db: Sql,
  profile: string,
  after: Pick<RoadSpeed, "edge" | "weekHour">,
  limit: number,
) {
  return db<RoadSpeed>`
    select edge, week_hour, map_ms, driven_ms
    from road_speeds
    where profile = ${profile}
      and (edge, week_hour) > (${after.edge}, ${after.weekHour})
    order by edge, week_hour
    limit ${limit}`;
}
