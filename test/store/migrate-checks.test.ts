// What a start finds in a database that others have migrated, and in files that others have changed.
import assert from "node:assert/strict";
import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { isRefusal } from "../../src/domain/refusal.ts";
import { migrate, readStanding, schemaNumber } from "../../src/store/migrate.ts";
import { checksumOf, MIGRATIONS, type Migration, readMigrations, servesOf } from "../../src/store/migration-files.ts";
import { useDatabase } from "../harness/database.ts";
import { RELEASES } from "../upgrades/releases.ts";
import { restore } from "../upgrades/restore.ts";

const FIRST = RELEASES[0]!;
const today = readMigrations();
const newest = today.at(-1)!.number;
const later = (number: number, text: string): Migration => ({ number, name: `${number}_later.sql`, text });
const refusalOf = async (answer: ReturnType<typeof migrate>): Promise<string> => {
  const given = await answer;
  return isRefusal(given) ? `${given.refused}: ${given.why}` : "";
};

test("a program goes on with a newer schema that serves it, and not with one that does not", async () => {
  const { db } = await useDatabase({ from: "nothing" });
  const kind = later(9001, `-- Adds something.\n-- serves: ${newest}\ncreate table more (id int)`);
  await migrate(db, [...today, kind]);
  assert.deepEqual(await readStanding(db), { schema: 9001, servesFrom: newest });
  assert.deepEqual(await migrate(db), { applied: [], schema: newest });
  const unkind = later(9002, "-- serves: 9001\ndrop table more");
  await migrate(db, [...today, kind, unkind]);
  assert.deepEqual(await readStanding(db), { schema: 9002, servesFrom: 9001 });
  const line = `SCHEMA_NEWER: The database has schema 9002; this program knows ${newest}. Start a newer giao.`;
  assert.equal(await refusalOf(migrate(db)), line);
  assert.deepEqual(await migrate(db, [...today, kind]), { applied: [], schema: 9001 });
});

test("every migration is written down with its checksum and whom it serves", async () => {
  const { db } = await useDatabase();
  const rows = await db`select name, checksum, serves from schema_migrations where number = 14`;
  assert.deepEqual(rows, [{ name: "0014_orders_to_return.sql", checksum: checksumOf(today[13]!.text), serves: 14 }]);
});

test("a file that was changed after it ran is named, and nothing is done", async () => {
  const { db } = await useDatabase({ from: "nothing" });
  const [first, second] = [later(1, "create table one (id int)"), later(2, "create table two (id int)")];
  await migrate(db, [first]);
  const edited = { ...first, text: `${first.text};` };
  assert.equal(
    await refusalOf(migrate(db, [edited, second])),
    "MIGRATION_CHANGED: 1_later.sql has been changed since it ran on this database. Put it back as it was; a change of the schema is a new migration.",
  );
  assert.equal(await schemaNumber(db), 1);
});

test("a released file that was changed is named before it can run, on a new database too", async () => {
  const folder = mkdtempSync(join(tmpdir(), "giao-migrations-"));
  after(() => rmSync(folder, { recursive: true }));
  cpSync(MIGRATIONS, folder, { recursive: true });
  writeFileSync(join(folder, "0010_photos_age.sql"), "create index photos_age on photos (taken_at desc);\n");
  const { db } = await useDatabase({ from: "nothing" });
  assert.match(
    await refusalOf(migrate(db, readMigrations(folder))),
    /^MIGRATION_CHANGED: 0010_photos_age\.sql has been changed since it was released\./,
  );
  assert.equal(await schemaNumber(db), 0);
});

test("what the first release ran without a checksum is taken over with the one it was released with", async () => {
  const { url, db } = await useDatabase({ from: "nothing" });
  await restore(url, FIRST, "http://nowhere.test");
  const columns = await db`select column_name from information_schema.columns where table_name = 'schema_migrations'`;
  assert.equal(columns.length, 3, "this release wrote down no checksums");
  assert.deepEqual(await readStanding(db), { schema: FIRST.schema, servesFrom: FIRST.schema });
  const missing = today.filter(({ number }) => number > FIRST.schema).map(({ name }) => name);
  assert.deepEqual(await migrate(db), { applied: missing, schema: newest });
  const rows = await db<{ name: string; checksum: string }>`
    select name, checksum from schema_migrations where number <= ${FIRST.schema} order by number`;
  assert.deepEqual(Object.fromEntries(rows.map(({ name, checksum }) => [name, checksum])), FIRST.migrations);
  assert.equal((await readStanding(db)).servesFrom, Math.max(...today.map(servesOf)));
});
