// The API's description tells everyone what they may use, and the operator's part to the operator alone.
import assert from "node:assert/strict";
import { test } from "node:test";
import { DEMO } from "../../src/operations/seed.ts";
import { assertRefused } from "../harness/expect.ts";
import { type Call, type Json, startGiao } from "../harness/giao.ts";
import { signInPage } from "../harness/web-session.ts";

const giao = await startGiao();
const page = { operator_key: "sandbox-operator-key", name: "Lan" };

const read = async (as: Call = {}): Promise<Json> => {
  const answer = await giao.call("GET", "/openapi.json", as);
  assert.equal(answer.status, 200);
  assert.equal(answer.headers.get("cache-control"), "no-store");
  return answer.body;
};
const operationsOf = (document: Json): readonly Json[] =>
  Object.values<Json>(document.paths).flatMap((operations) => Object.values<Json>(operations));
const OPERATORS = /^\/(operator\/v1|console\/v1|metrics)/;

test("without the operator's key it holds nothing that only the operator may call", async () => {
  const document = await read();
  const paths = Object.keys(document.paths);
  assert.deepEqual(
    paths.filter((path) => OPERATORS.test(path)),
    [],
  );
  for (const mine of [
    "/v3/orders",
    "/driver/v1/me",
    "/sandbox/v1/clock/advance",
    "/portal/v1/orders",
    "/t/{token}/state",
    "/healthz",
  ]) {
    assert.ok(paths.includes(mine), mine);
  }
  assert.ok(!document.tags.some(({ name }: Json) => name === "Operator"));
  assert.deepEqual(Object.keys(document.components.securitySchemes).sort(), [
    "applicant",
    "driver",
    "partner",
    "partner_key",
    "portal",
    "route",
    "token",
  ]);
  assert.doesNotMatch(JSON.stringify(document.paths), /"(operator|console)":\[/);
});

test("with the key, or in the console's browser, it holds everything", async () => {
  const whole = await read({ operator: true });
  const part = await read();
  assert.ok(Object.keys(whole.paths).some((path) => path.startsWith("/operator/v1/")));
  assert.ok(whole.paths["/metrics"] && whole.paths["/console/v1/session"]);
  assert.ok(whole.tags.some(({ name }: Json) => name === "Operator"));
  for (const path of Object.keys(part.paths)) assert.ok(whole.paths[path], path);
  const { cookie } = await signInPage(giao, "console", page);
  assert.deepEqual(await read({ headers: { cookie, "x-giao-page": "console" } }), whole);
});

test("a wrong key is refused; other callers, and a browser whose session is over, read everyone's part", async () => {
  assertRefused(
    await giao.call("GET", "/openapi.json", { headers: { "x-operator-key": "no" } }),
    401,
    "NOT_AUTHORIZED",
  );
  const part = await read();
  const portal = await signInPage(giao, "portal", { api_key: DEMO.apiKey, mobile: DEMO.phone });
  const console = await signInPage(giao, "console", page);
  await console.call("DELETE", "/console/v1/session");
  for (const headers of [
    { cookie: portal.cookie, "x-giao-page": "1" },
    { cookie: console.cookie, "x-giao-page": "1" },
    // A foreign page cannot send the header that the cookie needs.
    { cookie: (await signInPage(giao, "console", page)).cookie },
  ] as Record<string, string>[]) {
    assert.deepEqual(await read({ headers }), part);
  }
  assert.deepEqual(await read({ token: await giao.signIn() }), part);
  assert.deepEqual(await read({ token: DEMO.apiKey }), part);
});

test("every call says what it needs, by schemes that are described, and a scope where one is needed", async () => {
  for (const document of [await read(), await read({ operator: true })]) {
    const schemes = Object.keys(document.components.securitySchemes);
    for (const { operationId, security = [] } of operationsOf(document)) {
      for (const name of security.flatMap((one: object) => Object.keys(one))) {
        assert.ok(schemes.includes(name), `${operationId} needs ${name}`);
      }
    }
    assert.deepEqual(document.paths["/v3/callbacks"].put.security, [
      { partner: ["callbacks:write"] },
      { partner_key: [] },
      { portal: [] },
    ]);
    assert.deepEqual(document.paths["/v3/accounts/token"].post.security, []);
  }
  const { security } = (await read({ operator: true })).paths["/sandbox/v1/clock/advance"].post;
  assert.deepEqual(security, [{ token: [] }, { portal: [] }, { operator: [] }, { console: [] }]);
});
