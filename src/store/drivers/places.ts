// Where drivers are. A batch of positions from many drivers is one statement, however many there are.
import type { Position } from "../../domain/drivers/position.ts";
import { JUMP_METERS, JUMP_METERS_PER_SECOND } from "../../domain/drivers/whereabouts.ts";
import { type LatLng, METERS_PER_DEGREE } from "../../domain/geo.ts";
import type { Phone } from "../../domain/phone.ts";
import {
  type KeptDriver,
  type LivePlace,
  type LivePlaces,
  PLACE_FORGOTTEN_SECONDS,
} from "../../ports/live/live-plane.ts";
import { batched } from "../batched.ts";
import { first, type Sql, sql } from "../db.ts";
import { IS_CARRIED } from "../orders/standing.ts";

// As the partial index orders_with_driver has it.
export const IS_TO_RETURN = sql`undelivered is true`;
const ACCEPTED_OFFER = sql`
  select 1
  from offers
  where offers.order_id = orders.id
    and offers.driver_phone = orders.driver_phone
    and answer = 'accepted'`;
// The driver took the order by accepting an offer: behind the sandbox's tools there is no phone that could be heard, and whom the
// operator chose the operator can call.
export const IS_TAKEN_BY_OFFER = sql`exists (${ACCEPTED_OFFER})`;
// They accepted it, or the operator gave it to them. What the sandbox's tools put into a driver's name does not keep them from working.
// In one question, because PostgreSQL answers two with an `or` between them by reading both tables whole.
export const IS_WORK = sql`
  exists (
    ${ACCEPTED_OFFER}
    union all
    select 1
    from order_history as given
    where given.order_id = orders.id
      and given.event = 'accept'
      and given.actor = 'operator'
  )`;

export type DriverPosition = Position & { readonly phone: Phone };

// An order in hand of a driver who reported, with the number of its last event.
export type CarriedOrder = { readonly orderId: string; readonly phone: Phone; readonly seq: number };

// `latest` has one position a driver, `trail` those worth keeping; both may be from many drivers.
export async function writePositions(
  db: Sql,
  latest: readonly DriverPosition[],
  trail: readonly DriverPosition[],
  now: Date,
) {
  return db<CarriedOrder>`
    with latest as (
      select phone, lat, lng, speed, heading, at
      from ${rowsOf(latest)}
    ), locked as (
      -- In one order of rows, so that two batches with the same drivers do not wait for each other. It brings the positions along:
      -- taken for ten rows each, whatever they are, the reported and the locked would be compared every one with every other.
      select phone, latest.lat, latest.lng, latest.speed, latest.heading, latest.at
      from driver_places
      join latest on driver_phone = phone
      order by driver_phone
      for no key update of driver_places
    ), moved as (
      update driver_places as place
      set lat = locked.lat, lng = locked.lng, speed = locked.speed, heading = locked.heading, placed_at = locked.at,
        heard_at = ${now}, seen_at = clock_timestamp(), located_at = ${now},
        doubt = case when ${hasJumped(sql`locked.lat`, sql`locked.lng`, now)} then 'PLACE_JUMPED' else doubt end,
        doubted_at = case when ${hasJumped(sql`locked.lat`, sql`locked.lng`, now)} then ${now} else doubted_at end
      from locked
      where place.driver_phone = phone
        and (place.placed_at is null or place.placed_at <= locked.at)
    ), kept as (
      insert into trail_points (order_id, driver_phone, at, lat, lng, speed, heading)
      select orders.id, phone, at, lat, lng, speed, heading
      from ${rowsOf(trail)}
      join orders on orders.driver_phone = phone and ${IS_CARRIED}
      on conflict do nothing
    )
    select orders.id as order_id, phone, seq
    from latest
    join orders on orders.driver_phone = phone and ${IS_CARRIED}`;
}

// Of drivers whose places are written elsewhere: their orders in hand, and of those the trail.
export async function keepTrails(db: Sql, phones: readonly Phone[], trail: readonly DriverPosition[]) {
  return db<CarriedOrder>`
    with kept as (
      insert into trail_points (order_id, driver_phone, at, lat, lng, speed, heading)
      select orders.id, phone, at, lat, lng, speed, heading
      from ${rowsOf(trail)}
      join orders on orders.driver_phone = phone and ${IS_CARRIED}
      on conflict do nothing
    )
    select orders.id as order_id, reported.phone, seq
    from unnest(${phones}::text[]) as reported (phone)
    join orders on orders.driver_phone = phone and ${IS_CARRIED}`;
}

// Farther from the place before than any vehicle has come since.
function hasJumped(lat: ReturnType<typeof sql>, lng: ReturnType<typeof sql>, now: Date) {
  return sql`
    located_at is not null
      and ${metersTo(lat, lng)} > greatest(
        ${JUMP_METERS}::float8, ${JUMP_METERS_PER_SECOND}::float8 * extract(epoch from ${now}::timestamptz - located_at)
      )`;
}

function metersTo(lat: ReturnType<typeof sql>, lng: ReturnType<typeof sql>) {
  return sql`${METERS_PER_DEGREE}::float8 * sqrt((place.lat - ${lat}) ^ 2 + ((place.lng - ${lng}) * cos(radians(place.lat))) ^ 2)`;
}

// Heard of, but not from where: what such a phone says is not kept.
export async function noteFromTheFuture(db: Sql, phones: readonly Phone[], now: Date): Promise<void> {
  await db`
    update driver_places
    set doubt = 'PLACE_FROM_THE_FUTURE', doubted_at = ${now}, heard_at = ${now}, seen_at = clock_timestamp()
    where driver_phone in (
      select driver_phone
      from driver_places
      where driver_phone = any(${phones})
      order by driver_phone
      for no key update
    )`;
}

// Of these drivers, those whose place nobody else is writing.
export async function listFreePlaces(db: Sql, phones: readonly Phone[]): Promise<ReadonlySet<Phone>> {
  const rows = await db<{ phone: Phone }>`
    select driver_phone as phone
    from driver_places
    where driver_phone = any(${phones})
    for no key update skip locked`;
  return new Set(rows.map((row) => row.phone));
}

function rowsOf(positions: readonly DriverPosition[]) {
  return sql`
    unnest(
      ${positions.map((position) => position.phone)}::text[], ${positions.map((position) => position.lat)}::float8[],
      ${positions.map((position) => position.lng)}::float8[], ${positions.map((position) => position.speed)}::real[],
      ${positions.map((position) => position.heading)}::real[], ${positions.map((position) => position.at)}::timestamptz[]
    ) as reported (phone, lat, lng, speed, heading, at)`;
}

// Going online begins a shift, going offline ends it; saying the same twice changes only the place.
export async function setAvailability(
  tx: Sql,
  phone: Phone,
  availability: {
    readonly online: boolean;
    readonly place: LatLng | undefined;
    readonly until?: Date | null | undefined;
  },
  now: Date,
): Promise<void> {
  const { online, place, until } = availability;
  await tx`
    update driver_places as place
    set online = ${online}, until = ${!online ? null : until === undefined ? sql`until` : until}, lat = coalesce(${place?.lat ?? null}, lat), lng = coalesce(${place?.lng ?? null}, lng),
      heard_at = ${now}, seen_at = clock_timestamp()${place ? movedTo(place, now) : sql``}
    where driver_phone = ${phone}`;
  if (online && place) {
    await tx`
      insert into driver_shifts (driver_phone, on_at, lat, lng)
      values (${phone}, ${now}, ${place.lat}, ${place.lng})
      on conflict (driver_phone) where off_at is null do nothing`;
  } else {
    await tx`
      update driver_shifts
      set off_at = greatest(${now}, on_at)
      where driver_phone = ${phone}
        and off_at is null`;
  }
}

function movedTo({ lat, lng }: LatLng, now: Date) {
  const jumped = hasJumped(sql`${lat}::float8`, sql`${lng}::float8`, now);
  return sql`, located_at = ${now},
    doubt = case when ${jumped} then 'PLACE_JUMPED' else doubt end,
    doubted_at = case when ${jumped} then ${now} else doubted_at end`;
}

export async function isOnline(db: Sql, phone: Phone): Promise<boolean> {
  const [row] = await db<{ online: boolean }>`select online from driver_places where driver_phone = ${phone}`;
  return row?.online ?? false;
}

export type Place = LatLng & { readonly at: Date; readonly heading: number | null; readonly locatedAt: Date | null };

export async function findPlace(db: Sql, phone: Phone) {
  return first(db<Place>`
    select lat, lng, heard_at as at, heading, located_at
    from driver_places
    where driver_phone = ${phone}
      and lat is not null`);
}

// The live plane's places in the database: where there is no other, and what it keeps of one that is elsewhere.
export function openPlaces(db: Sql): LivePlaces {
  const isThere = sql`
    located_at is not null
      and seen_at >= clock_timestamp() - make_interval(secs => ${PLACE_FORGOTTEN_SECONDS}::int)`;
  return {
    write: (places) => keepPlaces(db, places),
    read: async (drivers) => {
      const rows = await db<LivePlace>`
        select phone, city_id, lat, lng, speed, heading, coalesce(placed_at, located_at) as at, located_at as heard_at, seen_at, doubt, doubted_at,
          located_at as kept_at
        from drivers
        join driver_places on driver_phone = phone
        where phone = any(${drivers.map(({ phone }) => phone)})
          and ${isThere}`;
      return new Map(rows.map((row) => [row.phone, row]));
    },
    near: async (cityId, { lat, lng }, meters, limit) => {
      const rows = await db<{ phone: Phone }>`
        select phone
        from drivers
        join driver_places as place on driver_phone = phone
        cross join lateral (select ${metersTo(sql`${lat}::float8`, sql`${lng}::float8`)} as meters) as away
        where city_id = ${cityId}
          and ${isThere}
          and meters <= ${meters}
        order by meters
        limit ${limit}`;
      return rows.map(({ phone }) => phone);
    },
    // Whoever is offline is nobody's candidate, wherever they are.
    remove: async () => undefined,
  };
}

// What a live plane elsewhere knows, so that it is known here too. Of what is known here already the newer stays.
async function keepPlaces(db: Sql, places: readonly LivePlace[]): Promise<void> {
  await db`
    with known as (
      select phone, lat, lng, speed, heading, at, heard_at, seen_at, doubt, doubted_at
      from unnest(
        ${places.map(({ phone }) => phone)}::text[], ${places.map(({ lat }) => lat)}::float8[],
        ${places.map(({ lng }) => lng)}::float8[], ${places.map(({ speed }) => speed)}::real[],
        ${places.map(({ heading }) => heading)}::real[], ${places.map(({ at }) => at)}::timestamptz[],
        ${places.map(({ heardAt }) => heardAt)}::timestamptz[], ${places.map(({ seenAt }) => seenAt)}::timestamptz[],
        ${places.map(({ doubt }) => doubt)}::text[], ${places.map(({ doubtedAt }) => doubtedAt)}::timestamptz[]
      ) as known (phone, lat, lng, speed, heading, at, heard_at, seen_at, doubt, doubted_at)
    ), locked as (
      select known.*
      from driver_places
      join known on driver_phone = phone
      order by driver_phone
      for no key update of driver_places
    )
    update driver_places as place
    set lat = locked.lat, lng = locked.lng, speed = locked.speed, heading = locked.heading, placed_at = locked.at,
      heard_at = greatest(place.heard_at, locked.heard_at), seen_at = greatest(place.seen_at, locked.seen_at),
      located_at = locked.heard_at, doubt = coalesce(locked.doubt, place.doubt),
      doubted_at = coalesce(locked.doubted_at, place.doubted_at)
    from locked
    where place.driver_phone = locked.phone
      and (located_at is null or located_at < locked.heard_at)`;
}

// Where drivers said they are, for many askers at once.
export function openPositions(db: Sql): (phone: Phone) => Promise<(Position & KeptDriver) | undefined> {
  return batched(async (phones) => {
    const rows = await db<Position & KeptDriver>`
      select phone, city_id, lat, lng, speed, heading, coalesce(placed_at, heard_at) as at, located_at
      from driver_places
      join drivers on phone = driver_phone
      where driver_phone = any(${phones})
        and lat is not null
        and coalesce(placed_at, heard_at) is not null`;
    return new Map(rows.map((position) => [position.phone, position]));
  });
}

// Any call of a driver is a sign of life.
export async function noteHeard(db: Sql, phone: Phone, now: Date): Promise<void> {
  await db`update driver_places set heard_at = ${now}, seen_at = clock_timestamp() where driver_phone = ${phone}`;
}

const TRAIL_MAX = 5_000;

export async function listTrail(db: Sql, orderId: string): Promise<readonly (Position & { readonly phone: Phone })[]> {
  return db<Position & { phone: Phone }>`
    select driver_phone as phone, at, lat, lng, speed, heading
    from trail_points
    where order_id = ${orderId}
    order by at
    limit ${TRAIL_MAX}`;
}

const NEWEST_MAX = 50;

// Of those who are on duty: where their shift began, and how many orders they had in it. Beyond a few dozen it makes no difference.
export async function listShiftWork(db: Sql, phones: readonly Phone[]) {
  return db<LatLng & { readonly driverPhone: Phone; readonly orders: number }>`
    select driver_phone, lat, lng, (
      select count(*)::int
      from (
        select created_at
        from orders
        where driver_phone = shift.driver_phone
        order by number desc
        limit ${NEWEST_MAX}
      ) as newest
      where created_at >= on_at
    ) as orders
    from driver_shifts as shift
    where driver_phone = any(${phones})
      and off_at is null`;
}
