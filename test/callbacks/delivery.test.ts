// From an event in the database to a partner's receiver: what is sent, when, in which order, and what is written down.
import assert from "node:assert/strict";
import { after, afterEach, before, beforeEach, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { RETRY_DELAYS_SECONDS, TRIES_MAX } from "../../src/domain/callbacks/retry-schedule.ts";
import { findEndpoint, saveEndpoint } from "../../src/store/callbacks/endpoints.ts";
import { readQueueFigures, resendEvent } from "../../src/store/callbacks/queue.ts";
import { listTries } from "../../src/store/callbacks/tries.ts";
import { inTransaction } from "../../src/store/db.ts";
import {
  addPartner,
  append,
  bodyOf,
  type StandingClock,
  standingClock,
  startWorker,
  type TestWorker,
  vault,
} from "../harness/callback-world.ts";
import { useDatabase } from "../harness/database.ts";
import { untilWaiting } from "../harness/lock-waits.ts";
import { answer, gone, ok, type Receiver, retryAfter, type Seen, startReceiver } from "../harness/receiver.ts";

const { db } = await useDatabase();
let receiver: Receiver;
let clock: StandingClock;
let worker: TestWorker;
before(async () => {
  receiver = await startReceiver();
});
after(() => receiver.close());
beforeEach(async () => {
  await db`truncate callback_endpoints, callback_events, callback_queue, callback_tries, partners cascade`;
  clock = standingClock();
  worker = startWorker(db, clock);
});
afterEach(async () => {
  await worker.stop();
  assert.deepEqual(worker.troubles, []);
});

let paths = 0;
// A partner with an endpoint of its own on the receiver's port.
async function partner(id: string): Promise<string> {
  paths += 1;
  const path = `/${id}/${paths}`;
  await addPartner(db, id, receiver.url(path), clock.now());
  return path;
}
const eventsSeen = (path: string): readonly string[] =>
  receiver.seen(path).map((seen) => String(seen.headers["webhook-id"]));
async function advance(seconds: number): Promise<void> {
  clock.advance(seconds);
  await worker.runDue();
}

test("an event reaches the partner as the bytes written with it, and the try is logged", async () => {
  const path = await partner("p1");
  await append(db, { partnerId: "p1", orderId: "26AAAAAA", seq: 1 }, clock.now());
  await worker.runDue();
  const [seen] = receiver.seen(path);
  assert.equal(seen?.body.toString(), bodyOf("26AAAAAA", 1));
  assert.equal(seen?.headers["webhook-id"], "evt_26AAAAAA_1");
  const [logged, ...more] = await listTries(db, "p1", ["26AAAAAA"], 10);
  assert.deepEqual(more, []);
  assert.deepEqual(
    { ...logged, id: 0, elapsedMs: 0 },
    {
      id: 0,
      orderId: "26AAAAAA",
      seq: 1,
      partnerId: "p1",
      try: 1,
      triedAt: clock.now(),
      outcome: "answered",
      code: 200,
      elapsedMs: 0,
      responseText: "ok",
      error: "",
      body: bodyOf("26AAAAAA", 1),
    },
  );
  assert.deepEqual(await readQueueFigures(db, "p1"), { waiting: 0, givenUp: 0, oldestQueuedAt: null });
});

test("an event whose transaction is rolled back is never sent", async () => {
  const path = await partner("p1");
  await assert.rejects(
    inTransaction(db, async (tx) => {
      await tx`select append_callback_event('26AAAAAA', 1, 'p1', 'status', '{}', ${clock.now()})`;
      throw new Error("changed my mind");
    }),
  );
  await worker.runDue();
  assert.deepEqual(eventsSeen(path), []);
});

test("a partner without callback settings has a stream and no queue", async () => {
  await addPartner(db, "quiet", undefined, clock.now());
  await append(db, { partnerId: "quiet", orderId: "26AAAAAA", seq: 1 }, clock.now());
  assert.equal((await readQueueFigures(db, "quiet")).waiting, 0);
});

test("a dead endpoint is tried at 5 s, 30 s, 2 min, 10 min, 30 min, 2 h, 6 h, 12 h and 24 h; then the event is given up", async () => {
  const path = await partner("p1");
  receiver.script(path, answer(500, "down"));
  await append(db, { partnerId: "p1", orderId: "26AAAAAA", seq: 1 }, clock.now());
  await worker.runDue();
  for (const [retries, delay] of RETRY_DELAYS_SECONDS.entries()) {
    await advance(delay - 1);
    assert.equal(receiver.seen(path).length, retries + 1, `not yet at ${delay - 1} s`);
    await advance(1);
    assert.equal(receiver.seen(path).length, retries + 2, `at ${delay} s`);
  }
  await advance(7 * 24 * 3600);
  assert.equal(receiver.seen(path).length, TRIES_MAX);
  assert.deepEqual(await readQueueFigures(db, "p1"), { waiting: 0, givenUp: 1, oldestQueuedAt: null });
  const log = await listTries(db, "p1", ["26AAAAAA"], 50);
  assert.deepEqual(
    log.map((row) => [row.try, row.code]),
    Array.from({ length: TRIES_MAX }, (_, made) => [TRIES_MAX - made, 500]),
  );
  assert.equal(new Set(receiver.seen(path).map((seen) => seen.body.toString())).size, 1);

  receiver.script(path, ok);
  assert.equal(await resendEvent(db, "p1", { orderId: "26AAAAAA", seq: 1 }, clock.now()), true);
  await worker.runDue();
  assert.equal(receiver.seen(path).length, TRIES_MAX + 1);
  assert.equal((await readQueueFigures(db, "p1")).givenUp, 0);
});

test("an endpoint that asks for a pause with Retry-After gets it", async () => {
  const path = await partner("p1");
  receiver.script(path, retryAfter(503, "90"), ok);
  await append(db, { partnerId: "p1", orderId: "26AAAAAA", seq: 1 }, clock.now());
  await worker.runDue();
  await advance(89);
  assert.equal(receiver.seen(path).length, 1);
  await advance(1);
  assert.equal(receiver.seen(path).length, 2);
});

test("the events of an order wait for each other, those of other orders do not", async () => {
  const path = await partner("p1");
  const refuseFirst = (response: Parameters<typeof ok>[0], seen: Seen) =>
    (seen.headers["webhook-id"] === "evt_26AAAAAA_1" ? answer(500) : ok)(response, seen);
  receiver.script(path, refuseFirst);
  for (const seq of [1, 2, 3]) await append(db, { partnerId: "p1", orderId: "26AAAAAA", seq }, clock.now());
  await append(db, { partnerId: "p1", orderId: "26BBBBBB", seq: 1 }, clock.now());
  await worker.runDue();
  assert.deepEqual([...eventsSeen(path)].sort(), ["evt_26AAAAAA_1", "evt_26BBBBBB_1"]);
  // Also one written while the first waits for its retry.
  await append(db, { partnerId: "p1", orderId: "26AAAAAA", seq: 4 }, clock.now());
  await worker.runDue();
  assert.equal(eventsSeen(path).length, 2);
  receiver.script(path, ok);
  await advance(5);
  assert.deepEqual(eventsSeen(path).slice(2), ["evt_26AAAAAA_1", "evt_26AAAAAA_2", "evt_26AAAAAA_3", "evt_26AAAAAA_4"]);
});

test("410 stops the endpoint and tells the operator; saved settings start it again and nothing is missing", async () => {
  const path = await partner("p1");
  receiver.script(path, gone);
  await append(db, { partnerId: "p1", orderId: "26AAAAAA", seq: 1 }, clock.now());
  await worker.runDue();
  await append(db, { partnerId: "p1", orderId: "26BBBBBB", seq: 1 }, clock.now());
  await advance(24 * 3600);
  assert.equal(receiver.seen(path).length, 1);
  assert.deepEqual(worker.stopped, ["p1"]);
  assert.deepEqual((await findEndpoint(db, "p1"))?.stoppedAt, new Date("2026-03-02T05:00:00Z"));

  const settings = await findEndpoint(db, "p1");
  receiver.script(`${path}/new`, ok);
  await saveEndpoint(
    db,
    vault,
    "p1",
    { url: receiver.url(`${path}/new`), auth: { type: "none" }, secret: settings?.secret ?? "" },
    clock.now(),
  );
  await worker.runDue();
  assert.deepEqual([...eventsSeen(`${path}/new`)].sort(), ["evt_26AAAAAA_1", "evt_26BBBBBB_1"]);
});

test("after an outage the backlog goes out at once, oldest first, as soon as one event is taken", async () => {
  const path = await partner("p1");
  receiver.script(path, answer(503));
  const orders = Array.from({ length: 60 }, (_, at) => `26A${String(at).padStart(5, "0")}`);
  for (const orderId of orders) {
    await append(db, { partnerId: "p1", orderId, seq: 1 }, clock.now());
    clock.advance(0.001);
  }
  await worker.runDue();
  const whileSteady = receiver.seen(path).length;
  // The circuit has opened: most of the backlog was not tried in vain.
  assert.ok(whileSteady >= 10 && whileSteady < 20, `${whileSteady} tries`);
  for (let hour = 0; hour < 24; hour += 1) await advance(3600);
  const duringOutage = receiver.seen(path).length;
  assert.ok(duringOutage <= whileSteady + 24, `${duringOutage} tries in a day`);

  receiver.script(path, ok);
  await append(db, { partnerId: "p1", orderId: "26ZZZZZZ", seq: 1 }, clock.now());
  await advance(300);
  const taken = eventsSeen(path).slice(duringOutage);
  assert.equal(taken.length, 61);
  assert.equal(new Set(taken).size, 61);
  // Eight leave side by side and may overtake each other by that much, no more.
  const inOrder = [...orders, "26ZZZZZZ"].map((orderId) => `evt_${orderId}_1`);
  for (const [at, id] of taken.slice(1).entries())
    assert.ok(Math.abs(inOrder.indexOf(id) - at) <= 16, `${id} at ${at}`);
  assert.equal((await readQueueFigures(db, "p1")).waiting, 0);
});

test("three failures and a success bring forward what waits, before any circuit opens", async () => {
  const path = await partner("p1");
  receiver.script(path, answer(500), answer(500), answer(500), ok);
  for (const orderId of ["26AAAAAA", "26BBBBBB", "26CCCCCC"]) {
    await append(db, { partnerId: "p1", orderId, seq: 1 }, clock.now());
  }
  await worker.runDue();
  await append(db, { partnerId: "p1", orderId: "26DDDDDD", seq: 1 }, clock.now());
  await worker.runDue();
  assert.equal((await readQueueFigures(db, "p1")).waiting, 0);
});

test("until the backlog of an endpoint that answers again is due, nothing overtakes it", async () => {
  const path = await partner("p1");
  const secret = (await findEndpoint(db, "p1"))?.secret ?? "";
  // One at a time, so that the receiver sees them in the order they left.
  await saveEndpoint(
    db,
    vault,
    "p1",
    { url: receiver.url(path), auth: { type: "none" }, secret, inFlightMax: 1 },
    clock.now(),
  );
  const appendOne = async (orderId: string) => {
    await append(db, { partnerId: "p1", orderId, seq: 1 }, clock.now());
    clock.advance(0.001);
  };
  const backlog = ["26AAAAAA", "26BBBBBB", "26CCCCCC", "26DDDDDD"];
  receiver.script(path, answer(500));
  for (const orderId of backlog) await appendOne(orderId);
  await worker.runDue();
  const failed = receiver.seen(path).length;
  receiver.script(path, ok);
  await inTransaction(db, async (tx) => {
    // Whoever brings the backlog forward has to wait for this row.
    await tx`select seq from callback_queue where order_id = '26CCCCCC' for update`;
    for (const orderId of ["26XXXXXX", "26YYYYYY", "26ZZZZZZ"]) await appendOne(orderId);
    worker.wake();
    await receiver.until(failed + 1, path);
    await untilWaiting(db);
    worker.wake();
    await sleep(200);
    assert.equal(receiver.seen(path).length, failed + 1, "only what proved the endpoint well has left");
  });
  await worker.runDue();
  const taken = eventsSeen(path).slice(failed);
  assert.deepEqual(
    taken,
    ["26XXXXXX", ...backlog, "26YYYYYY", "26ZZZZZZ"].map((orderId) => `evt_${orderId}_1`),
  );
});

test("settings saved a moment ago hold for the next event, the auth as well", async () => {
  const path = await partner("p1");
  await append(db, { partnerId: "p1", orderId: "26AAAAAA", seq: 1 }, clock.now());
  await worker.runDue();
  clock.advance(1);
  const secret = (await findEndpoint(db, "p1"))?.secret ?? "";
  const settings = { url: receiver.url(`${path}/new`), auth: { type: "apikey", secret: "k-2" } as const, secret };
  await saveEndpoint(db, vault, "p1", settings, clock.now());
  await append(db, { partnerId: "p1", orderId: "26AAAAAA", seq: 2 }, clock.now());
  await worker.runDue();
  assert.deepEqual(eventsSeen(path), ["evt_26AAAAAA_1"]);
  assert.equal(receiver.seen(`${path}/new`)[0]?.headers.apikey, "k-2");
});
