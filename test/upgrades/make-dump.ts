// `npm run release:dump`: tells the story to this very program on an empty database and keeps what it left behind, with a record of
// what was seen from outside. Run once a release, through the test runner on PostgreSQL 15, which is the oldest we serve.
import { execFileSync } from "node:child_process";
import { hash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { test } from "node:test";
import { gzipSync } from "node:zlib";
import { readMigrations } from "../../src/store/migrate.ts";
import { useDatabase } from "../harness/database.ts";
import { ok } from "../harness/fleet.ts";
import { callAt } from "../harness/giao.ts";
import { freePort, startProgram } from "../harness/program.ts";
import { startReceiver } from "../harness/receiver.ts";
import { newDataDir } from "../harness/streets.ts";
import type { UpgradeRecord } from "./record.ts";
import { PUBLIC_URL, tellStory } from "./story.ts";

const { version } = JSON.parse(readFileSync("package.json", "utf8"));
const { url: DATABASE_URL } = await useDatabase({ from: "nothing" });
const DATA_DIR = await newDataDir("dump");

test(`the dump of ${version}`, async () => {
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
    migrations: Object.fromEntries(migrations.map(({ name, text }) => [name, hash("sha256", text)])),
    madeAt: new Date(now * 1000).toISOString(),
    receiver: receiver.url(""),
    ...story,
  };
  const folder = import.meta.dirname;
  writeFileSync(`${folder}/v${version}.sql.gz`, gzipSync(text, { level: 9 }));
  writeFileSync(`${folder}/v${version}.json.gz`, gzipSync(JSON.stringify(record), { level: 9 }));
});
