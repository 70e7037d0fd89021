// The stream of a city: the whole at first, however large, then changes, which add up to what is so and stay small.
import assert from "node:assert/strict";
import { test } from "node:test";
import { afterChanges } from "../../web/console/live/board-state.ts";
import { openEvents } from "../harness/event-source.ts";
import { assertOk } from "../harness/expect.ts";
import type { Json } from "../harness/giao.ts";
import { startOrderTests } from "../harness/orders.ts";

const giao = await startOrderTests();
const KEY = { "x-operator-key": "sandbox-operator-key" };
const follow = () => openEvents(`${giao.url}/operator/v1/cities/SGN/live/stream`, KEY);

async function addFleet(count: number): Promise<void> {
  const { db } = giao.house;
  await db`
    insert into drivers (phone, name, plate_number, vehicle, city_id, pin_hash, is_robot, created_at)
    select '849' || (20000000 + n), 'Driver ' || n, '59A1-' || n, 'BIKE', 'SGN', decode(repeat('00', 48), 'hex'), false, now()
    from generate_series(1, ${count}) as n`;
  await db`
    insert into driver_places (driver_phone, online, lat, lng, heading, speed, heard_at, seen_at)
    select phone, true, 10.7 + random() * 0.15, 106.6 + random() * 0.15, random() * 360, 8, ${giao.house.clock.now()}, now()
    from drivers
    where phone like '8492%'`;
}

async function drive(): Promise<void> {
  await giao.house.db`
    update driver_places
    set lat = lat + (random() - 0.5) * 0.0003, lng = lng + (random() - 0.5) * 0.0003, heading = random() * 360,
      heard_at = ${giao.house.clock.now()}
    where driver_phone like '8492%'`;
}

test("500 drivers who all move cost a reader less than 10 KB a second, and the changes add up to the city", async (context) => {
  await addFleet(500);
  const { _id: id } = await giao.created();
  const stream = await follow();
  const first = await stream.next();
  assert.equal(first?.event, "city");
  let city = first?.data as Json;
  assert.ok(city.drivers.length >= 500 && city.counts.drivers >= 500);
  assertOk(await giao.play(id, "accept"));
  const beganMs = performance.now();
  const heardBefore = stream.heard().length;
  let moves = 0;
  while (performance.now() - beganMs < 10_000) {
    await drive();
    const event = await stream.next();
    assert.equal(event?.event, "changes");
    moves += (event?.data.moves?.length ?? 0) / 4;
    city = afterChanges(city, event?.data);
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
  const kilobytes = (stream.heard().length - heardBefore) / 1024 / ((performance.now() - beganMs) / 1000);
  context.diagnostic(
    `live stream: ${kilobytes.toFixed(1)} KB/s, ${moves} moves in ${Math.round((performance.now() - beganMs) / 1000)} s`,
  );
  assert.ok(moves >= 1_000, `only ${moves} moves`);
  assert.ok(kilobytes <= 10, `${kilobytes} KB a second`);
  assert.equal(city.orders.find((order: Json) => order.order_id === id)?.status, "ACCEPTED");
  // Nobody moves any more: what was heard is what is so, to a few metres, within which nobody counts as moving.
  await new Promise((resolve) => setTimeout(resolve, 3_000));
  const { _id: last } = await giao.created();
  while (!city.orders.some((order: Json) => order.order_id === last))
    city = afterChanges(city, (await stream.next())?.data);
  await stream.close();
  const now = (await giao.call("GET", "/operator/v1/cities/SGN/live", { operator: true })).body;
  const known = new Map<string, Json>(city.drivers.map((driver: Json) => [driver.mobile, driver]));
  assert.equal(known.size, now.drivers.length);
  for (const { mobile, lat, lng } of now.drivers) {
    const heard = known.get(mobile);
    assert.ok(Math.abs(heard.lat - lat) < 0.00006 && Math.abs(heard.lng - lng) < 0.00006, mobile);
  }
});

test("a city with thousands of drivers reaches its reader whole, and is counted beyond what is shown", async () => {
  await giao.house.db`
    insert into drivers (phone, name, plate_number, vehicle, city_id, pin_hash, is_robot, created_at)
    select '849' || (30000000 + n), 'Driver with a rather long name ' || n, '59A1-' || n, 'VAN', 'SGN', decode(repeat('00', 48), 'hex'), false, now()
    from generate_series(1, 3000) as n`;
  await giao.house.db`
    insert into driver_places (driver_phone, online, lat, lng, heard_at, seen_at)
    select phone, true, 10.7 + random() * 0.15, 106.6 + random() * 0.15, ${giao.house.clock.now()}, now()
    from drivers
    where phone like '8493%'`;
  const stream = await follow();
  const first = await stream.next();
  assert.equal(first?.event, "city");
  assert.equal(first?.data.drivers.length, 3_000);
  assert.ok(first?.data.full);
  assert.ok(first?.data.counts.drivers >= 3_500);
  await stream.close();
});
