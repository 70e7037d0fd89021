// Clients of versions 1 and 2 as they are written: everything in the address of a GET, a form, JSON, lists as JSON text.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { SCOPES } from "../../src/http/access/scopes.ts";
import { DEMO } from "../../src/operations/seed.ts";
import { assertOk, assertRefused } from "../harness/expect.ts";
import type { Answer, Json } from "../harness/giao.ts";
import { DELIVERY, orderBody, PICKUP, startOrderTests } from "../harness/orders.ts";

const orders = await startOrderTests();

type Words = Readonly<Record<string, string>>;

function get(path: string, words: Words): Promise<Answer> {
  return orders.call("GET", `${path}?${new URLSearchParams(words)}`);
}
function inAddress(path: string, words: Words): Promise<Answer> {
  return orders.call("POST", `${path}?${new URLSearchParams(words)}`);
}
function form(path: string, words: Words): Promise<Answer> {
  const headers = { "content-type": "application/x-www-form-urlencoded" };
  return orders.call("POST", path, { raw: String(new URLSearchParams(words)), headers });
}
function json(path: string, words: Words): Promise<Answer> {
  return orders.call("POST", path, { body: words });
}
const WAYS = { get, inAddress, form, json };

const path = JSON.stringify([
  { ...PICKUP, address: "12 Lê Lợi", name: "Lan", mobile: "090 000 0009", short_address: "12 Lê Lợi" },
  { ...DELIVERY, address: "somewhere", name: "Minh", mobile: "+84900000008", cod: 50_000.0, tracking_number: 77 },
]);
const order = (token: string): Words => ({
  token,
  order_time: "0",
  path,
  service_id: "SGN-BIKE",
  requests: JSON.stringify([{ _id: "SGN-BIKE-TIP", num: 1, price: 1 }]),
  items: JSON.stringify([{ _id: 5, name: "Trà", num: "2", price: "10000" }]),
  payment_method: "CASH",
  promo_code: "",
  idle_until: "",
  remarks: '"gọi trước"',
});

function hasNoFailure({ body }: Answer): void {
  assert.ok(!("code" in body) && !("title" in body), "clients take these for a failure");
}

for (const [name, ask] of Object.entries(WAYS)) {
  describe(`an order from register to cancel, asked ${name}`, () => {
    test("works as such a client expects", async () => {
      const mobile = `8498000000${Object.keys(WAYS).indexOf(name)}`;
      const registered = await ask("/v1/partner/register_account", { api_key: DEMO.apiKey, mobile, name: "Shop" });
      assertOk(registered);
      // Asked again it signs in, and the older token has ended.
      const again = await ask("/v1/partner/register_account", { api_key: DEMO.apiKey, mobile });
      assertOk(again);
      const { token } = again.body;
      assertRefused(
        await ask("/v1/order/detail", { token: registered.body.token, order_id: "x" }),
        401,
        "NOT_AUTHORIZED",
      );

      const fee = await ask("/v1/order/estimated_fee", order(token));
      assertOk(fee);
      hasNoFailure(fee);
      assert.deepEqual(
        [fee.body.total_price, fee.body.distance_fee, fee.body.distance_price],
        [32_000, 25_000, 25_000],
      );
      assert.deepEqual([fee.body._id, fee.body.total_pay], ["SGN-BIKE", 32_000]);

      const created = await ask("/v1/order/create", order(token));
      assertOk(created);
      hasNoFailure(created);
      const { order_id, status, shared_link, order: record } = created.body;
      assert.deepEqual([status, record.total_price], ["ASSIGNING", fee.body.total_price]);
      assert.deepEqual([record.remarks, record.items[0]._id, record.items[0].num], ["gọi trước", "5", 2]);
      assert.deepEqual([record.path[1].cod, record.path[1].tracking_number], [50_000, "77"]);
      assert.equal(record.path[0].mobile, "0900000009");

      const detail = await ask("/v1/order/detail", { token, order_id });
      assertOk(detail);
      hasNoFailure(detail);
      assert.equal(detail.body._id, order_id);
      const link = await ask("/v1/order/shared_link", { token, order_id });
      assert.deepEqual(link.body, { shared_link });
      const list = await ask("/v1/order/list", { token, status: "ASSIGNING", count: "5", offset: "0" });
      assert.deepEqual(
        list.body.map((one: Json) => one._id),
        [order_id],
      );
      assert.deepEqual((await ask("/v1/order/list", { token, offset: "1" })).body, []);
      assert.deepEqual((await ask("/v1/order/notify_order", { token, order_ids: order_id })).body, {});

      const cancelled = await ask("/v1/order/cancel", { token, order_id, cancel_code: "user_incorrect_pickup" });
      assertOk(cancelled);
      assert.deepEqual(cancelled.body, {});
      const gone = await ask("/v1/order/detail", { token, order_id });
      assert.deepEqual([gone.body.status, gone.body.cancel_comment], ["CANCELLED", "user_incorrect_pickup"]);
      assertRefused(await ask("/v1/order/cancel", { token, order_id }), 406, "INVALID_ORDER_STATUS");
    });
  });
}

test("lists may come as nested keys of a form, and slashes doubled", async () => {
  const { requests: _requests, items: _items, ...words } = order(orders.token);
  const nested = {
    ...words,
    "items[0][_id]": "5",
    "items[0][name]": "Trà",
    "items[0][num]": "1",
    "items[0][price]": "1",
  };
  const answer = await form("//v1//order/create", nested);
  assertOk(answer);
  assert.equal(answer.body.order.items[0].name, "Trà");
});

test("version 2 prices several services at once, also by a GET with a JSON body", async () => {
  const services = [{ _id: "SGN-BIKE", requests: [] }, { _id: "SGN-NONE" }, { _id: "SGN-ECO" }];
  const body = { token: orders.token, order_time: 0, path: JSON.parse(path), services, payment_method: "BALANCE" };
  const posted = await orders.call("POST", "/v2/order/estimated_fee", { body });
  assertOk(posted);
  assert.deepEqual(
    posted.body.map((one: Json) => [one._id, one.total_price, one.total_pay]),
    [
      ["SGN-BIKE", 27_000, 0],
      ["SGN-NONE", undefined, undefined],
      ["SGN-ECO", 19_440, 0],
    ],
  );
  const { request } = await import("node:http");
  const status = await new Promise((resolve, reject) => {
    const text = JSON.stringify(body);
    const headers = { "content-type": "application/json", "content-length": Buffer.byteLength(text) };
    request(`${orders.url}/v2/order/estimated_fee`, { method: "GET", headers }, (response) => {
      response.resume();
      resolve(response.statusCode);
    })
      .on("error", reject)
      .end(text);
  });
  assert.equal(status, 200);
});

test("refusals have code, title and description, and the statuses such clients know", async () => {
  const { token } = orders;
  assertRefused(await get("/v1/order/create", { ...order(token), token: "rubbish" }), 401, "NOT_AUTHORIZED");
  assertRefused(await get("/v1/order/create", { ...order(token), path: "[oops" }), 400, "BAD_REQUEST");
  assertRefused(await get("/v1/order/create", { ...order(token), service_id: "SGN-NONE" }), 404, "SERVICE_NOT_FOUND");
  assertRefused(await get("/v1/order/detail", { token, order_id: "26AAAAAA" }), 404, "ORDER_NOT_FOUND");
  assertRefused(await get("/v1/partner/register_account", { mobile: "0900000001" }), 404, "PARTNER_NOT_FOUND");
  const poor = { ...order(await orders.register("84980000010")), payment_method: "BALANCE" };
  assertRefused(await get("/v1/order/create", poor), 406, "NOT_ENOUGH_CREDIT");

  const other = await orders.register("84980000011");
  const mine = await orders.created(orderBody(), orders.token);
  assertRefused(await get("/v1/order/cancel", { token: other, order_id: mine._id }), 402, "NOT_ALLOWED");

  await orders.call("PATCH", "/operator/v1/accounts/84980000011", {
    operator: true,
    body: { account_status: "DEACTIVATED" },
  });
  const again = { api_key: DEMO.apiKey, mobile: "84980000011" };
  assertRefused(await get("/v1/partner/register_account", again), 403, "DEACTIVATED_ACCOUNT");
});

test("child accounts are added, activated, listed and removed", async () => {
  const token = await orders.signIn();
  await orders.register("84980000020");
  const child_id = "84980000020";
  assert.deepEqual((await get("/v1/partner/add_child_account", { token, child_id })).body, {});
  const sms = await orders.call("GET", `/operator/v1/sms?to=${child_id}`, { operator: true });
  const [{ code }] = sms.body.messages ?? sms.body;
  assertRefused(
    await get("/v1/partner/activate_child_account", { token, child_id, activation_code: "x" }),
    406,
    "INVALID_ACTIVATION_CODE",
  );
  const activated = await get("/v1/partner/activate_child_account", { token, child_id, activation_code: code });
  assertOk(activated);
  assert.equal(activated.body._id, child_id);
  const children = await get("/v1/partner/get_child_list", { token });
  assert.equal(children.body[0]._id, child_id);
  assert.deepEqual((await get("/v1/partner/remove_child_account", { token, child_id })).body, {});
});

test("services and a city are told without a token", async () => {
  for (const words of [{ city_id: "SGN" }, { lat: String(PICKUP.lat), lng: String(PICKUP.lng) }] as const) {
    const services = await get("/v1/order/service_types", words as Words);
    assertOk(services);
    assert.equal(services.body[0].city_id, "SGN");
    assert.ok(services.body.every((service: Json) => !service._id.startsWith("VNM-PARTNER")));
    assert.ok(services.body[0].requests.length > 0);
  }
  const city = await get("/v1/order/city_detail", { city_id: "HAN" });
  assertOk(city);
  assert.deepEqual([city.body._id, city.body.location.type], ["HAN", "Point"]);
  assertRefused(await get("/v1/order/city_detail", { city_id: "ZZZ" }), 404, "CITY_NOT_FOUND");
});

test("every call that needs a token is refused without one, and a child is no parent", async () => {
  const calls = Object.entries(SCOPES).filter(([call]) => /^(GET|POST) \/v[12]\//.test(call));
  const guarded = calls.filter(([, { may }]) => may.endsWith("by parameter"));
  assert.equal(guarded.length, 2 * 13);
  for (const [call] of guarded) {
    const [method = "", url = ""] = call.split(" ");
    assertRefused(await orders.call(method, url), 401, "NOT_AUTHORIZED");
    assertRefused(await orders.call(method, `${url}?token=${DEMO.apiKey}`), 401, "NOT_AUTHORIZED");
  }
  const child = await orders.register("84980000030");
  const token = await orders.signIn();
  assertOk(await get("/v1/partner/add_child_account", { token, child_id: "84980000030" }));
  const sms = await orders.call("GET", "/operator/v1/sms?to=84980000030", { operator: true });
  const [{ code }] = sms.body.messages ?? sms.body;
  const words = { token, child_id: "84980000030", activation_code: code };
  assertOk(await get("/v1/partner/activate_child_account", words));
  assertRefused(await get("/v1/partner/get_child_list", { token: child }), 401, "NOT_AUTHORIZED");
});

test("LEGACY_DOORS=off closes them", async () => {
  const closed = await orders.replica({ env: { LEGACY_DOORS: "off" } });
  const answer = await closed.call("GET", `/v1/order/detail?token=${orders.token}&order_id=x`);
  assertRefused(answer, 404, "NOT_FOUND");
  assertOk(await closed.call("GET", "/v1/order/cities?country_id=VN"));
});
