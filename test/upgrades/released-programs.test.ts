// The programs of earlier releases beside today's, on one database that today's has migrated: what a fleet is in the middle of a
// rolling upgrade.
import assert from "node:assert/strict";
import { test } from "node:test";
import { DEMO } from "../../src/operations/seed.ts";
import { readStanding } from "../../src/store/migrate.ts";
import { readMigrations } from "../../src/store/migration-files.ts";
import { useDatabase } from "../harness/database.ts";
import { ok } from "../harness/fleet.ts";
import { callAt } from "../harness/giao.ts";
import { addressOf, startProgram } from "../harness/program.ts";
import { newDataDir } from "../harness/streets.ts";
import { makeReleasedProgram } from "./other-programs.ts";
import { RELEASES } from "./releases.ts";
import { startLoad } from "./steady-load.ts";

const CALLS = 300;
const newest = readMigrations().at(-1)!.number;
// Its program refuses every schema but its own; those after it ask whom the schema serves.
const FIRST = "0.1.0";

for (const { version, schema } of RELEASES) {
  const folder = makeReleasedProgram(version);
  const skip = folder === undefined && `the tag v${version} is not here; git fetch --tags brings it`;
  test(`the program of ${version} on today's schema`, { skip }, async () => {
    const { url: DATABASE_URL, db, closeFirst } = await useDatabase();
    const env = { DATABASE_URL, DATA_DIR: await newDataDir("released"), ROBOTS: "off", PORT: "0" };
    const today = startProgram(["serve"], env);
    const released = startProgram(["serve"], env, folder);
    for (const { process, exit } of [today, released]) {
      closeFirst(async () => {
        process.kill("SIGTERM");
        await exit();
      });
    }
    const { servesFrom } = await readStanding(db);
    if (servesFrom > schema || (version === FIRST && newest > schema)) {
      await released.says(/^giao: The database has schema \d+; this program knows \d+\. Start a newer giao\.$/m);
      assert.equal(await released.exit(), 1);
      return;
    }
    const urls = await Promise.all([today, released].map(addressOf));
    const signIn = { body: { api_key: DEMO.apiKey, mobile: DEMO.phone } };
    const { token } = ok(await callAt(urls[0]!, "POST", "/v3/accounts/token", signIn));
    const load = startLoad(urls, token);
    await load.until(CALLS);
    assert.deepEqual((await load.stop()).faults, []);
  });
}
