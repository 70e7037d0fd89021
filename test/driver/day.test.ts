import assert from "node:assert/strict";
import { test } from "node:test";
import { crowRoads } from "../harness/crow-roads.ts";
import { assertRefused } from "../harness/expect.ts";
import { offerTo, ok } from "../harness/fleet.ts";
import { startGiao } from "../harness/giao.ts";
import { toHour } from "../harness/hours.ts";
import { accept, FIRST_PLACE, follow, newDriver, PATH, PICKUP_PLACE, step } from "../harness/tracking.ts";

const giao = await startGiao({}, { roads: crowRoads });
// No midnight passes between what is done and what today counts.
await toHour(giao);
const token = await giao.signIn();
const driver = await newDriver(giao);
const text = ({ lat, lng }: { lat: number; lng: number }) => `${lat},${lng}`;

const detail = async (orderId: string) => ok(await giao.call("GET", `/v3/orders/${orderId}`, { token }));
const accepted = async (): Promise<string> => {
  const { orderId } = await follow(giao, token, PATH.slice(0, 2));
  await accept(giao, driver, orderId);
  return orderId;
};

test("a driver hears who they are and whether they are online", async () => {
  const { time, ...offline } = ok(await driver.call("GET", "/me"));
  assert.ok(Math.abs(time - giao.house.clock.now().getTime() / 1000) < 60, "and what the server's clock shows");
  assert.deepEqual(offline, {
    mobile: driver.phone,
    name: `Driver ${driver.phone}`,
    plate_number: "59A1-1",
    vehicle: "BIKE",
    city_id: "SGN",
    online: false,
    time_zone: "Asia/Ho_Chi_Minh",
  });
  ok(await driver.online());
  assert.equal(ok(await driver.call("GET", "/me")).online, true);
});

test("today counts what was completed since midnight in the driver's city, after commission and VAT", async () => {
  const orderId = await accepted();
  const { earnings } = await step(driver, orderId, "pickup");
  await step(driver, orderId, "points/1/deliver");
  assert.deepEqual(ok(await driver.call("GET", "/wallet")).today, { orders: 1, earnings });
  await giao.house.clock.advance(24 * 3_600_000);
  assert.deepEqual(ok(await driver.call("GET", "/wallet")).today, { orders: 0, earnings: 0 });
});

test("the way to a stop is a line with its length, and refuses what is no place", async () => {
  const way = ok(await driver.call("GET", `/way?from=${text(PICKUP_PLACE)}&to=${text(FIRST_PLACE)}`));
  assert.ok(way.distance > 1_900 && way.duration > 0 && way.polyline.length > 0);
  for (const query of ["", "?from=10,106", "?from=10,106&to=here", "?from=10,106&to=95,106"]) {
    assertRefused(await driver.call("GET", `/way${query}`), 400, "INVALID_DATA");
  }
});

test("an offer says how many seconds it has left, whatever the phone's clock shows", async () => {
  const { orderId } = await follow(giao, token, PATH.slice(0, 2));
  await offerTo(giao, orderId, [driver.phone]);
  const [offer] = ok(await driver.call("GET", "/offers")).offers;
  assert.ok(offer.expires_in > 10 && offer.expires_in <= 20);
});

test("a step that is told later has the time it was done, not before the step before it and not ahead of now", async () => {
  const orderId = await accepted();
  const { accept_time } = await detail(orderId);
  await giao.house.clock.advance(120_000);
  await step(driver, orderId, "arrive", { at: accept_time + 60 });
  await step(driver, orderId, "pickup", { at: accept_time + 90 });
  const wrong = await driver.call("POST", `/orders/${orderId}/points/1/deliver`, { at: "yesterday" });
  assertRefused(wrong, 400, "INVALID_DATA");
  await step(driver, orderId, "points/1/fail", { at: accept_time + 10, comment: "nobody at home" });
  const order = await detail(orderId);
  assert.equal(order.board_time, accept_time + 60);
  assert.equal(order.pickup_time, accept_time + 90);
  assert.equal(order.path[1].fail_time, accept_time + 90, "no door is reached before the pickup");
  const { history } = ok(await giao.call("GET", `/operator/v1/orders/${orderId}`, { operator: true }));
  const times = Object.fromEntries(history.map((row: { event: string; time: number }) => [row.event, row.time]));
  assert.equal(times.arrive, accept_time + 60);
  assert.equal(times.pickup, accept_time + 90);
  await step(driver, orderId, "return", { done: false });
  await step(driver, orderId, "return", { done: true, at: accept_time + 1e9 });
  const { time } = ok(await driver.call("GET", "/me"));
  const { return_time } = await detail(orderId);
  assert.ok(return_time >= accept_time + 120 && return_time <= time, "a clock that runs ahead is not believed");
});

test("goods that never came back do not keep those of today off the list", async () => {
  const failed = async (): Promise<string> => {
    const orderId = await accepted();
    await step(driver, orderId, "pickup");
    await step(driver, orderId, "points/1/fail", { comment: "nobody at home" });
    return orderId;
  };
  const old = await failed();
  await giao.house.db`
    insert into orders (
      id, partner_id, creator_phone, service_id, city_id, status, seq, driver_phone, tracking_token, created_at, content, state
    )
    select '20' || lpad(at::text, 6, '0'), partner_id, creator_phone, service_id, city_id, status, seq, driver_phone,
      lpad(at::text, 22, '0'), created_at, content, state
    from orders
    cross join generate_series(1, 100) as at
    where id = ${old}`;
  const today = await failed();
  const carried = await accepted();
  const { orders } = ok(await driver.call("GET", "/orders"));
  assert.deepEqual([orders.length, orders[0].order_id, orders[1].order_id], [100, carried, today]);
  ok(await giao.call("DELETE", `/v3/orders/${carried}`, { token, body: { comment: "enough" } }));
});

test("giving an order up counts from when it is heard, because another driver is sought from then", async () => {
  const orderId = await accepted();
  const { accept_time } = await detail(orderId);
  await giao.house.clock.advance(60_000);
  await step(driver, orderId, "cancel", { comment: "vehicle broken", at: accept_time });
  const [row] = await giao.house.db<{ dueAt: Date }>`select due_at from orders where id = ${orderId}`;
  assert.ok(row!.dueAt.getTime() / 1000 >= accept_time + 60 + 600, "the new search has its whole time");
  ok(await giao.call("DELETE", `/v3/orders/${orderId}`, { token }));
});
