// The stream a partner pulls: complete and in sequence, however its events were committed.
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { listEvents, type StreamEvent } from "../../src/store/callbacks/events.ts";
import { inTransaction, type Sql } from "../../src/store/db.ts";
import { appendEvent, bodyOf } from "../harness/callback-world.ts";
import { useDatabase } from "../harness/database.ts";

const { db } = await useDatabase();
const noon = new Date("2026-03-02T05:00:00Z");
beforeEach(() => db`truncate callback_events, callback_queue`);

const write = (tx: Sql, orderId: string, seq: number, partnerId = "p1") =>
  appendEvent(tx, { orderId, seq, partnerId, type: "status", body: bodyOf(orderId, seq), happenedAt: noon });
const names = (events: readonly StreamEvent[]) => events.map(({ orderId, seq }) => `${orderId} ${seq}`);
const read = (after?: StreamEvent, limit = 100) => listEvents(db, "p1", after?.position ?? 0, limit);

// A transaction that is held open until told to end.
async function holdOpen(work: (tx: Sql) => Promise<void>): Promise<{ readonly commit: () => Promise<void> }> {
  let end = () => {};
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  let whole: Promise<void> = Promise.resolve();
  await new Promise<void>((begun, failed) => {
    whole = inTransaction(db, async (tx) => {
      await work(tx);
      begun();
      await ended;
    });
    whole.catch(failed);
  });
  return {
    commit: async () => {
      end();
      await whole;
    },
  };
}

test("a partner pages through its own events and nobody else's", async () => {
  for (const seq of [1, 2, 3, 4, 5]) await write(db, "A", seq);
  await write(db, "B", 1, "p2");
  const first = await read(undefined, 2);
  assert.deepEqual(names(first), ["A 1", "A 2"]);
  assert.equal(first[0]?.body, bodyOf("A", 1));
  assert.deepEqual(names(await read(first.at(-1), 2)), ["A 3", "A 4"]);
  assert.deepEqual(names(await read((await read()).at(-1))), []);
});

test("an event committed late is not passed by: what came after it waits with it", async () => {
  const slow = await holdOpen((tx) => write(tx, "SLOW", 1));
  await write(db, "FAST", 1);
  assert.deepEqual(names(await read()), []);
  await slow.commit();
  assert.deepEqual(names(await read()), ["SLOW 1", "FAST 1"]);
});

test("a transaction that is rolled back holds nobody up and leaves nothing", async () => {
  const doomed = inTransaction(db, async (tx) => {
    await write(tx, "DOOMED", 1);
    throw new Error("no");
  });
  await assert.rejects(doomed);
  await write(db, "A", 1);
  assert.deepEqual(names(await read()), ["A 1"]);
});

test("an order's events stay in sequence when the later one's transaction is the older", async () => {
  // It takes its number now and reaches the order only after another, younger transaction has written the first event.
  const older = holdOpen(async (tx) => {
    await tx`select pg_current_xact_id()`;
    await inTransaction(db, (younger) => write(younger, "A", 1));
    await write(tx, "A", 2);
  });
  await (await older).commit();
  assert.deepEqual(names(await read()), ["A 1", "A 2"]);
  // Also one by one.
  assert.deepEqual(names(await read((await read(undefined, 1)).at(-1), 1)), ["A 2"]);
});

test("a reader that pages while many write concurrently sees every event once, each order in sequence", async () => {
  const orders = Array.from({ length: 12 }, (_, at) => `ORDER${at}`);
  const eventsEach = 15;
  const writers = Promise.all(
    orders.map(async (orderId, at) => {
      for (let seq = 1; seq <= eventsEach; seq += 1) {
        await inTransaction(db, async (tx) => {
          // Some take their number early and write late, some the other way round.
          if ((at + seq) % 3 === 0) await tx`select pg_current_xact_id()`;
          if ((at + seq) % 2 === 0) await tx`select pg_sleep(0.005)`;
          await write(tx, orderId, seq);
          if ((at + seq) % 5 === 0) await tx`select pg_sleep(0.008)`;
        });
      }
    }),
  );
  const seen: StreamEvent[] = [];
  while (seen.length < orders.length * eventsEach) seen.push(...(await read(seen.at(-1), 7)));
  await writers;
  assert.deepEqual(await read(seen.at(-1)), []);
  for (const orderId of orders) {
    const seqs = seen.filter((event) => event.orderId === orderId).map(({ seq }) => seq);
    assert.deepEqual(
      seqs,
      Array.from({ length: eventsEach }, (_, at) => at + 1),
    );
  }
});

test("a transaction that writes no event holds nobody up, however long it runs", async () => {
  const long = await holdOpen(async (tx) => {
    await tx`create table passing_by (id int)`;
  });
  await write(db, "A", 1);
  assert.deepEqual(names(await read()), ["A 1"]);
  await long.commit();
});

test("a transaction that writes many events marks the stream once, and its events come together", async () => {
  const marks = async () => {
    const rows = await db`
      select
      from pg_locks
      join pg_database on pg_database.oid = pg_locks.database
      where datname = current_database()
        and locktype = 'advisory'
        and mode = 'ShareLock'`;
    return rows.length;
  };
  const many = await holdOpen(async (tx) => {
    for (let seq = 1; seq <= 50; seq += 1) await write(tx, "MANY", seq);
    assert.equal(await marks(), 1);
  });
  assert.deepEqual(names(await read()), []);
  await many.commit();
  assert.equal((await read()).length, 50);
  assert.equal(await marks(), 0);
});

test("an event taken back to a savepoint leaves no mark and no event", async () => {
  await inTransaction(db, async (tx) => {
    await tx`savepoint before_it`;
    await write(tx, "A", 1);
    await tx`rollback to savepoint before_it`;
    await write(tx, "A", 1);
  });
  await write(db, "A", 2);
  assert.deepEqual(names(await read()), ["A 1", "A 2"]);
});
