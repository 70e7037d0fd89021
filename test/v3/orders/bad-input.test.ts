// Input at the edges and beyond: the refusal of D4, and nothing saved, held or promised.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { assertOk, assertRefused } from "../../harness/expect.ts";
import { type Body, DELIVERY, orderBody, PICKUP, point, startOrderTests } from "../../harness/orders.ts";

const orders = await startOrderTests();
const cash = (change: Body = {}) => orderBody({ payment_method: "CASH", ...change });
const withCod = (cod: unknown) => cash({ path: [point(), point({ ...DELIVERY, cod })] });
const raw = (text: string) => orders.call("POST", "/v3/orders", { token: orders.token, raw: text });

describe("numbers at the edges", () => {
  for (const cod of [2 ** 53, 1e308, -(2 ** 53), 10_000_000.5, Number.MIN_VALUE]) {
    test(`cod ${cod}`, async () => assertRefused(await orders.create(withCod(cod)), 400, "BAD_REQUEST"));
  }
  test("cod NaN as text", async () => assertRefused(await orders.create(withCod("NaN")), 500, "INTERNAL_SERVER_ERROR"));
  test("-0 is nothing: accepted wherever 0 is, answered and kept as 0", async () => {
    const body = JSON.stringify(
      cash({
        service_id: "VNM-PARTNER-DEMO",
        order_time: 7,
        idle_until: 7,
        // On the pickup too, where no amount is allowed.
        path: [point({ cod: 7, item_value: 7 }), point({ ...DELIVERY, cod: 7, item_value: 7 })],
        items: [{ _id: "i", name: "n", price: 7, num: 7 }],
        package_detail: [{ weight: 7 }],
      }),
    );
    const answer = await raw(body.replaceAll(":7", ":-0"));
    assertOk(answer);
    const { _id, path, items } = answer.body.order;
    assert.deepEqual([path[0].cod, path[1].cod, path[1].item_value, items[0].price], [0, 0, 0, 0]);
    const edit = { token: orders.token, raw: '{"path_index": 1, "cod": -0.0}' };
    assertOk(await orders.call("PATCH", `/v3/orders/${_id}`, edit));
    assert.equal((await orders.detail(_id)).path[1].cod, 0);
  });
  test("a number larger than every number", async () => {
    for (const field of ["cod", "item_value"]) {
      const text = JSON.stringify(cash({ path: [point(), point({ [field]: 7 })] })).replace(
        `"${field}":7`,
        `"${field}":1e999`,
      );
      assertRefused(await raw(text), 400, "BAD_REQUEST");
    }
    assertRefused(
      await raw(JSON.stringify(cash()).replace('"order_time":0', '"order_time":1e999')),
      406,
      "INVALID_FUTURE_ORDER_TIME",
    );
    assertRefused(
      await raw(JSON.stringify(cash()).replace('"order_time":0', '"order_time":-1e999')),
      400,
      "BAD_REQUEST",
    );
    const far = JSON.stringify(cash({ path: [point({ lat: 7 }), point()] })).replace('"lat":7', '"lat":1e999');
    assertRefused(await raw(far), 400, "BAD_REQUEST");
  });
  test("an order_time in micro- or milliseconds is too far in the future", async () => {
    const seconds = orders.house.clock.now().getTime() / 1_000;
    for (const order_time of [seconds * 1e6, seconds * 1e3, 1e300]) {
      const answer = await orders.create(cash({ order_time }));
      assertRefused(answer, 406, "INVALID_FUTURE_ORDER_TIME");
      assert.match(answer.body.description, /seconds/);
    }
    assertRefused(await orders.create(cash({ idle_until: seconds * 1e3 })), 406, "INVALID_FUTURE_ORDER_TIME");
  });
});

describe("size and text", () => {
  test("ten thousand points", async () => {
    const path = Array.from({ length: 10_000 }, () => ({ lat: 10.77, lng: 106.7 }));
    const body = { order_time: 0, path, payment_method: "CASH", services: [{ _id: "SGN-BIKE" }] };
    assertRefused(await orders.estimate(body), 406, "INVALID_MAX_STOP_POINT");
    const full = await orders.create(cash({ path: path.map(() => point()) }));
    assertRefused(full, 413, "BAD_REQUEST");
  });
  test("a thousand addresses to be located", async () => {
    const address = "12 Lê Lợi, Phường Bến Nghé, Quận 1, Hồ Chí Minh";
    const path = Array.from({ length: 1_000 }, () => ({ address }));
    const body = { order_time: 0, path, payment_method: "CASH", services: [{ _id: "SGN-BIKE" }] };
    assertRefused(await orders.estimate(body), 400, "BAD_REQUEST");
  });
  test("emoji, combining marks and right-to-left names come back as they were sent", async () => {
    const names = ["👩‍👩‍👧‍👦 gia đình", "Nguyễn", "مرحبا", "\u202Eabc"];
    for (const name of names) {
      const { path } = await orders.created(cash({ path: [point({ name }), point(DELIVERY)] }));
      assert.equal(path[0].name, name);
    }
  });
  test("half a character does not break anything", async () => {
    const answer = await raw(JSON.stringify(cash({ remarks: "X" })).replace('"X"', '"\\ud83d"'));
    assert.ok(answer.status < 500, JSON.stringify(answer.body));
  });
  test("texts too long, too many items, too many services", async () => {
    const long = "x".repeat(3_000);
    for (const change of [
      { remarks: long },
      { path: [point({ address: long }), point()] },
      { path: [point({ name: long }), point()] },
      { path: [point({ tracking_number: long }), point()] },
      { items: Array.from({ length: 501 }, () => ({ _id: "1", name: "n", price: 1, num: 1 })) },
      { package_detail: [{ weight: -1 }] },
      { package_detail: [{ weight: 1e308 }] },
    ]) {
      assertRefused(await orders.create(cash(change)), 400, "BAD_REQUEST");
    }
    const services = Array.from({ length: 51 }, () => ({ _id: "SGN-BIKE" }));
    assertRefused(await orders.estimate({ ...cash({ service_id: null }), services }), 400, "BAD_REQUEST");
  });
  test("bodies that are no order", async () => {
    for (const text of ["[]", '"x"', "5", "true"]) assertRefused(await raw(text), 500, "INTERNAL_SERVER_ERROR");
    assertRefused(await raw("null"), 400, "MISSING_REQUIRED_INFO");
    assertRefused(await raw(""), 400, "MISSING_REQUIRED_INFO");
    assertRefused(await raw("{"), 400, "BAD_REQUEST");
    assertRefused(await raw('{"__proto__":{"order_time":0}}'), 400, "BAD_REQUEST");
  });
  test("a point in the sea has no road", async () => {
    const service = {
      distance_fee: "1000",
      delivery_area: {
        type: "Polygon",
        coordinates: [
          [
            [100, 0],
            [110, 0],
            [110, 20],
            [100, 20],
            [100, 0],
          ],
        ],
      },
    };
    assertOk(await orders.call("PUT", "/operator/v1/services/SGN-WIDE", { operator: true, body: service }));
    const path = [point(), point({ lat: 7, lng: 105 })];
    assertRefused(await orders.create(cash({ service_id: "SGN-WIDE", path })), 406, "INVALID_DELIVERY_AREA");
  });
});

const seed = Math.trunc(Number(process.env.SEED ?? orders.house.clock.now().getTime() % 2 ** 31));

test(`whatever is sent, the answer is planned and nothing half done is left (seed ${seed})`, async () => {
  const nasty = fc.constantFrom<unknown>(
    null,
    "",
    " ",
    "x",
    "💥",
    "\u0000",
    0,
    -1,
    1.5,
    2 ** 53,
    1e308,
    true,
    [],
    {},
    [null],
    [[]],
    { a: 1 },
    "SGN-BIKE",
    "NaN",
  );
  const field = fc.constantFrom(
    "order_time",
    "path",
    "payment_method",
    "service_id",
    "requests",
    "group_service_id",
    "group_requests",
    "promo_code",
    "remarks",
    "idle_until",
    "items",
    "package_detail",
    "route_optimized",
    "quote_id",
  );
  const pointField = fc.constantFrom(
    "address",
    "lat",
    "lng",
    "name",
    "mobile",
    "short_address",
    "tracking_number",
    "remarks",
    "cod",
    "item_value",
  );
  const change = fc.tuple(
    fc.array(fc.tuple(field, nasty), { maxLength: 2 }),
    fc.array(fc.tuple(pointField, nasty), { maxLength: 2 }),
  );
  const journals = async () => (await orders.house.db<{ n: number }>`select count(*) as n from journals`)[0]?.n ?? 0;
  const before = await journals();
  await fc.assert(
    fc.asyncProperty(change, async ([top, inPoint]) => {
      const body = cash({
        path: [point(), point({ ...DELIVERY, ...Object.fromEntries(inPoint) })],
        ...Object.fromEntries(top),
      });
      for (const answer of [
        await orders.create(body),
        await orders.estimate({ ...body, services: [{ _id: "SGN-BIKE" }] }),
      ]) {
        if (answer.status === 200) continue;
        assert.ok([400, 404, 406, 409, 500].includes(answer.status), JSON.stringify(answer.body));
        assert.doesNotMatch(answer.body.description, /went wrong on our side/, JSON.stringify(body));
      }
    }),
    { seed, numRuns: 150 },
  );
  assert.equal(await journals(), before, "cash orders and refusals move no money");
});

test("the same goes for the other writes", async () => {
  const { _id } = await orders.created(orderBody({ service_id: "VNM-PARTNER-DEMO" }));
  const values: readonly unknown[] = [null, "", "\u0000", 5, -1, 1e308, true, [], {}, [null], "x".repeat(5_000)];
  for (const first of values) {
    for (const [method, path, body] of [
      ["PATCH", "", { path_index: 1, name: first }],
      ["PATCH", "", { path_index: 1, remarks: first }],
      ["PATCH", "", { path_index: 1, address_info: first }],
      ["PATCH", "", { path_index: 1, address_info: { address: first } }],
      ["PATCH", "", { path_index: first, name: "x" }],
      ["PUT", "/rate", { rated_by: first, rating: first, comment: first }],
      ["DELETE", "/tracks", { tracking_number: first, comment: first }],
    ] as const) {
      const target = path === "/tracks" ? "/v3/orders/tracks" : `/v3/orders/${_id}${path}`;
      const answer = await orders.call(method, target, { token: orders.token, body });
      assert.ok(answer.status < 500, `${method} ${JSON.stringify(body).slice(0, 80)}: ${JSON.stringify(answer.body)}`);
    }
  }
  const order = await orders.detail(_id);
  assert.equal(order.status, "ASSIGNING");
  assert.deepEqual([order.path[0].lat, order.path[0].lng], [PICKUP.lat, PICKUP.lng]);
});
