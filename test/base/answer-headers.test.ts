// Headers that keep an answer where it belongs: on every call of every door, whatever came of it.
import assert from "node:assert/strict";
import { test } from "node:test";
import { DEMO } from "../../src/operations/seed.ts";
import { drawnBaseMaps } from "../harness/base-map.ts";
import { crowRoads } from "../harness/crow-roads.ts";
import { startGiao } from "../harness/giao.ts";
import { follow, PATH } from "../harness/tracking.ts";

const giao = await startGiao({}, { ...(await drawnBaseMaps()), roads: crowRoads });
const secure = await giao.replica({ publicUrl: "https://api.example.vn" });
const token = await giao.signIn();
const { link } = await follow(giao, token, PATH.slice(0, 2));

type Ask = {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
};
const bearer = { headers: { authorization: `Bearer ${token}` } };
const operator = { headers: { "x-operator-key": "sandbox-operator-key" } };
const sent = (body: unknown) => ({ method: "POST", body: typeof body === "string" ? body : JSON.stringify(body) });

const calls: readonly (readonly [number, string, Ask])[] = [
  [200, "/v3/orders", bearer],
  [401, "/v3/orders", {}],
  [404, "/v3/orders/26ZZZZZZ", bearer],
  [404, "/v3/nothing", {}],
  [400, "/v3/services/%zz", {}],
  [400, "/v3/accounts", sent('{"api_key": ')],
  [413, "/v3/accounts", sent("a".repeat(300_000))],
  [500, "/v3/orders", { ...bearer, ...sent({ path: 5 }) }],
  [200, "/v3/accounts/token", sent({ api_key: DEMO.apiKey, mobile: DEMO.emptyPhone })],
  [200, "/v1/order/cities?country_id=VN", {}],
  [401, "/routing/bike/route/v1/driving/106.7,10.7;106.8,10.8", {}],
  [200, "/operator/v1/partners", operator],
  [401, "/operator/v1/partners", {}],
  [401, "/driver/v1/orders", {}],
  [200, `${link}/state`, {}],
  [200, `${link}/stream`, { headers: { accept: "text/event-stream" } }],
  [404, "/t/nothing/state", {}],
  [404, "/photos/00000000000000000000000000000000", {}],
  [404, "/tiles/nothing/base.pmtiles", {}],
  [404, "/assets/nothing.js", {}],
  [200, "/openapi.json", {}],
  [200, "/healthz", {}],
  [200, "/metrics", operator],
];
for (const [status, path, { method = "GET", ...rest }] of calls) {
  const shown = path.replace(link, "/t/<token>");
  test(`${method} ${shown} (${status}) is kept by nobody, and is what its type says`, async () => {
    for (const [{ url }, strict] of [
      [giao, null],
      [secure, "max-age=31536000"],
    ] as const) {
      const leave = new AbortController();
      const { status: answered, headers } = await fetch(url + path, { method, ...rest, signal: leave.signal });
      leave.abort();
      assert.equal(answered, status);
      assert.equal(headers.get("cache-control"), "no-store");
      assert.equal(headers.get("x-content-type-options"), "nosniff");
      assert.equal(headers.get("strict-transport-security"), strict);
      assert.ok(headers.get("x-request-id"));
    }
  });
}

test("map files keep the policy they need, and what cannot be read of them is kept by nobody", async () => {
  const policyOf = async (path: string, headers: Readonly<Record<string, string>> = {}) => {
    const answer = await fetch(secure.url + path, { headers });
    assert.equal(answer.headers.get("x-content-type-options"), "nosniff");
    assert.equal(answer.headers.get("strict-transport-security"), "max-age=31536000");
    await answer.arrayBuffer();
    return [answer.status, answer.headers.get("cache-control")];
  };
  const { tiles } = (await giao.call("GET", "/tiles/map.json")).body;
  const forever = "public, max-age=31536000, immutable";
  assert.deepEqual(await policyOf("/tiles/map.json"), [200, "no-cache"]);
  assert.deepEqual(await policyOf("/tiles/style/light.json"), [200, "no-cache"]);
  assert.deepEqual(await policyOf(tiles), [200, forever]);
  assert.deepEqual(await policyOf(tiles, { range: "bytes=0-99" }), [206, forever]);
  assert.deepEqual(await policyOf(tiles, { range: "bytes=999999999-" }), [416, "no-store"]);
  assert.deepEqual(await policyOf("/favicon.ico"), [200, "public, max-age=86400"]);
});
