// What becomes of connections: those that are slow are waited for, those that are dead are found out, those that still serve are kept.
import assert from "node:assert/strict";
import { beforeEach, describe, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import {
  type Database,
  DatabaseAway,
  inTransaction,
  openDatabase,
  RowIsHeld,
  script,
  sql,
} from "../../src/store/db.ts";
import { useDatabase } from "../harness/database.ts";
import { openFaultProxy } from "../harness/fault-proxy.ts";

describe("connections to the database", async () => {
  const { url, db: other, closeFirst } = await useDatabase();
  const proxy = await openFaultProxy(url, { slowMs: 150 });
  closeFirst(proxy.close);
  beforeEach(() => proxy.set("none"));
  await other`${script("create table kept (name text primary key, amount int)")}`;
  await other`insert into kept (name, amount) values ('one', 1), ('two', 2)`;

  async function using(
    limits: Parameters<typeof openDatabase>[1],
    work: (db: Database) => Promise<void>,
  ): Promise<void> {
    const db = openDatabase(proxy.url, limits);
    try {
      await work(db);
    } finally {
      await db.close();
    }
  }
  const pidOf = async (db: Database) => (await db<{ pid: number }>`select pg_backend_pid() as pid`)[0]?.pid;
  async function secondsOf(work: () => Promise<unknown>): Promise<number> {
    const startedAt = performance.now();
    await work();
    return (performance.now() - startedAt) / 1000;
  }

  test("a statement that only takes long is waited for, and so is an answer that only comes slowly", async () => {
    await using({ limits: { queryMs: 60_000, statementMs: 50_000 } }, async (db) => {
      await db`select pg_sleep(2.5)`;
      await proxy.set("slow");
      // In pieces of which each is late: the server is done long before the last arrives.
      const [row] = await db<{ text: string }>`select repeat('x', 1500000) as text`;
      assert.equal(row?.text.length, 1_500_000);
      await proxy.set("none");
      assert.equal(db.limitsHit().dead_line, 0);
    });
  });

  test("an attempt to connect that is late is made again while there is time", async () => {
    await using({ limits: { connectMs: 4_000 } }, async (db) => {
      await proxy.set("silent");
      const asked = pidOf(db);
      await sleep(1_000);
      await proxy.set("none");
      assert.ok(await asked);
    });
  });

  test("a statement whose answer can never come is found out long before its time is over", async () => {
    await using({ limits: { queryMs: 120_000, statementMs: 100_000 } }, async (db) => {
      const slow = db`select pg_sleep(1)`;
      await sleep(300);
      await proxy.set("mute");
      await proxy.set("none");
      const seconds = await secondsOf(() => assert.rejects(slow, DatabaseAway));
      assert.ok(seconds < 60, `found out after ${seconds} s`);
      assert.equal(db.limitsHit().dead_line, 1);
    });
  });

  test("an error that is the statement's own keeps the connection, inside a transaction and outside", async () => {
    await using({ limits: { poolMax: 1 } }, async (db) => {
      const pid = await pidOf(db);
      await assert.rejects(db`insert into kept (name) values ('one')`, { code: "23505" });
      await assert.rejects(
        inTransaction(db, async (tx) => tx`insert into kept (name) values ('one')`),
        { code: "23505" },
      );
      await assert.rejects(
        inTransaction(db, async () => {
          throw new Error("not this time");
        }),
        /not this time/,
      );
      assert.equal(await pidOf(db), pid);
    });
  });

  test("a transaction that is lost begins anew if nothing was done in it, and is not repeated otherwise", async () => {
    await using({ limits: { poolMax: 1 } }, async (db) => {
      let runs = 0;
      const write = (before: () => Promise<void>) =>
        inTransaction(db, async (tx) => {
          runs++;
          await before();
          await tx`update kept set amount = amount + 1 where name = 'two'`;
        });
      // Used a moment ago, so that it is trusted, and dead.
      await pidOf(db);
      await proxy.set("silent");
      await proxy.set("none");
      await write(async () => undefined);
      assert.equal(runs, 1);
      await assert.rejects(
        write(async () => {
          await proxy.set("silent");
          await proxy.set("none");
        }),
        DatabaseAway,
      );
      assert.equal(runs, 2);
      assert.deepEqual(await db`select amount from kept where name = 'two'`, [{ amount: 3 }]);
    });
  });

  test("a change of the schema fails no statement that was prepared before it", async () => {
    await using({ limits: { poolMax: 3 } }, async (db) => {
      const read = () => db`select ${sql`*`} from kept where name = 'one'`;
      await Promise.all([read(), read(), read(), read(), read()]);
      await other`${script("alter table kept add column note text not null default 'new'")}`;
      const rows = await Promise.all([read(), read(), read(), read()]);
      for (const row of rows) assert.deepEqual(row, [{ name: "one", amount: 1, note: "new" }]);
      await other`${script("alter table kept drop column note")}`;
      const inside = await inTransaction(db, (tx) => tx`select ${sql`*`} from kept where name = 'one'`);
      assert.deepEqual(inside, [{ name: "one", amount: 1 }]);
    });
  });

  test("whole transactions have a limit, and those that take their time have their own", async () => {
    await using({ limits: { queryMs: 1_500, statementMs: 1_000 } }, async (db) => {
      const sleepTwice = (tx: Pick<Database, never> & Parameters<Parameters<typeof inTransaction>[1]>[0]) =>
        tx`select pg_sleep(0.9)`.then(() => tx`select pg_sleep(0.9)`);
      await assert.rejects(inTransaction(db, sleepTwice), DatabaseAway);
      await inTransaction(db.with({ seconds: 30 }), sleepTwice);
      await assert.rejects(db`select pg_sleep(1.2)`, DatabaseAway);
      await db.with({ seconds: 30 })`select pg_sleep(1.2)`;
      assert.ok((await secondsOf(() => assert.rejects(db.with({ seconds: 0.3 })`select pg_sleep(5)`))) < 4);
    });
  });

  test("a row that somebody has is waited for as long as the setting says, and no connection with it", async () => {
    await using({ limits: { poolMax: 3, lockMs: 1_500 } }, async (db) => {
      let release: () => void = () => undefined;
      const locked = new EventTarget();
      const isLocked = new Promise((resolve) => locked.addEventListener("locked", resolve, { once: true }));
      const holder = inTransaction(other, async (tx) => {
        await tx`select name from kept where name = 'one' for update`;
        locked.dispatchEvent(new Event("locked"));
        await new Promise<void>((resolve) => {
          release = resolve;
        });
      });
      await isLocked;
      const change = () => db.with({ share: ["one"] })`update kept set amount = 7 where name = 'one'`;
      const calls = Array.from({ length: 5 }, change);
      const ended = Promise.allSettled(calls);
      for (let round = 0; round < 10; round++) await db`select amount from kept where name = 'two'`;
      const impatient = db.with({ share: ["one"], isPatient: false });
      await assert.rejects(impatient`update kept set amount = 8 where name = 'one'`, RowIsHeld);
      await assert.rejects(Promise.race(calls), RowIsHeld);
      release();
      await holder;
      // One waited for the row; the others waited here, without a connection, until it was free.
      const refused = (await ended).filter(({ status }) => status === "rejected");
      assert.equal(refused.length, 1);
      assert.deepEqual(await db`select amount from kept where name = 'one'`, [{ amount: 7 }]);
    });
  });

  test("sessions are told their limits, and end by themselves when their client is lost", async () => {
    await using({ limits: { statementMs: 6_500, idleTransactionMs: 4_500, lockMs: 3_000 } }, async (db) => {
      const [told] = await db`
        select current_setting('statement_timeout') as statement, current_setting('lock_timeout') as first_lock,
          current_setting('idle_in_transaction_session_timeout') as idle_transaction,
          current_setting('idle_session_timeout') as idle`;
      assert.deepEqual(told, { statement: "6500ms", firstLock: "200ms", idleTransaction: "4500ms", idle: "2min" });
      const patient = await inTransaction(
        db.with({ seconds: 90 }),
        (tx) => tx`select current_setting('statement_timeout') as limit`,
      );
      assert.deepEqual(patient, [{ limit: "90s" }]);
    });
  });

  test("closing does not wait for a peer that says nothing", async () => {
    const db = openDatabase(proxy.url);
    const asked = [db`select 1`, db`select 2`, db`select 3`];
    await Promise.all(asked);
    const hung = assert.rejects(db`select pg_sleep(1)`, DatabaseAway);
    await sleep(200);
    await proxy.set("silent");
    const seconds = await secondsOf(() => db.close());
    assert.ok(seconds < 8, `closed after ${seconds} s`);
    await hung;
  });
});
