import assert from "node:assert/strict";
import { test } from "node:test";
import { isRefusal } from "../../src/domain/refusal.ts";
import { openDatabase, script } from "../../src/store/db.ts";
import { migrate, schemaNumber } from "../../src/store/migrate.ts";
import { type Migration, readMigrations } from "../../src/store/migration-files.ts";
import { PATIENT_LIMITS, useDatabase } from "../harness/database.ts";

const { url, db } = await useDatabase({ from: "nothing" });

test("several replicas that start together run each migration once", async () => {
  const replicas = Array.from({ length: 4 }, () => openDatabase(url, { limits: { ...PATIENT_LIMITS, poolMax: 1 } }));
  const answers = await Promise.all(replicas.map((replica) => migrate(replica)));
  await Promise.all(replicas.map((replica) => replica.close()));
  const applied = answers.flatMap((answer) => (isRefusal(answer) ? [answer.why] : answer.applied));
  assert.deepEqual(
    applied.sort(),
    readMigrations().map((migration) => migration.name),
  );
  assert.equal(await schemaNumber(db), readMigrations().at(-1)?.number);
});

test("a second start has nothing to do", async () => {
  const answer = await migrate(db);
  assert.ok(!isRefusal(answer) && answer.applied.length === 0);
});

test("a migration that fails leaves nothing of itself and is run again by the next start", async () => {
  const number = (readMigrations().at(-1)?.number ?? 0) + 1;
  const broken: Migration = { number, name: "broken", text: "create table half (id int); select 1 / 0;" };
  await assert.rejects(migrate(db, [...readMigrations(), broken]), /division by zero/);
  const [row] = await db<{ there: boolean }>`select to_regclass('half') is not null as there`;
  assert.equal(row?.there, false);
  const mended = await migrate(db, [
    ...readMigrations(),
    { ...broken, name: "mended", text: "create table half (id int)" },
  ]);
  assert.ok(!isRefusal(mended));
  assert.deepEqual(mended.applied, ["mended"]);
});

test("a program that is older than the schema refuses to start, in words", async () => {
  const answer = await migrate(db);
  assert.ok(isRefusal(answer));
  assert.equal(answer.refused, "SCHEMA_NEWER");
  assert.match(answer.why, /^The database has schema \d+; this program knows \d+\. Start a newer giao\.$/);
});

test("a script may hold several statements", async () => {
  await db`${script("select 1; select 2;")}`;
});
