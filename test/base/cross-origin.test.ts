import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { DEMO } from "../../src/operations/seed.ts";
import { assertOk, assertRefused } from "../harness/expect.ts";
import { type Answer, startGiao } from "../harness/giao.ts";
import { asOperator, PRODUCTION } from "../harness/production.ts";

const SHOP = "https://shop.example";
const MARKET = "https://market.example:8443";
const EVIL = "https://evil.example";

const sandbox = await startGiao();
const production = await startGiao(PRODUCTION);
const operator = asOperator(production);
const partners: Record<string, { readonly key: string; readonly route: string; readonly token: string }> = {};
for (const [id, origin, phone] of [
  ["shop", SHOP, "84934000001"],
  ["market", MARKET, "84934000002"],
] as const) {
  const made = await operator("POST", "/partners", { id, name: id, cors_origins: [origin] });
  assertOk(made);
  const { api_key: key, route_key: route } = made.body;
  partners[id] = { key, route, token: await production.register(phone, key) };
}

const allowed = (answer: Answer) => answer.headers.get("access-control-allow-origin");
const never = (answer: Answer) => assert.equal(answer.headers.get("access-control-allow-credentials"), null);
const preflight = (giao: { readonly call: typeof sandbox.call }, path: string, origin: string) =>
  giao.call("OPTIONS", path, {
    headers: {
      origin,
      "access-control-request-method": "POST",
      "access-control-request-headers": "authorization,content-type",
    },
  });
const PARTNER_DOORS = [
  "/v3/orders",
  "/v3/accounts/token",
  "/v1/order/create",
  "/v2/order/estimated_fee",
  "/routing/bike/route/v1/driving/1,1;2,2",
];
const OTHER_DOORS = [
  "/operator/v1/partners",
  "/driver/v1/orders",
  "/portal/v1/session",
  "/console/v1/session",
  "/sandbox/v1/clock/advance",
  "/t/x/state",
  "/metrics",
  "/v33/x",
];

describe("pages of other servers, in the sandbox", () => {
  test("any page may ask and read, at the partner's doors", async () => {
    for (const path of PARTNER_DOORS) {
      const asked = await preflight(sandbox, path, EVIL);
      assert.equal(asked.status, 204, path);
      assert.equal(allowed(asked), "*");
      for (const header of ["authorization", "api-key", "content-type", "idempotency-key", "x-request-id"])
        assert.ok(asked.headers.get("access-control-allow-headers")?.split(", ").includes(header), header);
      for (const method of ["GET", "POST", "PUT", "PATCH", "DELETE"])
        assert.ok(asked.headers.get("access-control-allow-methods")?.includes(method), method);
      assert.ok(Number(asked.headers.get("access-control-max-age")) > 0);
      never(asked);
    }
    const body = { api_key: DEMO.apiKey, mobile: DEMO.phone };
    const pair = await sandbox.call("POST", "/v3/accounts/token", { headers: { origin: EVIL }, body });
    assertOk(pair);
    assert.equal(allowed(pair), "*");
    assert.match(pair.headers.get("access-control-expose-headers") ?? "", /x-request-id/);
    never(pair);
    const headers = { origin: EVIL };
    const refused = await sandbox.call("GET", "/v3/cities?country_id=VN", { headers });
    assertRefused(refused, 401, "NOT_AUTHORIZED");
    assert.equal(allowed(refused), "*", "a page may read why");
  });

  test("no other door answers them", async () => {
    for (const path of OTHER_DOORS) {
      const asked = await preflight(sandbox, path, EVIL);
      assert.equal(asked.status, 404, path);
      assert.equal(allowed(asked), null, path);
      assert.equal(allowed(await sandbox.call("GET", path, { headers: { origin: EVIL } })), null, path);
    }
  });

  test("whoever names no origin is told nothing", async () => {
    const plain = await sandbox.call("GET", "/v1/order/cities?country_id=VN");
    assertOk(plain);
    assert.equal(allowed(plain), null);
  });
});

describe("pages of other servers, in production", () => {
  test("a preflight is for origins that a partner has named", async () => {
    for (const origin of [SHOP, MARKET]) {
      for (const path of PARTNER_DOORS) assert.equal(allowed(await preflight(production, path, origin)), origin, path);
    }
    for (const origin of [EVIL, "null", "*", "https://shop.example.evil.example", "http://shop.example", `${SHOP}/`]) {
      const asked = await preflight(production, "/v3/orders", origin);
      assert.equal(allowed(asked), null, origin);
      assert.equal(asked.headers.get("access-control-allow-headers"), null, origin);
      never(asked);
    }
    for (const path of OTHER_DOORS) assert.equal(allowed(await preflight(production, path, SHOP)), null, path);
  });

  test("an answer may be read by pages of the partner it is for, and no other's", async () => {
    const { shop, market } = partners;
    const cities = (token: string, origin: string) =>
      production.call("GET", "/v3/cities?country_id=VN", { token, headers: { origin } });
    const own = await cities(shop!.token, SHOP);
    assertOk(own);
    assert.equal(allowed(own), SHOP);
    assert.equal(own.headers.get("vary"), "origin");
    never(own);
    assert.equal(allowed(await cities(shop!.token, MARKET)), null);
    assert.equal(allowed(await cities(market!.token, MARKET)), MARKET);
    const callbacks = (key: string, origin: string) =>
      production.call("GET", "/v3/callbacks", { headers: { origin, "api-key": key } });
    assert.equal(allowed(await callbacks(shop!.key, SHOP)), SHOP);
    assert.equal(allowed(await callbacks(shop!.key, MARKET)), null);
    const route = (key: string, origin: string) =>
      production.call("GET", "/routing/bike/route/v1/driving/106.7,10.77;106.71,10.78", {
        headers: { origin, "api-key": key },
      });
    assert.equal(allowed(await route(shop!.route, SHOP)), SHOP);
    assert.equal(allowed(await route(shop!.route, MARKET)), null);
    const older = `/v1/order/list?token=${shop!.token}`;
    assert.equal(allowed(await production.call("GET", older, { headers: { origin: SHOP } })), SHOP);
    assert.equal(allowed(await production.call("GET", older, { headers: { origin: MARKET } })), null);
  });

  test("what only the sandbox has is not there", async () => {
    assertOk(await sandbox.call("GET", "/sandbox/v1/robots"));
    assertRefused(await production.call("GET", "/sandbox/v1/robots"), 404, "NOT_FOUND");
  });

  test("the operator sees and changes the origins; what is none is refused by its name", async () => {
    for (const bad of ["*", "shop.example", `${SHOP}/path`, `${SHOP}/`, "ftp://shop.example", "null", "", 7]) {
      const refused = await operator("PATCH", "/partners/shop", { cors_origins: [bad] });
      assertRefused(refused, 400, "INVALID_DATA");
      assert.match(refused.body.description, /cors_origins/);
    }
    const many = Array.from({ length: 21 }, (_, at) => `https://shop${at}.example`);
    assertRefused(await operator("PATCH", "/partners/shop", { cors_origins: many }), 400, "INVALID_DATA");
    const renamed = await operator("PATCH", "/partners/shop", { name: "Shop" });
    assert.deepEqual(renamed.body.cors_origins, [SHOP], "what is not said stays");
    const cleared = await operator("PATCH", "/partners/shop", { cors_origins: [] });
    assert.deepEqual(cleared.body.cors_origins, []);
    assert.equal(allowed(await preflight(production, "/v3/orders", SHOP)), null, "at once");
  });
});
