// Names that integrators read beside those of the API, on every answer and callback: the same facts under another name, or one we did not tell.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { DEMO } from "../../../src/operations/seed.ts";
import { assertOk } from "../../harness/expect.ts";
import type { Json } from "../../harness/giao.ts";
import { orderBody, startOrderTests } from "../../harness/orders.ts";
import { startReceiver } from "../../harness/receiver.ts";

const receiver = await startReceiver();
after(receiver.close);
const giao = await startOrderTests();
const { phone: mobile } = DEMO.driver;
assertOk(await giao.call("PUT", "/v3/callbacks", { token: DEMO.apiKey, body: { url: receiver.url("/hooks") } }));

function assertNamed(order: Json): void {
  assert.equal(order.order_id, order._id);
  assert.equal(order.share_link, order.shared_link);
  assert.equal(order.timeout, 600);
  assert.deepEqual(
    order.path.map((point: Json) => point.action_type),
    ["PICKUP", "DELIVERY"],
  );
  for (const field of ["supplier_phone", "supplier_rating", "cancel_code", "return_time"])
    assert.ok(field in order, field);
}

test("every service has a name", async () => {
  const [service] = (await giao.call("GET", "/v3/services/SGN-BIKE", { token: giao.token })).body;
  assert.equal(service.name, "Bike, at once");
});

test("orders carry the names in create, detail, lists and callbacks", async () => {
  const created = await giao.create();
  assert.equal(created.body.share_link, created.body.shared_link);
  assertNamed(created.body.order);
  const id = created.body.order_id;
  assertNamed(await giao.detail(id));
  const { orders } = (await giao.call("GET", `/v3/orders?ids=${id}`, { token: giao.token })).body;
  assertNamed(orders[0]);
  await giao.advance(1);
  const told = receiver.seen("/hooks").map(({ body }) => JSON.parse(body.toString()));
  assertNamed(told.find((event) => event._id === id));
});

test("the driver's phone is masked, and the rating is the one they had when they accepted", async () => {
  const first = await giao.created();
  assertOk(await giao.play(first._id, "accept", { mobile }));
  const unrated = await giao.detail(first._id);
  assert.deepEqual([unrated.supplier_phone, unrated.supplier_rating], ["84911***001", 0]);
  assertOk(await giao.play(first._id, "pickup"));
  assertOk(await giao.play(first._id, "deliver", { path_index: 1 }));
  const rated = { rated_by: "user", rating: 4 };
  assertOk(await giao.call("PUT", `/v3/orders/${first._id}/rate`, { token: giao.token, body: rated }));
  const second = await giao.created();
  assert.equal((await giao.detail(second._id)).supplier_phone, "");
  assertOk(await giao.play(second._id, "accept", { mobile }));
  assert.equal((await giao.detail(second._id)).supplier_rating, 4);
});

test("an operator who shows drivers' phones shows them whole", async () => {
  const open = await giao.replica({ env: { DRIVER_PHONES: "shown" } });
  const order = await giao.created();
  assertOk(await giao.play(order._id, "accept", { mobile }));
  const seen = await open.call("GET", `/v3/orders/${order._id}`, { token: giao.token });
  assert.equal(seen.body.supplier_phone, mobile);
  assert.equal((await giao.detail(order._id)).supplier_phone, "84911***001");
});

test("a cancelled order says by a code why", async () => {
  const order = await giao.created(orderBody());
  assert.equal(order.cancel_code, "");
  const body = { comment: "Đã gửi qua ứng dụng khác" };
  assertOk(await giao.call("DELETE", `/v3/orders/${order._id}`, { token: giao.token, body }));
  assert.equal((await giao.detail(order._id)).cancel_code, "USED_ANOTHER_APP");
  const lonely = await giao.created();
  await giao.advance(601);
  assert.equal((await giao.detail(lonely._id)).cancel_code, "NO_DRIVER");
});
