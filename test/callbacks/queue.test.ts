// The queue by itself: resending, giving up for age, pruning, figures, secrets and leases.
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { giveUpOldCallbacks, pruneCallbacks } from "../../src/operations/callbacks/sweep-callbacks.ts";
import {
  findEndpoint,
  type Lease,
  leasing,
  listEndpoints,
  releaseLeases,
  removeEndpoint,
  renewLeases,
  rotateSecret,
  saveCircuit,
  saveEndpoint,
} from "../../src/store/callbacks/endpoints.ts";
import { findEvent } from "../../src/store/callbacks/events.ts";
import { openSecrets, secretsAt } from "../../src/store/callbacks/kept-secrets.ts";
import {
  hasDueEvents,
  loadDueEvents,
  readQueueFigures,
  recordTries,
  resendEvent,
  resendGivenUp,
  type TriedEvent,
} from "../../src/store/callbacks/queue.ts";
import { listTries } from "../../src/store/callbacks/tries.ts";
import type { Sql } from "../../src/store/db.ts";
import { addPartner, append, vault } from "../harness/callback-world.ts";
import { useDatabase } from "../harness/database.ts";
import { pagesOf } from "../harness/pages-touched.ts";

async function leaseEndpoints(of: Sql, lease: Lease, now: Date, limit: number) {
  const leased = await of<{ partnerId: string }>`select partner_id from ${leasing(lease, now, limit)} as partner_id`;
  return listEndpoints(
    of,
    leased.map(({ partnerId }) => partnerId),
  );
}

const { db } = await useDatabase();
const noon = new Date("2026-03-02T05:00:00Z");
const later = (seconds: number) => new Date(noon.getTime() + seconds * 1000);
const DAY = 86_400;
const GAP_TRIES = 4;
const url = "https://partner.example/hooks";

beforeEach(async () => {
  await db`truncate callback_endpoints, callback_events, callback_queue, callback_tries, partners cascade`;
  for (const id of ["p1", "p2"]) await addPartner(db, id, url, noon);
});

const put = (orderId: string, seq = 1, at = noon, partnerId = "p1") => append(db, { partnerId, orderId, seq }, at);
const due = async (now = noon, events = 10) =>
  (await loadDueEvents(db, [{ partnerId: "p1", events }], [], now)).map(({ orderId, seq }) => `${orderId} ${seq}`);
const tried = (orderId: string, next: TriedEvent["next"], seq = 1): TriedEvent => ({
  orderId,
  seq,
  partnerId: "p1",
  try: 1,
  triedAt: noon,
  exchange: { outcome: "answered", code: 500, text: "oops", retryAfter: undefined, elapsedMs: 3, error: "" },
  isRefused: false,
  next,
});
const giveUp = (orderId: string, seq = 1) => recordTries(db, [tried(orderId, { step: "give_up" }, seq)], GAP_TRIES);

test("the oldest events are loaded first, as many as there is room for, and none of a busy order", async () => {
  await put("LATER", 1, later(2));
  await put("SOONER", 1, later(1));
  await put("SOONER", 2, later(1));
  assert.deepEqual(await due(later(5)), ["SOONER 1", "LATER 1"]);
  assert.deepEqual(await due(later(5), 1), ["SOONER 1"]);
  const events = await loadDueEvents(db, [{ partnerId: "p1", events: 9 }], ["SOONER"], later(5));
  assert.deepEqual(
    events.map(({ orderId }) => orderId),
    ["LATER"],
  );
});

test("what an event costs to write, to load and to put off does not grow with the queue", async () => {
  const fill = (from: number, to: number) => db`
    select append_callback_event('Q' || at, 1, 'p1', 'status', '{}', ${noon}::timestamptz + make_interval(secs => at))
    from generate_series(${from}::int, ${to}::int) as at`;
  const explained = async (orderId: string) => [
    await pagesOf(
      db`explain (analyze, buffers, format json) select append_callback_event(${orderId}, 2, 'p1', 'status', '{}', ${noon})`,
    ),
    await pagesOf(
      db`explain (analyze, buffers, format json) select order_id from due_callback_events('{p1}', '{10}', '{}', ${later(DAY)})`,
    ),
    await pagesOf(
      db`explain (analyze, buffers, format json) select record_callback_tries(
        array[${orderId}], '{1}', '{p1}', '{1}', array[${noon}::timestamptz], '{closed}', '{0}', '{1}', '{""}', '{""}',
        '{retry}', array[${later(DAY)}::timestamptz], '{1}', '{f}'
      )`,
    ),
  ];
  await fill(1, 30);
  await explained("Q20");
  const few = await explained("Q21");
  await fill(31, 4_000);
  const many = await explained("Q22");
  for (const [at, pages] of many.entries()) {
    assert.ok(pages <= 2 * few[at]!, `${pages} pages with 4,000 events waiting, ${few[at]} with 30`);
  }
});

test("one event can be resent by its partner and by nobody else, delivered or given up", async () => {
  await put("A");
  await recordTries(db, [tried("A", { step: "delivered" })], GAP_TRIES);
  assert.deepEqual(await due(), []);
  assert.equal(await resendEvent(db, "p2", { orderId: "A", seq: 1 }, later(9)), false);
  assert.equal(await resendEvent(db, "p1", { orderId: "A", seq: 2 }, later(9)), false);
  assert.equal(await resendEvent(db, "p1", { orderId: "A", seq: 1 }, later(9)), true);
  assert.deepEqual(await due(later(9)), ["A 1"]);
});

test("everything given up since a time is resent together, oldest first", async () => {
  for (const [at, orderId] of ["C", "A", "B"].entries()) {
    await put(orderId, 1, later(at));
    await giveUp(orderId);
  }
  assert.equal(await resendGivenUp(db, "p2", noon, later(DAY), 100), 0);
  assert.equal(await resendGivenUp(db, "p1", later(1), later(DAY), 100), 0);
  assert.equal(await resendGivenUp(db, "p1", noon, later(DAY), 2), 2);
  assert.equal(await resendGivenUp(db, "p1", noon, later(DAY), 2), 1);
  assert.deepEqual(await due(later(DAY)), ["C 1", "A 1", "B 1"]);
  // They have two days again.
  assert.equal(await giveUpOldCallbacks(db, later(2 * DAY + 10)), 0);
});

test("an event nobody could be told for two days is given up, tried or not", async () => {
  await put("A");
  assert.equal(await giveUpOldCallbacks(db, later(2 * DAY - 1)), 0);
  assert.equal(await giveUpOldCallbacks(db, later(2 * DAY)), 1);
  assert.deepEqual(await readQueueFigures(db, "p1"), { waiting: 0, givenUp: 1, oldestQueuedAt: null });
});

test("pruning removes old tries and events in batches, and never an event that is still to be delivered", async () => {
  for (let at = 0; at < 1_200; at += 1)
    await db`select append_callback_event(${`OLD${at}`}, 1, 'p2', 'status', '{}', ${noon})`;
  await recordTries(
    db,
    Array.from({ length: 1_199 }, (_, at) => tried(`OLD${at}`, { step: "delivered" })),
    GAP_TRIES,
  );
  await put("GIVENUP");
  await giveUp("GIVENUP");
  await put("NEW", 1, later(29 * DAY));
  await put("TOLD", 1, later(2 * DAY));
  await recordTries(db, [{ ...tried("TOLD", { step: "delivered" }), triedAt: later(2 * DAY) }], GAP_TRIES);
  await pruneCallbacks(db, later(31 * DAY), { eventDays: 30, tryDays: 30 });
  const left = await db<{ orderId: string }>`select order_id from callback_events order by order_id`;
  assert.deepEqual(
    left.map(({ orderId }) => orderId),
    ["NEW", "OLD1199", "TOLD"],
  );
  assert.equal((await listTries(db, "p1", ["TOLD"], 10)).length, 1);
  assert.equal((await listTries(db, "p1", ["OLD1", "GIVENUP"], 10)).length, 0);
  assert.equal((await readQueueFigures(db, undefined)).givenUp, 0);
  assert.equal((await findEvent(db, { orderId: "OLD1199", seq: 1 }))?.partnerId, "p2");
});

test("an event outlives its tries even when its own retention is shorter, because the log shows what was sent", async () => {
  await put("A");
  await recordTries(db, [tried("A", { step: "delivered" })], GAP_TRIES);
  await pruneCallbacks(db, later(10 * DAY), { eventDays: 1, tryDays: 30 });
  assert.notEqual((await listTries(db, "p1", ["A"], 10))[0]?.body, null);
});

test("the log is the partner's own, newest first and bounded", async () => {
  await put("A");
  for (let made = 1; made <= 5; made += 1) {
    const next = { step: "retry", at: later(5), failures: 1, wasEarly: false } as const;
    await recordTries(db, [{ ...tried("A", next), try: made }], GAP_TRIES);
  }
  const tries = await listTries(db, "p1", ["A"], 3);
  assert.deepEqual(
    tries.map((row) => row.try),
    [5, 4, 3],
  );
  assert.deepEqual(await listTries(db, "p2", ["A"], 3), []);
});

test("figures tell how much waits and since when", async () => {
  await put("A", 1, later(1));
  await put("B", 1, later(2));
  await put("C", 1, later(3), "p2");
  await giveUp("B");
  assert.deepEqual(await readQueueFigures(db, "p1"), { waiting: 1, givenUp: 1, oldestQueuedAt: later(1) });
  assert.deepEqual(await readQueueFigures(db, undefined), { waiting: 2, givenUp: 1, oldestQueuedAt: later(1) });
});

test("two workers never lease the same endpoint, and a lease that ran out is free", async () => {
  await put("A");
  await put("B", 1, noon, "p2");
  const ids = async (owner: string, seconds = 30, limit = 10) =>
    (await leaseEndpoints(db, { owner, seconds }, noon, limit)).map(({ partnerId }) => partnerId).sort();
  assert.equal((await ids("w1", 30, 1)).length, 1);
  assert.equal((await ids("w2", -1)).length, 1);
  assert.equal((await ids("w3")).length, 1);
  assert.deepEqual(await renewLeases(db, { owner: "w2", seconds: 30 }, ["p1", "p2"]), []);
  await releaseLeases(db, "w1", ["p1", "p2"]);
  assert.equal((await ids("w4")).length, 1);
});

test("an endpoint with nothing due, a closed circuit to wait for, or a stop is left alone", async () => {
  const leased = async (now: Date) => {
    const endpoints = await leaseEndpoints(db, { owner: "w", seconds: 30 }, now, 10);
    if (endpoints[0]) await releaseLeases(db, "w", ["p1"]);
    return endpoints.length === 1;
  };
  const mark = async (circuit: { failures: number; probeAt: Date | undefined }, stoppedAt?: Date) => {
    await leaseEndpoints(db, { owner: "w", seconds: 30 }, later(DAY), 10);
    await saveCircuit(db, "w", { partnerId: "p1", savedAt: noon, circuit, stoppedAt });
    await releaseLeases(db, "w", ["p1"]);
  };
  await put("A", 1, later(10));
  assert.equal(await leased(later(9)), false);
  assert.equal(await leased(later(10)), true);
  await mark({ failures: 12, probeAt: later(60) });
  assert.equal(await leased(later(59)), false);
  assert.equal(await hasDueEvents(db, later(59)), false);
  assert.equal(await leased(later(60)), true);
  await mark({ failures: 0, probeAt: undefined }, later(60));
  assert.equal(await leased(later(DAY)), false);
  assert.equal(await hasDueEvents(db, later(DAY)), false);
  await saveEndpoint(db, vault, "p1", { url, auth: { type: "none" }, secret: "whsec_unused" }, later(100));
  assert.equal(await leased(later(DAY)), true);
});

test("a worker that lost its lease, or used older settings, cannot say how an endpoint is", async () => {
  await put("A");
  await leaseEndpoints(db, { owner: "w1", seconds: 30 }, noon, 10);
  const circuit = { failures: 7, probeAt: undefined };
  await saveCircuit(db, "w2", { partnerId: "p1", savedAt: noon, circuit, stoppedAt: noon });
  await saveCircuit(db, "w1", { partnerId: "p1", savedAt: later(-1), circuit, stoppedAt: noon });
  assert.deepEqual((await findEndpoint(db, "p1"))?.failures, 0);
  await saveCircuit(db, "w1", { partnerId: "p1", savedAt: noon, circuit, stoppedAt: undefined });
  assert.deepEqual((await findEndpoint(db, "p1"))?.failures, 7);
});

test("saving settings keeps the secret; rotating it keeps the old one valid for a while", async () => {
  const before = await findEndpoint(db, "p1");
  await saveEndpoint(
    db,
    vault,
    "p1",
    { url, auth: { type: "bearer", secret: "t" }, secret: "whsec_other", inFlightMax: 3 },
    later(1),
  );
  const saved = await findEndpoint(db, "p1");
  assert.ok(before && saved);
  assert.equal(saved.secret, before.secret);
  assert.deepEqual([openSecrets(vault, saved).auth, saved.inFlightMax], [{ type: "bearer", secret: "t" }, 3]);
  assert.equal(await rotateSecret(db, vault, "nobody", "whsec_new", noon, later(DAY)), false);
  assert.equal(await rotateSecret(db, vault, "p1", "whsec_new", noon, later(DAY)), true);
  const rotated = await findEndpoint(db, "p1");
  assert.ok(rotated);
  const secrets = openSecrets(vault, rotated);
  assert.deepEqual(secretsAt(secrets, later(DAY - 1)), ["whsec_new", openSecrets(vault, before).secret]);
  assert.deepEqual(secretsAt(secrets, later(DAY)), ["whsec_new"]);
});

test("a partner that removes its endpoint owes it nothing more and keeps its events", async () => {
  await put("A");
  await removeEndpoint(db, "p1");
  assert.equal((await readQueueFigures(db, "p1")).waiting, 0);
  assert.equal((await findEvent(db, { orderId: "A", seq: 1 }))?.type, "status");
});
