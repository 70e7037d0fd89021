// Statements that a running program has prepared, while a migration changes what is under them.
import assert from "node:assert/strict";
import { test } from "node:test";
import { inTransaction, openDatabase, script } from "../../src/store/db.ts";
import { PATIENT_LIMITS, useDatabase } from "../harness/database.ts";
import { directOf } from "../harness/server.ts";
import { until } from "../harness/until.ts";

const { url, db: migrator, closeFirst } = await useDatabase({ from: "nothing" });
const db = openDatabase(directOf(url), { limits: { ...PATIENT_LIMITS, poolMax: 2 } });
closeFirst(() => db.close());
const change = (text: string) => migrator`${script(text)}`;
const names = () => db<{ name: string }>`select name from people order by id`;

test("a statement whose result has another type now is prepared again, and nobody notices", async () => {
  await change("create table people (id int primary key, name text); insert into people values (1, 'An'), (2, 'Ba')");
  // On both connections.
  await Promise.all([names(), names(), names()]);
  await change("alter table people alter column name type varchar(40)");
  for (const rows of await Promise.all([names(), names(), names()]))
    assert.deepEqual(
      rows.map(({ name }) => name),
      ["An", "Ba"],
    );
});

// Numbered in the order of their first use they would be another process's under the same name, where a pooler keeps them for both.
test("a statement's name comes from its text alone", async () => {
  await names();
  const rows = await db<{ name: string; expected: string }>`
    select name, 'giao_' || left(encode(sha256(convert_to(statement, 'UTF8')), 'hex'), 32) as expected
    from pg_prepared_statements
    where from_sql = false`;
  assert.ok(rows.length > 1);
  for (const { name, expected } of rows) assert.equal(name, expected);
});

test("the same in a transaction, which is done again as a whole and leaves its work once", async () => {
  let runs = 0;
  const add = () =>
    inTransaction(db, async (tx) => {
      runs += 1;
      await tx`insert into people (id, name) select max(id) + 1, 'new' from people`;
      return [await tx`select name from people where id = 1`, await tx`select id, name from people where id = 2`];
    });
  await add();
  await change("alter table people alter column name type text");
  runs = 0;
  assert.deepEqual(await add(), [[{ name: "An" }], [{ id: 2, name: "Ba" }]]);
  assert.equal(runs, 2, "both statements were stale and one repeat was enough");
  assert.equal((await names()).length, 4);
});

test("a function that gives back more columns than before is read as it is now", async () => {
  await change("create function everybody() returns table (id int) language sql as 'select id from people'");
  const read = () => db<{ id: number }>`select * from everybody() where id = 1`;
  assert.deepEqual(await read(), [{ id: 1 }]);
  await change(`drop function everybody();
    create function everybody() returns table (id int, name text) language sql as 'select id, name from people'`);
  assert.deepEqual(await read(), [{ id: 1, name: "An" }]);
});

test("a statement that lost a race by itself runs again", async () => {
  await change(`create function take_both() returns int language plpgsql as $$
    begin
      update people set name = name || '!' where id = 2;
      update people set name = name || '!' where id = 1;
      return 1;
    end $$`);
  const done = await inTransaction(migrator, async (tx) => {
    await tx`update people set name = 'Anh' where id = 1`;
    const other = db`select take_both()`;
    // Waiting for the first person and holding the second: it has waited longer, so that it is the one PostgreSQL ends.
    const waiting = () => migrator`select pid from pg_locks where not granted`;
    await until("it waits for the first person", async () => (await waiting()).length > 0);
    await tx`update people set name = 'Bao' where id = 2`;
    return { other };
  });
  await done.other;
  assert.deepEqual((await names()).slice(0, 2), [{ name: "Anh!" }, { name: "Bao!" }]);
});

test("other things that PostgreSQL does not support are not tried again", async () => {
  await assert.rejects(db`select count(*) from people for update`, { code: "0A000" });
});
