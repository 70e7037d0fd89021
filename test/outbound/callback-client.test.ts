// Our callback client against real receivers on sockets, well-behaved and not.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Webhook } from "standardwebhooks";
import type { CallbackAuth } from "../../src/domain/callbacks/callback-settings.ts";
import type { Exchange } from "../../src/domain/callbacks/exchange.ts";
import { judge, type Verdict } from "../../src/domain/callbacks/verdict.ts";
import { type CallbackClient, type CallbackEndpoint, openCallbackClient } from "../../src/outbound/callback-client.ts";
import { newCallbackSecret } from "../../src/outbound/webhook-signature.ts";
import { realClock } from "../../src/ports/clock.ts";
import { secureRandom } from "../../src/ports/random.ts";
import { RECEIVER_TLS, TEST_CA } from "../harness/certificates.ts";
import {
  answer,
  type Behaviour,
  flood,
  gone,
  hangUp,
  hangUpMidAnswer,
  neverEnd,
  notHttp,
  ok,
  type Receiver,
  redirect,
  retryAfter,
  stall,
  startReceiver,
} from "../harness/receiver.ts";

const secret = newCallbackSecret(secureRandom);
const body = Buffer.from(JSON.stringify({ _id: "26K7Q2ZD", status: "ACCEPTED", supplier_name: "Nguyễn Văn A" }));

let receiver: Receiver;
let client: CallbackClient;
before(async () => {
  receiver = await startReceiver();
  client = openCallbackClient({ allowPrivate: true, clock: realClock, timeoutMs: 1_000 });
});
after(async () => {
  await client.close();
  await receiver.close();
});

function endpointAt(path: string, more: Partial<CallbackEndpoint> = {}): CallbackEndpoint {
  return { id: path, url: receiver.url(path), auth: { type: "none" }, secrets: [secret], ...more };
}
const send = (endpoint: CallbackEndpoint, eventId = "evt_1") => client.send(endpoint, { eventId, body });

test("a callback arrives as the bytes given, with its headers", async () => {
  const exchange = await send(endpointAt("/plain?shop=1"));
  assert.deepEqual({ ...exchange, elapsedMs: 0 }, {
    outcome: "answered",
    code: 200,
    text: "ok",
    retryAfter: undefined,
    elapsedMs: 0,
    error: "",
  } satisfies Exchange);
  const [seen] = receiver.seen("/plain?shop=1");
  assert.deepEqual(seen?.body, body);
  assert.equal(seen?.headers["content-type"], "application/json");
  assert.equal(seen?.headers["content-length"], String(body.length));
  assert.equal(seen?.headers["webhook-id"], "evt_1");
  assert.equal(seen?.headers["user-agent"], "giao-callbacks/1");
});

test("the reference library accepts our signature, with either secret while two are valid", async () => {
  const older = newCallbackSecret(secureRandom);
  await send(endpointAt("/rotating", { secrets: [secret, older] }));
  const [seen] = receiver.seen("/rotating");
  const headers = seen?.headers as Record<string, string>;
  for (const known of [secret, older]) new Webhook(known).verify(seen?.body ?? "", headers);
  assert.throws(() => new Webhook(newCallbackSecret(secureRandom)).verify(seen?.body ?? "", headers), /No matching/);
});

test("a second try of an event has the same id and bytes", async () => {
  receiver.script("/twice", answer(500), ok);
  await send(endpointAt("/twice"), "evt_again");
  await send(endpointAt("/twice"), "evt_again");
  const [first, second] = receiver.seen("/twice");
  assert.equal(first?.headers["webhook-id"], second?.headers["webhook-id"]);
  assert.deepEqual(first?.body, second?.body);
});

const auths: readonly (readonly [CallbackAuth, string, string | undefined])[] = [
  [{ type: "none" }, "authorization", undefined],
  [{ type: "apikey", secret: "k-1" }, "apikey", "k-1"],
  [{ type: "bearer", secret: "t.0.k" }, "authorization", "Bearer t.0.k"],
  [
    { type: "basic", username: "giao", password: "mật:khẩu" },
    "authorization",
    `Basic ${Buffer.from("giao:mật:khẩu").toString("base64")}`,
  ],
];
for (const [auth, header, expected] of auths) {
  test(`auth ${auth.type} shows as ${header}: ${expected}`, async () => {
    const path = `/auth/${auth.type}`;
    await send(endpointAt(path, { auth }));
    assert.equal(receiver.seen(path)[0]?.headers[header], expected);
  });
}

const behaviours: readonly (readonly [string, Behaviour, Verdict, Partial<Exchange>])[] = [
  ["204 without a body", answer(204), "delivered", { code: 204, text: "" }],
  ["500", answer(500, "oops"), "failed", { code: 500, text: "oops" }],
  ["410", gone, "gone", { code: 410 }],
  ["503 with Retry-After", retryAfter(503, "120"), "failed", { code: 503, retryAfter: "120" }],
  ["silence", stall, "failed", { outcome: "timed_out", code: 0, error: "no whole answer within 1 s" }],
  ["an answer that never ends", neverEnd, "failed", { outcome: "timed_out", code: 200, text: "and then" }],
  ["a closed line", hangUp, "failed", { outcome: "closed", code: 0 }],
  ["a line cut mid-answer", hangUpMidAnswer, "failed", { outcome: "closed", code: 200, text: "half an ans" }],
  ["100 MB", flood(100_000_000), "delivered", { code: 200, text: "x".repeat(2048) }],
  ["something that is not HTTP", notHttp, "failed", { outcome: "malformed", code: 0, error: "answer is not HTTP" }],
  ["headers without end", answer(200, "", { big: "x".repeat(20_000) }), "failed", { outcome: "malformed" }],
  ["NUL bytes", answer(200, "a\u0000b"), "delivered", { text: "a\ufffdb" }],
  ["a cut character", answer(200, `${"x".repeat(2047)}ế`), "delivered", { text: "x".repeat(2047) }],
];
for (const [name, behaviour, verdict, expected] of behaviours) {
  test(`a receiver that answers ${name}: ${verdict}`, async () => {
    const path = `/${encodeURIComponent(name)}`;
    receiver.script(path, behaviour);
    const exchange = await send(endpointAt(path));
    assert.equal(judge(exchange), verdict);
    for (const [key, value] of Object.entries(expected)) assert.equal(exchange[key as keyof Exchange], value, key);
    // Whatever happened, the next callback to the same endpoint gets through.
    receiver.script(path, ok);
    assert.equal(judge(await send(endpointAt(path))), "delivered");
  });
}

test("a redirect is not followed", async () => {
  receiver.script("/moved", redirect(receiver.url("/new-place")));
  assert.equal((await send(endpointAt("/moved"))).code, 302);
  assert.equal(receiver.seen("/new-place").length, 0);
});

test("callbacks to one endpoint reuse its connections", async () => {
  for (let made = 0; made < 20; made += 1) await send(endpointAt("/busy"));
  // Two at most: the one just answered may not be free yet when the next callback leaves.
  assert.ok(new Set(receiver.seen("/busy").map((seen) => seen.senderPort)).size <= 2);
});

test("an endpoint has at most its cap of connections, and the rest wait their turn", async () => {
  const capped = openCallbackClient({ allowPrivate: true, clock: realClock, connectionsPerEndpoint: 3 });
  after(() => capped.close());
  const exchanges = await Promise.all(
    Array.from({ length: 30 }, (_, at) => capped.send(endpointAt("/capped"), { eventId: `evt_${at}`, body })),
  );
  assert.ok(exchanges.every((exchange) => judge(exchange) === "delivered"));
  assert.equal(new Set(receiver.seen("/capped").map((seen) => seen.senderPort)).size, 3);
});

test("an endpoint that stalls on all its connections does not hold up another on the same host", async () => {
  receiver.script("/black-hole", stall);
  const stalled = Array.from({ length: 20 }, () => send(endpointAt("/black-hole")));
  await receiver.until(8, "/black-hole");
  assert.equal(judge(await send(endpointAt("/good-neighbour"))), "delivered");
  for (const exchange of await Promise.all(stalled)) assert.equal(exchange.outcome, "timed_out");
});

test("where nobody listens is unreachable, in words", async () => {
  const empty = await startReceiver();
  const url = empty.url("/");
  await empty.close();
  const exchange = await send(endpointAt("/nobody", { url }));
  assert.deepEqual([exchange.outcome, exchange.error], ["unreachable", "connection refused"]);
});

test("a certificate is checked against the endpoint's name and a known authority", async () => {
  const secure = await startReceiver({ tls: RECEIVER_TLS });
  after(() => secure.close());
  const resolve = async () => [{ address: "127.0.0.1", family: 4 }];
  const sendTo = async (host: string, ca?: string) => {
    const tlsClient = openCallbackClient({
      allowPrivate: true,
      clock: realClock,
      resolve,
      ...(ca === undefined ? {} : { ca }),
    });
    after(() => tlsClient.close());
    const endpoint = endpointAt("/tls", { url: `https://${host}:${secure.port}/tls` });
    return tlsClient.send(endpoint, { eventId: "evt_tls", body });
  };
  assert.equal(judge(await sendTo("receiver.example", TEST_CA)), "delivered");
  assert.equal((await sendTo("receiver.example")).outcome, "tls_failed");
  assert.equal((await sendTo("other.example", TEST_CA)).outcome, "tls_failed");
  assert.equal(secure.seen().length, 1);
  assert.equal(secure.seen()[0]?.headers.host, `receiver.example:${secure.port}`);
});

test("more endpoints than the client remembers still get their callbacks", async () => {
  const patient = openCallbackClient({ allowPrivate: true, clock: realClock });
  after(() => patient.close());
  for (let group = 0; group < 11; group += 1) {
    const ids = Array.from({ length: 100 }, (_, at) => `endpoint-${group}-${at}`);
    const exchanges = await Promise.all(
      ids.map((id) => patient.send(endpointAt("/many", { id }), { eventId: "evt_many", body })),
    );
    assert.ok(exchanges.every((exchange) => judge(exchange) === "delivered"));
  }
  assert.equal(receiver.seen("/many").length, 1_100);
});
