import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { assertOk, assertRefused } from "../harness/expect.ts";
import { startGiao } from "../harness/giao.ts";

const giao = await startGiao();
const operator = (method: string, path: string, body?: unknown) =>
  giao.call(method, `/operator/v1${path}`, { operator: true, ...(body === undefined ? {} : { body }) });

describe("partners", () => {
  test("a new partner's keys work at once and are not in the database", async () => {
    const created = await operator("POST", "/partners", { id: "shop-1", name: "Shop 1" });
    assertOk(created);
    assert.match(created.body.api_key, /^[0-9a-f]{40}$/);
    assert.match(created.body.route_key, /^[0-9a-f]{40}$/);
    await giao.register("84988000001", created.body.api_key);
    const [row] = await giao.house.db<{ dump: string }>`select jsonb_agg(partner_keys)::text as dump from partner_keys`;
    assert.ok(row && !row.dump.includes(created.body.api_key));
  });

  const faults: readonly (readonly [string, unknown, number, string])[] = [
    ["no id", { name: "x" }, 400, "INVALID_DATA"],
    ["no name", { id: "x" }, 400, "INVALID_DATA"],
    ["a blank name", { id: "x", name: " " }, 400, "INVALID_DATA"],
    ["an id with a blank", { id: "a b", name: "x" }, 400, "INVALID_DATA"],
    ["a limit of zero", { id: "x", name: "x", rate_limit_per_minute: 0 }, 400, "INVALID_DATA"],
    ["a limit in words", { id: "x", name: "x", rate_limit_per_minute: "many" }, 400, "INVALID_DATA"],
    ["a taken id", { id: "demo", name: "x" }, 409, "PARTNER_EXISTED"],
  ];
  for (const [name, body, status, code] of faults) {
    test(`refuses ${name}`, async () => assertRefused(await operator("POST", "/partners", body), status, code));
  }

  test("of two creations of one id at once one wins", async () => {
    const answers = await Promise.all([1, 2, 3].map(() => operator("POST", "/partners", { id: "race", name: "Race" })));
    assert.deepEqual(answers.map((answer) => answer.status).sort(), [200, 409, 409]);
  });

  test("patched and listed", async () => {
    assertOk(await operator("POST", "/partners", { id: "patched", name: "Before" }));
    const patched = await operator("PATCH", "/partners/patched", {
      name: "After",
      block_duplicate_tracking_numbers: true,
    });
    assertOk(patched);
    assert.equal(patched.body.name, "After");
    assert.equal(patched.body.block_duplicate_tracking_numbers, true);
    const listed = await operator("GET", "/partners");
    assert.ok(
      listed.body.partners.some(
        (partner: { id: string; name: string }) => partner.id === "patched" && partner.name === "After",
      ),
    );
    assertRefused(await operator("PATCH", "/partners/nobody", { name: "x" }), 404, "PARTNER_NOT_FOUND");
  });

  test("rotated keys work beside the old ones for a day, and then alone", async () => {
    const created = await operator("POST", "/partners", { id: "rotating", name: "R" });
    await giao.register("84988000011", created.body.api_key);
    const rotated = await operator("POST", "/partners/rotating/keys/rotate");
    assertOk(rotated);
    assert.notEqual(rotated.body.api_key, created.body.api_key);
    await giao.signIn("84988000011", created.body.api_key);
    await giao.signIn("84988000011", rotated.body.api_key);
    await giao.call("POST", "/sandbox/v1/clock/advance", { operator: true, body: { seconds: 24 * 3600 + 1 } });
    const old = await giao.call("POST", "/v3/accounts/token", {
      body: { api_key: created.body.api_key, mobile: "84988000011" },
    });
    assertRefused(old, 404, "PARTNER_NOT_FOUND");
    await giao.signIn("84988000011", rotated.body.api_key);
    assertRefused(await operator("POST", "/partners/nobody/keys/rotate"), 404, "PARTNER_NOT_FOUND");
  });

  test("a partner's own limit holds, tells when to come back, and does not touch another partner", async () => {
    const limited = await operator("POST", "/partners", { id: "limited", name: "L", rate_limit_per_minute: 3 });
    const token = await giao.register("84988000021", limited.body.api_key);
    const cities = () => giao.call("GET", "/v3/cities?country_id=VN", { token });
    for (let i = 0; i < 3; i++) assertOk(await cities());
    const refused = await cities();
    assertRefused(refused, 429, "TOO_MANY_REQUESTS");
    assert.ok(Number(refused.headers.get("retry-after")) >= 1);
    assert.equal(refused.headers.get("ratelimit-limit"), "3");
    assert.equal(refused.headers.get("ratelimit-remaining"), "0");
    assertOk(await giao.call("GET", "/v3/cities?country_id=VN", { token: await giao.signIn() }));
    await giao.call("POST", "/sandbox/v1/clock/advance", { operator: true, body: { seconds: 60 } });
    assertOk(await cities());
    const freed = await operator("PATCH", "/partners/limited", { rate_limit_per_minute: 0 });
    assert.equal(freed.body.rate_limit_per_minute, null, "0 takes the limit away");
  });
});

describe("accounts", () => {
  test("an account shows its wallets; its limits can be set", async () => {
    const seen = await operator("GET", "/accounts/0900000001");
    assertOk(seen);
    assert.equal(seen.body.main, 10_000_000);
    assert.equal(seen.body.bonus, 0);
    assert.equal(seen.body.held, 0);
    const changed = await operator("PATCH", "/accounts/84900000002", { cod_limit: 500_000, credit_limit: 1_000_000 });
    assertOk(changed);
    assert.equal(changed.body.cod_limit, 500_000);
    assert.equal(
      (await operator("PATCH", "/accounts/84900000002", { credit_limit: 1_000_000 })).body.cod_limit,
      500_000,
    );
    assert.equal((await operator("PATCH", "/accounts/84900000002", { cod_limit: -1 })).body.cod_limit, null);
    assertRefused(await operator("PATCH", "/accounts/84900000002", { cod_limit: -2 }), 400, "INVALID_DATA");
    assert.equal(changed.body.credit_limit, 1_000_000);
  });

  test("refuses a phone that is none, nobody's phone, and bad figures", async () => {
    assertRefused(await operator("GET", "/accounts/abc"), 406, "INVALID_PHONE_NUMBER");
    assertRefused(await operator("GET", "/accounts/84988999999"), 404, "USER_NOT_FOUND");
    assertRefused(await operator("PATCH", "/accounts/84900000002", { account_status: "GONE" }), 400, "INVALID_DATA");
    assertRefused(await operator("PATCH", "/accounts/84900000002", { credit_limit: -1 }), 400, "INVALID_DATA");
    assertRefused(await operator("PATCH", "/accounts/84900000002", { credit_limit: 1.5 }), 400, "INVALID_DATA");
  });
});
