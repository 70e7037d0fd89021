// Callbacks end to end: a backlog in PostgreSQL delivered to a receiver in another process with every try logged, beside a bare
// undici loop that posts the same bytes to the same receiver; the time from commit to the first byte; and memory while 50,000 wait.
import { fork } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { Pool } from "undici";
import { openCallbackClient } from "../src/outbound/callback-client.ts";
import { realClock, startStopwatch } from "../src/ports/clock.ts";
import { secureRandom } from "../src/ports/random.ts";
import { readQueueFigures } from "../src/store/callbacks/queue.ts";
import { type Database, openDatabase } from "../src/store/db.ts";
import { openLog } from "../src/wiring/log.ts";
import { startCallbackWorker } from "../src/worker/callbacks.ts";
import { openRounds } from "../src/worker/rounds.ts";
import { addPartner, append, vault } from "../test/harness/callback-world.ts";
import { databaseAt, SERVER_URL, startTestServer, TEMPLATE } from "../test/harness/server.ts";

const IN_FLIGHT = 8;
const ROUNDS = 5;
const EVENTS_A_ROUND = 8_000;
const BACKLOG = 50_000;
const EVENTS_AN_ORDER = 4;
const LATENCY_EVENTS = 300;
const RATIO_WANTED = 0.4;

const server = await startTestServer();
const db = openDatabase(databaseAt(process.env[SERVER_URL] ?? "", process.env[TEMPLATE] ?? ""));
const receiver = fork(join(import.meta.dirname, "callback-receiver.ts"));
const [port] = (await once(receiver, "message")) as [number];
const origin = `http://127.0.0.1:${port}`;
// About what an order with three stops weighs.
const body = JSON.stringify({ _id: "26K7Q2ZD", status: "ACCEPTED", path: "x".repeat(2_400) });

// Each event at a moment of its own within the last hour, as orders bring them: a queue whose events share one moment hides what it
// costs to look through the others.
let ordersMade = 0;
async function fill(db: Database, events: number): Promise<void> {
  const orders = events / EVENTS_AN_ORDER;
  const anHourAgo = new Date(realClock.now().getTime() - 3_600_000);
  for (let seq = 1; seq <= EVENTS_AN_ORDER; seq += 1) {
    await db`
      select append_callback_event('B' || ${ordersMade} + at, ${seq}, 'bench', 'status', ${body},
        ${anHourAgo}::timestamptz + make_interval(secs => (${seq} - 1 + at::float8 / ${orders}) * 800))
      from generate_series(1, ${orders}::int) as at`;
  }
  ordersMade += orders;
}

const pool = new Pool(origin, { connections: IN_FLIGHT });
const bytes = Buffer.from(body);
async function bareLoop(): Promise<number> {
  const watch = startStopwatch();
  let left = EVENTS_A_ROUND;
  const lane = async () => {
    while (left > 0) {
      left -= 1;
      const headers = { "content-type": "application/json" };
      const answer = await pool.request({ path: "/hooks", method: "POST", headers, body: bytes });
      await answer.body.text();
    }
  };
  await Promise.all(Array.from({ length: IN_FLIGHT }, lane));
  return EVENTS_A_ROUND / (watch.elapsedMs() / 1000);
}

const client = openCallbackClient({ allowPrivate: true, clock: realClock });
function startWorker() {
  return startCallbackWorker({
    db,
    client,
    clock: { ...realClock, trueTime: realClock, isCertain: () => true },
    random: secureRandom,
    vault,
    rounds: openRounds(openLog("warn")),
    onStopped: () => undefined,
    retention: { eventDays: 30, tryDays: 30 },
    gapTries: 4,
  });
}
type Drained = { readonly perSecond: number; readonly micros: number };
// With the processor's time that the worker took for a delivery; PostgreSQL and the receiver are processes of their own.
async function drain(events: number): Promise<Drained> {
  const watch = startStopwatch();
  const spentBefore = process.cpuUsage();
  const worker = startWorker();
  await worker.runDue();
  const perSecond = events / (watch.elapsedMs() / 1000);
  const { user, system } = process.cpuUsage(spentBefore);
  await worker.stop();
  const { waiting } = await readQueueFigures(db, "bench");
  if (waiting > 0) throw new Error(`${waiting} events were left behind`);
  return { perSecond, micros: (user + system) / events };
}

await addPartner(db, "bench", `${origin}/hooks`, realClock.now());
await bareLoop();
await fill(db, EVENTS_A_ROUND);
await drain(EVENTS_A_ROUND);
const [bare, ours, micros]: [number[], number[], number[]] = [[], [], []];
for (let round = 0; round < ROUNDS; round += 1) {
  bare.push(await bareLoop());
  await fill(db, EVENTS_A_ROUND);
  const drained = await drain(EVENTS_A_ROUND);
  ours.push(drained.perSecond);
  micros.push(drained.micros);
}
const middle = (figures: readonly number[]) => [...figures].sort((a, b) => a - b)[Math.floor(figures.length / 2)] ?? 0;
// Each pair ran within seconds; the middle of their ratios does not mind a neighbour that comes and goes.
const ratio = middle(ours.map((figure, round) => figure / (bare[round] ?? figure)));
process.stdout.write(
  `bare undici loop          ${Math.round(middle(bare))} posts/s\n` +
    `callbacks, tries logged   ${Math.round(middle(ours))} deliveries/s, ${ratio.toFixed(2)} of the floor (at least ${RATIO_WANTED}); ` +
    `${Math.round(middle(micros))} µs of the worker's processor each\n`,
);

// In this process, because both ends of the interval must be read from one clock.
const arrivals = new Map<string, number>();
const watch = startStopwatch();
const stopwatchServer = createServer((request, response) => {
  arrivals.set(String(request.headers["webhook-id"]), watch.elapsedMs());
  request.resume();
  request.on("end", () => response.end("ok"));
});
stopwatchServer.listen(0, "127.0.0.1");
await once(stopwatchServer, "listening");
const stopwatchUrl = `http://127.0.0.1:${(stopwatchServer.address() as AddressInfo).port}/`;
await addPartner(db, "latency", stopwatchUrl, realClock.now());
const worker = startWorker();
const waits: number[] = [];
for (let at = 1; at <= LATENCY_EVENTS; at += 1) {
  await append(db, { partnerId: "latency", orderId: `L${at}`, seq: 1 }, realClock.now());
  const committedMs = watch.elapsedMs();
  worker.wake();
  while (!arrivals.has(`evt_L${at}_1`)) await new Promise((resolve) => setImmediate(resolve));
  waits.push((arrivals.get(`evt_L${at}_1`) ?? 0) - committedMs);
}
await worker.stop();
stopwatchServer.close();
stopwatchServer.closeAllConnections();
waits.sort((a, b) => a - b);
const share = (part: number) => (waits[Math.floor(waits.length * part)] ?? 0).toFixed(1);
process.stdout.write(`commit to first byte      p50 ${share(0.5)} ms, p99 ${share(0.99)} ms\n`);

await fill(db, BACKLOG);
globalThis.gc?.();
const before = process.memoryUsage().rss;
let peak = before;
const sampling = setInterval(() => {
  peak = Math.max(peak, process.memoryUsage().rss);
}, 50);
const { perSecond } = await drain(BACKLOG);
clearInterval(sampling);
const megabytes = (count: number) => Math.round(count / 1024 / 1024);
process.stdout.write(
  `backlog of ${BACKLOG}          drained at ${Math.round(perSecond)} a second, memory ${megabytes(before)} MB before, ` +
    `at most ${megabytes(peak)} MB during (its bodies are ${megabytes(BACKLOG * body.length)} MB)\n`,
);

await client.close();
await pool.destroy();
receiver.disconnect();
await db.close();
await server.stop();
