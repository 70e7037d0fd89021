// Workers among themselves: isolation of endpoints, sharing, chaos by seed, and a worker killed in the middle of it all.
import assert from "node:assert/strict";
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import type { ServerResponse } from "node:http";
import { join } from "node:path";
import { after, before, beforeEach, test } from "node:test";
import { readQueueFigures } from "../../src/store/callbacks/queue.ts";
import {
  addPartner,
  append,
  bodyOf,
  type StandingClock,
  standingClock,
  startWorker,
} from "../harness/callback-world.ts";
import { useDatabase } from "../harness/database.ts";
import {
  answer,
  type Behaviour,
  flood,
  hangUp,
  hangUpMidAnswer,
  ok,
  type Receiver,
  redirect,
  type Seen,
  startReceiver,
} from "../harness/receiver.ts";

const { db, url } = await useDatabase();
let receiver: Receiver;
let clock: StandingClock;
before(async () => {
  receiver = await startReceiver();
});
after(() => receiver.close());
beforeEach(async () => {
  await db`truncate callback_endpoints, callback_events, callback_queue, callback_tries, partners cascade`;
  clock = standingClock();
});

const orderId = (at: number) => `26A${String(at).padStart(5, "0")}`;
const idOf = (seen: Seen) => String(seen.headers["webhook-id"]);
const seqOf = (seen: Seen) => Number(idOf(seen).split("_")[2]);
const orderOf = (seen: Seen) => String(idOf(seen).split("_")[1]);

// The promise to partners: every event at least once, always the same bytes, and never one after a later one of its order.
function assertPromiseKept(seen: readonly Seen[], orders: readonly string[], eventsEach: number): void {
  const newest = new Map<string, number>();
  const ids = new Set<string>();
  for (const one of seen) {
    const [order, seq] = [orderOf(one), seqOf(one)];
    assert.equal(one.body.toString(), bodyOf(order, seq));
    const last = newest.get(order) ?? 0;
    assert.ok(seq === last || seq === last + 1, `order ${order}: event ${seq} came after ${last}`);
    newest.set(order, seq);
    ids.add(idOf(one));
  }
  assert.equal(ids.size, orders.length * eventsEach);
}

// A few writers side by side, each order's events in sequence.
async function appendAll(
  partnerOf: (order: number) => string,
  orders: readonly string[],
  eventsEach: number,
): Promise<void> {
  const left = orders.map((id, at) => ({ orderId: id, partnerId: partnerOf(at) }));
  const writer = async () => {
    for (let order = left.shift(); order; order = left.shift()) {
      for (let seq = 1; seq <= eventsEach; seq += 1) await append(db, { ...order, seq }, clock.now());
    }
  };
  await Promise.all(Array.from({ length: 5 }, writer));
}

test("a black hole delays none of a hundred good endpoints", async () => {
  const held: ServerResponse[] = [];
  receiver.script("/hole", (response) => held.push(response));
  await addPartner(db, "hole", receiver.url("/hole"), clock.now());
  for (let at = 0; at < 20; at += 1) await append(db, { partnerId: "hole", orderId: orderId(at), seq: 1 }, clock.now());
  const worker = startWorker(db, clock, { timeoutMs: 60_000, leaseSeconds: 120 });
  after(() => {
    for (const response of held) response.end();
    return worker.stop();
  });
  await receiver.until(8, "/hole");
  for (let at = 0; at < 100; at += 1) {
    await addPartner(db, `good${at}`, receiver.url(`/good/${at}`), clock.now());
    await append(db, { partnerId: `good${at}`, orderId: orderId(100 + at), seq: 1 }, clock.now());
  }
  worker.wake();
  await Promise.all(Array.from({ length: 100 }, (_, at) => receiver.until(1, `/good/${at}`)));
  // The hole has answered nothing yet, and got no more than its share.
  assert.equal(held.length, 8);
  receiver.script("/hole", ok);
  for (const response of held) response.end();
  await worker.runDue();
  await worker.stop();
  assert.equal((await readQueueFigures(db, undefined)).waiting, 0);
});

test("three workers share the endpoints, and every promise holds as if they were one", async () => {
  const orders = Array.from({ length: 120 }, (_, at) => orderId(at));
  for (let at = 0; at < 6; at += 1) await addPartner(db, `p${at}`, receiver.url("/shared"), clock.now());
  const workers = [1, 2, 3].map(() => startWorker(db, clock));
  const stop = () => Promise.all(workers.map((worker) => worker.stop()));
  const appending = appendAll((at) => `p${at % 6}`, orders, 5);
  const waking = setInterval(() => {
    for (const worker of workers) worker.wake();
  }, 5);
  after(() => {
    clearInterval(waking);
    return stop();
  });
  await appending;
  await receiver.until(orders.length * 5, "/shared");
  clearInterval(waking);
  await stop();
  assertPromiseKept(receiver.seen("/shared"), orders, 5);
  // Nobody was killed, so that nothing was sent twice.
  assert.equal(receiver.seen("/shared").length, orders.length * 5);
  assert.deepEqual(
    workers.flatMap((worker) => worker.troubles),
    [],
  );
});

// xorshift32: the same seed plays the same trouble.
function chance(seed: number): () => number {
  let state = seed || 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}

const MISCHIEF: readonly Behaviour[] = [
  answer(500),
  answer(404),
  answer(429, "", { "retry-after": "3" }),
  hangUp,
  hangUpMidAnswer,
  redirect("/elsewhere"),
];
const TROUBLES_MAX = 4;
for (const seed of [7, 2_026, Math.floor(Math.random() * 2 ** 31)]) {
  test(`a receiver that misbehaves at random (seed ${seed}) gets everything in sequence in the end`, async () => {
    const path = `/mischief/${seed}`;
    const random = chance(seed);
    const triesOf = new Map<string, number>();
    // One in a hundred answers is a flood, which counts as taken. No event meets more trouble than the rounds below can wait out.
    const play: Behaviour = (response, seen) => {
      const tries = (triesOf.get(idOf(seen)) ?? 0) + 1;
      triesOf.set(idOf(seen), tries);
      const mischief =
        tries <= TROUBLES_MAX && random() < 0.4 ? MISCHIEF[Math.floor(random() * MISCHIEF.length)] : undefined;
      return (mischief ?? (random() < 0.01 ? flood(3_000_000) : ok))(response, seen);
    };
    receiver.script(path, play);
    await addPartner(db, "p1", receiver.url(path), clock.now());
    const orders = Array.from({ length: 40 }, (_, at) => orderId(at));
    const worker = startWorker(db, clock, { fraction: random });
    after(() => worker.stop());
    await appendAll(() => "p1", orders, 5);
    for (let round = 0; round < 400 && (await readQueueFigures(db, "p1")).waiting > 0; round += 1) {
      clock.advance(60);
      await worker.runDue();
    }
    await worker.stop();
    assertPromiseKept(receiver.seen(path), orders, 5);
    assert.deepEqual(await readQueueFigures(db, "p1"), { waiting: 0, givenUp: 0, oldestQueuedAt: null });
    assert.equal(receiver.seen("/elsewhere").length, 0);
    assert.deepEqual(worker.troubles, []);
  });
}

test("workers killed with SIGKILL in the middle of thousands of deliveries lose nothing and reorder nothing", async () => {
  const orders = Array.from({ length: 500 }, (_, at) => orderId(at));
  const eventsEach = 4;
  const total = orders.length * eventsEach;
  for (let at = 0; at < 4; at += 1) await addPartner(db, `p${at}`, receiver.url("/killed"), clock.now());
  await appendAll((at) => `p${at % 4}`, orders, eventsEach);

  const startProcess = (): ChildProcess => fork(join(import.meta.dirname, "worker-process.ts"), [url]);
  const workers = new Set([startProcess(), startProcess()]);
  let kills = 0;
  for (const share of [0.1, 0.4, 0.7]) {
    await receiver.until(Math.floor(total * share), "/killed");
    const [victim] = workers;
    if (!victim) break;
    workers.delete(victim);
    victim.kill("SIGKILL");
    await once(victim, "exit");
    kills += 1;
    workers.add(startProcess());
  }
  const ids = new Set<string>();
  for (let arrived = total; ids.size < total; arrived += 1) {
    await receiver.until(arrived, "/killed");
    for (const seen of receiver.seen("/killed")) ids.add(idOf(seen));
  }
  for (const worker of workers) worker.send("stop");
  await Promise.all([...workers].map((worker) => once(worker, "exit")));
  assert.equal(kills, 3);
  assertPromiseKept(receiver.seen("/killed"), orders, eventsEach);
  assert.equal((await readQueueFigures(db, undefined)).waiting, 0);
});
