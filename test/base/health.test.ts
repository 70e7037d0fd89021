import assert from "node:assert/strict";
import { test } from "node:test";
import { assertOk, assertRefused } from "../harness/expect.ts";
import { startGiao } from "../harness/giao.ts";

const giao = await startGiao();

test("healthz says that the process is up, readyz that its parts are ready", async () => {
  assertOk(await giao.call("GET", "/healthz"));
  const ready = await giao.call("GET", "/readyz");
  const parts = Object.fromEntries(
    ready.body.parts.map((part: { name: string; ready: boolean }) => [part.name, part.ready]),
  );
  // This server was given no map, and says so: it would refuse every order.
  assert.deepEqual(parts, { database: true, migrations: true, map: false, clock: true });
  assert.equal(ready.status, 503);
});

test("metrics need the operator's key and show latencies by route, the pool and the event loop", async () => {
  assertRefused(await giao.call("GET", "/metrics"), 401, "NOT_AUTHORIZED");
  assertRefused(await giao.call("GET", "/metrics", { headers: { "x-operator-key": "wrong" } }), 401, "NOT_AUTHORIZED");
  await giao.call("GET", "/v3/services/SGN-BIKE", { token: await giao.signIn() });
  const { body } = await giao.call("GET", "/metrics", { operator: true });
  assert.match(
    body,
    /giao_http_request_seconds_count\{method="GET",route="\/v3\/services\/:service_id",status="200"\} 1/,
  );
  assert.match(body, /giao_database_connections\{state="open"\} [1-9]/);
  assert.match(body, /giao_nodejs_eventloop_lag_p99_seconds/);
  assert.ok(!body.includes("84900000001"), "no personal data in measures");
});

test("the OpenAPI document is 3.1 and names every v3 call with its answers", async () => {
  const { body } = await giao.call("GET", "/openapi.json");
  assert.equal(body.openapi, "3.1.0");
  for (const path of [
    "/v3/accounts/token",
    "/v3/accounts/childs/{child_id}/activate",
    "/v3/services",
    "/v1/order/cities",
  ]) {
    assert.ok(body.paths[path], path);
  }
  const services = body.paths["/v3/services"].get;
  assert.ok(services.responses["200"].content["application/json"].schema.items.properties.distance_fee);
  assert.ok(services.responses["4XX"] ?? services.responses["4xx"]);
});

test("connections the database server cut are replaced, and no call hangs", async () => {
  const token = await giao.signIn();
  const cut = giao.house.db`
    select pg_terminate_backend(pid)
    from pg_stat_activity
    where datname = current_database()
      and pid <> pg_backend_pid()`;
  const during = await Promise.all(
    Array.from({ length: 10 }, () => giao.call("GET", "/v3/cities?country_id=VN", { token })),
  );
  await cut;
  for (const answer of during) {
    if (answer.status === 200) continue;
    assertRefused(answer, 503, "SERVICE_UNAVAILABLE");
    assert.ok(answer.headers.get("retry-after"));
  }
  // The pool notices each cut connection at its next use at the latest.
  const after: number[] = [];
  for (let i = 0; i < 12; i++) after.push((await giao.call("GET", "/v3/cities?country_id=VN", { token })).status);
  assert.equal(after.at(-1), 200);
});
