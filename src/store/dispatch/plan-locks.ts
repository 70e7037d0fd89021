// What people decided about a city's plan, and plans that were made for them to choose.

import type { Vehicle } from "../../domain/catalogue/service.ts";
import type { Phone } from "../../domain/phone.ts";
import { isUsual, type PlanLocks, type PlanWeights, USUAL_WEIGHTS } from "../../domain/rolling-plan/city-problem.ts";
import type { PlanPicture } from "../../domain/rolling-plan/plan-picture.ts";
import { countRows, type Sql } from "../db.ts";
import type { StoredRoute } from "./planned-routes.ts";

const LOCKS_MAX = 1_000;

// Of orders that wait; what was taken or cancelled is nobody's to plan.
export async function readLocks(db: Sql, cityId: string): Promise<PlanLocks> {
  const orders = await db<{ orderId: string; driverPhone: Phone }>`
    select order_id, plan_locks.driver_phone
    from plan_locks
    join orders on id = order_id and status = 'ASSIGNING'
    where plan_locks.city_id = ${cityId}
    order by order_id
    limit ${LOCKS_MAX}`;
  const routes = await db<{ driverPhone: Phone; orderIds: readonly string[] }>`
    select locked.driver_phone, array_agg(id order by id) as order_ids
    from plan_route_locks as locked
    join orders on id = any(order_ids) and status = 'ASSIGNING'
    where locked.city_id = ${cityId}
    group by locked.driver_phone
    order by locked.driver_phone
    limit ${LOCKS_MAX}`;
  return {
    orders: new Map(orders.map(({ orderId, driverPhone }) => [orderId, driverPhone])),
    routes: new Map(routes.map(({ driverPhone, orderIds }) => [driverPhone, new Set(orderIds)])),
  };
}

type OrderLock = { readonly orderId: string; readonly cityId: string; readonly driverPhone: Phone };

export async function lockToDriver(tx: Sql, { orderId, cityId, driverPhone }: OrderLock, now: Date): Promise<void> {
  await tx`
    insert into plan_locks (order_id, city_id, driver_phone, locked_at)
    values (${orderId}, ${cityId}, ${driverPhone}, ${now})
    on conflict (order_id) do update
    set driver_phone = excluded.driver_phone, locked_at = excluded.locked_at`;
}

export async function unlockOrder(tx: Sql, orderId: string): Promise<void> {
  await tx`delete from plan_locks where order_id = ${orderId}`;
}

type RouteLock = { readonly cityId: string; readonly driverPhone: Phone; readonly orderIds: readonly string[] };

export async function lockRoute(tx: Sql, { cityId, driverPhone, orderIds }: RouteLock, now: Date): Promise<void> {
  await tx`
    insert into plan_route_locks (driver_phone, city_id, order_ids, locked_at)
    values (${driverPhone}, ${cityId}, ${orderIds}, ${now})
    on conflict (driver_phone) do update
    set city_id = excluded.city_id, order_ids = excluded.order_ids, locked_at = excluded.locked_at`;
}

export async function unlockRoute(tx: Sql, driverPhone: Phone): Promise<void> {
  await tx`delete from plan_route_locks where driver_phone = ${driverPhone}`;
}

// Instants of its routes are Unix milliseconds.
export type StoredProposal = {
  readonly id: string;
  readonly cityId: string;
  readonly vehicle: StoredRoute["vehicle"];
  readonly base: string;
  readonly routes: readonly ProposedRoute[];
  readonly picture: PlanPicture | null;
  // Of older programs none is known.
  readonly weights: PlanWeights | null;
};
type ProposedRoute = Pick<StoredRoute, "driverPhone" | "meters" | "earnings" | "stops"> & {
  readonly startsAt: number;
  readonly endsAt: number;
  readonly offerAt: number | null;
};

export async function insertProposal(tx: Sql, proposal: StoredProposal, now: Date): Promise<void> {
  const { id, cityId, vehicle, base, routes, picture, weights } = proposal;
  await tx`
    insert into plan_proposals (id, city_id, vehicle, made_at, base, routes, picture, weights)
    values (
      ${id}, ${cityId}, ${vehicle}, ${now}, ${base}, ${JSON.stringify(routes)}::json,
      ${picture && JSON.stringify(picture)}::json, ${weights && JSON.stringify(weights)}::json
    )`;
}

// Whoever takes it is the only one.
export async function takeProposal(tx: Sql, id: string, cityId: string, since: Date) {
  const [row] = await tx<StoredProposal>`
    delete from plan_proposals
    where id = ${id}
      and city_id = ${cityId}
      and made_at > ${since}
    returning id, city_id, vehicle, base, routes, picture, weights`;
  return row;
}

// Those of a city are as many as people look at.
export async function countProposals(db: Sql, cityId: string, since: Date): Promise<number> {
  return countRows(
    db`select 1 as made from plan_proposals where city_id = ${cityId} and made_at > ${since} limit 1000`,
  );
}

// What a city's plans are made with where it is not the usual, by vehicle.
export async function readWeights(db: Sql, cityId: string): Promise<ReadonlyMap<Vehicle, PlanWeights>> {
  const rows = await db<{ vehicle: Vehicle; weights: PlanWeights }>`
    select vehicle, weights
    from plan_weights
    where city_id = ${cityId}`;
  // Rows of older programs know fewer.
  return new Map(rows.map(({ vehicle, weights }) => [vehicle, { ...USUAL_WEIGHTS, ...weights }]));
}

export async function setWeights(
  tx: Sql,
  { cityId, vehicle }: Pick<StoredProposal, "cityId" | "vehicle">,
  weights: PlanWeights,
  now: Date,
): Promise<void> {
  if (isUsual(weights)) {
    await tx`delete from plan_weights where city_id = ${cityId} and vehicle = ${vehicle}`;
    return;
  }
  await tx`
    insert into plan_weights (city_id, vehicle, weights, set_at)
    values (${cityId}, ${vehicle}, ${JSON.stringify(weights)}::json, ${now})
    on conflict (city_id, vehicle) do update
    set weights = excluded.weights, set_at = excluded.set_at`;
}
