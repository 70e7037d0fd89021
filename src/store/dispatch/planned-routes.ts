// Routes of planned services: the plan in force of a city, and those that drivers were asked about.
import type { Vehicle } from "../../domain/catalogue/service.ts";
import type { PlannedVisit } from "../../domain/dispatch/stop-plan.ts";
import type { Phone } from "../../domain/phone.ts";
import type { Sql } from "../db.ts";
import { OF_OPEN_MONTHS } from "../months.ts";

// Instants are Unix seconds.
type StoredStop = PlannedVisit & {
  readonly arrivesAt: number;
  readonly leavesAt: number;
  readonly latestAt: number;
  // Somebody's already when the route was planned.
  readonly isHeld?: boolean;
};

export type StoredRoute = {
  readonly id: string;
  readonly cityId: string;
  readonly vehicle: Vehicle;
  readonly driverPhone: Phone;
  readonly plannedAt: Date;
  readonly startsAt: Date;
  readonly endsAt: Date;
  readonly offerAt: Date | null;
  readonly offeredAt: Date | null;
  readonly meters: number;
  readonly earnings: number;
  readonly stops: readonly StoredStop[];
};

// Who plans a city saves one plan at a time.
export async function lockPlan(tx: Sql, { cityId, vehicle }: Pick<StoredRoute, "cityId" | "vehicle">): Promise<void> {
  await tx`select pg_advisory_xact_lock(hashtextextended(${`plan ${cityId} ${vehicle}`}, 0))`;
}

// The plan of a city takes the place of the one before; routes that were offered stay as they are.
export async function replaceRoutes(
  tx: Sql,
  { cityId, vehicle }: Pick<StoredRoute, "cityId" | "vehicle">,
  routes: readonly StoredRoute[],
): Promise<void> {
  await tx`delete from planned_routes where city_id = ${cityId} and vehicle = ${vehicle} and offered_at is null`;
  if (routes.length === 0) return;
  await tx`
    insert into planned_routes (
      id, city_id, vehicle, driver_phone, planned_at, starts_at, ends_at, offer_at, offered_at, meters, earnings, stops
    )
    select id, ${cityId}, ${vehicle}, driver_phone, planned_at, starts_at, ends_at, offer_at, offered_at, meters, earnings, stops
    from unnest(
      ${routes.map(({ id }) => id)}::uuid[], ${routes.map(({ driverPhone }) => driverPhone)}::text[],
      ${routes.map(({ plannedAt }) => plannedAt)}::timestamptz[], ${routes.map(({ startsAt }) => startsAt)}::timestamptz[],
      ${routes.map(({ endsAt }) => endsAt)}::timestamptz[], ${routes.map(({ offerAt }) => offerAt)}::timestamptz[],
      ${routes.map(({ offeredAt }) => offeredAt)}::timestamptz[], ${routes.map(({ meters }) => meters)}::int[],
      ${routes.map(({ earnings }) => earnings)}::bigint[], ${routes.map(({ stops }) => JSON.stringify(stops))}::json[]
    ) as route (id, driver_phone, planned_at, starts_at, ends_at, offer_at, offered_at, meters, earnings, stops)`;
}

// Those that nobody was asked about yet.
export async function listRoutesInForce(db: Sql, cityId: string) {
  return db<StoredRoute>`
    select id, city_id, vehicle, driver_phone, planned_at, starts_at, ends_at, offer_at, offered_at, meters, earnings, stops
    from planned_routes
    where city_id = ${cityId}
      and offered_at is null
    order by offer_at, id`;
}

const ROUTES_MAX = 1_000;

// And those that somebody was asked about since.
export async function listCityRoutes(db: Sql, cityId: string, since: Date) {
  return db<StoredRoute>`
    select id, city_id, vehicle, driver_phone, planned_at, starts_at, ends_at, offer_at, offered_at, meters, earnings, stops
    from planned_routes
    where city_id = ${cityId}
      and (offered_at is null or offered_at > ${since})
    order by starts_at, id
    limit ${ROUTES_MAX}`;
}

export async function findRoute(db: Sql, routeId: string) {
  const [row] = await db<StoredRoute>`
    select id, city_id, vehicle, driver_phone, planned_at, starts_at, ends_at, offer_at, offered_at, meters, earnings, stops
    from planned_routes
    where id = ${routeId}`;
  return row;
}

export type RouteOffer = {
  readonly id: string;
  readonly orderId: string;
  readonly answer: string | null;
  readonly expiresAt: Date;
};

// What a driver was asked with a route, in the order they were asked.
export async function listOffersOfRoute(db: Sql, routeId: string, phone: Phone) {
  return db<RouteOffer>`
    select id, order_id, answer, expires_at
    from offers
    where route_id = ${routeId}
      and driver_phone = ${phone}
      and ${OF_OPEN_MONTHS}
    order by order_id`;
}

// Routes about which a driver is being asked.
export async function listOpenRoutes(db: Sql, phone: Phone, now: Date) {
  return db<StoredRoute & { readonly expiresAt: Date; readonly orderIds: readonly string[] }>`
    select route.id, city_id, vehicle, route.driver_phone, planned_at, starts_at, ends_at, offer_at, route.offered_at, meters,
      earnings, stops, expires_at, order_ids
    from (
      select route_id, max(expires_at) as expires_at, array_agg(order_id order by order_id) as order_ids
      from offers
      where driver_phone = ${phone}
        and answer is null
        and expires_at > ${now}
        and route_id is not null
        and ${OF_OPEN_MONTHS}
      group by route_id
    ) as asked
    join planned_routes as route on route.id = asked.route_id`;
}

// Of routes that were offered, whether somebody is looking at them or took them.
export async function listRouteAnswers(db: Sql, routeIds: readonly string[], now: Date) {
  const rows = await db<{ routeId: string; state: "asked" | "taken" }>`
    select route_id, case when bool_or(answer = 'accepted') then 'taken' else 'asked' end as state
    from offers
    where route_id = any(${routeIds}::uuid[])
      and (answer = 'accepted' or (answer is null and expires_at > ${now}))
      and ${OF_OPEN_MONTHS}
    group by route_id`;
  return new Map(rows.map(({ routeId, state }) => [routeId, state]));
}

// Routes a driver has taken, the newest last.
export async function listTakenRoutes(db: Sql, phone: Phone, since: Date) {
  return db<Pick<StoredRoute, "id" | "stops">>`
    select id, stops
    from planned_routes as route
    where driver_phone = ${phone}
      and offered_at > ${since}
      and exists (select from offers where route_id = route.id and answer = 'accepted' and ${OF_OPEN_MONTHS})
    order by offered_at`;
}

// Locked in one order, before the drivers: whoever changes one of them waits, and nobody for each other.
export async function lockOrders(tx: Sql, orderIds: readonly string[]): Promise<void> {
  await tx`select id from orders where id = any(${orderIds}) order by id for no key update`;
}
