// Those who are turned away before Fastify sees them hear the same as those who are refused inside.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { pino } from "pino";
import { openApp } from "../../src/http/base/app.ts";
import { followConnections } from "../../src/http/base/connections.ts";
import { openMeasures } from "../../src/http/base/measures.ts";
import { openGate } from "../../src/http/limits/gate.ts";
import { secureRandom } from "../../src/ports/random.ts";

const gate = openGate();
const connections = followConnections();
const app = openApp({
  log: pino({ level: "silent" }),
  random: secureRandom,
  publicUrl: "https://giao.test",
  measures: openMeasures({ totalCount: 0, idleCount: 0, waitingCount: 0 }),
  connections,
  gate,
});
app.post("/v3/orders", async () => ({ ok: true }));
const url = await app.listen({ port: 0, host: "127.0.0.1" });
after(() => app.close());

const post = (path: string) =>
  fetch(url + path, {
    method: "POST",
    headers: { "content-type": "application/json", "x-request-id": "mine" },
    body: JSON.stringify({ text: "x".repeat(50_000) }),
  });

test("the one error shape, its headers and when to come back; the connection serves the next request", async () => {
  gate.turnsAway = ({ url: path }) => path === "/v3/orders";
  const seen: (string | null)[] = [];
  for (let at = 0; at < 4; at++) {
    const refused = await post("/v3/orders");
    assert.equal(refused.status, 503);
    const body = (await refused.json()) as { code: string; title: string; description: string };
    assert.deepEqual([body.code, body.title], ["SERVICE_UNAVAILABLE", "SERVICE_UNAVAILABLE"]);
    assert.match(body.description, /try again/);
    assert.equal(refused.headers.get("x-request-id"), "mine");
    assert.equal(refused.headers.get("cache-control"), "no-store");
    assert.equal(refused.headers.get("x-content-type-options"), "nosniff");
    assert.match(refused.headers.get("strict-transport-security") ?? "", /max-age/);
    seen.push(refused.headers.get("retry-after"));
  }
  assert.equal(new Set(seen).size, 3, "those refused together do not come back together");
  gate.turnsAway = () => false;
  assert.equal((await post("/v3/orders")).status, 200);
});

test("under /routing in that call's own words", async () => {
  gate.turnsAway = () => true;
  const body = (await (await post("/routing/bike/route/v1/driving/1,1;2,2")).json()) as Record<string, string>;
  assert.equal(body.title, "Service Unavailable");
  assert.equal(body.message, body.description);
});

test("a page of another server may read that it should come back, at the partner's doors alone", async () => {
  gate.turnsAway = () => true;
  const asked = async (path: string, headers: Record<string, string>) => (await fetch(url + path, { headers })).headers;
  const headers = await asked("/v3/orders", { origin: "https://shop.example" });
  assert.equal(headers.get("access-control-allow-origin"), "*");
  assert.match(headers.get("access-control-expose-headers") ?? "", /retry-after/);
  assert.equal(headers.get("vary"), "origin");
  assert.equal((await asked("/v3/orders", {})).get("access-control-allow-origin"), null);
  assert.equal(
    (await asked("/operator/v1/orders", { origin: "https://shop.example" })).get("access-control-allow-origin"),
    null,
  );
});

test("a server that is about to end says so at the door too", async () => {
  gate.turnsAway = () => true;
  connections.announceEnd();
  assert.equal((await post("/v3/orders")).headers.get("connection"), "close");
});
