// Secrets that are replaced while the program runs: one replica has the new one and still takes what the old one made. And the token that
// opens the measures alone.
import assert from "node:assert/strict";
import { test } from "node:test";
import { DEMO } from "../../src/operations/seed.ts";
import { startGiao } from "../harness/giao.ts";
import { signInPage } from "../harness/web-session.ts";

const giao = await startGiao({ METRICS_TOKEN: "measures-only" });
const NEW = { TOKEN_SECRET: "a new secret for tokens", OPERATOR_KEY: "a new key for operators" };
const OLD = { TOKEN_SECRET_OLD: "sandbox-token-secret", OPERATOR_KEY_OLD: "sandbox-operator-key" };

test("a token of the old secret is good beside the new one, and ends with it", async () => {
  const both = await giao.replica({ env: { ...NEW, ...OLD } });
  const replaced = await giao.replica({ env: NEW });
  const old = await giao.signIn();
  assert.equal((await both.call("GET", "/v3/accounts", { token: old })).status, 200);
  assert.equal((await replaced.call("GET", "/v3/accounts", { token: old })).status, 401);
  const account = { api_key: DEMO.apiKey, mobile: "84909555001", name: "New", address: "1 New Street" };
  const { token } = (await both.call("POST", "/v3/accounts", { body: account })).body;
  assert.equal((await replaced.call("GET", "/v3/accounts", { token })).status, 200);
  assert.equal((await giao.call("GET", "/v3/accounts", { token })).status, 401);
});

test("so are the operator's key and the sessions it opened", async () => {
  const both = await giao.replica({ env: { ...NEW, ...OLD } });
  const replaced = await giao.replica({ env: NEW });
  const page = await signInPage(giao, "console", { operator_key: OLD.OPERATOR_KEY_OLD, name: "Lan" });
  const read = "/operator/v1/health";
  assert.equal((await page.at(both).call("GET", read)).status, 200);
  assert.equal((await page.at(replaced).call("GET", read)).status, 401);
  const byKey = (key: string) => both.call("GET", read, { headers: { "x-operator-key": key } });
  assert.deepEqual(
    await Promise.all(
      [NEW.OPERATOR_KEY, OLD.OPERATOR_KEY_OLD, "another"].map(async (key) => (await byKey(key)).status),
    ),
    [200, 200, 401],
  );
  assert.equal((await page.at(both).call("DELETE", "/console/v1/session")).status, 200);
  assert.equal((await page.at(both).call("GET", read)).status, 401);
});

test("METRICS_TOKEN opens the measures and nothing else", async () => {
  const read = async (path: string, token: string) => (await giao.call("GET", path, { token })).status;
  assert.equal(await read("/metrics", "measures-only"), 200);
  assert.equal(await read("/metrics", "measures-onlY"), 401);
  assert.equal(await read("/operator/v1/health", "measures-only"), 401);
  assert.equal((await giao.call("GET", "/metrics", { operator: true })).status, 200);
  const unset = await giao.replica({ env: { METRICS_TOKEN: "" } });
  assert.equal((await unset.call("GET", "/metrics", { headers: { authorization: "Bearer " } })).status, 401);
});
