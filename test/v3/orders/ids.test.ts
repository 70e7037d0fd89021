import assert from "node:assert/strict";
import { test } from "node:test";
import { assertOk } from "../../harness/expect.ts";
import { DELIVERY, orderBody, point, startOrderTests } from "../../harness/orders.ts";

const orders = await startOrderTests();

test("an order of the first release, whose id is shorter, lives on beside the new ones", async () => {
  const path = [point(), point({ ...DELIVERY, tracking_number: "SHORT" })];
  const { _id } = await orders.created(orderBody({ path }));
  assert.match(_id, /^\d{2}[0-9A-Z]{8}$/);
  const short = _id.slice(0, 8);
  // As it was stored then: the same order under an id of eight characters.
  const { db } = orders.house;
  await db`update orders set id = ${short} where id = ${_id}`;
  await db`update order_history set order_id = ${short} where order_id = ${_id}`;
  await db`update tracking_numbers set order_id = ${short} where order_id = ${_id}`;
  await db`update callback_events set order_id = ${short} where order_id = ${_id}`;
  assert.equal((await orders.detail(short)).status, "ASSIGNING");
  const found = await orders.call("GET", "/v3/orders/tracks/SHORT", { token: orders.token });
  assert.equal(found.body[0]._id, short);
  for (const type of ["accept", "pickup"]) assertOk(await orders.play(short, type));
  assertOk(await orders.play(short, "deliver", { path_index: 1 }));
  assertOk(
    await orders.call("PUT", `/v3/orders/${short}/rate`, {
      token: orders.token,
      body: { rated_by: "user", rating: 5 },
    }),
  );
  const answer = await orders.call("GET", `/v3/orders?ids=${short}`, { token: orders.token });
  assert.equal(answer.body.length ?? answer.body.orders.length, 1);
});
