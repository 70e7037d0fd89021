import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { crowRoads } from "../harness/crow-roads.ts";
import { assertOk, assertRefused } from "../harness/expect.ts";
import { ok } from "../harness/fleet.ts";
import { startGiao } from "../harness/giao.ts";
import { accept, follow, newDriver, PATH, step } from "../harness/tracking.ts";

const giao = await startGiao({}, { roads: crowRoads });
const token = await giao.signIn();
const driver = await newDriver(giao);
const rate = (link: string, body: unknown) => giao.call("POST", `${link}/rating`, { body });

async function delivered() {
  const followed = await follow(giao, token, PATH.slice(0, 2));
  await accept(giao, driver, followed.orderId);
  await step(driver, followed.orderId, "pickup");
  await step(driver, followed.orderId, "points/1/deliver");
  return followed;
}

describe("the recipient's rating", () => {
  test("counts as the receiver's, once, and leaves the sender's to the sender", async () => {
    const { orderId, link } = await delivered();
    assertOk(await rate(link, { rating: 5, comment: "Nhanh" }));
    assertRefused(await rate(link, { rating: 1 }), 409, "ORDER_HAS_BEEN_RATED_BY_RECEIVER");
    const order = ok(await giao.call("GET", `/v3/orders/${orderId}`, { token }));
    assert.equal(order.rating_by_receiver.rating, 5);
    assert.equal(order.rating_by_receiver.comment, "Nhanh");
    assert.equal(order.rating_by_user, null);
    assert.deepEqual(ok(await giao.call("GET", `${link}/state`)).rating, { allowed: false, stars: 5 });
    const bySender = { token, body: { rated_by: "receiver", rating: 2 } };
    assertRefused(
      await giao.call("PUT", `/v3/orders/${orderId}/rate`, bySender),
      409,
      "ORDER_HAS_BEEN_RATED_BY_RECEIVER",
    );
    assertOk(await giao.call("PUT", `/v3/orders/${orderId}/rate`, { token, body: { rated_by: "user", rating: 4 } }));
  });

  test("of two sent at once, one counts", async () => {
    const { orderId, link } = await delivered();
    const answers = await Promise.all([rate(link, { rating: 5 }), rate(link, { rating: 1 })]);
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409]);
    const rows = await giao.house.db`select rating from ratings where order_id = ${orderId}`;
    assert.equal(rows.length, 1);
  });

  // Each row peels off one fault, so that the order of the checks is under test (D13).
  test("refuses in one order: link, driver, missing, value, state, again", async () => {
    const bad = { rating: 9, comment: 7 };
    assertRefused(await rate("/t/0000000000000000000000", bad), 404, "NOT_FOUND");
    const open = await follow(giao, token, PATH.slice(0, 2));
    assertRefused(await rate(open.link, {}), 404, "SUPPLIER_NOT_FOUND");
    await accept(giao, driver, open.orderId);
    assertRefused(await rate(open.link, { comment: 7 }), 400, "MISSING_REQUIRED_INFO");
    assertRefused(await rate(open.link, { rating: null }), 400, "MISSING_REQUIRED_INFO");
    for (const rating of [0, 6, 4.5, "5", true]) {
      assertRefused(await rate(open.link, { rating }), 400, "INVALID_PARAM");
    }
    assertRefused(await rate(open.link, { rating: 5, comment: 7 }), 400, "INVALID_PARAM");
    assertRefused(await rate(open.link, { rating: 5, comment: "x".repeat(1001) }), 400, "INVALID_PARAM");
    const early = await rate(open.link, { rating: 5 });
    assertRefused(early, 400, "INVALID_PARAM");
    assert.match(early.body.description, /ACCEPTED/);
    await step(driver, open.orderId, "pickup");
    await step(driver, open.orderId, "points/1/deliver");
    assertOk(await rate(open.link, { rating: 5 }));
    assertRefused(await rate(open.link, { rating: 9 }), 400, "INVALID_PARAM");
    assertRefused(await rate(open.link, { rating: 5 }), 409, "ORDER_HAS_BEEN_RATED_BY_RECEIVER");
  });

  test("a body that is no object has no rating", async () => {
    const { link } = await delivered();
    for (const raw of ["[]", "5", '"5"', "null"]) {
      assertRefused(await giao.call("POST", `${link}/rating`, { raw }), 400, "MISSING_REQUIRED_INFO");
    }
  });
});
