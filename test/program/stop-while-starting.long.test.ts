// A program that is told to stop while it starts: it ends soon and in order, and leaves nothing behind.
import assert from "node:assert/strict";
import { once } from "node:events";
import { existsSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { startStopwatch } from "../../src/ports/clock.ts";
import { useDatabase } from "../harness/database.ts";
import { freePort } from "../harness/free-port.ts";
import { type Program, startProgram } from "../harness/program.ts";
import { administer } from "../harness/server.ts";
import { newDataDir } from "../harness/streets.ts";
import { until } from "../harness/until.ts";

const { url: DATABASE_URL } = await useDatabase();
// "Within seconds", on a machine that may be busy with other tests; the program itself gives up after nine.
const STOP_MS_MAX = 9_000;

const serve = (env: Readonly<Record<string, string>>): Program =>
  startProgram(["serve"], { ROBOTS: "off", PORT: "0", LOG_LEVEL: "info", ...env });

function emptyDir(name: string): string {
  const dir = mkdtempSync(join(tmpdir(), `giao-${name}-`));
  after(() => rmSync(dir, { recursive: true, force: true }));
  return dir;
}

// A moment of the start is over soon.
const OFTEN = { everyMs: 5 };

async function assertEnds(program: Program): Promise<void> {
  const watch = startStopwatch();
  program.process.kill("SIGTERM");
  assert.equal(await program.exit(), 0, program.output());
  assert.ok(watch.elapsedMs() < STOP_MS_MAX, `after ${watch.elapsedMs()} ms`);
  assert.doesNotMatch(program.output(), /giao:|curl/, "neither a fault nor a greeting");
}

const namesIn = (...path: string[]): readonly string[] => (existsSync(join(...path)) ? readdirSync(join(...path)) : []);

function linkOf(pid: string): string {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    // Ended meanwhile.
    return "";
  }
}

// Processes that work below a folder, as those of a database server do.
const processesIn = (dir: string): readonly string[] =>
  readdirSync("/proc").filter((pid) => /^\d+$/.test(pid) && linkOf(pid).startsWith(dir));

// Says when somebody first listens for the signal, which is long before the program is loaded.
const TELL = `process.once("newListener", (name) => process.stdout.write("listens for " + name))`;

test("while it is loaded", async () => {
  const DATA_DIR = emptyDir("loading");
  const program = serve({ DATABASE_URL, DATA_DIR, NODE_OPTIONS: `--import "data:text/javascript,${encodeURI(TELL)}"` });
  await program.says(/listens for SIGTERM/);
  await assertEnds(program);
  assert.deepEqual(namesIn(DATA_DIR), []);
});

test("while a database server says nothing", async () => {
  const silent = createServer().listen(0, "127.0.0.1");
  after(() => silent.close());
  await once(silent, "listening");
  const { port } = silent.address() as AddressInfo;
  const asked = once(silent, "connection");
  const program = serve({ DATABASE_URL: `postgres://a:b@127.0.0.1:${port}/c`, DATA_DIR: await newDataDir("silent") });
  const [socket] = await asked;
  await assertEnds(program);
  socket.destroy();
});

test("while it waits for its turn at the migrations, which it leaves alone", async () => {
  const { url } = await useDatabase({ from: "nothing" });
  await administer(url, async (client) => {
    // The lock of store/migrate.ts, as another replica would hold it.
    await client.query("select pg_advisory_lock(7261202)");
    const program = serve({ DATABASE_URL: url, DATA_DIR: await newDataDir("migrating") });
    await program.says(/waiting for another program that migrates/);
    await assertEnds(program);
    await client.query("select pg_advisory_unlock(7261202)");
    const { rows } = await client.query("select count(*)::int as tables from pg_tables where schemaname = 'public'");
    assert.equal(rows[0].tables, 0);
  });
});

test("while it draws the demo's streets, of which nothing half drawn is left", async () => {
  const DATA_DIR = emptyDir("drawing");
  const program = serve({ DATABASE_URL, DATA_DIR });
  await until(
    "the map is being built",
    () => namesIn(DATA_DIR, "demo-map").some((name) => name.startsWith(".building")),
    OFTEN,
  );
  await assertEnds(program);
  assert.deepEqual(namesIn(DATA_DIR, "demo-map"), []);
});

test("while it makes its own database, and while that starts: no server is left running", async () => {
  const DATA_DIR = await newDataDir("embedded");
  for (const begun of ["cluster.new", "cluster/postmaster.pid"]) {
    const program = serve({ DATA_DIR });
    await until(`${begun} is there`, () => existsSync(join(DATA_DIR, "postgres", begun)), OFTEN);
    await assertEnds(program);
    assert.deepEqual(processesIn(join(DATA_DIR, "postgres")), []);
    assert.ok(!existsSync(join(DATA_DIR, "postgres", "cluster.new")));
  }
  // What was interrupted twice is whole for the next start.
  const program = serve({ DATA_DIR });
  await program.says(/curl -s/);
  program.process.kill("SIGTERM");
  assert.equal(await program.exit(), 0);
});

test("while the API processes start, which end with it", async () => {
  const program = serve({
    DATABASE_URL,
    DATA_DIR: await newDataDir("processes"),
    PROCESSES: "2",
    PORT: String(await freePort()),
  });
  const { pid } = program.process;
  const children = (): readonly string[] =>
    readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").split(" ").filter(Boolean);
  await until("both processes run", () => children().length === 2, OFTEN);
  const started = children();
  await assertEnds(program);
  for (const child of started) assert.ok(!existsSync(`/proc/${child}`), `process ${child} is still there`);
});
