// Additive calls of the sender: confirming at the pickup, and cancelling by a tracking number in the query.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { assertOk, assertRefused } from "../../harness/expect.ts";
import { DELIVERY, orderBody, point, startOrderTests } from "../../harness/orders.ts";

const orders = await startOrderTests();
const other = await orders.fundedAccount("84935000001", 1_000_000);
const careful = { need_confirm_before_pickup: true, collect_cash_before_pickup: true };
assertOk(await orders.call("PUT", "/operator/v1/services/SGN-ECO", { operator: true, body: careful }));

describe("POST /v3/orders/<order_id>/confirm", () => {
  const confirm = (orderId: string, token: string | undefined = orders.token, headers = {}) =>
    orders.call("POST", `/v3/orders/${orderId}/confirm`, { ...(token ? { token } : {}), headers });
  const waiting = async (payment_method: string): Promise<string> => {
    const { _id } = await orders.created(orderBody({ service_id: "SGN-ECO", payment_method }));
    assertOk(await orders.play(_id, "accept"));
    assertRefused(await confirm(_id), 406, "INVALID_ORDER_STATUS");
    assertOk(await orders.play(_id, "arrive"));
    assert.equal((await orders.detail(_id)).status, "CONFIRMING");
    return _id;
  };

  test("lets a driver who waits for it take the goods", async () => {
    const orderId = await waiting("BALANCE");
    assertRefused(await orders.play(orderId, "pickup"), 406, "INVALID_ORDER_STATUS");
    const confirmed = await confirm(orderId);
    assertOk(confirmed);
    assert.deepEqual(confirmed.body, {});
    assertOk(await orders.play(orderId, "pickup"));
    assert.equal((await orders.detail(orderId)).status, "IN PROCESS");
  });

  test("asks for the cash next where it is collected before the pickup", async () => {
    const orderId = await waiting("CASH");
    assertOk(await confirm(orderId));
    assert.equal((await orders.detail(orderId)).status, "PAYING");
  });

  // Each row peels off one fault.
  test("is for the creator alone, once", async () => {
    const orderId = await waiting("BALANCE");
    assertRefused(await orders.call("POST", "/v3/orders/26ZZZZZZZZ/confirm"), 401, "NOT_AUTHORIZED");
    assertRefused(await confirm("26ZZZZZZZZ", other), 404, "ORDER_NOT_FOUND");
    assertRefused(await orders.play("26ZZZZZZZZ", "confirm"), 404, "ORDER_NOT_FOUND");
    assertRefused(await confirm(orderId, other), 401, "NOT_AUTHORIZED");
    assertOk(await confirm(orderId));
    assertRefused(await confirm(orderId), 406, "INVALID_ORDER_STATUS");
  });

  test("under a key it is one confirmation, however often it is sent", async () => {
    const orderId = await waiting("BALANCE");
    const key = { "idempotency-key": "confirm-1" };
    assertOk(await confirm(orderId, orders.token, key));
    const again = await confirm(orderId, orders.token, key);
    assertOk(again);
    assert.equal(again.headers.get("idempotent-replayed"), "true");
  });
});

describe("DELETE /v3/orders/tracks with a query", () => {
  const tracked = (tracking_number: string) =>
    orders.created(orderBody({ path: [point(), point({ ...DELIVERY, tracking_number })] }));
  const cancel = (query: string, body?: unknown) =>
    orders.call("DELETE", `/v3/orders/tracks?${query}`, {
      token: orders.token,
      ...(body === undefined ? {} : { body }),
    });

  test("cancels as with a body, the comment with it", async () => {
    const order = await tracked("Q 1/Ă");
    assertOk(await orders.play(order._id, "accept"));
    const number = encodeURIComponent("Q 1/Ă");
    assertRefused(await cancel(`tracking_number=${number}`), 400, "MISSING_REQUIRED_INFO");
    assertOk(await cancel(`tracking_number=${number}&comment=${encodeURIComponent("Khách đổi ý")}`));
    const after = await orders.detail(order._id);
    assert.deepEqual([after.status, after.cancel_comment], ["CANCELLED", "Khách đổi ý"]);
    assertRefused(await cancel(`tracking_number=${number}&comment=x`), 406, "INVALID_ORDER_STATUS");
    assertRefused(await cancel("tracking_number=nobody&comment=x"), 404, "ORDER_NOT_FOUND");
    assertRefused(await cancel("comment=x"), 400, "MISSING_REQUIRED_INFO");
    assertRefused(await cancel("tracking_number=a&tracking_number=b"), 400, "MISSING_REQUIRED_INFO");
  });

  test("what the body says counts for more", async () => {
    const [inBody, inQuery] = [await tracked("Q-2"), await tracked("Q-3")];
    assertOk(await cancel("tracking_number=Q-3", { tracking_number: "Q-2" }));
    assert.equal((await orders.detail(inBody._id)).status, "CANCELLED");
    assert.notEqual((await orders.detail(inQuery._id)).status, "CANCELLED");
  });
});
