// What a client sees of a server that is told to stop.
import assert from "node:assert/strict";
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { after, before, describe, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { Client } from "undici";
import { startStopwatch } from "../../src/ports/clock.ts";
import { useDatabase } from "../harness/database.ts";
import { openEvents } from "../harness/event-source.ts";
import { addDriver } from "../harness/fleet.ts";
import { freePort } from "../harness/free-port.ts";
import { callAt } from "../harness/giao.ts";
import { type Replica, startReplica } from "../harness/replica.ts";
import { newDataDir } from "../harness/streets.ts";
import { until } from "../harness/until.ts";

const { url: DATABASE_URL } = await useDatabase();
const DATA_DIR = await newDataDir("drain");
const CITIES = "/v1/order/cities?country_id=VN";
const STOP_MS_MAX = 10_000;

const start = (env: Readonly<Record<string, string>>) => startReplica({ DATABASE_URL, DATA_DIR, ...env });

// A connection that is kept, as a balancer or a browser keeps it.
function keptConnection(url: string): Client {
  const client = new Client(url);
  after(() => client.destroy());
  return client;
}

async function ask(client: Client, path = CITIES) {
  const { statusCode, headers, body } = await client.request({ path, method: "GET" });
  await body.text();
  return { status: statusCode, connection: headers.connection };
}

async function rawConnection(url: string): Promise<Socket> {
  const socket = connect(Number(new URL(url).port), "127.0.0.1");
  await once(socket, "connect");
  return socket;
}

async function textOf(socket: Socket): Promise<string> {
  let text = "";
  for await (const chunk of socket) text += chunk;
  return text;
}

async function untilUnready(replica: Replica): Promise<void> {
  const isUnready = async () => (await replica.call("GET", "/readyz")).status === 503;
  await until("it says that it ends", isUnready, { everyMs: 10 });
}

async function isTaken(url: string, path = "/healthz"): Promise<boolean> {
  return callAt(url, "GET", path).then(
    () => true,
    () => false,
  );
}

async function assertRefused(url: string): Promise<void> {
  await assert.rejects(callAt(url, "GET", "/healthz"), (error: Error & { cause?: { code?: string } }) => {
    assert.equal(error.cause?.code, "ECONNREFUSED");
    return true;
  });
}

for (const processes of ["1", "2"]) {
  test(`told to stop, it says so first and answers everybody for a while (${processes} processes)`, async () => {
    const replica = await start({
      DRAIN_SECONDS: "3.5",
      PROCESSES: processes,
      PORT: String(processes === "1" ? 0 : await freePort()),
    });
    const old = Array.from({ length: 8 }, () => keptConnection(replica.url));
    for (const client of old) assert.deepEqual(await ask(client), { status: 200, connection: "keep-alive" });
    const watch = startStopwatch();
    replica.program.process.kill("SIGTERM");
    await untilUnready(replica);
    const ready = await replica.call("GET", "/readyz");
    assert.deepEqual(ready.body, {
      ready: false,
      parts: [{ name: "process", ready: false, note: "is stopping; ask another" }],
    });
    assert.equal((await replica.call("GET", "/healthz")).status, 200);
    for (const client of old) assert.deepEqual(await ask(client), { status: 200, connection: "close" });
    for (let fresh = 0; fresh < 8; fresh++)
      assert.deepEqual(await ask(keptConnection(replica.url)), { status: 200, connection: "close" });
    assert.deepEqual(await ask(keptConnection(replica.url), "/nowhere"), { status: 404, connection: "close" });
    assert.equal(await replica.program.exit(), 0, replica.program.output());
    assert.ok(watch.elapsedMs() >= 3_500, "not before the time of grace is over");
    assert.ok(watch.elapsedMs() < STOP_MS_MAX);
    await assertRefused(replica.url);
  });
}

describe("a server that is told to stop", async () => {
  const replica = await start({ DRAIN_SECONDS: "2" });
  const head = `GET ${CITIES} HTTP/1.1\r\nhost: giao\r\n\r\n`;
  let connections: readonly Awaited<ReturnType<typeof rawConnection>>[] = [];
  // Not before its turn: what has asked nothing for half a minute is ended.
  before(async () => {
    connections = await Promise.all(Array.from({ length: 5 }, () => rawConnection(replica.url)));
  });
  after(() => {
    for (const socket of connections) socket.destroy();
  });
  const driver = await addDriver(replica, { phone: "84911800021" });
  const stream = await openEvents(`${replica.url}/driver/v1/offers`, { authorization: `Bearer ${driver.token}` });
  let watch = startStopwatch();

  test("answers all requests that were sent at once, and ends with the last", async () => {
    const [, halfAsked, pipelined, endless, idle] = connections;
    idle?.write(head);
    if (idle) await once(idle, "data");
    halfAsked?.write(head.slice(0, 20));
    endless?.write("POST /v3/accounts/token HTTP/1.1\r\nhost: giao\r\ncontent-length: 1000\r\n\r\n{");
    assert.equal((await stream.next())?.event, "offers");
    watch = startStopwatch();
    replica.program.process.kill("SIGTERM");
    await untilUnready(replica);
    assert.ok(pipelined);
    // The first is refused before the second is looked at.
    pipelined.write(head.replace(CITIES, "/nowhere") + head.repeat(5));
    const text = await textOf(pipelined);
    assert.match(text, /^HTTP\/1\.1 404 /);
    assert.equal(text.match(/HTTP\/1\.1 200 OK/g)?.length, 5);
    assert.equal(text.match(/^connection: close/gim)?.length, 1);
  });

  test("sends its streams elsewhere when the time of grace is over, not before", async () => {
    assert.equal(await stream.next(), undefined);
    assert.ok(watch.elapsedMs() > 2_000);
    assert.match(stream.heard(), /retry: \d+\n\n$/);
  });

  test("answers a request that was still arriving, and shuts what has asked nothing", async () => {
    const [silent, halfAsked, , , idle] = connections;
    halfAsked?.write(head.slice(20));
    assert.ok(halfAsked && silent && idle);
    assert.match(await textOf(halfAsked), /^HTTP\/1\.1 200 OK[\s\S]*connection: close/i);
    assert.equal(await textOf(silent), "");
    await textOf(idle);
  });

  test("cuts a request that never ends, says so, and is gone within ten seconds with code 0", async () => {
    assert.equal(await replica.program.exit(), 0, replica.program.output());
    assert.ok(watch.elapsedMs() < STOP_MS_MAX);
    assert.match(replica.program.output(), /connections were cut/);
    await assertRefused(replica.url);
  });
});

test("a balancer that has not noticed when the time of grace is over gets some seconds more", async () => {
  const replica = await start({ DRAIN_SECONDS: "0.3" });
  const watch = startStopwatch();
  replica.program.process.kill("SIGTERM");
  let answeredMs = 0;
  // Several clients, so that a machine that stands still for a moment does not look like a balancer that has noticed.
  const asking = Array.from({ length: 4 }, () =>
    until("it takes no more", async () => {
      const isOver = !(await isTaken(replica.url, CITIES));
      if (!isOver) answeredMs = watch.elapsedMs();
      return isOver;
    }),
  );
  await Promise.all(asking);
  assert.ok(answeredMs > 1_500 && answeredMs < STOP_MS_MAX, `last answered after ${answeredMs} ms`);
  assert.equal(await replica.program.exit(), 0);
});

test("answers whose clients are slow to read them are not cut", async () => {
  const replica = await start({ DRAIN_SECONDS: "0.2" });
  const socket = await rawConnection(replica.url);
  // More than the kernel keeps for a connection.
  const times = 60;
  socket.pause();
  socket.write("GET /openapi.json HTTP/1.1\r\nhost: giao\r\n\r\n".repeat(times));
  await replica.call("GET", "/healthz");
  await sleep(500);
  replica.program.process.kill("SIGTERM");
  await until("it takes no more", async () => !(await isTaken(replica.url)));
  await sleep(300);
  assert.equal((await textOf(socket)).match(/"openapi":"3\.1\.0"/g)?.length, times);
  assert.equal(await replica.program.exit(), 0);
  assert.doesNotMatch(replica.program.output(), /connections were cut/);
});

test("a person who presses Ctrl-C does not wait for balancers", async () => {
  const replica = await start({ DRAIN_SECONDS: "60" });
  assert.deepEqual(await ask(keptConnection(replica.url)), { status: 200, connection: "keep-alive" });
  replica.program.process.kill("SIGINT");
  assert.equal(await replica.program.exit(), 0);
});
