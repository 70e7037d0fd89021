// What is refused when an order's points, time, goods or special requests are to change (D11): each before the next, and what is wrong in
// two ways has one answer.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { contentCalls, ITEM, ok, THIRD, three } from "../../harness/content-calls.ts";
import { assertOk, assertRefused } from "../../harness/expect.ts";
import { type Body, NOWHERE, orderBody, point, startOrderTests } from "../../harness/orders.ts";

const orders = await startOrderTests();
const { now, patch, add, remove } = contentCalls(orders);
let sibling: string;
let stranger: string;

before(async () => {
  sibling = await orders.fundedAccount("84969100001", 1_000_000);
  const body = { id: "other", name: "O" };
  const other = await orders.call("POST", "/operator/v1/partners", { operator: true, body });
  stranger = await orders.register("84969100002", other.body.api_key);
});

async function pickedUp(): Promise<string> {
  const { _id } = await orders.created(three());
  for (const type of ["accept", "pickup"]) assertOk(await orders.play(_id, type));
  return _id;
}

test("who may, and when", async () => {
  const running = await pickedUp();
  for (const call of [patch, add] as const) {
    assertRefused(await call(running, { items: 5 }, "rubbish"), 401, "NOT_AUTHORIZED");
    assertRefused(await call("26NOSUCH", { items: 5 }), 404, "ORDER_NOT_FOUND");
    assertRefused(await call(running, { items: 5 }, stranger), 404, "ORDER_NOT_FOUND");
    assertRefused(await call(running, { items: 5 }, sibling), 401, "NOT_AUTHORIZED");
    assertRefused(await call(running, { items: 5 }), 403, "ORDER_STATUS_NOT_ALLOWED");
  }
  assertRefused(await remove(running, 9, "rubbish"), 401, "NOT_AUTHORIZED");
  assertRefused(await remove("26NOSUCH", 9), 404, "ORDER_NOT_FOUND");
  assertRefused(await remove(running, 9, stranger), 404, "ORDER_NOT_FOUND");
  assertRefused(await remove(running, 9, sibling), 401, "NOT_AUTHORIZED");
  assertRefused(await remove(running, 9), 403, "ORDER_STATUS_NOT_ALLOWED");
  // A driver who has accepted has accepted a time; the rest may still change.
  const { _id } = await orders.created();
  assertOk(await orders.play(_id, "accept"));
  assertRefused(await patch(_id, { order_time: "x" }), 403, "ORDER_STATUS_NOT_ALLOWED");
  assertRefused(await patch(_id, { order_time: now() + 600, items: [ITEM] }), 403, "ORDER_STATUS_NOT_ALLOWED");
  assertOk(await patch(_id, { items: [ITEM] }));
  const cancelled = await orders.created();
  assertOk(await orders.call("DELETE", `/v3/orders/${cancelled._id}`, { token: orders.token }));
  assertRefused(await add(cancelled._id), 403, "ORDER_STATUS_NOT_ALLOWED");
});

test("what is missing or not allowed", async () => {
  const { _id } = await orders.created(three());
  for (const body of [{}, { order_time: null, items: null }, [], { somewhere: 1 }])
    assertRefused(await patch(_id, body), 400, "MISSING_REQUIRED_INFO");
  assertRefused(await patch(_id, { idle_until: now() + 600 }), 400, "MISSING_REQUIRED_INFO");
  assertRefused(await patch(_id, { items: [{ _id: "1" }] }), 400, "MISSING_REQUIRED_INFO");
  assertRefused(await patch(_id, { requests: [{ num: 1 }] }), 400, "MISSING_REQUIRED_INFO");
  for (const { address, name, mobile } of [
    { ...point(), address: undefined },
    { ...point(), name: " " },
    { ...point(), mobile: undefined },
  ] as readonly Body[]) {
    // COD is wrong too: what is missing answers first.
    assertRefused(await add(_id, { address, name, mobile, ...THIRD, cod: -1 }), 400, "MISSING_REQUIRED_INFO");
  }
  for (const body of [
    { order_time: "tomorrow" },
    { order_time: now() - 3_600 },
    { items: {} },
    { items: [{ ...ITEM, price: -1 }] },
    { requests: "SGN-BIKE-TIP" },
    { requests: [{ _id: "SGN-BIKE-TIP", num: 6 }] },
    { requests: [{ _id: "SGN-BIKE-TIP" }, { _id: "SGN-BIKE-TIP" }] },
    // Neither is a wrong quantity beside a request that is not there.
    { requests: [{ _id: "SGN-BIKE-NONE" }, { _id: "SGN-BIKE-TIP", num: 6 }] },
    { path_index: 1, name: "Chi", items: [ITEM] },
  ]) {
    assertRefused(await patch(_id, body), 400, "INVALID_DATA");
  }
  assertRefused(await patch(_id, { requests: [{ _id: "SGN-BIKE-NONE" }] }), 404, "REQUEST_NOT_FOUND");
  for (const body of [
    point({ ...THIRD, cod: -1 }),
    point({ ...THIRD, cod: "5" }),
    point({ ...THIRD, mobile: "113" }),
    point({ lat: 200, lng: 10 }),
    point({ lat: null, address: "somewhere" }),
    point({ ...THIRD, index: 0 }),
    point({ ...THIRD, index: 4 }),
    point({ ...THIRD, index: "1" }),
  ]) {
    assertRefused(await add(_id, body), 400, "INVALID_DATA");
  }
  for (const index of [3, -1, "x", "1.5", "99999999999"]) assertRefused(await remove(_id, index), 400, "INVALID_DATA");
  assertRefused(await remove(_id, 0), 406, "NOT_ALLOW_CHANGE_PICKUP_ADDRESS");
  const order = await orders.detail(_id);
  assert.deepEqual([order.path.length, order.items.length, order.requests.length], [3, 0, 0]);
});

test("how it is paid, and a promo code", async () => {
  const byRecipient = { payment_method: "CASH_BY_RECIPIENT", promo_code: "GIAO10" };
  const { _id: paidThere } = await orders.created(three(byRecipient));
  const priced = { requests: [{ _id: "SGN-BIKE-TIP" }] };
  assertRefused(await remove(paidThere, 0), 406, "NOT_ALLOW_CHANGE_PICKUP_ADDRESS");
  for (const answer of [await remove(paidThere, 1), await add(paidThere), await patch(paidThere, priced)])
    assertRefused(answer, 406, "INVALID_PAYMENT_METHOD");
  const { _id: promoted } = await orders.created(three({ promo_code: "GIAO10" }));
  const far = { order_time: now() + 40 * 86_400 };
  for (const answer of [await remove(promoted, 1), await add(promoted), await patch(promoted, far)])
    assertRefused(answer, 406, "NOT_ALLOW_ORDER_WITH_PROMO_CODE");
  // Goods have no price here.
  for (const id of [paidThere, promoted]) assertOk(await patch(id, { items: [ITEM] }));
});

test("what the service takes", async () => {
  const service = {
    distance_fee: "10000",
    cod: 100_000,
    max_distance: 20_000,
    min_stop_points: 2,
    max_stop_points: 3,
    service_hours: [{ days: [1, 2, 3, 4, 5, 6, 7], from: "07:00", to: "19:00" }],
  };
  assertOk(await orders.call("PUT", "/operator/v1/services/SGN-NARROW", { operator: true, body: service }));
  const body = three({ service_id: "SGN-NARROW" });
  const { _id } = await orders.created(body);
  assertRefused(await remove(_id, 1), 406, "INVALID_MIN_STOP_POINT");
  const full = await orders.created({ ...body, path: [...body.path, point({ lat: 10.81, lng: 106.7 })] });
  assertRefused(await add(full._id, point({ ...NOWHERE, cod: 200_000 })), 406, "INVALID_MAX_STOP_POINT");
  const lost = { address: "12 Lê Lợi, Phường Bến Nghé, Quận 1, Atlantis", name: "Lan", mobile: "0900000009" };
  assertRefused(await add(_id, { ...lost, cod: 200_000 }), 400, "INVALID_DATA");
  assertRefused(await add(_id, point({ ...NOWHERE, cod: 200_000 })), 406, "INVALID_DELIVERY_AREA");
  const far = { lat: 10.98, lng: 106.49 };
  assertRefused(await add(_id, point({ ...far, cod: 200_000 })), 406, "INVALID_MAX_COD");
  assertRefused(await add(_id, point(far)), 406, "INVALID_MAX_DISTANCE");
  const night = now() - 10 * 3_600 + 86_400 + 22 * 3_600;
  assertRefused(await patch(_id, { order_time: night + 40 * 86_400 }), 406, "INVALID_FUTURE_ORDER_TIME");
  assertRefused(await patch(_id, { order_time: night }), 406, "INVALID_SERVICE_HOUR");
  assert.equal((await orders.detail(_id)).path.length, 3);
});

test("numbers, the sender's wallet, and then the driver's", async () => {
  const strict = { id: "strict-content", name: "S", block_duplicate_tracking_numbers: true };
  const partner = await orders.call("POST", "/operator/v1/partners", { operator: true, body: strict });
  const token = await orders.register("84969100003", partner.body.api_key);
  const topUp = { amount: 40_000, wallet: "main", reference: "content" };
  assertOk(await orders.call("POST", "/operator/v1/accounts/84969100003/top-ups", { operator: true, body: topUp }));
  const numbered = (tracking_number: string) => point({ ...THIRD, tracking_number });
  const cash = orderBody({ path: [point(), numbered("N1")], payment_method: "CASH" });
  await orders.created(cash, token);
  const { _id } = await orders.created(orderBody({ path: [point(), numbered("N2")] }), token);
  for (const number of ["N1", "N2"])
    assertRefused(await add(_id, { ...numbered(number), lat: 10.85 }, token), 409, "DUPLICATE_TRACKING_NUMBER");
  assertRefused(await add(_id, { ...numbered("N3"), lat: 10.85 }, token), 406, "NOT_ENOUGH_CREDIT");
  assert.equal((await orders.walletOf("84969100003")).held, (await orders.detail(_id, token)).total_fee);
  // Both wallets are too light: the sender's answers.
  assertOk(await orders.play(_id, "accept", { mobile: "84912000098" }));
  const heavy = { ...numbered("N3"), cod: 900_000 };
  assertRefused(await add(_id, { ...heavy, lat: 10.85 }, token), 406, "NOT_ENOUGH_CREDIT");
  const more = { ...topUp, amount: 1_000_000, reference: "content 2" };
  assertOk(await orders.call("POST", "/operator/v1/accounts/84969100003/top-ups", { operator: true, body: more }));
  assertRefused(await add(_id, heavy, token), 403, "SUPPLIER_NOT_ENOUGH_MONEY_FOR_CHANGE_ADDRESS");
  assertOk(await add(_id, numbered("N3"), token));
  // It is found by its new number, and frees the one it lost.
  const tracks = (number: string) => orders.call("GET", `/v3/orders/tracks/${number}`, { token });
  assert.equal((await ok(tracks("N3")))[0]._id, _id);
  assertOk(await remove(_id, 1, token));
  assertRefused(await tracks("N2"), 404, "ORDER_NOT_FOUND");
  assertOk(await orders.create({ ...cash, path: [point(), numbered("N2")] }, token));
});

test("nothing that was refused moved money", async () => {
  assert.deepEqual((await orders.verify()).problems, []);
});
