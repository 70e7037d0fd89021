// Three replicas behind haproxy are restarted one after another under load: nobody notices. `npm run rolling-restart` is the long form
// (REQUESTS, SEED).
import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { Client } from "undici";
import { type Chance, seededChance } from "../../src/domain/chance.ts";
import { startStopwatch } from "../../src/ports/clock.ts";
import { secureRandom } from "../../src/ports/random.ts";
import { useDatabase } from "../harness/database.ts";
import { openEvents } from "../harness/event-source.ts";
import { ok, orderBody } from "../harness/fleet.ts";
import { freePort } from "../harness/free-port.ts";
import { callAt, type Json } from "../harness/giao.ts";
import { HAPROXY_MISSING, startHaproxy } from "../harness/haproxy.ts";
import { type Replica, startReplica, tokenAt } from "../harness/replica.ts";
import { newDataDir } from "../harness/streets.ts";

const REQUESTS = Number(process.env.REQUESTS || 1_500);
const SEED = Number(process.env.SEED || Math.floor(secureRandom.fraction() * 2 ** 31));
const CLIENTS = 12;
const STREAMS = 6;
// Between two requests; now and then a client rests for longer than the time of grace, on a connection that was told nothing.
const PAUSE_MS_MAX = 60;
const REST_MS = 1_500;
const REST_SHARE = 0.01;

const { url: DATABASE_URL, db } = await useDatabase();
const DATA_DIR = await newDataDir("rolling");
const CASH: Json = orderBody({ payment_method: "CASH" });
const { service_id, requests, ...anywhere } = CASH;
const ESTIMATE = { ...anywhere, services: [{ _id: service_id, requests }] };

test("a rolling restart of three replicas loses no request", { skip: HAPROXY_MISSING }, async (t) => {
  t.diagnostic(`SEED=${SEED} REQUESTS=${REQUESTS}`);
  const ports = { a: await freePort(), b: await freePort(), c: await freePort() };
  const names = Object.keys(ports) as (keyof typeof ports)[];
  const start = (name: keyof typeof ports): Promise<Replica> =>
    startReplica({ DATABASE_URL, DATA_DIR, PORT: String(ports[name]) });
  const [a, b, c] = await Promise.all(names.map(start));
  assert.ok(a && b && c);
  const replicas = { a, b, c };
  const haproxy = await startHaproxy(
    Object.fromEntries(names.map((name) => [name, `127.0.0.1:${ports[name]}`] as const)),
  );
  const url = `http://127.0.0.1:${haproxy.port}`;
  for (const name of names) await haproxy.until(name, "UP");
  const token = await tokenAt({ call: (method, path, call) => callAt(url, method, path, call) });

  const load = startLoad(url, token);
  const streams = await startStreams(url, token);
  const watch = startStopwatch();
  let restarts = 0;
  while (restarts < names.length || load.asked() < REQUESTS) {
    const name = names[restarts % names.length]!;
    replicas[name].program.process.kill("SIGTERM");
    assert.equal(await replicas[name].program.exit(), 0, replicas[name].program.output());
    await haproxy.until(name, "DOWN");
    replicas[name] = await start(name);
    await haproxy.until(name, "UP");
    restarts++;
  }
  const { asked, failures, created } = await load.stop();
  const moved = await streams.stop();
  t.diagnostic(
    `${restarts} restarts in ${(watch.elapsedMs() / 1000).toFixed(0)} s: ${failures.length} of ${asked} requests failed, ` +
      `${created} orders made, streams moved ${moved.times} times with ${moved.faults.length} faults`,
  );
  assert.deepEqual(failures.slice(0, 5), [], haproxy.log().slice(-2_000));
  assert.ok(asked >= REQUESTS);
  const [stored] = await db<{ orders: number }>`select count(*)::int as orders from orders`;
  // One more is what the streams watch.
  assert.equal(stored?.orders, created + 1, "every order that was answered is there, and no other");
  assert.deepEqual(moved.faults, []);
  assert.ok(moved.times >= names.length);
  for (const name of names) replicas[name].program.process.kill("SIGTERM");
  for (const name of names) assert.equal(await replicas[name].program.exit(), 0);
});

// Clients that keep their connections, as partners' servers do, each asking one thing after another.
function startLoad(url: string, token: string) {
  const failures: string[] = [];
  const orderIds: string[] = [];
  const chance: Chance = seededChance(SEED);
  let asked = 0;
  let created = 0;
  let isOver = false;

  async function ask(client: Client, method: "GET" | "POST", path: string, body?: object, key?: string): Promise<Json> {
    asked++;
    try {
      const answer = await client.request({
        path,
        method,
        headers: {
          authorization: `Bearer ${token}`,
          ...(body ? { "content-type": "application/json" } : {}),
          ...(key ? { "idempotency-key": key } : {}),
        },
        body: body ? JSON.stringify(body) : null,
      });
      const text = await answer.body.text();
      if (answer.statusCode === 200) return JSON.parse(text);
      failures.push(`${method} ${path}: ${answer.statusCode} ${text.slice(0, 200)}`);
    } catch (error) {
      failures.push(`${method} ${path}: ${error}`);
    }
    return undefined;
  }

  async function create(client: Client, key?: string): Promise<void> {
    const made = await ask(client, "POST", "/v3/orders", CASH, key);
    if (!made) return;
    created++;
    orderIds.push(made.order_id);
    if (!key || chance() < 0.5) return;
    const again = await ask(client, "POST", "/v3/orders", CASH, key);
    if (again && again.order_id !== made.order_id) failures.push(`key ${key} made a second order`);
  }

  async function run(): Promise<void> {
    const client = new Client(url);
    while (!isOver) {
      const choice = chance();
      if (choice < 0.15) await create(client);
      else if (choice < 0.3) await create(client, secureRandom.uuid());
      else if (choice < 0.6) await ask(client, "POST", "/v3/orders/estimates", ESTIMATE);
      else if (orderIds.length > 0)
        await ask(client, "GET", `/v3/orders/${orderIds[Math.floor(chance() * orderIds.length)]}`);
      await sleep(chance() < REST_SHARE ? REST_MS : chance() * PAUSE_MS_MAX);
    }
    await client.close();
  }

  const running = Promise.all(Array.from({ length: CLIENTS }, run));
  return {
    asked: () => asked,
    stop: async () => {
      isOver = true;
      await running;
      return { asked, failures, created };
    },
  };
}

// Tracking pages: each stream comes back as it is told to, and hears the last change wherever it is by then.
async function startStreams(url: string, token: string) {
  const call = (method: string, path: string, body?: object) =>
    callAt(url, method, path, { token, ...(body ? { body } : {}) });
  const { order_id, shared_link } = ok(await call("POST", "/v3/orders", CASH));
  const path = `${new URL(shared_link).pathname}/stream`;
  const faults: string[] = [];
  let times = 0;

  async function follow(): Promise<void> {
    for (;;) {
      try {
        const stream = await openEvents(url + path, {});
        for (let event = await stream.next(); event; event = await stream.next()) {
          if (event.data?.status === "CANCELLED") return await stream.close();
        }
        times++;
        const retries = [...stream.heard().matchAll(/^retry: (\d+)$/gm)];
        if (retries.length < 2) faults.push("a stream ended without being told when to come back");
        await sleep(Number(retries.at(-1)?.[1]));
      } catch (error) {
        faults.push(String(error));
        await sleep(REST_MS);
      }
    }
  }

  const following = Array.from({ length: STREAMS }, follow);
  return {
    stop: async () => {
      ok(await call("DELETE", `/v3/orders/${order_id}`, { comment: "enough" }));
      await Promise.all(following);
      return { times, faults };
    },
  };
}
