// Reading orders (4.6, D12), the sandbox's tools, and the operator's view.
import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { DEMO } from "../../../src/operations/seed.ts";
import { assertOk, assertRefused } from "../../harness/expect.ts";
import type { Answer, Json } from "../../harness/giao.ts";
import { type Body, DELIVERY, orderBody, point, startOrderTests } from "../../harness/orders.ts";

const orders = await startOrderTests();
const numbered = (tracking_number: string, more: Body = {}) =>
  orderBody({ payment_method: "CASH", path: [point(), point({ ...DELIVERY, tracking_number })], ...more });
const get = (path: string, token = orders.token) => orders.call("GET", path, { token });
const ok = async (answer: Promise<Answer>): Promise<Json> => {
  assertOk(await answer);
  return (await answer).body;
};
const ids = (list: readonly Json[]) => list.map((order) => order._id);

let parent: string;
let child: string;
let sibling: string;
let stranger: string;

before(async () => {
  [parent, child, sibling] = [
    await orders.register("84970000001"),
    await orders.register("84970000002"),
    await orders.register("84970000003"),
  ];
  await ok(orders.call("POST", "/v3/accounts/childs", { token: parent, body: { child_id: "84970000002" } }));
  const [sms] = await ok(orders.call("GET", "/operator/v1/sms?to=84970000002", { operator: true }));
  const activation = { token: parent, body: { activation_code: sms.code } };
  await ok(orders.call("POST", "/v3/accounts/childs/84970000002/activate", activation));
  const other = await ok(
    orders.call("POST", "/operator/v1/partners", { operator: true, body: { id: "other", name: "O" } }),
  );
  stranger = await orders.register("84970000004", other.api_key);
});

describe("who may see what (D12)", () => {
  test("order detail: the creator and the creator's parent; others of the partner are denied; strangers see nothing", async () => {
    const { _id } = await orders.created(numbered("S1"), child);
    for (const path of [`/v3/orders/${_id}`, `/v3/orders/${_id}/price`]) {
      assertOk(await get(path, child));
      assertOk(await get(path, parent));
      assertRefused(await get(path, sibling), 403, "DENY_ACCESS_ORDER_DETAIL");
      assertRefused(await get(path, stranger), 404, "ORDER_NOT_FOUND");
      assertRefused(await get(path, "rubbish"), 401, "NOT_AUTHORIZED");
    }
    assertRefused(await get("/v3/orders/26NOSUCH"), 404, "ORDER_NOT_FOUND");
    assertRefused(await get("/v3/orders/%F0%9F%98%80"), 404, "ORDER_NOT_FOUND");
  });

  test("tracking link and tracking numbers: any account of the partner, nobody else", async () => {
    const { _id, shared_link } = await orders.created(numbered("S2"), child);
    for (const token of [child, parent, sibling]) {
      assert.deepEqual(await ok(get(`/v3/orders/${_id}/shared-link`, token)), { shared_link });
      assert.deepEqual(ids(await ok(get("/v3/orders/tracks/S2", token))), [_id]);
    }
    assertRefused(await get(`/v3/orders/${_id}/shared-link`, stranger), 404, "ORDER_NOT_FOUND");
    assertRefused(await get("/v3/orders/tracks/S2", stranger), 404, "ORDER_NOT_FOUND");
    assertRefused(await get("/v3/orders/tracks/S2", "rubbish"), 401, "NOT_AUTHORIZED");
  });
});

describe("GET /v3/orders/tracks", () => {
  test("by path and by query, newest first, with what 2.14 says", async () => {
    const first = await orders.created(numbered("T 1/ä"));
    const second = await orders.created(numbered("T 1/ä"));
    const found = await ok(get(`/v3/orders/tracks?tracking_number=${encodeURIComponent("T 1/ä")}`));
    assert.deepEqual(ids(found), [second._id, first._id]);
    assert.deepEqual(await ok(get(`/v3/orders/tracks/${encodeURIComponent("T 1/ä")}`)), found);
    assert.deepEqual(found[0], {
      _id: second._id,
      path: [
        { address: "somewhere", status: "" },
        { address: "somewhere", status: "", tracking_number: "T 1/ä" },
      ],
      status: "ASSIGNING",
      service_id: "SGN-BIKE",
      create_time: Math.floor(second.create_time),
    });
    assert.ok(Number.isInteger(found[0].create_time));
  });

  test("looks seven days back unless told otherwise", async () => {
    const order = await orders.created(numbered("T2"));
    const at = Math.floor(order.create_time);
    await orders.advance(8 * 86_400);
    assertRefused(await get("/v3/orders/tracks/T2"), 404, "ORDER_NOT_FOUND");
    assert.deepEqual(ids(await ok(get(`/v3/orders/tracks/T2?from_time=${at}`))), [order._id]);
    assert.deepEqual(ids(await ok(get(`/v3/orders/tracks/T2?from_time=${at}&to_time=${at + 1}`))), [order._id]);
    assertRefused(await get(`/v3/orders/tracks/T2?from_time=${at + 2}`), 404, "ORDER_NOT_FOUND");
    assertRefused(await get(`/v3/orders/tracks/T2?from_time=${at - 9}&to_time=${at - 5}`), 404, "ORDER_NOT_FOUND");
    assertRefused(await get("/v3/orders/tracks/T2?from_time=yesterday"), 400, "BAD_REQUEST");
  });

  test("needs a tracking number", async () => {
    assertRefused(await get("/v3/orders/tracks"), 400, "MISSING_REQUIRED_INFO");
    assertRefused(await get("/v3/orders/tracks?tracking_number="), 400, "MISSING_REQUIRED_INFO");
    assertRefused(await get("/v3/orders/tracks?tracking_number=%00"), 400, "MISSING_REQUIRED_INFO");
  });
});

describe("GET /v3/orders", () => {
  test("pages through the caller's own orders, newest first, with filters", async () => {
    const token = await orders.register("84970000005");
    const made: string[] = [];
    for (let index = 0; index < 5; index++) {
      made.push(
        (await orders.created(numbered(`L${index}`, { service_id: index % 2 ? "SGN-ECO" : "SGN-BIKE" }), token))._id,
      );
    }
    const pages: string[] = [];
    let after = "";
    do {
      const page = await ok(get(`/v3/orders?limit=2${after === "" ? "" : `&after=${after}`}`, token));
      pages.push(...ids(page.orders));
      after = page.next;
    } while (after !== "");
    assert.deepEqual(pages, made.toReversed());
    assert.deepEqual(ids((await ok(get("/v3/orders?service_id=SGN-ECO", token))).orders), [made[3], made[1]]);
    assert.deepEqual((await ok(get("/v3/orders?status=COMPLETED", token))).orders, []);
    for (const query of ["status=ASLEEP", "limit=many", "after=x", "from_time=x"]) {
      assertRefused(await get(`/v3/orders?${query}`, token), 400, "BAD_REQUEST");
    }
  });

  test("by ids gives those the caller may see, in the order asked", async () => {
    const own = await orders.created(numbered("I1"), child);
    const theirs = await orders.created(numbered("I2"), sibling);
    const list = `/v3/orders?ids=${theirs._id},26NOSUCH,${own._id}, ${own._id}`;
    assert.deepEqual(ids((await ok(get(list, child))).orders), [own._id]);
    assert.deepEqual(ids((await ok(get(list, parent))).orders), [own._id]);
    assert.deepEqual(ids((await ok(get(list, stranger))).orders), []);
    const many = Array.from({ length: 51 }, (_, at) => `26AAAA${String(at).padStart(2, "0")}`).join(",");
    assertRefused(await get(`/v3/orders?ids=${many}`), 400, "BAD_REQUEST");
  });

  test("cancel reasons come in two languages", async () => {
    const { user, driver } = await ok(get("/v3/orders/cancel-reasons"));
    assert.equal(user.length, 20);
    assert.ok(driver.length > 10);
    assert.deepEqual(Object.keys(user[0]), ["code", "en", "vi"]);
  });
});

describe("the sandbox walks an order through its life", () => {
  const next = (orderId: string, call: object = { operator: true }) =>
    orders.call("POST", `/sandbox/v1/orders/${orderId}/continue`, call);

  test("with continue alone, to every door", async () => {
    const order = await orders.created(
      orderBody({ path: [point(), point(DELIVERY), point({ lat: 10.8, cod: 70_000 })] }),
    );
    const seen: string[] = [];
    for (;;) {
      const step = await next(order._id, { token: orders.token });
      if (step.status !== 200) {
        assertRefused(step, 406, "INVALID_ORDER_STATUS");
        break;
      }
      seen.push(step.body.status);
    }
    assert.deepEqual(seen, ["ACCEPTED", "IN PROCESS", "IN PROCESS", "COMPLETED"]);
    const ended = await orders.detail(order._id);
    assert.deepEqual(
      ended.path.map((each: Json) => each.status),
      ["", "COMPLETED", "COMPLETED"],
    );
    assert.ok(ended.path[1].complete_time > 0 && ended.complete_time >= ended.path[1].complete_time);
    assert.equal(ended.path[2].complete_lat, 10.8);
    assert.ok(ended.accept_time > 0 && ended.pickup_time >= ended.accept_time);
    assert.match(ended.supplier_id, /^84911/);
    assert.deepEqual((await orders.verify()).problems, []);
  });

  test("board, arrive, fail and return, as D9 has them", async () => {
    const { _id } = await orders.created(orderBody({ path: [point(), point(DELIVERY), point()] }));
    const story: readonly (readonly [string, Body, string, string])[] = [
      ["accept", { mobile: "0911 000 001" }, "ACCEPTED", ""],
      ["board", {}, "ACCEPTED", "BOARDED"],
      ["arrive", {}, "ACCEPTED", "ARRIVED"],
      ["pickup", {}, "IN PROCESS", ""],
      ["near", {}, "IN PROCESS", "COMPLETING"],
      ["fail", { path_index: 1, comment: "nobody home" }, "IN PROCESS", ""],
      ["deliver", { path_index: 2 }, "COMPLETED", ""],
      ["return_begin", {}, "COMPLETED", "IN_RETURN"],
      ["return_done", {}, "COMPLETED", "RETURNED"],
    ];
    for (const [type, more, status, sub_status] of story) {
      assert.deepEqual(await ok(orders.play(_id, type, more)), { status, sub_status }, type);
    }
    const order = await orders.detail(_id);
    assert.deepEqual(
      [order.path[1].status, order.path[1].fail_comment, order.path[1].complete_time],
      ["FAILED", "nobody home", 0],
    );
    assert.ok(order.path[1].fail_time > 0 && order.return_time > 0 && order.board_time > 0 && order.arrive_time > 0);
    assert.equal(order.supplier_name, DEMO.driver.name);
    const told = await orders.house.db`select seq, type from callback_events where order_id = ${_id} order by seq`;
    assert.deepEqual(
      told.map((event) => event.type),
      ["create", ...story.map(([type]) => type)],
    );
    assert.deepEqual(
      told.map((event) => event.seq),
      told.map((_, at) => at + 1),
    );
  });

  test("a driver who gives up is not asked again, and after the limit the order ends with their reason", async () => {
    const { _id } = await orders.created();
    for (let round = 0; round < 3; round++) {
      await ok(next(_id));
      const answer = await ok(orders.play(_id, "driver_cancel", { comment: `flat tyre ${round}` }));
      assert.equal(answer.status, round < 2 ? "ASSIGNING" : "CANCELLED");
    }
    const order = await orders.detail(_id);
    assert.deepEqual(
      [order.cancel_comment, order.cancel_by_user, order.rebroadcast_comment],
      ["flat tyre 2", false, "flat tyre 1"],
    );
    assert.equal(order.index, 3);
  });

  test("refuses what the state, the body or the caller does not allow", async () => {
    const { _id } = await orders.created(numbered("W1"), child);
    assertRefused(await next("26NOSUCH"), 404, "ORDER_NOT_FOUND");
    assertRefused(await next(_id, { token: sibling }), 401, "NOT_AUTHORIZED");
    assertRefused(await next(_id, { token: stranger }), 404, "ORDER_NOT_FOUND");
    assertRefused(await next(_id, {}), 401, "NOT_AUTHORIZED");
    assertRefused(await orders.play(_id, "fly"), 400, "BAD_REQUEST");
    assertRefused(await orders.play(_id, "pickup", { mobile: "84911000001" }), 404, "ORDER_NOT_FOUND");
    await ok(next(_id));
    assertRefused(await orders.play(_id, "deliver"), 400, "INVALID_DATA");
    assertRefused(await orders.play(_id, "deliver", { path_index: 1 }), 406, "INVALID_ORDER_STATUS");
    assertRefused(await orders.play(_id, "accept", { mobile: "84911000002" }), 409, "OFFER_TAKEN");
    assertRefused(await orders.play(_id, "driver_cancel"), 400, "MISSING_REQUIRED_INFO");
    await ok(next(_id));
    assertRefused(await orders.play(_id, "fail", { path_index: 1 }), 400, "MISSING_REQUIRED_INFO");
    assertRefused(await orders.play(_id, "deliver", { path_index: 9 }), 400, "INVALID_DATA");
  });
});

describe("the operator", () => {
  const operator = (method: string, path: string, body?: Body) =>
    orders.call(method, `/operator/v1${path}`, { operator: true, ...(body ? { body } : {}) });

  test("finds orders by status, service, id, phone and tracking number, page by page", async () => {
    const { _id } = await orders.created(numbered("OP-1"), sibling);
    for (const query of [`q=${_id.toLowerCase()}`, "q=OP-1", "q=84970000003&status=ASSIGNING"]) {
      assert.ok(ids((await ok(operator("GET", `/orders?${query}`))).orders).includes(_id), query);
    }
    assert.deepEqual((await ok(operator("GET", "/orders?q=OP-1&service_id=HAN-BIKE"))).orders, []);
    assert.ok((await ok(operator("GET", "/orders"))).orders.length > 10);
    assertRefused(await operator("GET", "/orders?status=x"), 400, "BAD_REQUEST");
    assertRefused(await orders.call("GET", "/operator/v1/orders", { token: sibling }), 401, "NOT_AUTHORIZED");
  });

  test("sees an order's history and journal, and cancels it", async () => {
    const { _id } = await orders.created();
    const cancelled = await ok(operator("POST", `/orders/${_id}/cancel`, { comment: "by phone" }));
    assert.deepEqual([cancelled.status, cancelled.cancelled_by], ["CANCELLED", "operator"]);
    assert.equal(cancelled.cancel_by_user, false);
    assertRefused(await operator("POST", "/orders/26ZZZZZZ/cancel", {}), 404, "ORDER_NOT_FOUND");
    const seen = await ok(operator("GET", `/orders/${_id}`));
    assert.deepEqual(
      seen.history.map(({ seq, event, actor, status }: Json) => [seq, event, actor, status]),
      [
        [1, "create", "user", "ASSIGNING"],
        [2, "cancel", "operator", "CANCELLED"],
      ],
    );
    const own = await orders.created();
    await ok(orders.call("DELETE", `/v3/orders/${own._id}`, { token: orders.token, body: { comment: "a\0b" } }));
    const { history } = await ok(operator("GET", `/orders/${own._id}`));
    const { cancel_comment } = await orders.detail(own._id);
    assert.deepEqual([history.at(-1).actor, cancel_comment], ["user", "ab"]);
    assert.deepEqual(
      seen.journal.map(({ kind }: Json) => kind),
      ["hold", "release"],
    );
    for (const { postings } of seen.journal) {
      assert.equal(
        postings.reduce((sum: number, { amount }: Json) => sum + amount, 0),
        0,
      );
    }
    assertRefused(await operator("POST", `/orders/${_id}/cancel`, {}), 406, "INVALID_ORDER_STATUS");
    assertRefused(await operator("GET", "/orders/26NOSUCH"), 404, "ORDER_NOT_FOUND");
  });

  test("tops accounts up, once for a reference", async () => {
    const topUp = (body: Body, phone = "0970000003") => operator("POST", `/accounts/${phone}/top-ups`, body);
    const good = { amount: 5_000, wallet: "main", reference: "bank 1" };
    assert.deepEqual(await ok(topUp(good)), { main: 5_000, bonus: 0, held: 0 });
    assert.deepEqual(await ok(topUp(good)), { main: 5_000, bonus: 0, held: 0 });
    assert.deepEqual(await ok(topUp({ ...good, wallet: "bonus", reference: "gift" })), {
      main: 5_000,
      bonus: 5_000,
      held: 0,
    });
    assertRefused(await topUp({ ...good, amount: 6_000 }), 409, "IDEMPOTENCY_KEY_REUSED");
    for (const bad of [
      { amount: 0 },
      { amount: -1 },
      { amount: 0.5 },
      { amount: 2 ** 53 },
      { wallet: "gold" },
      { reference: " " },
    ]) {
      assertRefused(await topUp({ ...good, reference: "x", ...bad }), 400, "INVALID_DATA");
    }
    assertRefused(await topUp(good, "84970009999"), 404, "USER_NOT_FOUND");
    assertRefused(await topUp(good, "113"), 406, "INVALID_PHONE_NUMBER");
  });

  test("keeps promo codes", async () => {
    const saved = await ok(
      operator("PUT", "/promos/summer-5", { type: "PERCENT", value: 5, max_discount: 9_000, ends_at: 4e9 }),
    );
    assert.deepEqual(saved, {
      code: "SUMMER-5",
      type: "PERCENT",
      value: 5,
      max_discount: 9_000,
      ends_at: 4e9,
      uses: 0,
    });
    assert.ok((await ok(operator("GET", "/promos"))).some(({ code }: Json) => code === "GIAO10"));
    for (const bad of [{}, { type: "HALF", value: 5 }, { type: "PERCENT", value: 101 }, { type: "FLAT", value: 0.5 }]) {
      assertRefused(await operator("PUT", "/promos/BAD", bad), 400, "INVALID_DATA");
    }
  });
});
