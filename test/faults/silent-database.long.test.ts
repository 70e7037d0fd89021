// A database that dies without a word: no reset, no refusal, only silence.
import assert from "node:assert/strict";
import { beforeEach, describe, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { script } from "../../src/store/db.ts";
import { assertOk, assertRefused } from "../harness/expect.ts";
import { openFaultProxy } from "../harness/fault-proxy.ts";
import { type Answer, type Call, callAt } from "../harness/giao.ts";
import { orderBody, startOrderTests } from "../harness/orders.ts";
import { until } from "../harness/until.ts";

const LIMITS = {
  DATABASE_CONNECT_SECONDS: "2",
  DATABASE_QUERY_SECONDS: "3",
  DATABASE_STATEMENT_SECONDS: "2",
  DATABASE_LOCK_SECONDS: "0.6",
  DATABASE_IDLE_TRANSACTION_SECONDS: "1",
};
// Connect, then ask, and a loaded machine.
const ANSWER_MS_MAX = 10_000;

describe("a server whose database falls silent", async () => {
  const orders = await startOrderTests();
  const proxy = await openFaultProxy(orders.databaseUrl);
  orders.closeFirst(proxy.close);
  const replica = await orders.replica({ env: LIMITS, databaseUrl: proxy.url });
  const { token } = orders;

  async function call(method: string, path: string, more: Call = {}): Promise<Answer & { readonly ms: number }> {
    const startedAt = performance.now();
    const answer = await Promise.race([
      callAt(replica.url, method, path, { token, ...more }),
      sleep(ANSWER_MS_MAX * 2, undefined, { ref: false }).then(() => {
        throw new Error(`${method} ${path} was not answered`);
      }),
    ]);
    return { ...answer, ms: performance.now() - startedAt };
  }

  async function isDatabaseReady(): Promise<boolean> {
    const ready = await call("GET", "/readyz");
    return ready.body.parts.find((part: { name: string }) => part.name === "database").ready;
  }

  beforeEach(async () => {
    await proxy.set("none");
    assertOk(await call("GET", "/v3/cities?country_id=VN"));
  });

  test("every call is answered with 503 and Retry-After, and the first one after it succeeds", async () => {
    const order = await call("POST", "/v3/orders", { body: orderBody() });
    assertOk(order);
    await proxy.set("silent");
    const calls = Array.from({ length: 25 }, (_, at) =>
      [
        () => call("GET", "/v3/cities?country_id=VN"),
        () => call("POST", "/v3/orders", { body: orderBody() }),
        () => call("DELETE", `/v3/orders/${order.body.order_id}`, { body: {} }),
        () => call("POST", "/driver/v1/sessions", { body: { mobile: "84911000001", pin: "1234" } }),
        () => call("GET", "/operator/v1/orders", { headers: { "x-operator-key": "sandbox-operator-key" } }),
      ][at % 5]!(),
    );
    for (const answer of await Promise.all(calls)) {
      assertRefused(answer, 503, "SERVICE_UNAVAILABLE");
      assert.ok(Number(answer.headers.get("retry-after")) > 0);
      assert.ok(answer.ms < ANSWER_MS_MAX, `answered after ${answer.ms} ms`);
    }
    assertOk(await call("GET", "/healthz"));
    assertOk(await call("GET", "/metrics", { headers: { "x-operator-key": "sandbox-operator-key" } }));
    assert.equal(await isDatabaseReady(), false);
    const { parts } = (await call("GET", "/readyz")).body;
    assert.ok(
      parts.some(({ name }: { name: string }) => name === "map"),
      "what is known without it is told",
    );
    await proxy.set("none");
    assertOk(await call("POST", "/v3/orders", { body: orderBody() }));
    await until("the database is ready again", isDatabaseReady);
  });

  test("connections that died while nobody used them fail no call", async () => {
    // All of the pool is open and idle, and dies.
    await Promise.all(Array.from({ length: 30 }, () => call("GET", "/v3/orders")));
    await sleep(600);
    await proxy.set("silent");
    await proxy.set("none");
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, at) =>
        at % 2 ? call("GET", "/v3/orders") : call("POST", "/v3/orders", { body: orderBody() }),
      ),
    );
    for (const answer of answers) assertOk(answer);
  });

  test("when the network returns, connections that died in the middle of their work make room for the next call", async () => {
    await proxy.set("silent");
    const lost = Array.from({ length: 25 }, () => call("GET", "/v3/orders"));
    await sleep(400);
    await proxy.set("none");
    assertOk(await call("POST", "/v3/orders", { body: orderBody() }));
    for (const answer of await Promise.all(lost)) assert.ok([200, 503].includes(answer.status));
  });

  test("what was carried out and whose answer was lost is told by a repeat with its key", async () => {
    const { db } = orders.house;
    // Slow at the end of a create, and at the commit of a cancel.
    await db`${script(`
      create function take_a_second() returns trigger language plpgsql as $$
      begin
        perform pg_sleep(1);
        return null;
      end $$;
      create constraint trigger slow_at_commit after insert on order_history deferrable initially deferred
        for each row when (new.event in ('create', 'cancel')) execute function take_a_second();`)}`;
    const create = { body: orderBody({ remarks: "lost answer" }), headers: { "idempotency-key": "a create" } };
    await loseAnswerOf(() => call("POST", "/v3/orders", create));
    const created = await call("POST", "/v3/orders", create);
    assertOk(created);
    assert.equal(created.headers.get("idempotent-replayed"), "true");
    const same = await db`select id from orders where content ->> 'remarks' = 'lost answer'`;
    assert.equal(same.length, 1);

    const path = `/v3/orders/${created.body.order_id}`;
    const cancel = { body: { comment: "Changed my mind" }, headers: { "idempotency-key": "a cancel" } };
    await loseAnswerOf(() => call("DELETE", path, cancel));
    const cancelled = await call("DELETE", path, cancel);
    assertOk(cancelled);
    assert.equal(cancelled.headers.get("idempotent-replayed"), "true");
    assert.equal((await call("GET", path)).body.status, "CANCELLED");
    assert.deepEqual((await orders.verify()).problems, []);
  });

  async function loseAnswerOf(write: () => Promise<Answer>): Promise<void> {
    const answer = write();
    for (let isSlow = false; !isSlow; await sleep(20)) {
      const [row] = await orders.house.db<{ isSlow: boolean }>`
        select exists (
          select 1
          from pg_stat_activity
          where datname = current_database()
            and wait_event = 'PgSleep'
        ) as is_slow`;
      isSlow = row?.isSlow ?? false;
    }
    await proxy.set("mute");
    assertRefused(await answer, 503, "SERVICE_UNAVAILABLE");
    await proxy.set("none");
  }
});
