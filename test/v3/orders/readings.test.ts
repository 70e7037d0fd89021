// Where the specification can be read in two ways, or clients read it in their own: which reading holds (docs/decisions/contract.md).
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { assertOk, assertRefused } from "../../harness/expect.ts";
import { type Body, DELIVERY, orderBody, PICKUP, point, startOrderTests } from "../../harness/orders.ts";

const orders = await startOrderTests();
const DAY = 86_400;

function seconds(): number {
  return Math.floor(orders.house.clock.now().getTime() / 1_000);
}

async function blockingPartner(): Promise<string> {
  const body = { id: "blocks", name: "Blocks", block_duplicate_tracking_numbers: true };
  const made = await orders.call("POST", "/operator/v1/partners", { operator: true, body });
  assertOk(made);
  return orders.register("84901555001", made.body.api_key);
}

describe("an order for later", () => {
  test("waits until order_time when idle_until is absent, 0 or blank", async () => {
    for (const idle of [{}, { idle_until: 0 }, { idle_until: null }, { idle_until: "" }]) {
      const order_time = seconds() + 3_600;
      const order = await orders.created(orderBody({ order_time, ...idle }));
      assert.deepEqual([order.status, order.idle_until, order.order_time], ["IDLE", order_time, order_time]);
    }
  });

  test("is still there the next day, and is sought then", async () => {
    const { _id } = await orders.created(orderBody({ order_time: seconds() + DAY }));
    await orders.advance(DAY - 60);
    assert.equal((await orders.detail(_id)).status, "IDLE");
    await orders.advance(120);
    assert.equal((await orders.detail(_id)).status, "ASSIGNING");
  });
});

describe("special requests", () => {
  test("an estimate's answer sent back creates", async () => {
    const requests = [{ _id: "SGN-BIKE-D2D" }, { _id: "SGN-BIKE-BULKY", tier_code: "TIER_2" }];
    const body = { ...orderBody(), services: [{ _id: "SGN-BIKE", requests }], service_id: null, requests: null };
    const estimate = await orders.estimate(body as Body);
    assertOk(estimate);
    const given = estimate.body[0].data.requests;
    assert.deepEqual(
      given.map(({ num }: { num: number }) => num),
      [1, 1],
    );
    const order = await orders.created(orderBody({ requests: given }));
    assert.equal(order.total_fee, estimate.body[0].data.total_fee);
    assertRefused(await orders.create(orderBody({ requests: [{ _id: "SGN-BIKE-D2D", num: 2 }] })), 400, "BAD_REQUEST");
  });

  test("are read where clients misplace them in an estimate", async () => {
    const price = async (asked: Body) => {
      const answer = await orders.estimate({ ...orderBody(), service_id: null, requests: null, ...asked } as Body);
      assertOk(answer);
      return answer.body[0].data.request_fee;
    };
    for (const _id of ["D2D", "SGN-BIKE-D2D"]) {
      assert.equal(await price({ group_services: [{ _id: "BIKE", requests: [{ _id }] }] }), 10_000);
      assert.equal(await price({ services: [{ _id: "SGN-BIKE", group_requests: [{ _id }] }] }), 10_000);
    }
  });

  test("and services may be named in both forms when they agree", async () => {
    const both = {
      requests: [{ _id: "SGN-BIKE-TIP", num: 2 }],
      group_service_id: "BIKE",
      group_requests: [{ _id: "TIP", num: 2 }],
    };
    assert.equal((await orders.created(orderBody(both))).request_fee, 10_000);
    assertOk(await orders.create(orderBody({ group_service_id: "", promo_code: " " })));
    assertRefused(await orders.create(orderBody({ ...both, group_service_id: "ECO" })), 400, "BAD_REQUEST");
  });
});

describe("tracking numbers", () => {
  test("of two deliveries in one order must differ where the partner blocks duplicates", async () => {
    const token = await blockingPartner();
    const doors = (first: string, second: string) => [
      point({ tracking_number: first }),
      point({ ...DELIVERY, tracking_number: first }),
      point({ ...PICKUP, lat: 10.78, tracking_number: second }),
    ];
    const cash = { payment_method: "CASH" };
    assertRefused(
      await orders.create(orderBody({ ...cash, path: doors("A", "A") }), token),
      409,
      "DUPLICATE_TRACKING_NUMBER",
    );
    // The pickup may carry the number of what is fetched there.
    assertOk(await orders.create(orderBody({ ...cash, path: doors("A", "B") }), token));
    // Elsewhere it is nobody's business.
    assertOk(await orders.create(orderBody({ path: doors("C", "C") })));
  });

  test("find an order that still waits however old it is, unless a time is asked for", async () => {
    const at = seconds() + 20 * DAY;
    const path = [point(), point({ ...DELIVERY, tracking_number: "OLD" })];
    const { _id } = await orders.created(orderBody({ order_time: at, path }));
    const madeAt = seconds();
    await orders.advance(9 * DAY);
    const token = await orders.signIn();
    const found = await orders.call("GET", "/v3/orders/tracks/OLD", { token });
    assertOk(found);
    assert.deepEqual(
      found.body.map((order: { _id: string }) => order._id),
      [_id],
    );
    const asked = await orders.call("GET", `/v3/orders/tracks/OLD?from_time=${madeAt + DAY}`, { token });
    assertRefused(asked, 404, "ORDER_NOT_FOUND");
    assertOk(await orders.call("DELETE", `/v3/orders/${_id}`, { token }));
    assertRefused(await orders.call("GET", "/v3/orders/tracks/OLD", { token }), 404, "ORDER_NOT_FOUND");
  });
});

test("what an edit does not change uses up no edit", async () => {
  const token = await orders.signIn();
  const path = [point(), point({ ...DELIVERY, cod: 5_000 })];
  const { _id, total_fee } = await orders.created(orderBody({ service_id: "VNM-PARTNER-DEMO", path }), token);
  const edit = (more: Body) => orders.call("PATCH", `/v3/orders/${_id}`, { token, body: { path_index: 1, ...more } });
  const same = { cod: 5_000, address_info: { address: "somewhere", ...DELIVERY } };
  assertOk(await edit(same));
  assertOk(await edit({ address_info: { address: "somewhere" } }));
  assert.equal((await orders.detail(_id, token)).total_fee, total_fee);
  assertOk(await edit({ cod: 6_000 }));
  assertOk(await edit({ address_info: { address: "elsewhere", lat: 10.8, lng: 106.72 } }));
  assertRefused(await edit({ cod: 7_000 }), 403, "STOP_POINT_EDITED");
  // Nor is the same sent again a second one.
  assertOk(await edit({ cod: 6_000, name: "Mai" }));
  assertOk(await edit({ address_info: { address: "elsewhere", lat: 10.8, lng: 106.72 } }));
  assertRefused(
    await edit({ address_info: { address: "elsewhere", lat: 10.81, lng: 106.72 } }),
    403,
    "STOP_POINT_EDITED",
  );
  assertRefused(await edit({ cod: 5_000 }), 403, "STOP_POINT_EDITED");
});

test("an order is accepted once accept_lat is there, and goods go back where a door failed", async () => {
  const token = await orders.signIn();
  const path = [point(), point(DELIVERY), point({ lat: 10.78 })];
  const { _id, accept_lat } = await orders.created(orderBody({ path }), token);
  assert.equal(accept_lat, undefined);
  for (const type of ["accept", "pickup"]) assertOk(await orders.play(_id, type));
  const accepted = await orders.detail(_id, token);
  assert.equal(typeof accepted.accept_lat, "number");
  assert.equal(accepted.notify_package_return, false);
  const before = seconds();
  assertOk(await orders.play(_id, "fail", { path_index: 1, comment: "nobody there" }));
  assertOk(await orders.play(_id, "deliver", { path_index: 2 }));
  for (const type of ["", "return_begin", "return_done"]) {
    if (type !== "") assertOk(await orders.play(_id, type));
    const order = await orders.detail(_id, token);
    const [, failed] = order.path;
    assert.equal(order.notify_package_return, true);
    assert.deepEqual([failed.status, failed.fail_comment], ["FAILED", "nobody there"]);
    assert.ok(failed.fail_time >= before);
    assert.deepEqual([failed.fail_lat, failed.fail_lng], [DELIVERY.lat, DELIVERY.lng]);
  }
});
