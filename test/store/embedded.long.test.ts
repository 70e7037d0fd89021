// Starts real programs with a real server each and ends them in the ways programs get ended.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { chownSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { isRefusal } from "../../src/domain/refusal.ts";
import { startOrJoinEmbedded } from "../../src/store/embedded/embedded.ts";
import { kill, query, refusalOf, room, serversIn, start, urlOf } from "./embedded-programs.ts";

const NOBODY = 65534;
const quiet = { debug: () => undefined, info: () => undefined, error: () => undefined };
const isRoot = process.getuid?.() === 0;
const succeeds = (command: string, words: readonly string[], uid?: number) =>
  spawnSync(command, words, { stdio: "ignore", cwd: "/", ...(uid === undefined ? {} : { uid, gid: uid }) }).status ===
  0;
const asOthers = {
  skip:
    (!isRoot && "only root can start programs as other users") ||
    (!succeeds("test", ["-r", import.meta.filename], NOBODY) && "other users cannot read this folder"),
};
const onSmallDisk = {
  skip: (!isRoot || !succeeds("unshare", ["--mount", "true"])) && "only root can mount a small disk, where it may",
};
// Where root may not make a user namespace, a folder for root's eyes only is refused, as another test shows.
const privateMode = !isRoot || succeeds("unshare", ["--user", "--map-user=1", "true"]) ? 0o700 : 0o755;

// A folder for data whose parent has this mode.
function dataDirIn(name: string, mode = 0o755): string {
  mkdirSync(join(room, name), { mode, recursive: true });
  return join(room, name, "data");
}

function pidFileOf(dataDir: string): string {
  return join(dataDir, "postgres", "cluster", "postmaster.pid");
}

test("a program that was killed finds its data again, alone", async () => {
  const dataDir = dataDirIn("with space, and comma", privateMode);
  const first = await start(dataDir);
  await query(urlOf(first), "create table kept as select 42 as figure");
  assert.equal(await query(urlOf(first), "show fsync"), "on");
  assert.equal(await query(urlOf(first), "show synchronous_commit"), "on");
  assert.equal(await query(urlOf(first), "select lower('ĐẶNG')"), "đặng");
  assert.equal(statSync(join(dataDir, "postgres", "password")).mode & 0o777, 0o600);
  await kill(first.child, "SIGKILL");

  const second = await start(dataDir);
  assert.equal(await query(urlOf(second), "select figure from kept"), 42);

  const third = refusalOf(await start(dataDir));
  assert.equal(third.refused, "DATA_DIR_IN_USE");
  assert.match(third.why, /another giao program/);
  const joined = await startOrJoinEmbedded({ dataDir, log: quiet });
  assert.ok(!isRefusal(joined));
  await joined.stop();
  assert.equal(await query(joined.url, "select figure from kept"), 42, "whoever joined does not stop it");

  await kill(second.child, "SIGTERM");
  assert.deepEqual(serversIn(dataDir), []);
  assert.equal(existsSync(pidFileOf(dataDir)), false, "it was shut down, not killed");
});

test("a server that outlived its program is stopped, a server killed under its program is started again", async () => {
  const dataDir = dataDirIn("orphan");
  // Without setpriv nobody tells the server that its program has gone.
  const first = await start(dataDir, { without: ["setpriv"] });
  await query(urlOf(first), "create table kept as select 42 as figure");
  const [orphan = 0] = serversIn(dataDir);
  await kill(first.child, "SIGKILL");
  assert.deepEqual(serversIn(dataDir), [orphan]);

  const second = await start(dataDir);
  assert.equal(serversIn(dataDir).includes(orphan), false);
  assert.equal(await query(urlOf(second), "select figure from kept"), 42);

  const [server = 0] = serversIn(dataDir);
  process.kill(server, "SIGKILL");
  assert.equal(await queryUntilAnswered(urlOf(second), "select figure from kept"), 42);
  await kill(second.child, "SIGTERM");
  assert.deepEqual(serversIn(dataDir), []);

  // A pid file from before a reboot, or from another container, may name anybody: here this very test.
  writeFileSync(
    pidFileOf(dataDir),
    [process.pid, dataDir, "1", "5432", join(dataDir, "gone"), "", "", "ready"].join("\n"),
  );
  const third = await start(dataDir);
  assert.equal(await query(urlOf(third), "select figure from kept"), 42);
});

test("a folder too deep for a socket, with the remains of a start that was cut short, works", async () => {
  const dataDir = dataDirIn(`deep/${"d".repeat(60)}/${"e".repeat(60)}`);
  mkdirSync(join(dataDir, "postgres", "cluster.new", "base"), { recursive: true });
  const first = await start(dataDir);
  await query(urlOf(first), "create table kept as select 42 as figure");
  await kill(first.child, "SIGKILL");
  const second = await start(dataDir);
  assert.equal(await query(urlOf(second), "select figure from kept"), 42);
  const socketFolder = decodeURIComponent(new URL(urlOf(second)).hostname);
  assert.equal(statSync(socketFolder).mode & 0o777, 0o700);
  await kill(second.child, "SIGTERM");
  assert.equal(existsSync(socketFolder), false);
  assert.equal(existsSync(decodeURIComponent(new URL(urlOf(first)).hostname)), false);
});

test("an ordinary user's database stays that user's when root starts it", asOthers, async () => {
  const dataDir = dataDirIn("ordinary");
  chownSync(join(room, "ordinary"), NOBODY, NOBODY);
  const first = await start(dataDir, { uid: NOBODY });
  await query(urlOf(first), "create table kept as select 42 as figure");
  await kill(first.child, "SIGTERM");

  const asRoot = await start(dataDir);
  assert.equal(await query(urlOf(asRoot), "select figure from kept"), 42);
  const [server = 0] = serversIn(dataDir);
  assert.equal(statSync(`/proc/${server}`).uid, NOBODY);
  await kill(asRoot.child, "SIGTERM");

  assert.equal(await query(urlOf(await start(dataDir, { uid: NOBODY })), "select figure from kept"), 42);
});

test("root without user namespaces runs the server as another user, where one can enter", asOthers, async () => {
  const open = dataDirIn("open");
  const started = await start(open, { without: ["unshare"] });
  assert.equal(await query(urlOf(started), "select 42"), 42);
  assert.notEqual(statSync(join(open, "postgres", "cluster")).uid, 0);

  const closed = refusalOf(await start(dataDirIn("closed", 0o700), { without: ["unshare"] }));
  assert.equal(closed.refused, "NO_USER_TO_RUN_AS");
  assert.match(closed.why, /DATABASE_URL/);
});

test("data of another major version is left alone", async () => {
  const dataDir = dataDirIn("old");
  mkdirSync(join(dataDir, "postgres", "cluster"), { recursive: true });
  writeFileSync(join(dataDir, "postgres", "cluster", "PG_VERSION"), "17\n");
  const { refused, why } = refusalOf(await start(dataDir));
  assert.equal(refused, "DATA_DIR_OF_OTHER_VERSION");
  assert.match(why, /PostgreSQL 17 .* PostgreSQL 18/);
  assert.equal(readFileSync(join(dataDir, "postgres", "cluster", "PG_VERSION"), "utf8"), "17\n");
});

test("a data folder that is a file is named in the refusal", async () => {
  const dataDir = dataDirIn("file");
  writeFileSync(dataDir, "");
  const { refused, why } = refusalOf(await start(dataDir));
  assert.equal(refused, "DATA_DIR_UNUSABLE");
  assert.ok(why.includes(dataDir));
});

test("a data folder that the user may not write is named in the refusal", asOthers, async () => {
  const dataDir = dataDirIn("roots");
  const { refused, why } = refusalOf(await start(dataDir, { uid: NOBODY }));
  assert.equal(refused, "DATA_DIR_UNUSABLE");
  assert.ok(why.includes(dataDir));
});

test("a full disk is named in the refusal", onSmallDisk, async () => {
  const dataDir = dataDirIn("full");
  mkdirSync(dataDir);
  const smallDisk = 'mount -t tmpfs -o size=12m small "$0" && exec "$@"';
  const inside = ["unshare", "--mount", "sh", "-c", smallDisk, dataDir];
  const { refused } = refusalOf(await start(dataDir, { inside }));
  assert.equal(refused, "DISK_FULL");
});

// The address stays the same; who asks while nobody is there asks again, as a pool does.
async function queryUntilAnswered(url: string, text: string): Promise<unknown> {
  for (let tries = 1; ; tries++) {
    try {
      return await query(url, text);
    } catch (error) {
      if (tries > 200) throw error;
      await new Promise((resolve) => setTimeout(resolve, 25));
    }
  }
}
