// Cancelling, updating and rating (4.4, 4.5, 4.7), each with its refusals in their order (D10, D11, D13).
import assert from "node:assert/strict";
import { afterEach, before, describe, test } from "node:test";
import { crowRoads } from "../../harness/crow-roads.ts";
import { assertOk, assertRefused } from "../../harness/expect.ts";
import { addDriver } from "../../harness/fleet.ts";
import type { Answer, Json } from "../../harness/giao.ts";
import { type Body, DELIVERY, NOWHERE, orderBody, point, startOrderTests } from "../../harness/orders.ts";

// What happens while a new address is routed.
let whileRouting: () => Promise<unknown> = async () => undefined;
const orders = await startOrderTests(
  {},
  {
    ...crowRoads,
    route: async (...asked) => {
      await whileRouting();
      return crowRoads.route(...asked);
    },
  },
);
const DRIVER = "84912000001";
let sibling: string;
let stranger: string;

before(async () => {
  sibling = await orders.fundedAccount("84969000001", 1_000_000);
  const other = await orders.call("POST", "/operator/v1/partners", {
    operator: true,
    body: { id: "other", name: "O" },
  });
  stranger = await orders.register("84969000002", other.body.api_key);
});

const ok = async (answer: Promise<Answer>): Promise<Json> => {
  assertOk(await answer);
  return (await answer).body;
};
const play = (orderId: string, ...types: readonly string[]) =>
  types.reduce<Promise<unknown>>(
    (before, type) => before.then(() => ok(orders.play(orderId, type, type === "accept" ? { mobile: DRIVER } : {}))),
    Promise.resolve(),
  );
const IN = {
  ASSIGNING: [],
  ACCEPTED: ["accept"],
  "IN PROCESS": ["accept", "pickup"],
} as const;
async function orderIn(status: keyof typeof IN, body: Body = orderBody()): Promise<string> {
  const order = await orders.created(body);
  await play(order._id, ...IN[status]);
  return order._id;
}
async function completed(body: Body = orderBody()): Promise<string> {
  const id = await orderIn("IN PROCESS", body);
  for (let index = 1; index < body.path.length; index++) await ok(orders.play(id, "deliver", { path_index: index }));
  return id;
}

afterEach(() => {
  whileRouting = async () => undefined;
});

describe("DELETE /v3/orders/<id>", () => {
  const cancel = (orderId: string, body: unknown = undefined, token = orders.token) =>
    orders.call("DELETE", `/v3/orders/${orderId}`, { token, ...(body === undefined ? {} : { body }) });

  test("refuses in the order of D10", async () => {
    const id = await orderIn("IN PROCESS");
    assertRefused(await cancel("26NOSUCH", {}, "rubbish"), 401, "NOT_AUTHORIZED");
    assertRefused(await cancel("26NOSUCH", {}), 404, "ORDER_NOT_FOUND");
    assertRefused(await cancel("%00", {}), 404, "ORDER_NOT_FOUND");
    // Another partner's order does not exist; a sibling's does.
    assertRefused(await cancel(id, {}, stranger), 404, "ORDER_NOT_FOUND");
    assertRefused(await cancel(id, {}, sibling), 401, "NOT_AUTHORIZED");
    assertRefused(await cancel(id, { comment: 5 }), 406, "INVALID_ORDER_STATUS");
    const accepted = await orderIn("ACCEPTED");
    for (const body of [{}, { comment: null }, { comment: "  " }, { comment: 5 }, [], "x"]) {
      assertRefused(await cancel(accepted, body), 400, "MISSING_REQUIRED_INFO");
    }
    assertRefused(await cancel(accepted), 400, "MISSING_REQUIRED_INFO");
    assert.deepEqual(await ok(cancel(accepted, { comment: "Tài xế đến quá chậm 🐢" })), {});
    assertRefused(await cancel(accepted, { comment: "again" }), 406, "INVALID_ORDER_STATUS");
  });

  test("needs no comment before a driver has accepted, and no body", async () => {
    const id = await orderIn("ASSIGNING");
    assert.deepEqual(await ok(cancel(id)), {});
    const order = await orders.detail(id);
    assert.deepEqual([order.status, order.cancel_by_user, order.cancel_comment], ["CANCELLED", true, ""]);
    assert.ok(order.cancel_time > 0);
  });

  test("a comment that is no text is refused even where none is needed, and nothing is cancelled", async () => {
    const id = await orderIn("ASSIGNING", orderBody({ path: [point({ tracking_number: "WORDS" }), point(DELIVERY)] }));
    for (const comment of [5, 0, true, false, {}, [], ["late"]]) {
      assertRefused(await cancel(id, { comment }), 400, "MISSING_REQUIRED_INFO");
      const tracked = { token: orders.token, body: { tracking_number: "WORDS", comment } };
      assertRefused(await orders.call("DELETE", "/v3/orders/tracks", tracked), 400, "MISSING_REQUIRED_INFO");
    }
    assert.equal((await orders.detail(id)).status, "ASSIGNING");
    assert.deepEqual(await ok(cancel(id, { comment: null })), {});
  });

  test("an IDLE order can be cancelled and never wakes", async () => {
    const at = orders.house.clock.now().getTime() / 1_000 + 1_000;
    const { _id } = await orders.created(orderBody({ order_time: at, idle_until: at }));
    await ok(cancel(_id, { comment: "not today" }));
    await orders.advance(1_100);
    assert.equal((await orders.detail(_id)).status, "CANCELLED");
  });

  test("in CONFIRMING and PAYING a word is owed too", async () => {
    const service = { distance_fee: "10000", need_confirm_before_pickup: true, collect_cash_before_pickup: true };
    await ok(orders.call("PUT", "/operator/v1/services/SGN-CAREFUL", { operator: true, body: service }));
    const body = orderBody({ service_id: "SGN-CAREFUL", payment_method: "CASH" });
    for (const [status, events] of Object.entries({ CONFIRMING: ["arrive"], PAYING: ["arrive", "confirm"] })) {
      const id = await orderIn("ACCEPTED", body);
      await play(id, ...events);
      assert.equal((await orders.detail(id)).status, status);
      assertRefused(await cancel(id, {}), 400, "MISSING_REQUIRED_INFO");
      await ok(cancel(id, { comment: "no" }));
    }
  });
});

describe("DELETE /v3/orders/tracks", () => {
  const cancel = (body: Body, token = orders.token) => orders.call("DELETE", "/v3/orders/tracks", { token, body });
  const numbered = (tracking_number: string) => orderBody({ path: [point(), point({ ...DELIVERY, tracking_number })] });

  test("cancels the newest of the caller's orders that can be cancelled", async () => {
    const older = await orderIn("ASSIGNING", numbered("C1"));
    const newer = await orderIn("IN PROCESS", numbered("C1"));
    const theirs = await orders.created(numbered("C1"), sibling);
    await ok(cancel({ tracking_number: "C1" }));
    assert.equal((await orders.detail(older)).status, "CANCELLED");
    assert.equal((await orders.detail(newer)).status, "IN PROCESS");
    assert.equal((await orders.detail(theirs._id, sibling)).status, "ASSIGNING");
    assertRefused(await cancel({ tracking_number: "C1" }), 406, "INVALID_ORDER_STATUS");
  });

  test("refuses in the order of D10", async () => {
    await orders.created(numbered("C2"), sibling);
    assertRefused(await cancel({}, "rubbish"), 401, "NOT_AUTHORIZED");
    for (const body of [{}, { tracking_number: 5 }, { tracking_number: "" }, { tracking_number: "a\0b" }]) {
      assertRefused(await cancel(body), 400, "MISSING_REQUIRED_INFO");
    }
    assertRefused(await cancel({ tracking_number: "unheard of" }), 404, "ORDER_NOT_FOUND");
    assertRefused(await cancel({ tracking_number: "C2" }, stranger), 404, "ORDER_NOT_FOUND");
    assertRefused(await cancel({ tracking_number: "C2" }), 401, "NOT_AUTHORIZED");
    const accepted = await orderIn("ACCEPTED", numbered("C3"));
    assertRefused(await cancel({ tracking_number: "C3" }), 400, "MISSING_REQUIRED_INFO");
    await ok(cancel({ tracking_number: "C3", comment: "gone" }));
    assert.equal((await orders.detail(accepted)).cancel_comment, "gone");
  });
});

describe("PATCH /v3/orders/<id>", () => {
  const edit = (orderId: string, body: unknown, token = orders.token) =>
    orders.call("PATCH", `/v3/orders/${orderId}`, { token, body });
  const hosted = (change: Body = {}) =>
    orderBody({
      service_id: "VNM-PARTNER-DEMO",
      path: [point(), point(DELIVERY), point({ lat: 10.8, lng: 106.69 })],
      ...change,
    });
  const there = { address: "5 Somewhere", lat: 10.81, lng: 106.7 };

  test("refuses in the order of D11", async () => {
    const running = await orderIn("IN PROCESS");
    assertRefused(await edit(running, {}, "rubbish"), 401, "NOT_AUTHORIZED");
    assertRefused(await edit("26NOSUCH", {}), 404, "ORDER_NOT_FOUND");
    assertRefused(await edit(running, {}, stranger), 404, "ORDER_NOT_FOUND");
    assertRefused(await edit(running, {}, sibling), 401, "NOT_AUTHORIZED");
    assertRefused(await edit(running, {}), 403, "ORDER_STATUS_NOT_ALLOWED");
    const id = await orderIn("ASSIGNING");
    assertRefused(await edit(id, { name: 5 }), 400, "MISSING_REQUIRED_INFO");
    assertRefused(await edit(id, { path_index: "x" }), 400, "MISSING_REQUIRED_INFO");
    for (const body of [
      { path_index: 2, name: "B" },
      { path_index: -1, name: "B" },
      { path_index: 0.5, name: "B" },
      { path_index: "0", name: "B" },
      { path_index: 0, name: 5 },
      { path_index: 1, mobile: "113" },
      { path_index: 0, cod: 5, address_info: there },
      { path_index: 0, address_info: "there" },
      { path_index: 0, address_info: { lat: 1, lng: 1 } },
      { path_index: 1, cod: -1 },
      { path_index: 1, cod: 1e308 },
    ]) {
      assertRefused(await edit(id, body), 400, "INVALID_DATA");
    }
    assertRefused(await edit(id, { path_index: 0, address_info: there }), 406, "NOT_ALLOW_CHANGE_PICKUP_ADDRESS");
    assertRefused(await edit(id, { path_index: 1, cod: 5, address_info: there }), 403, "CHANGE_ADDRESS_NOT_ALLOWED");
    assertRefused(await edit(id, { path_index: 1, cod: 5 }), 400, "BAD_REQUEST");
    // A public service and the wrong payment: the service answers.
    const byRecipient = await orderIn("ASSIGNING", orderBody({ payment_method: "CASH_BY_RECIPIENT" }));
    assertRefused(await edit(byRecipient, { path_index: 1, cod: 5 }), 400, "BAD_REQUEST");
    const promoted = await orderIn("ASSIGNING", hosted({ payment_method: "CASH_BY_RECIPIENT", promo_code: "GIAO10" }));
    assertRefused(await edit(promoted, { path_index: 1, address_info: there }), 406, "INVALID_PAYMENT_METHOD");
    const withPromo = await orderIn("ASSIGNING", hosted({ promo_code: "GIAO10" }));
    assertRefused(
      await edit(withPromo, { path_index: 1, address_info: there }),
      406,
      "NOT_ALLOW_ORDER_WITH_PROMO_CODE",
    );
    const own = await orderIn("ASSIGNING", hosted());
    await ok(edit(own, { path_index: 1, address_info: there }));
    const unknown = { address: "12 Lê Lợi, Phường Bến Nghé, Quận 1, Atlantis" };
    assertRefused(await edit(own, { path_index: 1, address_info: unknown }), 403, "STOP_POINT_EDITED");
    assertRefused(await edit(own, { path_index: 2, address_info: unknown }), 400, "INVALID_DATA");
  });

  test("a name, a phone and remarks change freely, on any point", async () => {
    const id = await orderIn("ACCEPTED", orderBody({ payment_method: "CASH_BY_RECIPIENT", promo_code: "GIAO10" }));
    for (const [path_index, name] of [
      [0, "An"],
      [1, "Bình"],
      [1, "Chi 🌸"],
    ]) {
      await ok(edit(id, { path_index, name, mobile: "0911222333", remarks: "tầng 5" }));
    }
    const order = await orders.detail(id);
    assert.deepEqual(
      order.path.map((each: Json) => each.name),
      ["An", "Chi 🌸"],
    );
    assert.equal(order.path[1].remarks, "tầng 5");
  });

  test("a changed address is routed and priced again, and the hold follows", async () => {
    const { _id, ...before } = await orders.created(hosted());
    const wallet = await orders.walletOf("84900000001");
    await ok(edit(_id, { path_index: 2, address_info: { address: "far", lat: 10.86, lng: 106.62 } }));
    const after = await orders.detail(_id);
    assert.ok(after.distance > before.distance);
    assert.ok(after.total_fee > before.total_fee);
    assert.equal(after.tariff_version, before.tariff_version);
    assert.equal(after.path[2].address, "far");
    const { main, held } = await orders.walletOf("84900000001");
    const more = after.total_fee - before.total_fee;
    assert.deepEqual([main, held], [wallet.main - more, wallet.held + more]);
    // And nearer again: the other point, because each may move once.
    await ok(edit(_id, { path_index: 1, address_info: { address: "near", lat: 10.82, lng: 106.66 } }));
    assert.ok((await orders.detail(_id)).total_fee < after.total_fee);
  });

  test("stops stay in their order, also where another would be shorter", async () => {
    const [from, far, beside] = [point(), point({ lat: 10.86, lng: 106.62 }), point(DELIVERY)];
    const near = point({ ...DELIVERY, lat: 10.781 });
    const { _id } = await orders.created(hosted({ path: [from, far, beside, beside] }));
    const { lat, lng } = near;
    await ok(edit(_id, { path_index: 2, address_info: { address: "near", lat, lng } }));
    const { distance, path } = await orders.detail(_id);
    const distanceOf = async (...stops: readonly Body[]) =>
      (await orders.created(hosted({ path: [from, ...stops] }))).distance;
    assert.equal(distance, await distanceOf(far, near, beside));
    assert.notEqual(distance, await distanceOf(near, beside, far));
    assert.deepEqual([path[2].located_by, path[2].located_confidence], ["given", 1]);
    const { history } = await ok(orders.call("GET", `/operator/v1/orders/${_id}`, { operator: true }));
    assert.equal(history.at(-1).actor, "user");
  });

  test("an order that changes while its new address is routed is decided again, at most five times", async () => {
    const { _id } = await orders.created(hosted());
    let asks = 0;
    const move = (path_index: number) => edit(_id, { path_index, address_info: there });
    const rename = () => ok(edit(_id, { path_index: 0, name: `An ${++asks}` }));
    whileRouting = () => (asks === 0 ? rename() : Promise.resolve(++asks));
    await ok(move(1));
    const { path } = await orders.detail(_id);
    assert.deepEqual([path[0].name, path[1].address], ["An 1", there.address]);
    const asksOfTwoTries = asks;
    asks = 0;
    whileRouting = rename;
    assertRefused(await move(2), 503, "SERVICE_UNAVAILABLE");
    assert.equal(asks, (5 * asksOfTwoTries) / 2);
    // One that may not be changed any more when its route is there says so.
    whileRouting = () => orders.call("DELETE", `/v3/orders/${_id}`, { token: orders.token });
    assertRefused(await move(2), 403, "ORDER_STATUS_NOT_ALLOWED");
  });

  test("an address without coordinates is located", async () => {
    const id = await orderIn("ASSIGNING", hosted());
    const address = "12 Lê Lợi, Phường Bến Nghé, Quận 1, Hồ Chí Minh";
    await ok(edit(id, { path_index: 1, address_info: { address } }));
    assert.notEqual((await orders.detail(id)).path[1].located_by, "given");
  });

  test("one call is all or nothing", async () => {
    const id = await orderIn("ASSIGNING", hosted());
    const body = { path_index: 1, name: "Nobody", cod: 5, address_info: { address: "sea", ...NOWHERE } };
    assertRefused(await edit(id, body), 403, "CHANGE_ADDRESS_NOT_ALLOWED");
    const { path } = await orders.detail(id);
    assert.deepEqual([path[1].name, path[1].cod], ["Lan", 0]);
    await ok(edit(id, { ...body, address_info: there }));
  });

  test("COD changes once for each point, within the service's limit", async () => {
    const id = await orderIn("ASSIGNING", hosted());
    assertRefused(await edit(id, { path_index: 1, cod: 10_000_001 }), 400, "INVALID_DATA");
    await ok(edit(id, { path_index: 1, cod: 50_000 }));
    assertRefused(await edit(id, { path_index: 1, cod: 60_000 }), 403, "STOP_POINT_EDITED");
    await ok(edit(id, { path_index: 2, cod: 60_000 }));
    assert.deepEqual(
      (await orders.detail(id)).path.map((each: Json) => each.cod),
      [0, 50_000, 60_000],
    );
  });

  test("an accepted driver's wallet must carry the change", async () => {
    const { _id } = await orders.created(hosted());
    await ok(orders.play(_id, "accept", { mobile: "84912000099" }));
    const refused = await edit(_id, { path_index: 1, cod: 500_000 });
    assertRefused(refused, 403, "SUPPLIER_NOT_ENOUGH_MONEY_FOR_CHANGE_ADDRESS");
    await ok(edit(_id, { path_index: 1, address_info: there }));
  });

  test("and carries it to the last dong, with what this order has taken of it already", async () => {
    const driver = "84912000098";
    await addDriver(orders, { phone: driver, wallet: 500_000 });
    const cod = { cod: 100_000 };
    const { _id } = await orders.created(
      hosted({ path: [point(), point({ ...DELIVERY, ...cod }), point({ lat: 10.8, lng: 106.69, ...cod })] }),
    );
    await ok(orders.play(_id, "accept", { mobile: driver }));
    const refused = await edit(_id, { path_index: 1, cod: 400_001 });
    assertRefused(refused, 403, "SUPPLIER_NOT_ENOUGH_MONEY_FOR_CHANGE_ADDRESS");
    await ok(edit(_id, { path_index: 1, cod: 400_000 }));
  });
});

describe("PUT /v3/orders/<id>/rate", () => {
  const rate = (orderId: string, body: unknown, token = orders.token) =>
    orders.call("PUT", `/v3/orders/${orderId}/rate`, { token, body });

  test("refuses in the order of D13", async () => {
    const waiting = await orderIn("ASSIGNING");
    const running = await orderIn("IN PROCESS");
    assertRefused(await rate(running, {}, "rubbish"), 401, "NOT_AUTHORIZED");
    assertRefused(await rate("26NOSUCH", {}), 404, "SUPPLIER_NOT_FOUND");
    assertRefused(await rate(waiting, {}), 404, "SUPPLIER_NOT_FOUND");
    assertRefused(await rate(running, {}, stranger), 404, "SUPPLIER_NOT_FOUND");
    assertRefused(await rate(running, {}, sibling), 401, "NOT_AUTHORIZED");
    for (const body of [{}, { rating: 9 }, { rated_by: "dog" }, []]) {
      assertRefused(await rate(running, body), 400, "MISSING_REQUIRED_INFO");
    }
    for (const body of [
      { rated_by: "dog", rating: 5 },
      { rated_by: "user", rating: 6 },
      { rated_by: "user", rating: 4.5 },
      { rated_by: "user", rating: "5" },
      { rated_by: 5, rating: 5 },
      { rated_by: "user", rating: 5 },
    ]) {
      assertRefused(await rate(running, body), 400, "INVALID_PARAM");
    }
  });

  test("counts once for the sender and once for the recipient", async () => {
    const id = await completed();
    assert.deepEqual(await ok(rate(id, { rated_by: "user", rating: 5, comment: "tốt 👍" })), {});
    assert.deepEqual(await ok(rate(id, { rated_by: "receiver", rating: 3 })), {});
    assertRefused(await rate(id, { rated_by: "user", rating: 1 }), 409, "ORDER_HAS_BEEN_RATED_BY_USER");
    assertRefused(await rate(id, { rated_by: "receiver", rating: 1 }), 409, "ORDER_HAS_BEEN_RATED_BY_RECEIVER");
    const order = await orders.detail(id);
    assert.deepEqual([order.rating_by_user.rating, order.rating_by_receiver.rating], [5, 3]);
    assert.equal(order.uniform_user_feedback, 5);
    const rows = await orders.house
      .db`select rated_by, rating, driver_phone from ratings where order_id = ${id} order by rated_by`;
    assert.deepEqual(rows, [
      { ratedBy: "receiver", rating: 3, driverPhone: DRIVER },
      { ratedBy: "user", rating: 5, driverPhone: DRIVER },
    ]);
  });
});

test("the ledger is clean after all that", async () => {
  assert.deepEqual((await orders.verify()).problems, []);
});
