// What a driver hears when the sender changes an order before it is picked up.
import assert from "node:assert/strict";
import { test } from "node:test";
import { THIRD } from "../harness/content-calls.ts";
import { crowRoads } from "../harness/crow-roads.ts";
import { openEvents } from "../harness/event-source.ts";
import { addDriver, addOrder, offerTo, ok } from "../harness/fleet.ts";
import { startGiao } from "../harness/giao.ts";
import { point } from "../harness/orders.ts";

const giao = await startGiao({}, { roads: crowRoads });
const token = await giao.signIn();
const addPoint = async (orderId: string) =>
  ok(await giao.call("POST", `/v3/orders/${orderId}/points`, { token, body: point(THIRD) }));

test("the driver who has the order is told its new path, price and way", async () => {
  const driver = await addDriver(giao, { phone: "84911610001" });
  const orderId = await addOrder(giao, token);
  const [offerId] = await offerTo(giao, orderId, [driver.phone]);
  const before = ok(await driver.call("POST", `/offers/${offerId}/accept`));
  const stream = await openEvents(`${giao.url}/driver/v1/offers`, { authorization: `Bearer ${driver.token}` });
  assert.equal((await stream.next())?.event, "offers");
  const now = giao.house.clock.now();
  await giao.house.db`
    insert into order_etas (order_id, pickup_at, delivery_at, computed_at)
    values (${orderId}, ${now}, ${[now]}, ${now})`;
  const edited = await addPoint(orderId);
  // What was expected at the first door is nobody's time any more.
  const { pickup_eta, path } = ok(await giao.call("GET", `/v3/orders/${orderId}`, { token }));
  assert.deepEqual([pickup_eta, path[1].eta], [undefined, undefined]);
  // That it was accepted may still be told.
  let told = await stream.next();
  while (told && told.data.seq <= before.seq) told = await stream.next();
  assert.equal(told?.event, "order");
  assert.equal(told?.data.path.length, 3);
  assert.deepEqual([told?.data.total_fee, told?.data.polylines], [edited.total_fee, edited.polylines]);
  assert.ok(told?.data.earnings > before.earnings && told?.data.seq > before.seq);
});

test("who is being asked about an order is not held to it when it changes, and may be asked again", async () => {
  const driver = await addDriver(giao, { phone: "84911610002" });
  const orderId = await addOrder(giao, token);
  const [offerId] = await offerTo(giao, orderId, [driver.phone]);
  const stream = await openEvents(`${giao.url}/driver/v1/offers`, { authorization: `Bearer ${driver.token}` });
  assert.equal((await stream.next())?.event, "offers");
  await addPoint(orderId);
  const closed = await stream.next();
  assert.deepEqual(closed?.data, { id: offerId, order_id: orderId, answer: "withdrawn" });
  await stream.close();
  assert.notEqual((await driver.call("POST", `/offers/${offerId}/accept`)).status, 200);
  const [again] = await offerTo(giao, orderId, [driver.phone]);
  assert.equal(ok(await driver.call("POST", `/offers/${again}/accept`)).path.length, 3);
});
