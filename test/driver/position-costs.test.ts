// What a batch of positions costs the database, counted in rows that the plan touches: a statement that is prepared once does not
// know how many positions will come, and must be as cheap for each of many as for each of few.
import assert from "node:assert/strict";
import { test } from "node:test";
import { openDatabase } from "../../src/store/db.ts";
import { type DriverPosition, writePositions } from "../../src/store/drivers/places.ts";
import { PATIENT_LIMITS, useDatabase } from "../harness/database.ts";
import { explainAll, rowsTouched } from "../harness/explained.ts";
import { directOf } from "../harness/server.ts";

const DRIVERS = 20_000;
const noon = new Date("2026-03-02T05:00:00Z");

const { url: given, db: setup, closeFirst } = await useDatabase();
const url = directOf(given);
const plans = await explainAll(url, { plan_cache_mode: "force_generic_plan" });
const db = openDatabase(url, { limits: PATIENT_LIMITS });
closeFirst(() => db.close());

const phoneOf = (nth: number): string => String(84_920_000_000 + nth);
await setup`
  insert into drivers (phone, name, plate_number, vehicle, city_id, pin_hash, created_at)
  select (84920000000 + nth)::text, 'Driver', '59A1-1', 'BIKE', 'SGN', decode(repeat('00', 48), 'hex'), ${noon}
  from generate_series(0, ${DRIVERS}::int - 1) as nth`;
await setup`
  insert into driver_places (driver_phone)
  select phone
  from drivers
  where phone like '8492%'
  on conflict do nothing`;
// Every fifth has an order in hand.
await setup`
  insert into orders (
    id, partner_id, creator_phone, service_id, city_id, status, seq, driver_phone, tracking_token, created_at, content, state
  )
  select '26' || lpad(nth::text, 6, '0'), 'demo', '84900000001', 'SGN-BIKE', 'SGN', 'IN PROCESS', 1,
    (84920000000 + nth)::text, lpad(nth::text, 22, '0'), ${noon}, '{}', '{}'
  from generate_series(0, ${DRIVERS}::int - 1, 5) as nth`;

async function rowsOfBatch(size: number, from: number): Promise<number> {
  const positions = Array.from({ length: size }, (_, nth): DriverPosition => {
    return { phone: phoneOf(from + nth), lat: 10.7, lng: 106.7, speed: null, heading: null, at: noon };
  });
  plans.take();
  assert.equal((await writePositions(db, positions, positions, noon)).length, size / 5, "orders in hand");
  const plan = plans.take().find((one) => /trail_points/.test(one["Query Text"]));
  return rowsTouched(plan!.Plan) / size;
}

for (const [name, prepare] of [
  ["before the server has statistics", async () => undefined],
  ["when it has them", () => setup`analyze`],
] as const) {
  test(`${name}, a position in a batch of 1,000 costs no more than twice one in a batch of 100`, async () => {
    await prepare();
    const few = await rowsOfBatch(100, 0);
    const many = await rowsOfBatch(1_000, 500);
    const [{ moved } = { moved: 0 }] = await setup<{ moved: number }>`
      select count(*)::int as moved
      from driver_places
      where placed_at = ${noon}`;
    assert.equal(moved, 1_100);
    assert.ok(many <= 2 * few, `${many} rows a position in a batch of 1,000, ${few} in one of 100`);
  });
}
