import assert from "node:assert/strict";
import { test } from "node:test";
import { assertOk, assertRefused } from "../harness/expect.ts";
import { addDriver, offerTo } from "../harness/fleet.ts";
import type { Json } from "../harness/giao.ts";
import { DELIVERY, orderBody, point, startOrderTests } from "../harness/orders.ts";

const giao = await startOrderTests();
const operator = (method: string, path: string, body?: unknown) =>
  giao.call(method, `/operator/v1${path}`, { operator: true, ...(body === undefined ? {} : { body }) });
const act = (id: string, action: string, body: object = {}) => operator("POST", `/orders/${id}/${action}`, body);
const inspect = async (id: string): Promise<Json> => {
  const answer = await operator("GET", `/orders/${id}`);
  assertOk(answer);
  return answer.body;
};
const DRIVER = "84911000001";

async function orderAt(...events: readonly string[]): Promise<string> {
  const { _id } = await giao.created();
  for (const type of events) assertOk(await giao.play(_id, type));
  return _id;
}

test("the actions of an order are those of the state table, and each that is not allowed says where it would be", async () => {
  const id = await orderAt("accept");
  const states = Object.fromEntries((await inspect(id)).actions.map((one: Json) => [one.action, one]));
  assert.deepEqual(
    Object.values(states).flatMap((one) => (one.allowed ? [one.action] : [])),
    ["cancel", "reassign"],
  );
  assert.deepEqual(states.complete_point, {
    action: "complete_point",
    allowed: false,
    because: "STATUS",
    possible_in: ["IN PROCESS"],
  });
  assert.deepEqual(states.refund.possible_in, ["COMPLETED"]);
});

test("what an order's page allows, the call behind it does, and what it does not, the call refuses", async () => {
  const calls: Record<string, readonly [string, object]> = {
    reassign: ["reassign", { comment: "late" }],
    assign: ["assign", { mobile: DRIVER }],
    confirm: ["confirm", {}],
    complete_point: ["points/1/complete", {}],
    fail_point: ["points/1/fail", { comment: "nobody home" }],
    cancel: ["cancel", { comment: "stuck" }],
    refund: ["refunds", { amount: 1_000, reference: "table" }],
  };
  for (const events of [[], ["accept"], ["accept", "arrive", "pickup"], ["accept", "arrive", "pickup", "deliver"]]) {
    for (const [action, [path, body]] of Object.entries(calls)) {
      const { _id: id } = await giao.created();
      for (const type of events) assertOk(await giao.play(id, type, type === "deliver" ? { path_index: 1 } : {}));
      const { status, actions } = await inspect(id);
      const { allowed } = actions.find((one: Json) => one.action === action);
      const answer = await act(id, path, body);
      if (allowed) assertOk(answer);
      else assertRefused(answer, 406, "INVALID_ORDER_STATUS");
      assert.ok(answer, `${action} in ${status}`);
    }
  }
});

test("a reassigned order looks for a driver again, the old one is not asked, and the history tells who did it", async () => {
  const id = await orderAt("accept");
  assertOk(await act(id, "reassign", { comment: "vehicle broken" }));
  const order = await inspect(id);
  assert.equal(order.status, "ASSIGNING");
  assert.equal(order.supplier_id, "");
  assert.equal(order.rebroadcast_comment, "vehicle broken");
  assert.equal(order.history.at(-1).actor, "operator");
  assertOk(await act(id, "assign", { mobile: DRIVER }));
  assert.equal((await inspect(id)).supplier_id, DRIVER);
});

test("an order that the operator gave a driver is their work: its money is promised, and a broadcast finds no room", async () => {
  const driver = await addDriver(giao, { phone: "84911500004", wallet: 150_000 });
  const { _id: given } = await giao.created(orderBody({ path: [point(), point({ ...DELIVERY, cod: 100_000 })] }));
  assertOk(await act(given, "assign", { mobile: driver.phone }));
  assert.equal((await driver.call("GET", "/wallet")).body.promised, 100_000);
  const withdrawal = { amount: 60_000, reference: "too much" };
  assertRefused(await operator("POST", `/drivers/${driver.phone}/withdrawals`, withdrawal), 406, "NOT_ENOUGH_CREDIT");
  const { _id: another } = await giao.created();
  const [offerId] = await offerTo(giao, another, [driver.phone], "broadcast");
  assertRefused(await driver.call("POST", `/offers/${offerId}/accept`), 406, "TOO_MANY_ORDERS");
});

test("two operators who act on one order at once have one winner, and the other is told", async () => {
  for (let round = 0; round < 5; round++) {
    const id = await orderAt("accept");
    const { seq } = await inspect(id);
    const answers = await Promise.all([
      act(id, "reassign", { comment: "one", seq }),
      act(id, "reassign", { comment: "two", seq }),
      act(id, "cancel", { comment: "three", seq }),
    ]);
    assert.equal(answers.filter(({ status }) => status === 200).length, 1);
    for (const answer of answers) if (answer.status !== 200) assertRefused(answer, 409, "ORDER_CHANGED");
    assert.equal((await inspect(id)).seq, seq + 1);
  }
});

test("an action with what was seen long ago is not carried out on what the order has become", async () => {
  const id = await orderAt("accept");
  const { seq } = await inspect(id);
  assertOk(await act(id, "reassign", { comment: "late" }));
  assertOk(await act(id, "assign", { mobile: DRIVER }));
  assertRefused(await act(id, "reassign", { comment: "late", seq }), 409, "ORDER_CHANGED");
  assert.equal((await inspect(id)).status, "ACCEPTED");
});

test("points can be completed and failed by hand, with the money that goes with them", async () => {
  const { _id: id } = await giao.created(
    orderBody({ path: [point(), point(DELIVERY), point({ ...DELIVERY, lng: 106.72 })] }),
  );
  for (const type of ["accept", "arrive", "pickup"]) assertOk(await giao.play(id, type));
  assertRefused(await act(id, "points/3/complete"), 400, "INVALID_DATA");
  assertRefused(await act(id, "points/0/complete"), 400, "INVALID_DATA");
  assertRefused(await act(id, "points/1/fail"), 400, "MISSING_REQUIRED_INFO");
  assertOk(await act(id, "points/1/complete", { comment: "signed at the desk" }));
  assertRefused(await act(id, "points/1/complete"), 406, "INVALID_ORDER_STATUS");
  assertOk(await act(id, "points/2/fail", { comment: "nobody home" }));
  const order = await inspect(id);
  assert.equal(order.status, "COMPLETED");
  assert.deepEqual(
    order.path.map((one: Json) => one.status),
    ["", "COMPLETED", "FAILED"],
  );
  assert.deepEqual((await giao.verify()).problems, []);
});

test("a refund reaches the account once for each reference, and all together never exceed the price", async () => {
  const { _id: id, user_id: owner, total_fee: total } = await giao.created();
  for (const type of ["accept", "arrive", "pickup"]) assertOk(await giao.play(id, type));
  assertOk(await giao.play(id, "deliver", { path_index: 1 }));
  const before = (await giao.walletOf(owner)).main;
  const refund = (amount: number, reference: string) => act(id, "refunds", { amount, reference });
  const [first, again] = await Promise.all([refund(5_000, "r1"), refund(5_000, "r1")]);
  assertOk(first);
  assertOk(again);
  assert.equal((await giao.walletOf(owner)).main, before + 5_000);
  assertRefused(await refund(6_000, "r1"), 409, "IDEMPOTENCY_KEY_REUSED");
  assertRefused(await refund(total, "r2"), 402, "NOT_ALLOWED");
  for (const amount of [0, 1.5]) {
    const { status, body } = await refund(amount, "r3");
    assert.deepEqual([status, body.code], [400, "INVALID_DATA"]);
    assert.match(body.description, /amount/);
  }
  assertRefused(await act("26ZZZZZZ", "refunds", { amount: 1, reference: "r3" }), 404, "ORDER_NOT_FOUND");
  assertRefused(await refund(1_000, " "), 400, "INVALID_DATA");
  assert.equal((await refund(1_000, "r6")).body.refunded, 6_000);
  const rest = await Promise.all([refund(total - 6_000, "r4"), refund(total - 6_000, "r5")]);
  assert.deepEqual(rest.map(({ status }) => status).sort(), [200, 402]);
  const order = await inspect(id);
  assert.equal(order.refunded, total);
  assert.equal(order.actions.find((one: Json) => one.action === "refund").because, "ALL_REFUNDED");
  assert.deepEqual((await giao.verify()).problems, []);
});

test("refusals come in one order: the order, what was seen, the driver, the state", async () => {
  assertRefused(await act("26ZZZZZZ", "reassign", {}), 404, "ORDER_NOT_FOUND");
  const id = await orderAt("accept");
  assertRefused(await act(id, "assign", { mobile: "12", seq: 999 }), 409, "ORDER_CHANGED");
  assertRefused(await act(id, "assign", { mobile: "12" }), 406, "INVALID_PHONE_NUMBER");
  assertRefused(await act(id, "assign", { mobile: "84911999999" }), 404, "DRIVER_NOT_FOUND");
  assertRefused(await act(id, "assign", { mobile: DRIVER }), 406, "INVALID_ORDER_STATUS");
  assertRefused(await act(id, "reassign", { comment: " " }), 400, "MISSING_REQUIRED_INFO");
  assertRefused(await act(id, "reassign", { comment: "x".repeat(1_001) }), 400, "BAD_REQUEST");
  assertRefused(await act(id, "reassign", { comment: 1 }), 400, "INVALID_DATA");
  assertOk(await operator("PATCH", `/drivers/${DRIVER}`, { status: "DEACTIVATED" }));
  const waiting = await orderAt();
  assertRefused(await act(waiting, "assign", { mobile: DRIVER }), 406, "DEACTIVATED_ACCOUNT");
  assertOk(await operator("PATCH", `/drivers/${DRIVER}`, { status: "ACTIVATED" }));
  assertRefused(await giao.call("POST", `/operator/v1/orders/${id}/reassign`, { body: {} }), 401, "NOT_AUTHORIZED");
});
