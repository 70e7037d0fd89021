// Traces, as a collector on a socket gets them.
import assert from "node:assert/strict";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { after, describe, test } from "node:test";
import { DEMO } from "../../src/operations/seed.ts";
import { crowRoads } from "../harness/crow-roads.ts";
import { assertOk } from "../harness/expect.ts";
import { addOrder, ok, orderBody } from "../harness/fleet.ts";
import { startGiao } from "../harness/giao.ts";
import { answer as answering, startReceiver } from "../harness/receiver.ts";
import { until } from "../harness/until.ts";

type Attribute = {
  readonly key: string;
  readonly value: { readonly stringValue?: string; readonly intValue?: string };
};
type Sent = {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly kind: number;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly attributes: readonly Attribute[];
  readonly links?: readonly { readonly traceId: string; readonly spanId: string }[];
};

const bodies: string[] = [];
const spans: Sent[] = [];
let keys: (string | undefined)[] = [];
let status = 200;
const collector = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on("data", (chunk: Buffer) => chunks.push(chunk));
  request.on("end", () => {
    const text = Buffer.concat(chunks).toString("utf8");
    assert.equal(request.url, "/v1/traces");
    keys = [...keys, request.headers["x-key"] as string | undefined];
    bodies.push(text);
    const { resourceSpans } = JSON.parse(text);
    if (status === 200) spans.push(...resourceSpans[0].scopeSpans[0].spans);
    response.writeHead(status).end("{}");
  });
});
await new Promise<void>((resolve) => collector.listen(0, "127.0.0.1", resolve));
after(() => {
  collector.close();
  collector.closeAllConnections();
});
const { port } = collector.address() as AddressInfo;
const giao = await startGiao(
  { OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}/`, OTEL_EXPORTER_OTLP_HEADERS: "x-key=hush" },
  { roads: crowRoads },
);
const token = await giao.signIn();
const TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";
const PARENT = "00f067aa0ba902b7";
const traceparent = (flags: string, trace = TRACE) => `00-${trace}-${PARENT}-${flags}`;
const attribute = ({ attributes }: Sent, key: string) => {
  const value = attributes.find((one) => one.key === key)?.value;
  return value?.stringValue ?? value?.intValue;
};
const sent = (what: string, is: (span: Sent) => boolean) => until(what, () => spans.find(is));

describe("traces", () => {
  test("a request goes on under its caller's trace: door, operation, statement", async () => {
    const headers = { traceparent: traceparent("01") };
    assertOk(await giao.call("GET", "/v3/services?city_id=SGN", { token, headers }));
    const orderId = await addOrder(giao, token);
    assertOk(await giao.call("GET", `/v3/orders/${orderId}`, { token, headers }));
    const door = await sent(
      "the request",
      ({ name, traceId }) => name === "GET /v3/orders/:order_id" && traceId === TRACE,
    );
    assert.deepEqual([door.kind, door.parentSpanId, attribute(door, "giao.order")], [2, PARENT, orderId]);
    assert.equal(attribute(door, "http.response.status_code"), "200");
    assert.ok(BigInt(door.endTimeUnixNano) >= BigInt(door.startTimeUnixNano));
    const operation = spans.find(({ parentSpanId, kind }) => parentSpanId === door.spanId && kind === 1);
    assert.ok(operation, "an operation is the request's part");
    const statement = spans.find(({ parentSpanId }) => parentSpanId === operation.spanId);
    assert.ok(statement, "a statement is the operation's part");
    assert.equal(attribute(statement, "db.system.name"), "postgresql");
    assert.match(attribute(statement, "db.query.text") ?? "", /\$1/);
    // One with a body, which is read from a stream.
    const create = await sent("a create", ({ name }) => name === "POST /v3/orders");
    assert.notEqual(create.traceId, TRACE);
    const created = spans.find(({ parentSpanId, kind }) => parentSpanId === create.spanId && kind === 1);
    assert.equal(created?.traceId, create.traceId);
    assert.ok(spans.some(({ parentSpanId }) => parentSpanId === created?.spanId));
    assert.ok(keys.every((key) => key === "hush"));
  });

  test("a refusal says its trace; one that the caller does not sample is said and not sent", async () => {
    const other = "a".repeat(32);
    const refused = await giao.call("GET", "/v3/orders/none", {
      token,
      headers: { traceparent: traceparent("00", other) },
    });
    assert.equal(refused.body.trace_id, other);
    const missing = await giao.call("GET", "/no/such/path", { headers: { traceparent: "00-nonsense" } });
    assert.match(missing.body.trace_id, /^[0-9a-f]{32}$/);
    await sent("the missing path", ({ traceId }) => traceId === missing.body.trace_id);
    assert.ok(!spans.some(({ traceId }) => traceId === other));
  });

  test("a callback carries a traceparent and is a span", async () => {
    const receiver = await startReceiver();
    try {
      const endpoint = { id: "demo", url: receiver.url("/hook"), auth: { type: "none" }, secrets: [] } as const;
      await giao.house.callbackClient.send(endpoint, { eventId: "evt_1", body: Buffer.from("{}") });
      const given = String(receiver.seen()[0]?.headers.traceparent);
      assert.match(given, /^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/);
      const span = await sent("the callback", ({ name }) => name === "callback");
      assert.equal(given, `00-${span.traceId}-${span.spanId}-01`);
      assert.equal(attribute(span, "giao.event"), "evt_1");
    } finally {
      await receiver.close();
    }
  });

  test("a callback goes on under the trace of the change it tells of; a later try begins its own, linked to that", async () => {
    const receiver = await startReceiver();
    try {
      const body = { callback: { url: receiver.url("/traced") } };
      assertOk(await giao.call("PATCH", "/operator/v1/partners/demo", { operator: true, body }));
      const madeUnder = "c".repeat(32);
      const create = (trace: string) =>
        giao.call("POST", "/v3/orders", {
          token,
          body: orderBody(),
          headers: { traceparent: traceparent("01", trace) },
        });
      // Some at once, which are saved together.
      const traces = ["d", "e", "f"].map((digit) => digit.repeat(32));
      receiver.script("/traced", answering(500), answering(200));
      const first = await create(madeUnder);
      assertOk(first);
      const operation = await sent(
        "the operation",
        ({ name, traceId }) => name === "createOrder" && traceId === madeUnder,
      );
      const tried = await sent("its callback", ({ name, traceId }) => name === "callback" && traceId === madeUnder);
      assert.equal(tried.parentSpanId, operation.spanId);
      assert.ok(receiver.seen().some(({ headers }) => headers.traceparent === `00-${madeUnder}-${tried.spanId}-01`));
      ok(await giao.call("POST", "/sandbox/v1/clock/advance", { operator: true, body: { seconds: 120 } }));
      const again = await sent(
        "the second try",
        ({ name, links }) => name === "callback" && links?.[0]?.traceId === madeUnder,
      );
      assert.notEqual(again.traceId, madeUnder);
      assert.equal(again.links?.[0]?.spanId, operation.spanId);
      for (const answer of await Promise.all(traces.map(create))) assertOk(answer);
      for (const trace of traces)
        await sent("a callback of each", ({ name, traceId }) => name === "callback" && traceId === trace);
    } finally {
      await receiver.close();
    }
  });

  test("nothing of a person leaves: no phone, name, address, token or key", () => {
    const all = bodies.join("\n");
    assert.ok(all.length > 1_000);
    for (const secret of [DEMO.phone, DEMO.apiKey, token, "hush", "Test Street", "0900000001"])
      assert.ok(!all.includes(secret), `${secret.slice(0, 6)}… left`);
  });

  test("a collector that refuses costs nobody an answer, and is tried again", async () => {
    status = 503;
    const before = bodies.length;
    assertOk(await giao.call("GET", "/v3/services?city_id=SGN", { token }));
    await until("the collector has refused", () => bodies.length > before);
    status = 200;
    const headers = { traceparent: traceparent("01", "b".repeat(32)) };
    assertOk(await giao.call("GET", "/v3/services?city_id=SGN", { token, headers }));
    await sent("the next", ({ traceId }) => traceId === "b".repeat(32));
  });
});
