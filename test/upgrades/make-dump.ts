// `npm run release:dump`: tells the story to this very program on an empty database and keeps what it left behind, with a record of
// what was seen from outside. Run once a release, through the test runner on PostgreSQL 15, which is the oldest we serve.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { gzipSync } from "node:zlib";
import { checksumOf, MIGRATIONS, readMigrations } from "../../src/store/migration-files.ts";
import { useDatabase } from "../harness/database.ts";
import { ok } from "../harness/fleet.ts";
import { freePort } from "../harness/free-port.ts";
import { callAt } from "../harness/giao.ts";
import { startProgram } from "../harness/program.ts";
import { startReceiver } from "../harness/receiver.ts";
import { newDataDir } from "../harness/streets.ts";
import type { UpgradeRecord } from "./record.ts";
import { PUBLIC_URL, tellStory } from "./story.ts";

const { version } = JSON.parse(readFileSync("package.json", "utf8"));
const { url: DATABASE_URL } = await useDatabase({ from: "nothing" });
const DATA_DIR = await newDataDir("dump");

test(`the dump of ${version}`, async () => {
  const kept = join(import.meta.dirname, `v${version}`);
  assert.ok(!existsSync(`${kept}.sql.gz`), `${version} is kept already: set the next version in package.json first`);
  const receiver = await startReceiver();
  const PORT = String(await freePort());
  const program = startProgram(["serve"], { DATABASE_URL, DATA_DIR, ROBOTS: "off", PORT, PUBLIC_URL });
  await program.says(/curl -s/);
  const call: Parameters<typeof tellStory>[0]["call"] = (method, path, more) =>
    callAt(`http://127.0.0.1:${PORT}`, method, path, more);
  const story = await tellStory({ call, receiver });
  const { now } = ok(await call("POST", "/sandbox/v1/clock/advance", { operator: true, body: { seconds: 0 } }));
  program.process.kill("SIGTERM");
  await program.exit();
  await receiver.close();

  const dumped = execFileSync("pg_dump", ["--inserts", "--no-owner", "--no-privileges", DATABASE_URL], {
    encoding: "utf8",
    maxBuffer: 64 * 1024 * 1024,
  });
  // These two lines are for psql alone.
  const text = dumped.replace(/^\\(un)?restrict .*\n/gm, "");
  const migrations = readMigrations();
  const record: UpgradeRecord = {
    version,
    schema: migrations.at(-1)!.number,
    migrations: Object.fromEntries(migrations.map(({ name, text }) => [name, checksumOf(text)])),
    madeAt: new Date(now * 1000).toISOString(),
    receiver: receiver.url(""),
    ...story,
  };
  const checksums = Object.entries(record.migrations).map(([name, checksum]) => `${checksum}  ${name}\n`);
  writeFileSync(join(MIGRATIONS, "checksums.txt"), checksums.join(""));
  writeFileSync(`${kept}.sql.gz`, gzipSync(text, { level: 9 }));
  writeFileSync(`${kept}.json.gz`, gzipSync(JSON.stringify(record), { level: 9 }));
});
