// Programs that migrate one database together, of which some die, freeze or take long, while others use its tables.
import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { after, test } from "node:test";
import { isRefusal } from "../../src/domain/refusal.ts";
import { type Database, inTransaction, openDatabase, script } from "../../src/store/db.ts";
import { migrate } from "../../src/store/migrate.ts";
import type { Migration } from "../../src/store/migration-files.ts";
import { useDatabase } from "../harness/database.ts";
import { until } from "../harness/until.ts";

function startMigrator(...words: readonly string[]): ChildProcess {
  const child = spawn(process.execPath, [`${import.meta.dirname}/migrate-process.ts`, ...words], { stdio: "ignore" });
  const ended = once(child, "exit");
  after(async () => {
    child.kill("SIGKILL");
    await ended;
  });
  return child;
}

// Its file is under way.
const runs = (db: Database, words: string) => async () =>
  (await db`select pid from pg_stat_activity where state = 'active' and query like ${`${words}%`}`).length > 0;

const slow = (text: string): readonly Migration[] => [{ number: 1, name: "0001_slow.sql", text }];
const lines = () => {
  const said: string[] = [];
  return { said, say: (level: string, line: string) => void said.push(`${level}: ${line}`) };
};

test("a program that is killed in the middle of a file leaves nothing of it, and the next one goes on at once", async () => {
  const { url, db } = await useDatabase({ from: "nothing" });
  const text = "/* killed */ create table half (id int); select pg_sleep(900);";
  const killed = startMigrator(url, text);
  await until("its file is under way", runs(db, "/* killed */"));
  killed.kill("SIGKILL");
  await once(killed, "exit");
  const { said, say } = lines();
  const answer = await migrate(db, slow("create table half (id int)"), { say });
  assert.deepEqual(answer, { applied: ["0001_slow.sql"], schema: 1 });
  assert.match(said.at(-1) ?? "", /^info: applied 0001_slow\.sql in \d+\.\d s$/);
});

test("a program that freezes in the middle is cut off by the server, and those who wait say for whom", async () => {
  const { url, db } = await useDatabase({ from: "nothing" });
  const frozen = startMigrator(url, "/* frozen */ select pg_sleep(2);", "2");
  await until("its file is under way", runs(db, "/* frozen */"));
  frozen.kill("SIGSTOP");
  const { said, say } = lines();
  const answer = await migrate(db, slow("create table whole (id int)"), { say });
  assert.deepEqual(answer, { applied: ["0001_slow.sql"], schema: 1 });
  assert.match(
    said[0] ?? "",
    /^warn: waiting for another program that migrates \(connection \d+( from \S+)?, at it for \d+ s\)$/,
  );
});

test("who has waited long enough gives up with one line", async () => {
  const { url, db } = await useDatabase({ from: "nothing" });
  const busy = startMigrator(url, "/* busy */ select pg_sleep(900);");
  await until("its file is under way", runs(db, "/* busy */"));
  const { said, say } = lines();
  const answer = await migrate(db, slow("select 1"), { say, waitSecondsMax: 2, saySeconds: 1 });
  assert.ok(isRefusal(answer));
  assert.equal(answer.refused, "MIGRATION_WAIT");
  assert.match(
    answer.why,
    /^The migrations have not got on for 2 s, waiting for another program that migrates \(connection /,
  );
  assert.ok(said.length > 0 && said.every((line) => line.startsWith("warn: waiting for another program")));
  busy.kill("SIGKILL");
});

test("a file that takes long is named while it runs, and the limits of the connection do not end it", async () => {
  const { url, db, closeFirst } = await useDatabase({ from: "nothing" });
  await db`${script(`alter database ${new URL(url).pathname.slice(1)} set statement_timeout = '1s'`)}`;
  const limited = openDatabase(url);
  closeFirst(() => limited.close());
  const { said, say } = lines();
  await migrate(limited, slow("select pg_sleep(3)"), { say, saySeconds: 1 });
  assert.match(said[0] ?? "", /^warn: 0001_slow\.sql has been running for \d+\.\d s$/);
  assert.match(said.at(-1) ?? "", /^info: applied 0001_slow\.sql in \d+\.\d s$/);
});

test("a migration that waits for a table lets others pass, and comes again until it gets it", async () => {
  const { db } = await useDatabase({ from: "nothing" });
  await db`${script("create table busy (id int); insert into busy values (1)")}`;
  const { said, say } = lines();
  const reader = Promise.withResolvers<void>();
  const reading = inTransaction(db, async (tx) => {
    await tx`select id from busy`;
    await reader.promise;
  });
  const migrated = migrate(db, slow("/* waits */ alter table busy add column note text"), { say, saySeconds: 5 });
  try {
    await until("its file is under way", runs(db, "/* waits */"));
    // Asked behind the waiting migration.
    assert.deepEqual(await db`select id from busy`, [{ id: 1 }]);
    await until("it says that it waits", () => said.length > 0);
  } finally {
    reader.resolve();
    await reading;
  }
  assert.equal(said[0], "warn: waiting for others who use what 0001_slow.sql changes");
  assert.deepEqual(await migrated, { applied: ["0001_slow.sql"], schema: 1 });
});
