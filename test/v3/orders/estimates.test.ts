import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { assertOk, assertRefused } from "../../harness/expect.ts";
import type { Json } from "../../harness/giao.ts";
import { type Body, DELIVERY, HANOI, orderBody, point, startOrderTests } from "../../harness/orders.ts";

const orders = await startOrderTests();
const several = (services: readonly Body[], more: Body = {}): Body =>
  orderBody({ service_id: null, services, ...more });

describe("POST /v3/orders/estimates", () => {
  test("prices every service asked for, in that order, and says what is wrong with the others", async () => {
    const asked = ["SGN-ECO", "SGN-BIKE", "HAN-BIKE", "SGN-TRUCK-500", "SGN-NONE", "VNM-PARTNER-DEMO"];
    const answer = await orders.estimate(several(asked.map((_id) => ({ _id, requests: [] }))));
    assertOk(answer);
    assert.deepEqual(
      answer.body.map((element: Json) => element.service_id),
      asked,
    );
    assert.deepEqual(
      answer.body.map((element: Json) => element.error?.code ?? element.data.total_fee),
      [19_440, 27_000, "SERVICE_NOT_VALID_AT_PICKUP", 199_800, "SERVICE_NOT_FOUND", 27_000],
    );
    for (const element of answer.body) {
      assert.equal(element.data === null, element.error !== null);
      if (element.error) assert.deepEqual(Object.keys(element.error), ["code", "title", "description"]);
    }
  });

  test("resolves group ids in the pickup's city", async () => {
    const groups = [
      { _id: "BIKE", group_requests: [{ _id: "D2D" }] },
      { _id: "ECO", group_requests: [] },
    ];
    const path = [point(HANOI), point({ lat: 21.03, lng: 105.86 })];
    const answer = await orders.estimate(orderBody({ service_id: null, group_services: groups, path }));
    assertOk(answer);
    assert.deepEqual(
      answer.body.map((element: Json) => element.service_id),
      ["HAN-BIKE", "HAN-ECO"],
    );
    assert.deepEqual(answer.body[0].data.requests, [{ _id: "HAN-BIKE-D2D", num: 1, price: 10_000 }]);
  });

  test("needs no names, phones or addresses where there are coordinates", async () => {
    const { lat, lng } = DELIVERY;
    const path = [
      { lat: 10.7769, lng: 106.7009 },
      { lat, lng, address: "" },
    ];
    assertOk(await orders.estimate(several([{ _id: "SGN-BIKE" }], { path })));
  });

  test("a call in which nothing can be priced answers with its first refusal", async () => {
    const answer = await orders.estimate(several([{ _id: "SGN-NONE" }, { _id: "HAN-BIKE" }]));
    assertRefused(answer, 404, "SERVICE_NOT_FOUND");
  });

  test("saves nothing", async () => {
    const count = async () => (await orders.house.db`select count(*) from orders`)[0];
    const before = await count();
    assertOk(await orders.estimate(several([{ _id: "SGN-BIKE" }])));
    assert.deepEqual(await count(), before);
  });
});

describe("a quote", () => {
  const quoteOf = async (more: Body = {}): Promise<Json> => {
    const answer = await orders.estimate(several([{ _id: "SGN-BIKE" }], more));
    assertOk(answer);
    return answer.body[0];
  };

  test("does not pay: without money the order is refused for that", async () => {
    const poor = await orders.register("84900000098");
    const estimate = await orders.estimate(several([{ _id: "SGN-BIKE" }]), poor);
    assertOk(estimate);
    const { quote_id } = estimate.body[0];
    assertRefused(await orders.create(orderBody({ quote_id }), poor), 406, "NOT_ENOUGH_CREDIT");
  });

  test("locks its price while the tariff changes, and the order keeps the tariff it was quoted with", async () => {
    const { quote_id, expires_at, data } = await quoteOf();
    assert.ok(expires_at - orders.house.clock.now().getTime() / 1_000 > 590);
    const tariff = (body: Body) => orders.call("PUT", "/operator/v1/services/SGN-BIKE", { operator: true, body });
    assertOk(await tariff({ distance_fee: "99000" }));
    const quoted = await orders.created(orderBody({ quote_id }));
    assert.equal(quoted.total_fee, data.total_fee);
    assert.equal(quoted.tariff_version, data.tariff_version);
    assert.equal(quoted.quote_id, quote_id);
    const explained = await orders.call("GET", `/v3/orders/${quoted._id}/price`, { token: orders.token });
    assert.match(explained.body.expression, /25000/);
    const unquoted = await orders.created(orderBody());
    assert.equal(unquoted.distance_fee, 99_000);
    assertOk(await tariff({ distance_fee: "(25000 if x <= 4 else 25000 + (x - 4) * 5500)" }));
  });

  const others: readonly (readonly [string, Body])[] = [
    ["another service", { service_id: "SGN-ECO" }],
    ["another path", { path: [point(), point({ lat: 10.8, lng: 106.7 })] }],
    ["another request", { requests: [{ _id: "SGN-BIKE-TIP" }] }],
    ["a promo code", { promo_code: "GIAO10" }],
    ["another time", { order_time: 1 }],
  ];
  for (const [name, change] of others) {
    test(`does not hold for ${name}`, async () => {
      const { quote_id } = await quoteOf();
      const time = change.order_time ? { order_time: orders.house.clock.now().getTime() / 1_000 + 3_600 } : {};
      assertRefused(await orders.create(orderBody({ quote_id, ...change, ...time })), 406, "QUOTE_EXPIRED");
    });
  }

  test("does not hold for another account, nor when it is made up or tampered with", async () => {
    const { quote_id } = await quoteOf();
    const sibling = await orders.fundedAccount("84968000001", 100_000);
    assertRefused(await orders.create(orderBody({ quote_id }), sibling), 406, "QUOTE_EXPIRED");
    const forged = quote_id.replace(/^./, (first: string) => (first === "z" ? "y" : "z"));
    for (const made of ["", "x", "a.b", forged, `${quote_id}x`]) {
      const { body } = await orders.create(orderBody({ quote_id: made }));
      assert.equal(body.code, "QUOTE_EXPIRED");
      assert.doesNotMatch(body.description, /tariff/);
    }
  });

  test("is void when its promo code is worth something else, and nothing is taken then", async () => {
    const promo = (value: number) =>
      orders.call("PUT", "/operator/v1/promos/MOVES", { operator: true, body: { type: "FLAT", value } });
    assertOk(await promo(5_000));
    const promo_code = "MOVES";
    const { quote_id, data } = await quoteOf({ promo_code });
    const before = await orders.walletOf("84900000001");
    // Dearer or cheaper: it is not the price that was given.
    for (const value of [4_999, 5_001]) {
      assertOk(await promo(value));
      assertRefused(await orders.create(orderBody({ quote_id, promo_code })), 406, "QUOTE_EXPIRED");
    }
    assert.deepEqual(await orders.walletOf("84900000001"), before);
    assertOk(await promo(5_000));
    assert.equal((await orders.created(orderBody({ quote_id, promo_code }))).total_fee, data.total_fee);
  });

  test("holds for ten minutes", async () => {
    const { quote_id } = await quoteOf();
    await orders.advance(598);
    assertOk(await orders.create(orderBody({ quote_id })));
    await orders.advance(3);
    assertRefused(await orders.create(orderBody({ quote_id })), 406, "QUOTE_EXPIRED");
  });
});

const seed = Math.trunc(Number(process.env.SEED ?? orders.house.clock.now().getTime() % 2 ** 31));

test(`an order costs what its estimate said, and the lines add up (seed ${seed})`, async () => {
  const anyPoint = fc.record({
    lat: fc.double({ min: 10.74, max: 10.82, noNaN: true }),
    lng: fc.double({ min: 106.64, max: 106.72, noNaN: true }),
  });
  const anyOrder = fc.record({
    path: fc.array(anyPoint, { minLength: 2, maxLength: 6 }),
    service: fc.constantFrom("BIKE", "ECO", "2H", "TRUCK-500", "VAN-500"),
    tip: fc.integer({ min: 0, max: 5 }),
    extras: fc.subarray(["D2D", "SMS", "FRAGILE", "INSURANCE"]),
    promo_code: fc.constantFrom(null, "GIAO10"),
    route_optimized: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(anyOrder, async ({ path, service, tip, extras, promo_code, route_optimized }) => {
      const requests = [...extras.map((_id) => ({ _id })), ...(tip > 0 ? [{ _id: "TIP", num: tip }] : [])].filter(
        ({ _id }) => !service.startsWith("TRUCK") && !service.startsWith("VAN") && _id !== "FRAGILE",
      );
      const points = path.map((at) => point(at));
      const body = { order_time: 0, path: points, payment_method: "CASH", promo_code, route_optimized };
      const estimate = await orders.estimate({ ...body, group_services: [{ _id: service, group_requests: requests }] });
      const create = await orders.create({ ...body, group_service_id: service, group_requests: requests });
      assert.equal(create.status, estimate.status, JSON.stringify([create.body, estimate.body]));
      if (create.status !== 200) return;
      const { data } = estimate.body[0];
      const { order } = create.body;
      for (const field of ["distance", "distance_fee", "request_fee", "stop_fee", "vat_fee", "discount", "total_fee"]) {
        assert.equal(order[field], data[field], field);
      }
      assert.equal(
        order.distance_fee + order.request_fee + order.stop_fee + order.vat_fee - order.discount,
        order.total_price,
      );
      assert.equal(order.total_pay, order.total_price);
    }),
    { seed, numRuns: 60 },
  );
});

test(`a route-optimised path is a permutation, never longer, and every point keeps what it carried (seed ${seed})`, async () => {
  const anyPoint = fc.record({
    lat: fc.double({ min: 10.74, max: 10.82, noNaN: true }),
    lng: fc.double({ min: 106.64, max: 106.72, noNaN: true }),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(anyPoint, { minLength: 3, maxLength: 6 }), async (path) => {
      const points = path.map((at, index) =>
        point({ ...at, name: `N${index}`, tracking_number: `R${index}`, ...(index > 0 ? { cod: index * 1_000 } : {}) }),
      );
      const body = orderBody({ service_id: "SGN-BIKE", payment_method: "CASH", path: points });
      const given = await orders.created(body);
      const optimised = await orders.created({ ...body, route_optimized: true });
      assert.ok(optimised.distance <= given.distance);
      assert.equal(optimised.path[0].name, "N0");
      const carried = (order: Json) =>
        order.path
          .map(({ name, cod, tracking_number, lat, lng }: Json) => [name, cod, tracking_number, lat, lng])
          .sort();
      assert.deepEqual(carried(optimised), carried(given));
      // Part 8: optimisation is for more than two deliveries.
      const names = (order: Json) => order.path.map(({ name }: Json) => name);
      if (path.length < 4) assert.deepEqual(names(optimised), names(given));
    }),
    { seed, numRuns: 30 },
  );
});

test("a crossing path is put into the order that costs least", async () => {
  const line = [0, 3, 1, 2].map((step) => point({ lat: 10.76 + step / 100, lng: 106.68, name: `S${step}` }));
  const order = await orders.created(orderBody({ path: line, route_optimized: true }));
  assert.deepEqual(
    order.path.map((each: Json) => each.name),
    ["S0", "S1", "S2", "S3"],
  );
});
