// A city at its busiest, straight into the tables: thousands of drivers and orders through the doors would take minutes. Orders are
// copies of one that was made through the door, at other places.
import type { LatLng } from "../../src/domain/geo.ts";
import type { Sql } from "../../src/store/db.ts";

type Json = ReturnType<typeof JSON.parse>;
export type Way = readonly [pickup: LatLng, door: LatLng];
export type Copies = {
  // The first of as many ids as there are copies, as a number.
  readonly from: number;
  // Makes another order of the copied one.
  readonly change?: (state: Json, at: number) => Json;
  readonly status?: string;
  readonly drivers?: readonly string[];
};

export async function addCrowdOfDrivers(
  db: Sql,
  cityId: string,
  phones: readonly string[],
  places: readonly LatLng[],
): Promise<void> {
  await db`
    insert into drivers (phone, name, plate_number, vehicle, city_id, pin_hash, created_at)
    select phone, 'Crowd', 'C', 'BIKE', ${cityId}, decode(repeat('00', 48), 'hex'), now()
    from unnest(${phones}::text[]) as driver (phone)`;
  await db`
    insert into driver_places (driver_phone, online, lat, lng, heard_at, seen_at, placed_at)
    select phone, true, lat, lng, now(), clock_timestamp() + interval '1 hour', now()
    from unnest(${phones}::text[], ${places.map(({ lat }) => lat)}::float8[], ${places.map(({ lng }) => lng)}::float8[])
      as place (phone, lat, lng)`;
  await db`analyze drivers, driver_places`;
}

// Answers their ids.
export async function copyOrders(
  db: Sql,
  orderId: string,
  ways: readonly Way[],
  { from, change = (state) => state, status = "ASSIGNING", drivers }: Copies,
): Promise<readonly string[]> {
  const [row] = await db<{ content: Json; state: Json }>`select content, state from orders where id = ${orderId}`;
  if (!row) throw new Error(`there is no order ${orderId} to copy`);
  const ids = ways.map((_, at) => `26${(from + at).toString(36).toUpperCase().padStart(8, "0")}`);
  const contents = ways.map((way) =>
    JSON.stringify({
      ...row.content,
      points: row.content.points.map((point: Json, at: number) => ({ ...point, ...way[at] })),
    }),
  );
  const states = ways.map((_, at) => JSON.stringify(change(structuredClone(row.state), at)));
  await db`
    insert into orders (id, partner_id, creator_phone, service_id, city_id, status, seq, driver_phone, tracking_token,
      created_at, content, state)
    select copy.id, partner_id, creator_phone, service_id, city_id, ${status}, seq, driver, rpad(copy.id, 22, '0'), created_at,
      copy.content, copy.state
    from orders
    cross join unnest(
      ${ids}::text[], ${contents}::json[], ${states}::json[], ${drivers ?? ids.map(() => null)}::text[]
    ) with ordinality as copy (id, content, state, driver, at)
    where orders.id = ${orderId}
    order by at`;
  await db`analyze orders`;
  return ids;
}

// Puts an order into each of these drivers' hands, picked up already.
export async function fillHands(
  db: Sql,
  orderId: string,
  phones: readonly string[],
  ways: readonly Way[],
  from: number,
) {
  const now = new Date().toISOString();
  const ids = await copyOrders(db, orderId, ways, {
    from,
    status: "IN PROCESS",
    drivers: phones,
    change: (state, at) => ({
      ...state,
      driver: { phone: phones[at], name: "Crowd", plateNumber: "C" },
      acceptedAt: now,
      pickedUpAt: now,
    }),
  });
  await db`
    insert into offers (id, order_id, driver_phone, kind, seq, offered_at, expires_at, pickup_seconds, pickup_meters, answer,
      answered_at)
    select gen_random_uuid(), id, phone, 'assign', 0, now(), now(), 60, 300, 'accepted', now()
    from unnest(${ids}::text[], ${phones}::text[]) as held (id, phone)`;
  await db`analyze offers`;
  return ids;
}
