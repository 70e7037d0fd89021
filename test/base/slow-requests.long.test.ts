// Requests that come too slowly, or not as HTTP: answered in the one shape and let go.
import assert from "node:assert/strict";
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { after, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import pino from "pino";
import { Type } from "typebox";
import { openApp } from "../../src/http/base/app.ts";
import { openMeasures } from "../../src/http/base/measures.ts";
import { startStopwatch } from "../../src/ports/clock.ts";
import { secureRandom } from "../../src/ports/random.ts";
import type { Json } from "../harness/giao.ts";

const ARRIVE_MS_MAX = 1_500;
// Node looks once a second, and a busy machine a little later.
const CUT_MS_MAX = ARRIVE_MS_MAX + 8_000;

const parts = () => ({
  log: pino({ level: "silent" }),
  random: secureRandom,
  measures: openMeasures({ totalCount: 0, idleCount: 0, waitingCount: 0 }),
  publicUrl: "https://api.example.vn",
  draining: () => false,
});
const app = openApp({ ...parts(), arriveMsMax: ARRIVE_MS_MAX });
const taken: unknown[] = [];
app.post("/orders", { schema: { body: Type.Any() } }, async (request) => {
  taken.push(request.body);
  return { ok: true };
});
app.get("/slow", async () => {
  await sleep(ARRIVE_MS_MAX + 1_500);
  return { ok: true };
});
const port = Number(new URL(await app.listen({ port: 0, host: "127.0.0.1" })).port);
after(() => app.close());

type Cut = { readonly ms: number; readonly answers: readonly { readonly head: string; readonly body: Json }[] };

// Writes the beginning at once, then `drip` twice a second until the server has had enough.
async function trickle(beginning: string, drip: string): Promise<Cut> {
  const watch = startStopwatch();
  const socket: Socket = connect(port, "127.0.0.1");
  let text = "";
  socket.setEncoding("utf8").on("data", (chunk) => {
    text += chunk;
  });
  // A write that meets the end of the connection.
  socket.on("error", () => socket.destroy());
  await once(socket, "connect");
  socket.write(beginning);
  const dripping = setInterval(() => socket.write(drip), 500);
  await once(socket, "close");
  clearInterval(dripping);
  const answers = text.split(/(?=HTTP\/1\.1 )/).filter((part) => part !== "");
  return {
    ms: watch.elapsedMs(),
    answers: answers.map((part) => {
      const [head = "", body = ""] = part.split("\r\n\r\n");
      return { head, body: JSON.parse(body) };
    }),
  };
}

const post = (path: string) =>
  `POST ${path} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 5000\r\n\r\n{`;

const slow: readonly (readonly [string, string, string])[] = [
  ["a body that trickles", post("/orders"), " "],
  [
    "a body in chunks that trickles",
    "POST /orders HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\n",
    "1\r\n \r\n",
  ],
  ["a body that never comes", post("/orders"), ""],
  ["headers that trickle", "GET /slow HTTP/1.1\r\nhost: x\r\n", "x-more: 1\r\n"],
];
for (const [name, beginning, drip] of slow) {
  test(`${name} is cut off in time and told so`, async () => {
    const { ms, answers } = await trickle(beginning, drip);
    assert.ok(ms >= ARRIVE_MS_MAX - 100 && ms < CUT_MS_MAX, `${Math.round(ms)} ms`);
    assert.equal(answers.length, 1);
    const [{ head, body }] = answers as [Cut["answers"][number]];
    assert.match(head, /^HTTP\/1\.1 408 Request Timeout\r\n/);
    for (const header of [
      /x-request-id: [0-9a-f]{16}/,
      /connection: close/,
      /cache-control: no-store/,
      /x-content-type-options: nosniff/,
      /strict-transport-security: max-age=\d+/,
      /content-type: application\/json; charset=utf-8/,
    ]) {
      assert.match(head, header);
    }
    assert.deepEqual(body, {
      code: "REQUEST_TIMEOUT",
      title: "REQUEST_TIMEOUT",
      description: "The request did not arrive whole within 1.5 s.",
    });
    assert.deepEqual(taken, []);
  });
}

test("a body that trickles after its refusal gets no second answer", async () => {
  const { ms, answers } = await trickle(post("/nothing"), " ");
  assert.ok(ms < CUT_MS_MAX, `${Math.round(ms)} ms`);
  assert.deepEqual(
    answers.map(({ head, body }) => [head.slice(9, 12), body.code]),
    [["404", "NOT_FOUND"]],
  );
});

test("the second request of a connection that trickles is cut off with an answer of its own", async () => {
  const whole = "POST /orders HTTP/1.1\r\nhost: x\r\ncontent-length: 2\r\n\r\n{}";
  const { answers } = await trickle(whole + post("/orders"), " ");
  assert.deepEqual(
    answers.map(({ head }) => head.slice(9, 12)),
    ["200", "408"],
  );
});

test("what came whole in time may take as long as it needs to be answered", async () => {
  assert.equal((await fetch(`http://127.0.0.1:${port}/slow`)).status, 200);
});

test("what is no HTTP, and headers without end, are refused in the same shape", async () => {
  const bad = await trickle("HELLO\r\n\r\n", "");
  const long = await trickle(`GET / HTTP/1.1\r\nx-long: ${"y".repeat(40_000)}\r\n\r\n`, "");
  assert.deepEqual(
    [bad, long].map(({ answers }) => answers.map(({ head, body }) => [head.slice(9, 12), body.code])),
    [[["400", "BAD_REQUEST"]], [["431", "BAD_REQUEST"]]],
  );
});

test("a server gives every request 30 s, headers and body", () => {
  const { server } = openApp(parts());
  assert.deepEqual([server.requestTimeout, server.headersTimeout], [30_000, 30_000]);
});
