// A database whose clock is suddenly another: a fail-over to a host that is wrong, or a clock that somebody sets.
import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { realClock } from "../../src/ports/clock.ts";
import { useDatabase } from "../harness/database.ts";
import { addOrder, ok } from "../harness/fleet.ts";
import type { Json } from "../harness/giao.ts";
import { startReplica, tokenAt } from "../harness/replica.ts";
import { newDataDir } from "../harness/streets.ts";
import { until } from "../harness/until.ts";

// Workers look once a second.
const LOOKS_MS = 4_000;
const NEAR_SECONDS = 30;

const { url: DATABASE_URL, db } = await useDatabase();
const DATA_DIR = await newDataDir("database-clock");
// Found before PostgreSQL's own by a program whose search path says so.
await db`create table test_clock (minutes_ahead int not null, is_erratic boolean not null)`;
await db`insert into test_clock values (0, false)`;
await db`
  create function public.clock_timestamp() returns timestamptz language sql volatile as $$
    select pg_catalog.clock_timestamp() + make_interval(mins =>
      case when is_erratic then (random() * 100000)::int else minutes_ahead end)
    from public.test_clock
  $$`;
const url = new URL(DATABASE_URL);
url.searchParams.set("options", "-c search_path=public,pg_catalog");
const replica = await startReplica({ DATABASE_URL: url.href, DATA_DIR });
const token = await tokenAt(replica);
const clock = async (): Promise<Json> => ok(await replica.call("GET", "/operator/v1/health", { operator: true }));
const untilCertain = (certain: boolean) =>
  until(`certain is ${certain}`, async () => (await clock()).clock.certain === certain);

test("timed work waits until it can, calls go on by the time that was known, and the log says both once", async () => {
  await db`update test_clock set is_erratic = true`;
  await untilCertain(false);
  const { time } = await clock();
  const orderId = await addOrder(replica, token, { order_time: time + 2, idle_until: time + 2 });
  const statusOf = async () => ok(await replica.call("GET", `/v3/orders/${orderId}`, { token })).status;
  await sleep(LOOKS_MS);
  assert.ok((await clock()).time > time + 2);
  assert.equal(await statusOf(), "IDLE");
  assert.match((await replica.call("GET", "/metrics", { operator: true })).body, /^giao_clock_certain 0$/m);
  const ready = await replica.call("GET", "/readyz");
  assert.equal(ready.status, 200, "calls are still answered");
  assert.match(JSON.stringify(ready.body), /UNCERTAIN, timed work waits/);

  await db`update test_clock set is_erratic = false`;
  await untilCertain(true);
  await until("the order wakes", async () => (await statusOf()) !== "IDLE");
  const said = replica.program.output();
  assert.equal(said.match(/the time is uncertain; timed work waits/g)?.length, 1);
  assert.equal(said.match(/the time is certain again; timed work goes on/g)?.length, 1);
});

test("another clock that stays is believed, ahead or behind, so that all replicas agree with one that starts now", async () => {
  for (const minutes of [60, 0]) {
    await db`update test_clock set minutes_ahead = ${minutes}`;
    await untilCertain(false);
    await untilCertain(true);
    const offSeconds = (await clock()).time - realClock.now().getTime() / 1000 - minutes * 60;
    assert.ok(Math.abs(offSeconds) < NEAR_SECONDS, `now is ${offSeconds} s off`);
  }
  replica.program.process.kill("SIGTERM");
  assert.equal(await replica.program.exit(), 0);
});
