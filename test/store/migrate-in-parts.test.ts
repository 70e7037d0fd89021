// Migrations on tables that are large: the same schema and the same rows as in one transaction, and nobody waits meanwhile.
import assert from "node:assert/strict";
import { test } from "node:test";
import { isRefusal } from "../../src/domain/refusal.ts";
import { type Database, inTransaction, openDatabase } from "../../src/store/db.ts";
import { migrate } from "../../src/store/migrate.ts";
import { type InTurn, runInParts } from "../../src/store/migrate-in-parts.ts";
import { type Migration, readMigrations } from "../../src/store/migration-files.ts";
import { useDatabase } from "../harness/database.ts";

const today = readMigrations();
const ORDERS = 300;
const LARGE = { largeBytes: 1 };
const SMALL = { largeBytes: Number.MAX_SAFE_INTEGER };
const ODD = "25000007";

// With orders and events from before the files that index and fill them.
async function fill(db: Database): Promise<void> {
  const migrated = await migrate(
    db,
    today.filter(({ number }) => number <= 6),
  );
  assert.ok(!isRefusal(migrated));
  await db`insert into partners (id, name, created_at) values ('demo', 'Demo', now())`;
  await db`insert into accounts (phone, partner_id, name, address, referral_code, created_at)
    values ('84900000001', 'demo', 'Demo', '1 Street', '', now())`;
  await db`
    insert into orders (id, partner_id, creator_phone, service_id, city_id, status, seq, driver_phone, tracking_token, created_at, content, state)
    select '25' || lpad(n::text, 6, '0'), 'demo', '84900000001', 'S', 'SGN', 'COMPLETED', 1, '84911000001', lpad(n::text, 22, '0'), now(),
      '{}', '{"points": [{"status": "FAILED"}]}'
    from generate_series(1, ${ORDERS}::int) as n`;
  await db`
    insert into callback_events (order_id, seq, partner_id, type, happened_at, body)
    select id, 1, 'demo', 'create', now(), '{}'
    from orders`;
}

async function describe(db: Database): Promise<unknown> {
  const indexes = await db`
    select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition, indisvalid
    from pg_index
    join pg_class on pg_class.oid = indrelid
    where relnamespace = 'public'::regnamespace
      and relname <> 'schema_migration_parts'
    order by name`;
  const events = await db`select count(*) as count from callback_events where creator_phone = '84900000001'`;
  const book = await db`select number, checksum, serves from schema_migrations order by number`;
  return { indexes, events, book };
}

test("a migration in parts leaves what one in a single transaction leaves", async () => {
  const whole = (await useDatabase({ from: "nothing" })).db;
  const inParts = (await useDatabase({ from: "nothing" })).db;
  for (const db of [whole, inParts]) await fill(db);
  assert.ok(!isRefusal(await migrate(whole, today, SMALL)));
  assert.ok(!isRefusal(await migrate(inParts, today, LARGE)));
  assert.deepEqual(await describe(inParts), await describe(whole));
  assert.deepEqual(await inParts`select number from schema_migration_parts`, []);
});

test("a text that cannot be indexed is mended before the index is built", async () => {
  const { db } = await useDatabase({ from: "nothing" });
  await fill(db);
  await db`update orders set state = '{"x": "a\\u0000", "points": [{"status": "FAILED"}]}' where id = ${ODD}`;
  assert.ok(!isRefusal(await migrate(db)));
  assert.deepEqual(await db`select state ->> 'x' as x from orders where id = ${ODD}`, [{ x: "a\ufffd" }]);
});

test("orders with a door that failed are found after the upgrade, and those of an older program that goes on", async () => {
  const { db } = await useDatabase({ from: "nothing" });
  await fill(db);
  const become = (id: string, status: string, state: object) =>
    db`update orders set status = ${status}, due_at = null, state = ${JSON.stringify(state)} where id = ${id}`;
  const [failed, delivered] = [{ points: [{}, { status: "FAILED" }] }, { points: [{}, { status: "COMPLETED" }] }];
  await become("25000001", "COMPLETED", failed);
  await become("25000002", "COMPLETED", { ...failed, subStatus: "RETURNED" });
  await become("25000003", "COMPLETED", delivered);
  await become("25000004", "IN PROCESS", failed);
  assert.ok(!isRefusal(await migrate(db, today, LARGE)));
  const found = () => db`
    select id, undelivered
    from orders
    where undelivered is not null
      and id <= '25000004'
    order by id`;
  const before = [
    { id: "25000001", undelivered: true },
    { id: "25000002", undelivered: false },
  ];
  assert.deepEqual(await found(), before);
  await become("25000003", "COMPLETED", failed);
  await become("25000001", "COMPLETED", delivered);
  assert.deepEqual(await found(), [before[1], { id: "25000003", undelivered: true }]);
});

test("where orders stand is known after the upgrade, and of those that an older program makes and changes", async () => {
  const { db } = await useDatabase({ from: "nothing" });
  await fill(db);
  const become = (id: string, status: string) => db`update orders set status = ${status} where id = ${id}`;
  const statuses = ["IDLE", "ASSIGNING", "ACCEPTED", "CONFIRMING", "PAYING", "IN PROCESS", "COMPLETED", "CANCELLED"];
  const ids = statuses.map((_, at) => `2500000${at + 1}`);
  for (const [at, status] of statuses.entries()) await become(ids[at]!, status);
  assert.ok(!isRefusal(await migrate(db, today, LARGE)));
  const standing = async (asked: readonly string[]) => {
    const rows = await db<{ stands: string }>`
      select concat_ws(
          '+', case when idle then 'idle' end, case when waiting then 'waiting' end, case when carried then 'carried' end,
          case when cancelled then 'cancelled' end
        ) as stands
      from orders
      where id = any(${asked})
      order by id`;
    return rows.map(({ stands }) => stands);
  };
  const known = ["idle", "waiting", "carried", "carried", "carried", "carried", "", "cancelled"];
  assert.deepEqual(await standing(ids), known);
  // As the functions do that it calls, and as one that knows nothing of it.
  for (const [at, id] of ids.entries()) await become(id, statuses[(at + 1) % statuses.length]!);
  assert.deepEqual(await standing(ids), [...known.slice(1), "idle"]);
  const made = statuses.map((_, at) => `2600000${at + 1}`);
  await db`
    insert into orders (id, partner_id, creator_phone, service_id, city_id, status, seq, tracking_token, created_at, content, state)
    select id, 'demo', '84900000001', 'S', 'SGN', status, 1, lpad(id, 22, 'x'), now(), '{}', '{}'
    from unnest(${made}::text[], ${statuses}::text[]) as given (id, status)`;
  assert.deepEqual(await standing(made), known);
});

test("a replica that looked before another one was done with all parts does none of them again", async () => {
  const { db } = await useDatabase();
  const before = await db<{ address: string }>`select address from accounts`;
  const text = `-- serves: 14
    create table beside (x int);
    create index accounts_of_name on accounts (name);
    update accounts set address = address || '!';
    alter table accounts add column more int;`;
  const migration = { number: 9_999, name: "9999_more.sql", text };
  let turns = 0;
  const late: InTurn = async (work) => {
    if (turns++ === 0) assert.ok(!isRefusal(await migrate(db, [...today, migration], LARGE)));
    return inTransaction(db, work);
  };
  const options = { ...LARGE, say: () => undefined, saySeconds: 10 };
  assert.equal(await runInParts(db, migration, late, async () => "there", options), "there");
  assert.deepEqual(
    await db`select address from accounts`,
    before.map(({ address }) => ({ address: `${address}!` })),
  );
  assert.deepEqual(await db`select number from schema_migration_parts`, []);
});

test("writers of a large table go on while it is indexed and filled", async () => {
  const { url, db, closeFirst } = await useDatabase({ from: "nothing" });
  await fill(db);
  const writer = openDatabase(url);
  closeFirst(() => writer.close());
  // A transaction that has written and is not done: what would lock the table for writers waits for it, and they behind that.
  const isThrough = await inTransaction(writer.with({ seconds: 60 }), async (tx) => {
    await tx`update orders set held_main = 0 where id = '25000001'`;
    const migrating = migrate(
      db,
      [...today.filter(({ number }) => number <= 6), later("create index o on orders (city_id)")],
      {
        ...LARGE,
        waitSecondsMax: 60,
      },
    );
    let ended = false;
    void migrating.finally(() => {
      ended = true;
    });
    for (let write = 0; write < 20; write++) {
      await writer.with({ seconds: 1 })`update orders set held_main = 0 where id = '25000002'`;
    }
    return { migrating, ended };
  });
  assert.equal(isThrough.ended, false, "the index waits for the transaction that was there before it");
  assert.ok(!isRefusal(await isThrough.migrating));
});

test("what a crash left of an index is built anew, and parts that were done are not done again", async () => {
  const { db } = await useDatabase({ from: "nothing" });
  await fill(db);
  const until6 = today.filter(({ number }) => number <= 6);
  const file = later(
    "create table once (id int);\ncreate unique index broken on orders (city_id);\ncreate table after_it (id int);",
  );
  // Every order is in one city.
  await assert.rejects(migrate(db, [...until6, file], LARGE), /could not create unique index/);
  const [left] = await db`select indisvalid as valid from pg_index where indexrelid = to_regclass('broken')`;
  assert.deepEqual(left, { valid: false });
  await db`update orders set city_id = id`;
  assert.ok(!isRefusal(await migrate(db, [...until6, file], LARGE)));
  const [built] = await db`
    select indisvalid as valid, to_regclass('after_it') is not null as ends
    from pg_index
    where indexrelid = to_regclass('broken')`;
  assert.deepEqual(built, { valid: true, ends: true });
});

test("an index on a table that is kept by the month is built in every month, and those that come have it", async () => {
  const { db } = await useDatabase();
  const file = later("create index by_type on callback_events (type);\nupdate callback_events\nset type = 'filled';");
  const _id = "26AAAAAA";
  await db`select append_callback_event(${_id}, 1, 'demo', 'create', '{}', now())`;
  assert.ok(!isRefusal(await migrate(db, [...today, file], LARGE)));
  await db`select make_month('callback_events', '2041-05-01')`;
  const missing = await db`
    select table_name, month
    from kept_months
    where table_name = 'callback_events'
      and to_regclass(coalesce('m' || to_char(month, 'YYMM'), 'months_before') || '.by_type') is null`;
  assert.deepEqual(missing, []);
  assert.deepEqual(await db`select type from callback_events where order_id = ${_id}`, [{ type: "filled" }]);
  const [part] =
    await db`select indisvalid as valid from pg_index where indexrelid = 'months_before.by_type'::regclass`;
  assert.deepEqual(part, { valid: true });
});

function later(text: string): Migration {
  return { number: 9001, name: "9001_later.sql", text: `-- serves: 14\n${text}` };
}
