// Whatever way PostgreSQL has of saying "not now", a caller hears 503 and when to ask again; never 500, and nothing is kept of it.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { script } from "../../src/store/db.ts";
import { assertOk, assertRefused } from "../harness/expect.ts";
import type { Answer } from "../harness/giao.ts";
import { orderBody, startOrderTests } from "../harness/orders.ts";
import { until } from "../harness/until.ts";

const NOT_NOW = {
  "08000": "connection exception",
  "08003": "connection does not exist",
  "08006": "connection failure",
  "25006": "read-only transaction",
  "25P03": "idle in transaction for too long",
  "25P04": "transaction took too long",
  "40001": "lost a race again and again",
  "40P01": "deadlock again and again",
  "53100": "disk full",
  "53200": "out of memory",
  "53300": "too many connections",
  "53400": "configured limit exceeded",
  "55P03": "row locked by somebody else",
  "57014": "statement took too long",
  "57P01": "shutdown",
  "57P02": "crash",
  "57P03": "starting up, or in recovery",
  "57P04": "database dropped",
  "57P05": "idle for too long",
  "58030": "disk cannot be read or written",
};

describe("what PostgreSQL refuses for now", async () => {
  const LIMITS = {
    DATABASE_QUERY_SECONDS: "4",
    DATABASE_STATEMENT_SECONDS: "2",
    DATABASE_LOCK_SECONDS: "1",
  };
  const orders = await startOrderTests(LIMITS);
  const { db } = orders.house;
  // Refuses to write what has happened to an order with the code that stands in a table, or after a while.
  await db`${script(`
    create table refusal (code text);
    create function refuse_for_now() returns trigger language plpgsql as $$
    declare
      refused text;
    begin
      select code into refused from refusal;
      if refused = 'slow' then
        perform pg_sleep(30);
      elsif refused is not null then
        raise exception 'injected' using errcode = refused;
      end if;
      return new;
    end $$;
    create trigger refuse_for_now before insert on order_history for each row execute function refuse_for_now();`)}`;
  const refuseWith = async (code: string | undefined): Promise<void> => {
    await db`delete from refusal`;
    if (code !== undefined) await db`insert into refusal (code) values (${code})`;
  };

  function assertNotNow(answer: Answer): void {
    assertRefused(answer, 503, "SERVICE_UNAVAILABLE");
    assert.ok(Number(answer.headers.get("retry-after")) > 0);
  }

  async function isDatabaseReady(): Promise<boolean> {
    const { body } = await orders.call("GET", "/readyz");
    return body.parts.find((part: { name: string }) => part.name === "database").ready;
  }

  for (const [code, words] of Object.entries(NOT_NOW)) {
    test(`${code}, ${words}, is 503 for a statement, a transaction and a keyed call, and carried out afterwards`, async () => {
      const order = await orders.created();
      const cancel = (headers: Record<string, string> = {}) =>
        orders.call("DELETE", `/v3/orders/${order._id}`, { token: orders.token, body: {}, headers });
      const key = { "idempotency-key": `not now ${code}` };
      await refuseWith(code);
      assertNotNow(await orders.create());
      assertNotNow(await cancel());
      assertNotNow(await orders.create(orderBody(), orders.token, key));
      await refuseWith(undefined);
      // A server that was left in the middle takes a moment to let go of the key.
      const again = await until("the key is free", async () => {
        const answer = await orders.create(orderBody(), orders.token, key);
        return answer.body.code !== "IDEMPOTENCY_IN_PROGRESS" && answer;
      });
      assertOk(again);
      assertOk(await cancel());
    });
  }

  test("a statement that takes too long is ended by the server and told as 503", async () => {
    await refuseWith("slow");
    const startedAt = performance.now();
    assertNotNow(await orders.create());
    // Well before the half minute that it would have taken.
    assert.ok(performance.now() - startedAt < 20_000);
    await refuseWith(undefined);
    assertOk(await orders.create());
    const { body } = await orders.call("GET", "/metrics", { operator: true });
    assert.match(body, /giao_database_limits_hit_total\{wait="statement"\} [1-9]/);
  });

  test("a database that can only be read serves reads, is not ready, and is written to again at once", async () => {
    const name = new URL(orders.databaseUrl).pathname.slice(1);
    const endSessions = async () => {
      await db`
        select pg_terminate_backend(pid)
        from pg_stat_activity
        where datname = current_database()
          and pid <> pg_backend_pid()
          and application_name like 'giao all %'
          and application_name not like '% notices'`;
      await sleep(50);
    };
    await db`${script(`alter database ${name} set default_transaction_read_only = on`)}`;
    await endSessions();
    // Sessions that were there before may still write; this one and all that are opened now may not.
    await db`select pg_terminate_backend(pg_backend_pid())`.catch(() => undefined);
    assertNotNow(await orders.create());
    assertOk(await orders.call("GET", "/v3/orders", { token: orders.token }));
    // A write that was proven is believed for a second.
    await until("it is not ready", async () => !(await isDatabaseReady()));
    // As an operator would, whom the setting does not bind.
    await db`${script(`begin read write; alter database ${name} reset default_transaction_read_only; commit`)}`;
    // Connections that were opened meanwhile stay as they are: none of them fails the call.
    await sleep(600);
    assertOk(await orders.create());
    assert.equal(await isDatabaseReady(), true);
  });
});
