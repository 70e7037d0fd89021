// The orders drivers have in hand, and those they had.
import type { Amount } from "../../domain/amount.ts";
import type { Offer } from "../../domain/drivers/offer.ts";
import type { LatLng } from "../../domain/geo.ts";
import type { Order } from "../../domain/orders/order.ts";
import { isOrderId } from "../../domain/orders/order-ids.ts";
import type { Phone } from "../../domain/phone.ts";
import { type Sql, sql } from "../db.ts";
import { OF_OPEN_MONTHS } from "../months.ts";
import { type OrderRow, orderOf } from "../orders/order-document.ts";
import { ORDER_COLUMNS, selectNumberedOrders, selectOrders } from "../orders/orders.ts";
import { IS_CARRIED } from "../orders/standing.ts";
import { IS_TO_RETURN, IS_WORK } from "./places.ts";

const HELD_MAX = 100;

// In the order they were made; then those with a failed delivery, which are in hand until the goods are back, the newest first:
// goods that never came back must not keep those of today off the list.
export async function listHeldOrders(db: Sql, phone: Phone): Promise<readonly Order[]> {
  return selectOrders(db)`
    where driver_phone = ${phone}
      and (${IS_CARRIED} or (${IS_TO_RETURN}))
    order by status = 'COMPLETED', case when status = 'COMPLETED' then -number else number end
    limit ${HELD_MAX}`;
}

// Newest first; goods that still have to go back are in hand, and not here as well.
export async function listPastOrders(
  db: Sql,
  phone: Phone,
  beforeNumber: number | undefined,
  limit: number,
): Promise<readonly { readonly number: number; readonly order: Order }[]> {
  return selectNumberedOrders(db)`
    where driver_phone = ${phone}
      and status in ('COMPLETED', 'CANCELLED')
      and not (${IS_TO_RETURN})
      and number < ${beforeNumber ?? Number.MAX_SAFE_INTEGER}
    order by number desc
    limit ${limit}`;
}

// Of each of these drivers who carries any, their ids in one text: whether it is still the same is all that is asked of it.
export async function listInHand(
  db: Sql,
  phones: readonly Phone[],
  withEvents = false,
): Promise<ReadonlyMap<Phone, string>> {
  const rows = await db<{ phone: Phone; inHand: string }>`
    select driver_phone as phone, string_agg(${withEvents ? sql`id || '#' || seq` : sql`id`}, ' ' order by id) as in_hand
    from orders
    where driver_phone = any(${phones})
      and ${IS_CARRIED}
    group by driver_phone`;
  return new Map(rows.map(({ phone, inHand }) => [phone, inHand]));
}

const CARRIED_BY_ALL_MAX = 100_000;

// Of these drivers, whatever they carry.
export async function listCarriedOf(db: Sql, phones: readonly Phone[]): Promise<readonly Order[]> {
  return selectOrders(db)`
    where driver_phone = any(${phones})
      and ${IS_CARRIED}
    limit ${CARRIED_BY_ALL_MAX}`;
}

const DAY_MAX = 500;
// An order is asked for a month ahead at most, and not carried for weeks: what was completed since was not made earlier. A driver of years has
// thousands that were.
const LIFE_DAYS_MAX = 45;
const madeSince = (from: Date) =>
  sql`number >= order_number_at(${from}::timestamptz - make_interval(days => ${LIFE_DAYS_MAX}))`;

// Of one driver, what was completed since.
export async function listCompletedSince(db: Sql, phone: Phone, since: Date): Promise<readonly Order[]> {
  return selectOrders(db)`
    where driver_phone = ${phone}
      and ${madeSince(since)}
      and status = 'COMPLETED'
      and (state ->> 'completedAt')::timestamptz >= ${since}
    order by number desc
    limit ${DAY_MAX}`;
}

// The same between two moments, newest first.
export async function listCompletedBetween(db: Sql, phone: Phone, from: Date, to: Date): Promise<readonly Order[]> {
  return selectOrders(db)`
    where driver_phone = ${phone}
      and ${madeSince(from)}
      and status = 'COMPLETED'
      and (state ->> 'completedAt')::timestamptz >= ${from}
      and (state ->> 'completedAt')::timestamptz < ${to}
    order by number desc
    limit ${DAY_MAX}`;
}

// As many as in_hand_of() in the schema counts.
const CARRIED_MAX = 100;

export type AskedOrder = {
  readonly order: Order;
  readonly offer: Pick<Offer, "kind" | "answer" | "expiresAt" | "takenFrom" | "routeId">;
  readonly place: LocatedPlace | null;
  readonly wallet: Amount;
  // Another text as soon as anything changes about what the driver has in hand.
  readonly inHand: string;
  // Everything the driver has in hand, and which of it is work.
  readonly carried: readonly { readonly order: Order; readonly isWork: boolean }[];
};
type AskedRow = OrderRow &
  Placed &
  Pick<AskedOrder, "wallet" | "inHand"> &
  AskedOrder["offer"] & { readonly isAsked: boolean; readonly isWork: boolean };

// An order that a driver is or was asked about, and what accepting it goes by.
export async function findAskedOrder(db: Sql, offerId: string, phone: Phone): Promise<AskedOrder | undefined> {
  const rows = await db<AskedRow>`
    select ${ORDER_COLUMNS}, true as is_asked, offer.kind, offer.answer, offer.expires_at, offer.taken_from, offer.route_id, place.lat, place.lng, place.located_at,
      coalesce(balance, 0) as wallet, in_hand_of(${phone}, orders.id) as in_hand, false as is_work
    from (
      select order_id, driver_phone, kind, answer, expires_at, taken_from, route_id
      from offers
      where id = ${offerId}
        and ${OF_OPEN_MONTHS}
    ) as offer
    join orders on orders.id = offer.order_id
    left join driver_places as place on place.driver_phone = offer.driver_phone
    left join balances on owner = offer.driver_phone and balances.kind = 'driver_wallet'
    where offer.driver_phone = ${phone}
    union all
    (
      select ${ORDER_COLUMNS}, false, null, null, null, null, null, null, null, null, null, null, ${IS_WORK}
      from orders
      where driver_phone = ${phone}
        and ${IS_CARRIED}
      order by number
      limit ${CARRIED_MAX}
    )`;
  const found = rows.find(({ isAsked }) => isAsked);
  if (!found) return undefined;
  const { kind, answer, expiresAt, takenFrom, routeId, wallet, inHand } = found;
  const carried = rows.filter(({ isAsked }) => !isAsked);
  return {
    order: orderOf(found),
    offer: { kind, answer, expiresAt, takenFrom, routeId },
    place: placeOf(found),
    wallet,
    inHand,
    carried: carried.map((row) => ({ order: orderOf(row), isWork: row.isWork })),
  };
}

export type HeldOrder = {
  readonly order: Order;
  readonly place: LocatedPlace | null;
  // When the driver was last heard of, and how long ago that was by the database's own clock.
  readonly heardAt: Date | null;
  readonly heardSecondsAgo: number | null;
  // The road time the driver was told when they were asked about it, if it is the only one they have; for who arrives at the pickup.
  readonly expectedSeconds: number | null;
};
export type HeldRow = OrderRow & Placed & Pick<HeldOrder, "heardAt" | "heardSecondsAgo" | "expectedSeconds">;
type Fragment = ReturnType<typeof sql>;

// Of an order and the place of a driver.
export function heldColumns(phone: Fragment, isArrival: Fragment): Fragment {
  return sql`
    ${ORDER_COLUMNS}, place.lat, place.lng, place.located_at, place.heard_at,
    extract(epoch from clock_timestamp() - place.seen_at)::float8 as heard_seconds_ago,
    case when ${isArrival} then (
      select pickup_seconds
      from offers
      where order_id = orders.id
        and driver_phone = ${phone}
        and answer = 'accepted'
        and not exists (
          select 1
          from orders as other
          where other.driver_phone = ${phone}
            and other.id <> orders.id
            and other.carried
        )
      order by offered_at desc
      limit 1
    ) end as expected_seconds`;
}

export function heldPlace(phone: Fragment): Fragment {
  return sql`left join driver_places as place on place.driver_phone = ${phone}`;
}

export function heldFrom(found: HeldRow): HeldOrder {
  const { heardAt, heardSecondsAgo, expectedSeconds } = found;
  return { order: orderOf(found), place: placeOf(found), heardAt, heardSecondsAgo, expectedSeconds };
}

// An order on which a driver takes a step, and where that driver is.
export async function findHeldOrder(
  db: Sql,
  orderId: string,
  phone: Phone,
  isArrival: boolean,
): Promise<HeldOrder | undefined> {
  if (!isOrderId(orderId)) return undefined;
  const [found] = await db<HeldRow>`
    select ${heldColumns(sql`${phone}`, sql`${isArrival}`)}
    from orders
    ${heldPlace(sql`${phone}`)}
    where orders.id = ${orderId}`;
  return found && heldFrom(found);
}

type Placed = { readonly lat: number | null; readonly lng: number | null; readonly locatedAt: Date | null };
type LocatedPlace = LatLng & Pick<Placed, "locatedAt">;

function placeOf({ lat, lng, locatedAt }: Placed): LocatedPlace | null {
  return lat === null || lng === null ? null : { lat, lng, locatedAt };
}

export type WorkKey = { readonly id: string; readonly seq: number; readonly driverPhone: Phone };

// What these drivers have to do, orders they accepted or were given and have not finished, by their names only: who asks knows most of
// them already.
export async function listWorkKeys(db: Sql, phones: readonly Phone[]) {
  return db<WorkKey>`
    select id, seq, driver_phone
    from orders
    where driver_phone = any(${phones})
      and ${IS_CARRIED}
      and ${IS_WORK}
    order by number`;
}

// Of these orders, the ones that these drivers hold or held last.
export async function listOrdersOfDrivers(
  db: Sql,
  orderIds: readonly string[],
  phones: readonly Phone[],
): Promise<readonly Order[]> {
  return selectOrders(db)`
    where id = any(${orderIds})
      and driver_phone = any(${phones})`;
}

export type TakenBack = { readonly orderId: string; readonly driverPhone: Phone; readonly takenAt: Date };

// Of these drivers, the orders that others have taken over since.
export async function listTakenBack(db: Sql, phones: readonly Phone[], since: Date) {
  return db<TakenBack>`
    select order_id, taken_from as driver_phone, answered_at as taken_at
    from offers
    where taken_from = any(${phones})
      and answer = 'accepted'
      and answered_at > ${since}
      and ${OF_OPEN_MONTHS}
    order by answered_at`;
}

export type CheckIn = { readonly orderId: string; readonly driverPhone: Phone; readonly askedAt: Date };

export async function listCheckIns(db: Sql, phones: readonly Phone[]) {
  return db<CheckIn>`
    select order_id, driver_phone, asked_at
    from driver_check_ins
    where driver_phone = any(${phones})`;
}

// Everything these drivers have in hand, however they came to it.
export async function listCarriedBy(db: Sql, phones: readonly Phone[]): Promise<readonly Order[]> {
  return selectOrders(db)`
    where driver_phone = any(${phones})
      and ${IS_CARRIED}
    order by number`;
}
