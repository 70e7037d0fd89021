import assert from "node:assert/strict";
import { test } from "node:test";
import { DEMO } from "../../../src/operations/seed.ts";
import { assertOk } from "../../harness/expect.ts";
import { orderBody, startOrderTests } from "../../harness/orders.ts";

const giao = await startOrderTests();
const { phone: mobile, pin } = DEMO.driver;
const session = await giao.call("POST", "/driver/v1/sessions", { body: { mobile, pin } });
const driver: string = session.body.token;
const nowSeconds = () => giao.house.clock.now().getTime() / 1000;

async function report(position: object): Promise<void> {
  assertOk(await giao.call("POST", "/driver/v1/positions", { token: driver, body: { positions: [position] } }));
}

test("the detail shows where the driver is while the order is carried, and at no other time", async () => {
  const at = nowSeconds();
  await report({ lat: 10.7801, lng: 106.7002, at, speed: 8.5, heading: 270 });
  const order = await giao.created();
  const seen = async () => (await giao.detail(order._id)).driver_position;
  const there = { lat: 10.7801, lng: 106.7002, heading: 270, speed: 8.5, at };
  assert.equal(await seen(), undefined, "nobody has accepted");
  assertOk(await giao.play(order._id, "accept", { mobile }));
  assert.deepEqual(await seen(), there);
  assertOk(await giao.play(order._id, "pickup"));
  assert.deepEqual(await seen(), there);
  const later = nowSeconds();
  await report({ lat: 10.7802, lng: 106.7002, at: later });
  assert.deepEqual(await seen(), { lat: 10.7802, lng: 106.7002, at: later }, "what the phone does not know is absent");
  assertOk(await giao.play(order._id, "deliver", { path_index: 1 }));
  assert.equal(await seen(), undefined, "it is over");
});

test("a place that the driver was at minutes ago is not shown", async () => {
  const order = await giao.created(orderBody());
  assertOk(await giao.play(order._id, "accept", { mobile }));
  await report({ lat: 10.78, lng: 106.7, at: nowSeconds() });
  assert.ok((await giao.detail(order._id)).driver_position);
  await giao.advance(181);
  assert.equal((await giao.detail(order._id)).driver_position, undefined);
  await report({ lat: 10.78, lng: 106.7, at: nowSeconds() });
  assert.ok((await giao.detail(order._id)).driver_position);
});
