// GET /v3/promos/<code>: what an order of a service would get with a code, or the very refusal.
import assert from "node:assert/strict";
import { test } from "node:test";
import { assertOk, assertRefused } from "../harness/expect.ts";
import { startFamily } from "../harness/family.ts";
import { orderBody, startOrderTests } from "../harness/orders.ts";

const giao = await startOrderTests();
const { token } = giao;
const nowSeconds = giao.house.clock.now().getTime() / 1000;
const save = async (code: string, body: object) =>
  assertOk(await giao.call("PUT", `/operator/v1/promos/${code}`, { operator: true, body }));
const see = (code: string, serviceId = "SGN-BIKE", as = token) =>
  giao.call("GET", `/v3/promos/${code}?service_id=${serviceId}`, { token: as });

await save("FLAT5", { type: "FLAT", value: 5_000, ends_at: nowSeconds + 1_000.5 });
await save("EARLY", { type: "FLAT", value: 5_000, starts_at: nowSeconds + 1_000 });
await save("OVER", { type: "FLAT", value: 5_000, ends_at: nowSeconds - 1 });
await save("ECOONLY", { type: "FLAT", value: 5_000, service_ids: ["ECO"] });
await save("ONCE", { type: "FLAT", value: 5_000, uses_max: 1 });

test("a code that may be used says what it gives and until when", async () => {
  const percent = await see("giao10");
  assertOk(percent);
  assert.deepEqual(percent.body, {
    code: "GIAO10",
    service_id: "SGN-BIKE",
    valid: true,
    type: "PERCENT",
    value: 10,
    max_discount: 20_000,
  });
  const flat = await see("FLAT5");
  const { type, value, ends_at } = flat.body;
  assert.deepEqual({ type, value, ends_at }, { type: "FLAT", value: 5_000, ends_at: nowSeconds + 1_000.5 });
});

test("a code that an order would be refused with is refused with the same words", async () => {
  await giao.created(orderBody({ promo_code: "ONCE" }));
  for (const code of ["EARLY", "OVER", "ECOONLY", "ONCE", "NOSUCH", "%00", "x".repeat(50)]) {
    const seen = await see(code);
    const ordered = await giao.create(orderBody({ promo_code: decodeURIComponent(code) }));
    assertRefused(seen, 400, "BAD_REQUEST");
    if (code !== "%00") assert.deepEqual(seen.body, ordered.body);
  }
  assertOk(await see("ECOONLY", "SGN-ECO"));
});

test("the service comes before the code: missing, then unknown or another partner's", async () => {
  assertRefused(await giao.call("GET", "/v3/promos/NOSUCH", { token }), 400, "MISSING_REQUIRED_INFO");
  assertRefused(await see("NOSUCH", "SGN-NONE"), 404, "SERVICE_NOT_FOUND");
  const { stranger } = await startFamily(giao);
  assertOk(await see("GIAO10", "VNM-PARTNER-DEMO"));
  assertRefused(await see("GIAO10", "VNM-PARTNER-DEMO", stranger.token), 404, "SERVICE_NOT_FOUND");
  assertRefused(await giao.call("GET", "/v3/promos/GIAO10?service_id=SGN-BIKE"), 401, "NOT_AUTHORIZED");
});
