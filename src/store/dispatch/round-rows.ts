// What a round of dispatch reads: orders that wait, drivers who are out, and what has been asked already.

import type { FleetDriver } from "../../domain/dispatch/driver-route.ts";
import type { PastOffer } from "../../domain/dispatch/refusals.ts";
import type { Driver } from "../../domain/drivers/driver.ts";
import type { NewOffer } from "../../domain/drivers/offer.ts";
import { UNREACHABLE_SECONDS } from "../../domain/drivers/silence.ts";
import { DOUBT_SECONDS } from "../../domain/drivers/whereabouts.ts";
import type { Phone } from "../../domain/phone.ts";
import { type Sql, script, sql } from "../db.ts";
import { IN_HAND, IS_WAITING, WAITING_CITIES } from "../orders/standing.ts";

// Where somebody waits for a driver, or a plan is in force: one whose last order was cancelled is taken back.
export async function listWaitingCities(db: Sql): Promise<readonly string[]> {
  const rows = await db<{ cityId: string }>`
    ${WAITING_CITIES}
    union
    select city_id
    from planned_routes
    where offered_at is null
    order by city_id`;
  return rows.map((row) => row.cityId);
}

export type OrderKey = { readonly id: string; readonly seq: number };
export type WaitingKey = OrderKey & {
  // One driver is being asked about it alone.
  readonly isAsked: boolean;
  readonly since: Date;
  readonly serviceId: string;
  // Of a planned service.
  readonly deliverBy: Date | null;
};

// Oldest first. `planned`: the services that are.
export async function listWaitingKeys(db: Sql, cityId: string, planned: readonly string[], limit: number) {
  return db<WaitingKey>`
    select id, seq, coalesce((state ->> 'assigningAt')::timestamptz, created_at) as since, service_id,
      case when service_id = any(${planned}) then (content ->> 'deliverBy')::timestamptz end as deliver_by,
      exists (
        select 1
        from offers
        where offers.order_id = orders.id
          and offers.kind = 'assign'
          and answer is null
      ) as is_asked
    from orders
    where ${IS_WAITING}
      and city_id = ${cityId}
    order by number
    limit ${limit}`;
}

// Thousands of rows that come at once hold the event loop while they are read.
const FLEET_PAGE = 1_000;

// Drivers of the city who take orders and whose phone has been heard of lately, read a page at a time.
export async function listFleet(tx: Sql, cityId: string, now: Date, limit: number) {
  await tx`
    declare fleet no scroll cursor for
    select phone, vehicle, rating_sum, rating_count, is_robot, lat, lng, located_at, equipment, breaks,
      least(coalesce(balance, 0), nullif(cash_max, 0)) as wallet,
      phone in (${OPENLY_ASKED}) as has_open_offer, coalesce(in_hand, 0) as in_hand, until,
      case
        when not is_robot and doubted_at > ${now}::timestamptz - make_interval(secs => ${DOUBT_SECONDS}) then doubt
      end as doubt
    from drivers
    join driver_places on driver_places.driver_phone = phone
    left join balances on owner = phone and kind = 'driver_wallet'
    left join ${IN_HAND} as carried on carried.driver_phone = phone
    where city_id = ${cityId}
      and status = 'ACTIVATED'
      and off_offers_at is null
      and online
      and seen_at > clock_timestamp() - make_interval(secs => ${UNREACHABLE_SECONDS})
    order by seen_at desc, phone
    limit ${limit}`;
  const fleet: (Omit<FleetDriver, "breaks"> & Pick<Driver, "breaks">)[] = [];
  for (let read = FLEET_PAGE; read === FLEET_PAGE; ) {
    const page = await tx<(typeof fleet)[number]>`${script(`fetch ${FLEET_PAGE} from fleet`)}`;
    fleet.push(...page);
    read = page.length;
  }
  await tx`close fleet`;
  return fleet;
}

const IS_OPEN_QUESTION = sql`offers.kind = 'assign' and answer is null`;
// The bounds are asked for once, not for every row that is looked at.
const OPENLY_ASKED = sql`
  select driver_phone
  from offers
  where ${IS_OPEN_QUESTION}
    and order_id >= (select open_orders_from())
    and order_id < (select open_orders_until())`;

export type Engaged = Pick<FleetDriver, "phone" | "hasOpenOffer"> & { readonly inHand: number };

// Drivers of the city who are being asked or have something in hand.
export async function listEngaged(db: Sql, cityId: string) {
  return db<Engaged>`
    select phone, asked.driver_phone is not null as has_open_offer, coalesce(in_hand, 0) as in_hand
    from (select distinct driver_phone from (${OPENLY_ASKED}) as open) as asked
    full join ${IN_HAND} as carried using (driver_phone)
    join drivers on phone = driver_phone and city_id = ${cityId}`;
}

export type OrderOffer = PastOffer & { readonly orderId: string; readonly takenFrom: Phone | null };

export async function listOffersOfOrders(db: Sql, orderIds: readonly string[]) {
  return db<OrderOffer>`
    select order_id, driver_phone, kind, answer, answered_at, taken_from
    from offers
    where order_id = any(${orderIds})`;
}

// Of these orders, those that still wait, or are in the hands they are to be taken from, as when they were read. An order that somebody is
// changing right now is left to the next round.
export async function lockWaiting(
  tx: Sql,
  orders: readonly (OrderKey & Pick<NewOffer, "takenFrom">)[],
): Promise<ReadonlySet<string>> {
  const rows = await tx<{ id: string }>`
    select orders.id
    from orders
    join unnest(
      ${orders.map(({ id }) => id)}::text[], ${orders.map(({ seq }) => seq)}::int[],
      ${orders.map(({ takenFrom }) => takenFrom ?? null)}::text[]
    ) as read (id, seq, holder)
      on orders.id = read.id and orders.seq = read.seq
    where status = 'ASSIGNING'
      or (status = 'ACCEPTED' and driver_phone = holder)
    order by orders.id
    for update of orders skip locked`;
  return new Set(rows.map((row) => row.id));
}

// Of these drivers, whom the caller has locked, those who can be asked now.
export async function listAskable(tx: Sql, phones: readonly Phone[]): Promise<ReadonlySet<Phone>> {
  const rows = await tx<{ phone: Phone }>`
    select phone
    from drivers
    join driver_places on driver_places.driver_phone = phone
    where phone = any(${phones})
      and status = 'ACTIVATED'
      and off_offers_at is null
      and online
      and phone not in (${OPENLY_ASKED})`;
  return new Set(rows.map((row) => row.phone));
}
