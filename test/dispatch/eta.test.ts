import assert from "node:assert/strict";
import { test } from "node:test";
import { crowRoads, leg } from "../harness/crow-roads.ts";
import { addDriver, addOrder, CATHEDRAL, MARKET, offerTo, ok, type TestDriver } from "../harness/fleet.ts";
import { startGiao } from "../harness/giao.ts";
import { until } from "../harness/until.ts";

const giao = await startGiao({}, { roads: crowRoads });
const token = await giao.signIn();
const detail = async (orderId: string) => ok(await giao.call("GET", `/v3/orders/${orderId}`, { token }));

const SOUTH = { lat: MARKET.lat - 0.02, lng: MARKET.lng };

async function take(driver: TestDriver, orderId: string): Promise<void> {
  const [offerId] = await offerTo(giao, orderId, [driver.phone]);
  ok(await driver.call("POST", `/offers/${offerId}/accept`));
}
async function accepted(driver: TestDriver): Promise<string> {
  const orderId = await addOrder(giao, token);
  await take(driver, orderId);
  return orderId;
}
// Worked out beside the answer to the position.
async function seen(driver: TestDriver, orderId: string, isSo: (order: Record<string, number>) => boolean) {
  ok(await driver.call("POST", "/positions", { positions: [SOUTH] }));
  return until("an ETA comes", async () => {
    const order = await detail(orderId);
    return isSo(order) && order;
  });
}

test("an order in hand tells when its driver is expected, from their position and the roads", async () => {
  const driver = await addDriver(giao, { phone: "84911900001" });
  const orderId = await addOrder(giao, token);
  assert.equal((await detail(orderId)).pickup_eta, undefined);
  await take(driver, orderId);
  const now = giao.house.clock.now().getTime() / 1000;
  const order = await seen(driver, orderId, ({ pickup_eta = 0 }) => pickup_eta > 0);
  const toPickup = leg(SOUTH, MARKET).durationSeconds;
  assert.ok(Math.abs(order.pickup_eta - now - toPickup) < 30, `${order.pickup_eta - now} against ${toPickup}`);
  const toDoor = leg(MARKET, CATHEDRAL).durationSeconds;
  assert.ok(order.delivery_eta >= order.pickup_eta + toDoor);
  assert.equal(order.path[1].eta, order.delivery_eta);
  const inspected = ok(await giao.call("GET", `/operator/v1/orders/${orderId}`, { operator: true }));
  assert.equal(inspected.pickup_eta, order.pickup_eta);

  ok(await driver.call("POST", `/orders/${orderId}/pickup`));
  const picked = await seen(driver, orderId, ({ pickup_eta }) => pickup_eta === 0);
  assert.ok(picked.delivery_eta > 0);
  ok(await driver.call("POST", `/orders/${orderId}/points/1/deliver`));
  assert.equal((await detail(orderId)).delivery_eta, undefined);
});

test("how long a drive really took is learnt when the driver arrives", async () => {
  const driver = await addDriver(giao, { phone: "84911900002" });
  const orderId = await accepted(driver);
  ok(await giao.call("POST", "/sandbox/v1/clock/advance", { operator: true, body: { seconds: 90 } }));
  ok(await driver.call("POST", `/orders/${orderId}/arrive`));
  const [learnt] = await giao.house.db<{ expectedSeconds: number; actualSeconds: number }>`
    select expected_seconds, actual_seconds from driven_legs`;
  assert.equal(learnt?.expectedSeconds, 60);
  assert.ok(learnt && learnt.actualSeconds >= 90 && learnt.actualSeconds < 120);
});

test("once there are enough trips, ETAs are corrected by what they took", async () => {
  await giao.house.db`
    insert into driven_legs (city_id, vehicle, lat, lng, driven_at, expected_seconds, actual_seconds)
    select 'SGN', 'BIKE', ${MARKET.lat}, ${MARKET.lng}, ${giao.house.clock.now()}, 600, 1200
    from generate_series(1, 500)`;
  // What is remembered of earlier trips is read again after ten minutes.
  ok(await giao.call("POST", "/sandbox/v1/clock/advance", { operator: true, body: { seconds: 601 } }));
  const driver = await addDriver(giao, { phone: "84911900003" });
  const orderId = await accepted(driver);
  const now = giao.house.clock.now().getTime() / 1000;
  const order = await seen(driver, orderId, ({ pickup_eta = 0 }) => pickup_eta > 0);
  const toPickup = leg(SOUTH, MARKET).durationSeconds;
  const stretched = (order.pickup_eta - now) / toPickup;
  assert.ok(stretched > 1.8 && stretched < 2.2, `stretched ${stretched} times`);
});
