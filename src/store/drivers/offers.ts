// Offers, and the numbers that a driver's stream follows. They change only under the lock of the driver's row, taken in the
// order of phones, after the order's where an order changes with them. What a step of the order makes of them is in save_step().
import type { NewOffer, Offer, OfferAnswer } from "../../domain/drivers/offer.ts";
import type { Phone } from "../../domain/phone.ts";
import { first, type Sql, sql } from "../db.ts";
import { OF_OPEN_MONTHS } from "../months.ts";
import { notifyAfterwards, phonesOfNotices } from "../notices.ts";
import { lockDrivers, lockFreeDrivers } from "./drivers.ts";

const COLUMNS = sql`
  offers.id, offers.order_id, offers.driver_phone, offers.kind, offers.seq, offered_at, expires_at, pickup_seconds,
  pickup_meters, answer, answered_at, taken_from, route_id`;

export async function insertOffers(tx: Sql, offers: readonly NewOffer[]): Promise<void> {
  await lockDrivers(tx, [...new Set(offers.map((offer) => offer.driverPhone))]);
  const changed = await tx<{ driverPhone: Phone }>`
    with fresh as (
      select offer.*, row_number() over same_driver as nth, count(*) over (partition by driver_phone) as count
      from unnest(
        ${offers.map((offer) => offer.id)}::uuid[], ${offers.map((offer) => offer.orderId)}::text[],
        ${offers.map((offer) => offer.driverPhone)}::text[], ${offers.map((offer) => offer.kind)}::text[],
        ${offers.map((offer) => offer.offeredAt)}::timestamptz[], ${offers.map((offer) => offer.expiresAt)}::timestamptz[],
        ${offers.map((offer) => offer.pickupSeconds)}::int[], ${offers.map((offer) => offer.pickupMeters)}::int[],
        ${offers.map((offer) => offer.takenFrom ?? null)}::text[], ${offers.map((offer) => offer.routeId ?? null)}::uuid[]
      ) as offer (id, order_id, driver_phone, kind, offered_at, expires_at, pickup_seconds, pickup_meters, taken_from, route_id)
      window same_driver as (partition by driver_phone order by id)
    ), raised as (
      update drivers
      set offer_seq = offer_seq + count
      from (select distinct driver_phone, count from fresh) as counted
      where phone = driver_phone
      returning phone, offer_seq
    )
    insert into offers (
      id, order_id, driver_phone, kind, seq, offered_at, expires_at, pickup_seconds, pickup_meters, taken_from, route_id
    )
    select id, order_id, driver_phone, kind, offer_seq - count + nth, offered_at, expires_at, pickup_seconds, pickup_meters,
      taken_from, route_id
    from fresh
    join raised on phone = driver_phone
    returning driver_phone`;
  notifyDrivers(tx, changed);
}

// Which open offers to close: of an order, of a driver, or those whose time is over. Who has no patience leaves those of drivers whom
// somebody has locked: for them it is over a moment later.
export type OpenOffers =
  | { readonly orderId: string; readonly driver?: Phone }
  | { readonly driver: Phone }
  | { readonly routeId: string; readonly driver: Phone }
  | { readonly expiredAt: Date; readonly isPatient: boolean };

export async function closeOffers(
  tx: Sql,
  which: OpenOffers,
  answer: OfferAnswer,
  at: Date,
): Promise<readonly Phone[]> {
  const chosen = sql`offers.answer is null and ${chosenBy(which)}`;
  const rows = await tx<{ driverPhone: Phone }>`select distinct driver_phone from offers where ${chosen}`;
  const asked = rows.map((row) => row.driverPhone);
  if (asked.length === 0) return [];
  const isPatient = !("expiredAt" in which) || which.isPatient;
  const drivers = isPatient ? asked : await lockFreeDrivers(tx, asked);
  if (isPatient) await lockDrivers(tx, drivers);
  const changed = await tx<{ driverPhone: Phone }>`
    with closing as (
      select id, order_id, driver_phone, row_number() over (partition by driver_phone order by seq) as nth,
        count(*) over (partition by driver_phone) as count
      from offers
      where ${chosen}
        and driver_phone = any(${drivers})
    ), raised as (
      update drivers
      set offer_seq = offer_seq + count
      from (select distinct driver_phone, count from closing) as counted
      where phone = driver_phone
      returning phone, offer_seq
    )
    update offers
    set answer = ${answer}, answered_at = ${at}, seq = offer_seq - count + nth
    from closing
    join raised on phone = closing.driver_phone
    where offers.id = closing.id
      and offers.order_id = closing.order_id
    returning offers.driver_phone`;
  notifyDrivers(tx, changed);
  return changed.map((row) => row.driverPhone);
}

function chosenBy(which: OpenOffers) {
  if ("expiredAt" in which) return sql`offers.expires_at <= ${which.expiredAt} and ${OF_OPEN_MONTHS}`;
  if ("routeId" in which)
    return sql`offers.route_id = ${which.routeId} and offers.driver_phone = ${which.driver} and ${OF_OPEN_MONTHS}`;
  if (!("orderId" in which)) return sql`offers.driver_phone = ${which.driver} and ${OF_OPEN_MONTHS}`;
  if (which.driver === undefined) return sql`offers.order_id = ${which.orderId}`;
  return sql`offers.order_id = ${which.orderId} and offers.driver_phone = ${which.driver}`;
}

function notifyDrivers(tx: Sql, changed: readonly { readonly driverPhone: Phone }[]): void {
  const phones = changed.map((row) => row.driverPhone);
  for (const payload of phonesOfNotices(phones)) notifyAfterwards(tx, "giao_offers", payload);
}

export async function findOffer(db: Sql, offerId: string) {
  return first(db<Offer>`select ${COLUMNS} from offers where id = ${offerId} and ${OF_OPEN_MONTHS}`);
}

export async function listOpenOffers(db: Sql, phone: Phone, now: Date, limit: number) {
  return db<Offer>`
    select ${COLUMNS}
    from offers
    where driver_phone = ${phone}
      and answer is null
      and expires_at > ${now}
      and ${OF_OPEN_MONTHS}
    order by seq
    limit ${limit}`;
}

export type Follower = { readonly phone: Phone; readonly afterSeq: number };

// What has changed among each driver's offers since the number they know, in the order of the changes.
export async function listOfferChanges(db: Sql, followers: readonly Follower[], limit: number) {
  return db<Offer>`
    select ${COLUMNS}
    from unnest(
      ${followers.map((follower) => follower.phone)}::text[], ${followers.map((follower) => follower.afterSeq)}::bigint[]
    ) as follower (phone, after_seq)
    join offers on driver_phone = phone and seq > after_seq and ${OF_OPEN_MONTHS}
    order by driver_phone, seq
    limit ${limit}`;
}

export async function findOfferSeq(db: Sql, phone: Phone): Promise<number> {
  const [row] = await db<{ offerSeq: number }>`select offer_seq from drivers where phone = ${phone}`;
  return row?.offerSeq ?? 0;
}

const OFFERS_MAX = 1_000;

export async function listOffersOfOrder(db: Sql, orderId: string) {
  return db<Offer>`
    select ${COLUMNS}
    from offers
    where order_id = ${orderId}
    order by offered_at, id
    limit ${OFFERS_MAX}`;
}
