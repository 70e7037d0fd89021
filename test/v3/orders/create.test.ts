import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { assertOk, assertRefused } from "../../harness/expect.ts";
import type { Json } from "../../harness/giao.ts";
import { DELIVERY, orderBody, PICKUP, point, startOrderTests } from "../../harness/orders.ts";

const orders = await startOrderTests();
const DEMO_PHONE = "84900000001";

describe("POST /v3/orders", () => {
  test("answers with the id, the status, a tracking link and the whole record", async () => {
    const answer = await orders.create(
      orderBody({
        path: [
          point({ tracking_number: "A" }),
          point({ ...DELIVERY, cod: 150_000, tracking_number: "B", short_address: "no 5" }),
        ],
        remarks: "ring twice",
        items: [{ _id: "i1", name: "Phở 🍜", price: 45_000, num: 2 }],
        package_detail: [{ weight: 1.5, length: 20 }],
        requests: [
          { _id: "SGN-BIKE-TIP", num: 2 },
          { _id: "SGN-BIKE-BULKY", tier_code: "TIER_3" },
        ],
      }),
    );
    assertOk(answer);
    const { order_id, status, shared_link, order } = answer.body;
    assert.match(order_id, /^\d{2}[0-9A-Z]{8}$/);
    assert.equal(status, "ASSIGNING");
    assert.match(shared_link, /^http:\/\/giao\.test\/t\/[0-9A-Za-z]{22}$/);
    assert.equal(order._id, order_id);
    // 2.29 km: 25,000; tip 10,000; bulky 20,000; VAT 8 % of all but the tip.
    assert.deepEqual(
      [
        order.distance,
        order.distance_fee,
        order.request_fee,
        order.stop_fee,
        order.vat_fee,
        order.discount,
        order.total_fee,
      ],
      [2.29, 25_000, 30_000, 0, 3_600, 0, 58_600],
    );
    assert.deepEqual(
      [order.total_pay, order.online_pay, order.user_main_account, order.user_bonus_account, order.subtotal_price],
      [0, 58_600, 58_600, 0, 55_000],
    );
    assert.deepEqual(order.requests, [
      { _id: "SGN-BIKE-TIP", num: 2, price: 10_000 },
      { _id: "SGN-BIKE-BULKY", num: 1, tier_code: "TIER_3", price: 20_000 },
    ]);
    assert.deepEqual(order.items, [{ _id: "i1", name: "Phở 🍜", price: 45_000, num: 2 }]);
    assert.equal(order.path[1].short_address, "no 5");
    assert.equal(order.path[1].status, "");
    assert.equal(order.accept_time, 0);
    assert.equal(order.supplier_id, "");
    assert.equal(order.user_imei, null);
    assert.deepEqual(await orders.detail(order_id), order);
  });

  test("in the group form the pickup's city names the service", async () => {
    const order = await orders.created(
      orderBody({
        service_id: null,
        requests: null,
        group_service_id: "BIKE",
        group_requests: [{ _id: "TIP", num: 1 }],
      }),
    );
    assert.equal(order.service_id, "SGN-BIKE");
    assert.equal(order.requests[0]._id, "SGN-BIKE-TIP");
  });

  test("a partner-hosted service is ordered in either form, by its partner alone", async () => {
    const hosted = { service_id: "VNM-PARTNER-DEMO" };
    assert.equal((await orders.created(orderBody(hosted))).service_id, "VNM-PARTNER-DEMO");
    const byGroup = orderBody({ service_id: null, group_service_id: "VNM-PARTNER-DEMO" });
    assert.equal((await orders.created(byGroup)).service_id, "VNM-PARTNER-DEMO");
    const other = await orders.call("POST", "/operator/v1/partners", {
      operator: true,
      body: { id: "other", name: "O" },
    });
    const stranger = await orders.register("84967000001", other.body.api_key);
    assertRefused(await orders.create(orderBody(hosted), stranger), 404, "SERVICE_NOT_FOUND");
  });

  test("holds the price, bonus money first, and gives each pocket its own back at cancel", async () => {
    const token = await orders.fundedAccount("84967000002", 20_000, 10_000);
    const order = await orders.created(orderBody(), token);
    assert.deepEqual([order.user_main_account, order.user_bonus_account], [17_000, 10_000]);
    const { main, bonus, held } = await orders.walletOf("84967000002");
    assert.deepEqual({ main, bonus, held }, { main: 3_000, bonus: 0, held: 27_000 });
    assertRefused(await orders.create(orderBody(), token), 406, "NOT_ENOUGH_CREDIT");
    assertOk(await orders.call("DELETE", `/v3/orders/${order._id}`, { token, body: {} }));
    const after = await orders.walletOf("84967000002");
    assert.deepEqual([after.main, after.bonus, after.held], [20_000, 10_000, 0]);
  });

  test("a credit account may order below zero to its limit", async () => {
    const token = await orders.register("84967000003");
    const credit = (credit_limit: number) =>
      orders.call("PATCH", "/operator/v1/accounts/84967000003", { operator: true, body: { credit_limit } });
    assertOk(await credit(27_000));
    await orders.created(orderBody(), token);
    assertRefused(await orders.create(orderBody(), token), 406, "NOT_ENOUGH_CREDIT");
    assert.equal((await orders.walletOf("84967000003")).main, -27_000);
  });

  test("cash orders touch no wallet", async () => {
    const token = await orders.register("84967000004");
    for (const payment_method of ["CASH", "CASH_BY_RECIPIENT"]) {
      const order = await orders.created(orderBody({ payment_method }), token);
      assert.deepEqual([order.total_pay, order.online_pay], [27_000, 0]);
    }
    assert.equal((await orders.walletOf("84967000004")).held, 0);
  });

  test("an account's own COD limit holds", async () => {
    const token = await orders.register("84967000005");
    const limited = { operator: true, body: { cod_limit: 100_000 } };
    assertOk(await orders.call("PATCH", "/operator/v1/accounts/84967000005", limited));
    const withCod = (cod: number) =>
      orders.create(orderBody({ payment_method: "CASH", path: [point(), point({ ...DELIVERY, cod })] }), token);
    assertOk(await withCod(100_000));
    assertRefused(await withCod(100_001), 406, "INVALID_MAX_COD");
    const estimate = orderBody({
      services: [{ _id: "SGN-BIKE" }],
      path: [point(), point({ ...DELIVERY, cod: 100_001 })],
    });
    assertRefused(await orders.estimate({ ...estimate, service_id: null }, token), 406, "INVALID_MAX_COD");
  });

  test("scheduled with idle_until an order is IDLE and looks for a driver when the time comes", async () => {
    const now = orders.house.clock.now().getTime() / 1_000;
    const order = await orders.created(orderBody({ order_time: now + 3_600, idle_until: now + 3_600 }));
    assert.equal(order.status, "IDLE");
    assert.equal(order.idle_until, order.order_time);
    await orders.advance(3_590);
    assert.equal((await orders.detail(order._id)).status, "IDLE");
    await orders.advance(20);
    const woken = await orders.detail(order._id);
    assert.equal(woken.status, "ASSIGNING");
    assert.ok(woken.pending_period >= 3_600);
  });

  test("an order nobody takes within the service's timeout is cancelled and paid back", async () => {
    const before = await orders.walletOf(DEMO_PHONE);
    const order = await orders.created();
    await orders.advance(599);
    assert.equal((await orders.detail(order._id)).status, "ASSIGNING");
    await orders.advance(1);
    const ended = await orders.detail(order._id);
    assert.equal(ended.status, "CANCELLED");
    assert.equal(ended.cancel_by_user, false);
    assert.equal(ended.cancel_comment, "Auto cancel, no driver accepted");
    assert.ok(ended.cancel_time > 0);
    const after = await orders.walletOf(DEMO_PHONE);
    // What other tests held may have been paid back with it.
    assert.equal(after.main + after.held, before.main + before.held);
    assert.ok(after.held <= before.held);
  });

  test("a point without coordinates is located, and the order says how surely", async () => {
    const address = "12 Lê Lợi, Phường Bến Nghé, Quận 1, Hồ Chí Minh";
    const order = await orders.created(orderBody({ path: [point(), point({ lat: null, lng: null, address })] }));
    const found = order.path[1];
    assert.equal(found.address, address);
    assert.notEqual(found.located_by, "given");
    assert.ok(found.located_confidence > 0 && found.located_confidence <= 1);
    assert.match(found.located_as, /Bến Nghé/);
    assert.ok(Math.abs(found.lat - PICKUP.lat) < 0.05);
  });

  test("junk beside good coordinates is kept and never judged; null is absent; unknown keys are ignored", async () => {
    const order = await orders.created(
      orderBody({
        path: [point({ address: "" }), point({ ...DELIVERY, address: "??", cod: 5.0, remarks: null, colour: "red" })],
        group_service_id: null,
        promo_code: null,
        surprise: { deep: [1] },
      }),
    );
    assert.deepEqual([order.path[0].address, order.path[1].address, order.path[1].cod], ["", "??", 5]);
  });

  test("//v3/orders is /v3/orders", async () => {
    assertOk(await orders.call("POST", "//v3//orders", { token: orders.token, body: orderBody() }));
  });
});

describe("a promo code", () => {
  test("takes its percentage off, at most its maximum, before VAT", async () => {
    const order = await orders.created(orderBody({ promo_code: " giao10 " }));
    assert.deepEqual(
      [order.promo_code, order.discount, order.vat_fee, order.total_fee],
      ["GIAO10", 2_500, 1_800, 24_300],
    );
  });

  test("with one use serves one order, and a cancelled order gives the use back", async () => {
    const promo = { operator: true, body: { type: "FLAT", value: 5_000, uses_max: 1, service_ids: ["BIKE"] } };
    assertOk(await orders.call("PUT", "/operator/v1/promos/ONCE", promo));
    const first = await orders.created(orderBody({ promo_code: "ONCE" }));
    assert.equal(first.discount, 5_000);
    assertRefused(await orders.create(orderBody({ promo_code: "ONCE" })), 400, "BAD_REQUEST");
    assertOk(await orders.call("DELETE", `/v3/orders/${first._id}`, { token: orders.token, body: {} }));
    assertOk(await orders.create(orderBody({ promo_code: "ONCE" })));
    const eco = await orders.create(orderBody({ service_id: "SGN-ECO", promo_code: "ONCE" }));
    assertRefused(eco, 400, "BAD_REQUEST");
  });
});

describe("a tracking number", () => {
  test("may repeat for a partner that does not mind, and for one that does only after a cancel", async () => {
    const strict = await orders.call("POST", "/operator/v1/partners", {
      operator: true,
      body: { id: "strict", name: "S", block_duplicate_tracking_numbers: true },
    });
    const token = await orders.register("84967000006", strict.body.api_key);
    const body = orderBody({
      payment_method: "CASH",
      path: [point({ tracking_number: "X" }), point({ tracking_number: "X" })],
    });
    for (let round = 0; round < 2; round++) assertOk(await orders.create(body));
    const first = await orders.created(body, token);
    assertRefused(await orders.create(body, token), 409, "DUPLICATE_TRACKING_NUMBER");
    assertOk(await orders.call("DELETE", "/v3/orders/tracks", { token, body: { tracking_number: "X" } }));
    assert.equal((await orders.detail(first._id, token)).status, "CANCELLED");
    assertOk(await orders.create(body, token));
  });
});

describe("GET /v3/orders/<id>/price", () => {
  test("explains a price whose lines add up, with the tariff that made it", async () => {
    const body = orderBody({
      promo_code: "GIAO10",
      requests: [{ _id: "SGN-BIKE-TIP", num: 5 }, { _id: "SGN-BIKE-ROUND-TRIP" }, { _id: "SGN-BIKE-INSURANCE" }],
      path: [point({ item_value: 6_000_000 }), point({ lat: 10.85, lng: 106.77 }), point(DELIVERY)],
    });
    const order = await orders.created(body);
    const answer = await orders.call("GET", `/v3/orders/${order._id}/price`, { token: orders.token });
    assertOk(answer);
    const { lines, total, expression, x } = answer.body;
    assert.equal(
      lines.reduce((sum: number, line: Json) => sum + line.amount, 0),
      total,
    );
    assert.equal(total, order.total_fee);
    assert.equal(x, order.distance);
    assert.equal(expression, "(25000 if x <= 4 else 25000 + (x - 4) * 5500)");
    assert.equal(lines[0].amount, Math.round(25_000 + (x - 4) * 5_500));
    assert.equal(order.distance_fee + order.request_fee + order.stop_fee + order.vat_fee - order.discount, total);
  });
});

test("the ledger is clean after all that", async () => {
  assert.deepEqual((await orders.verify()).problems, []);
});
