// Replicas of today while a program of tomorrow migrates their database under load.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { DEMO } from "../../src/operations/seed.ts";
import { readMigrations } from "../../src/store/migration-files.ts";
import { useDatabase } from "../harness/database.ts";
import { ok } from "../harness/fleet.ts";
import { callAt, type Json } from "../harness/giao.ts";
import { addressOf, type Program, startProgram } from "../harness/program.ts";
import { newDataDir } from "../harness/streets.ts";
import { addMigrations, makeLaterProgram } from "./other-programs.ts";
import { startLoad } from "./steady-load.ts";

const { url: DATABASE_URL, closeFirst } = await useDatabase();
const env = {
  ...{ DATABASE_URL, DATA_DIR: await newDataDir("rolling"), ROBOTS: "off", PORT: "0", LOG_LEVEL: "info" },
  // A machine that is busy with other files makes calls late, and a late call fails for reasons of its own. How long a migration may
  // hold a row stays as it is.
  ...{ REQUEST_DEADLINE_SECONDS: "60", DATABASE_CONNECT_SECONDS: "30", DATABASE_IDLE_TRANSACTION_SECONDS: "30" },
  ...{ DATABASE_QUERY_SECONDS: "40", DATABASE_STATEMENT_SECONDS: "35" },
};
const today = readMigrations().at(-1)!.number;
const [replaced = ""] = /create or replace function append_callback_event[\s\S]*?end \$\$;/.exec(
  readFileSync("src/store/migrations/0013_callback_order_lookups.sql", "utf8"),
)!;
const expand = {
  "9001_columns.sql": `-- serves: ${today}
alter table orders add column note text;
alter table accounts add column rank int not null default 0;`,
  "9002_index.sql": `-- serves: ${today}\ncreate index orders_note on orders (creator_phone, note);`,
  "9003_function.sql": `-- serves: ${today}\n${replaced}`,
  // What a statement gives back has another type from now on: those that are prepared must be prepared again.
  "9004_type.sql": `-- serves: ${today}\nalter table accounts alter column name type varchar(200);`,
};
const contract = { "9005_contract.sql": "-- serves: 9004\nalter table accounts drop column rank;" };

// So many before the newer program comes, and as many with it at least.
const CALLS = 50;

type Replica = { readonly url: string; readonly program: Program };

async function start(folder?: string): Promise<Replica> {
  const program = startProgram(["serve"], env, folder);
  closeFirst(async () => {
    program.process.kill("SIGTERM");
    await program.exit();
  });
  return { url: await addressOf(program), program };
}

async function migrationsAt({ url }: Replica): Promise<Json> {
  const { body } = await callAt(url, "GET", "/readyz");
  const { ready, note } = body.parts.find((part: Json) => part.name === "migrations");
  return { ready, note };
}

// The programs live as long as the test that starts them.
test("a rolling upgrade", async (t) => {
  const folder = makeLaterProgram(expand);
  const [first, old] = await Promise.all([start(), start()]);
  const signIn = { body: { api_key: DEMO.apiKey, mobile: DEMO.phone } };
  const { token } = ok(await callAt(old.url, "POST", "/v3/accounts/token", signIn));
  const load = startLoad([first.url, old.url], token);
  await load.until(CALLS);
  const later = await start(folder);
  await load.aimAt([old.url, later.url]);
  await load.until(2 * CALLS);

  await t.test(
    "old replicas stay ready and answer everything while a newer program migrates and takes over",
    async () => {
      first.program.process.kill("SIGTERM");
      assert.equal(await first.program.exit(), 0);
      const { answered, faults } = await load.stop();
      t.diagnostic(`${answered} calls while a newer program migrated and took over, ${faults.length} failed`);
      assert.deepEqual(faults, []);
      const note = `schema 9004, program ${today}: newer, and it still serves this program`;
      assert.deepEqual(await migrationsAt(old), { ready: true, note });
      assert.match(old.program.output(), new RegExp(`"msg":"${note}"`));
      assert.deepEqual(await migrationsAt(later), { ready: true, note: "schema 9004, program 9004" });
    },
  );

  await t.test(
    "a program that is taken back to the older version starts on the newer schema and takes over under load",
    async () => {
      const underWay = startLoad([old.url, later.url], token);
      await underWay.until(CALLS);
      const back = await start();
      assert.equal((await migrationsAt(back)).ready, true);
      await underWay.aimAt([old.url, back.url]);
      await underWay.until(2 * CALLS);
      const { answered, faults } = await underWay.stop();
      t.diagnostic(`${answered} calls while the older program took over again, ${faults.length} failed`);
      assert.deepEqual(faults, []);
    },
  );

  await t.test(
    "a schema that no longer serves it turns it unready, is told once, and lets none of it start",
    async () => {
      addMigrations(folder, contract);
      const newest = await start(folder);
      assert.deepEqual(await migrationsAt(newest), { ready: true, note: "schema 9005, program 9005" });
      assert.equal((await migrationsAt(later)).ready, true);
      const note = `schema 9005, program ${today}: it serves programs from schema 9004 on; start a newer giao`;
      assert.deepEqual(await migrationsAt(old), { ready: false, note });
      assert.equal((await callAt(old.url, "GET", "/readyz")).status, 503);
      await old.program.says(new RegExp(`"msg":"${note}"`));
      assert.equal(old.program.output().split(note).length, 2, "said once");
      const refused = startProgram(["serve"], { ...env, LOG_LEVEL: "warn" });
      assert.equal(await refused.exit(), 1);
      const line = `giao: The database has schema 9005; this program knows ${today}. Start a newer giao.\n`;
      assert.equal(refused.output(), line);
    },
  );
});
