// Connections that end: a server that stops while clients ask without a pause, as fast as they are answered (each is answered or refused, none
// is cut), and a client that leaves in the middle of an answer.
import assert from "node:assert/strict";
import { Readable } from "node:stream";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { pino } from "pino";
import { Client } from "undici";
import { openApp } from "../../src/http/base/app.ts";
import { followConnections } from "../../src/http/base/connections.ts";
import { openMeasures } from "../../src/http/base/measures.ts";
import { callsOf } from "../../src/http/calls/call.ts";
import { registerCalls } from "../../src/http/calls/register-calls.ts";
import { secureRandom } from "../../src/ports/random.ts";
import { until } from "../harness/until.ts";

const CLIENTS = 16;
const ROUNDS = 4;

async function startServer() {
  const connections = followConnections();
  const app = openApp({
    log: pino({ level: "silent" }),
    random: secureRandom,
    publicUrl: "http://giao.test",
    measures: openMeasures({ totalCount: 0, idleCount: 0, waitingCount: 0 }),
    connections,
  });
  app.get("/", async () => {
    await sleep(1);
    return { ok: true };
  });
  const url = await app.listen({ port: 0, host: "127.0.0.1" });
  return {
    url,
    stop: () => {
      connections.announceEnd();
      return connections.close(app, { graceMs: 50, cutMs: 30_000 });
    },
  };
}

// The words of what became of the last request.
async function askUntilRefused(url: string, onAnswer: () => void): Promise<string> {
  const client = new Client(url);
  for (;;) {
    try {
      const { statusCode, body } = await client.request({ path: "/", method: "GET" });
      await body.text();
      if (statusCode !== 200) return `answered ${statusCode}`;
      onAnswer();
    } catch (error) {
      await client.close();
      return error instanceof Error && "code" in error ? String(error.code) : String(error);
    }
  }
}

test("clients that ask again at once are answered until they are refused", async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const server = await startServer();
    const answered = new Set<number>();
    const clients = Array.from({ length: CLIENTS }, (_, nth) =>
      askUntilRefused(server.url, () => void answered.add(nth)),
    );
    await until("each was answered", () => answered.size === CLIENTS);
    assert.equal(await server.stop(), 0);
    assert.deepEqual(await Promise.all(clients), Array(CLIENTS).fill("ECONNREFUSED"));
  }
});

test("a client that leaves in the middle of a long answer is no fault of the server's", async (t) => {
  const lines: string[] = [];
  const app = openApp({
    log: pino({ level: "warn" }, { write: (line) => lines.push(line) }),
    random: secureRandom,
    publicUrl: "http://giao.test",
    measures: openMeasures({ totalCount: 0, idleCount: 0, waitingCount: 0 }),
  });
  t.after(() => app.close());
  const endless = new Readable({ read: (size) => void endless.push(Buffer.alloc(size, " ")) });
  const call = callsOf<unknown>("Public");
  const sent = call.plain({
    id: "endless",
    at: "GET /v3/cities",
    summary: "No end",
    refusals: [],
    run: async (_request, _deps, { reply }) => reply.send(endless),
  });
  registerCalls(app, [sent], undefined);
  const client = new Client(await app.listen({ port: 0, host: "127.0.0.1" }));
  const { statusCode, body } = await client.request({ path: "/v3/cities", method: "GET" });
  assert.equal(statusCode, 200);
  body.on("error", () => undefined).destroy();
  await until("the answer has ended", () => endless.destroyed);
  // Whoever waited for the answer goes on before another is answered.
  assert.equal((await app.inject("/v3/nothing")).statusCode, 404);
  await client.destroy();
  assert.deepEqual(lines, []);
});
