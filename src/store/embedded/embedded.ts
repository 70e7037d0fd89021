// The PostgreSQL that comes with the program: made on first use, started and stopped with it, one program per DATA_DIR.
// An outside server (DATABASE_URL) needs none of this; everything above speaks to both through the same address.
import { spawn } from "node:child_process";
import {
  accessSync,
  chownSync,
  closeSync,
  constants,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import pg from "pg";
import { isRefusal, type Promised, type Refusal, refuse } from "../../domain/refusal.ts";
import { startStopwatch } from "../../ports/clock.ts";
import { secureRandom } from "../../ports/random.ts";
import { type Binaries, findBinaries } from "./binaries.ts";
import {
  DATABASE,
  type Layout,
  layoutOf,
  makeFolder,
  makeSocketFolder,
  removeTemporarySocketFolder,
  USER,
  urlOf,
} from "./layout.ts";
import { clearLeftovers, readPidFile } from "./leftovers.ts";
import type { Log } from "./log.ts";
import { didNotStart, type EmbeddedRefusal, inUse, refusalOfFileError, unusable } from "./refusals.ts";
import { chooseRunAs, type RunAs, spawnOptions } from "./run-as.ts";
import { type Server, startServer } from "./server.ts";

export type Embedded = { readonly url: string; readonly stop: () => Promise<void> };
export type EmbeddedOptions = {
  readonly dataDir: string;
  readonly log: Log;
  // False only for data that nobody will miss: a crash of the machine may lose it.
  readonly durable?: boolean;
  // Given while it starts: nothing is left running, and what was begun is undone or finished by the next start.
  readonly signal?: AbortSignal;
};
type Refused = Refusal<EmbeddedRefusal>;

export async function startEmbedded(options: EmbeddedOptions): Promise<Embedded | Refused> {
  const binaries = findBinaries();
  if (isRefusal(binaries)) return binaries;
  const layout = layoutOf(options.dataDir);
  // PostgreSQL's pid file has a line for it.
  if (/[\r\n]/.test(layout.dataDir)) return unusable(JSON.stringify(layout.dataDir), "has a line break in its name");
  let lock: FolderLock | undefined;
  try {
    mkdirSync(layout.dataDir, { recursive: true });
    makeFolder(layout.home, undefined);
    accessSync(layout.home, constants.R_OK | constants.W_OK | constants.X_OK);
    lock = lockFolder(layout.lock);
    if (!lock) return inUse(layout.dataDir, "another giao program");
    const started = await startLocked(layout, lock, binaries, options);
    if (isRefusal(started)) lock.release();
    return started;
  } catch (error) {
    lock?.release();
    const refusal = refusalOfFileError(error, layout.dataDir);
    if (refusal) return refusal;
    throw error;
  }
}

// For a command that may run beside a server on the same DATA_DIR: it joins the database that the server started.
export async function startOrJoinEmbedded(options: EmbeddedOptions): Promise<Embedded | Refused> {
  const started = await startEmbedded(options);
  if (!isRefusal(started) || started.refused !== "DATA_DIR_IN_USE") return started;
  const layout = layoutOf(options.dataDir);
  const running = readPidFile(layout.cluster);
  if (!running?.ready) return started;
  return { url: urlOf(running.socketFolder, readPassword(layout)), stop: async () => undefined };
}

async function startLocked(
  layout: Layout,
  lock: FolderLock,
  binaries: Binaries,
  { log, durable = true, signal }: EmbeddedOptions,
): Promise<Embedded | Refused> {
  const otherVersion = checkVersion(layout, binaries);
  if (otherVersion) return otherVersion;
  const runAs = chooseRunAs(binaries, layout);
  if (isRefusal(runAs)) return runAs;
  giveTo(runAs, layout);
  const holder = await clearLeftovers(layout, log);
  if (holder) return inUse(layout.dataDir, holder);
  signal?.throwIfAborted();
  if (!existsSync(layout.cluster)) {
    const failed = await makeCluster(layout, binaries, runAs, { durable, signal });
    if (failed) return failed;
  }
  const password = findPassword(layout);
  if (isRefusal(password)) return password;

  removeTemporarySocketFolder(layout);
  const socketFolder = makeSocketFolder(layout, runAs.ids);
  const start = () => startServer(layout, binaries, runAs, { socketFolder, durable, log, signal });
  const first = await startWithDatabase(layout, start, urlOf(socketFolder, password, "postgres"), log);
  if (isRefusal(first)) return first;
  const stop = supervise({
    first,
    startAgain: async () => {
      const left = await clearLeftovers(layout, log);
      return left ? inUse(layout.dataDir, left) : start();
    },
    afterStop: () => {
      removeTemporarySocketFolder(layout);
      lock.release();
    },
    log,
  });
  return { url: urlOf(socketFolder, password), stop };
}

// Everything is the server's user's, so that this user may start it alone another time.
function giveTo({ ids }: RunAs, layout: Layout): void {
  if (!ids) return;
  for (const path of [layout.home, layout.lock]) chownSync(path, ids.uid, ids.gid);
}

function findPassword(layout: Layout): string | Refused {
  if (existsSync(layout.password)) return readPassword(layout);
  return refuse(
    "DATABASE_DID_NOT_START",
    `${layout.password} is missing, without which the data beside it cannot be opened: restore it from a backup.`,
  );
}

async function startWithDatabase(
  layout: Layout,
  start: () => Promise<Server | Refused>,
  url: string,
  log: Log,
): Promise<Server | Refused> {
  const server = await start();
  if (isRefusal(server)) return server;
  const client = new pg.Client({ connectionString: url });
  // A connection that breaks also fails the statement below; unheard, it would end the program.
  client.on("error", (error) => log.debug(String(error)));
  try {
    await client.connect();
    const { rowCount } = await client.query("select 1 from pg_database where datname = $1", [DATABASE]);
    if (rowCount === 0) await client.query(`create database ${DATABASE}`);
    await client.end();
    return server;
  } catch (error) {
    await server.stop();
    return didNotStart(layout.dataDir, "PostgreSQL started but cannot be used", [String(error)]);
  }
}

// One program per folder: a lock of the kernel's that ends with the program however it ends, and that no reused pid can fool.
// Node reaches such a lock (fcntl) only through SQLite, so an empty SQLite file is the lock; nothing is ever written to it.
type FolderLock = { readonly release: () => void };

const SQLITE_BUSY = 5;

// Undefined when another program, or another caller in this one, holds it.
function lockFolder(file: string): FolderLock | undefined {
  const lock = new DatabaseSync(file);
  try {
    lock.exec("begin exclusive");
  } catch (error) {
    lock.close();
    if (error instanceof Error && "errcode" in error && error.errcode === SQLITE_BUSY) return undefined;
    throw error;
  }
  return { release: () => lock.close() };
}

// Keeps the server up while the program runs, and ends it with the program.
type Supervised = {
  readonly first: Server;
  readonly startAgain: () => Promised<Server, EmbeddedRefusal>;
  // Runs once, when no server is left.
  readonly afterStop: () => void;
  readonly log: Log;
};

// A server that falls this often in a row, each time within a minute, would fall again: its log says why.
const FALLS_MAX = 5;
const UPTIME_MS_GOOD = 60_000;

function supervise({ first, startAgain, afterStop, log }: Supervised): () => Promise<void> {
  let server = first;
  let stopped: Promise<void> | undefined;
  const atExit = () => server.stopWithoutWaiting();
  process.once("exit", atExit);

  // Somebody killed the server, most likely the kernel for want of memory. The pool finds the next one at the same address.
  const watch = async () => {
    for (let falls = 1; !stopped; falls++) {
      const uptime = startStopwatch();
      await server.ended;
      if (stopped) return;
      if (uptime.elapsedMs() > UPTIME_MS_GOOD) falls = 1;
      if (falls > FALLS_MAX) return log.error(`the database server ended ${falls} times in a row; giving up on it`);
      log.error("the database server ended by itself; starting it again");
      const again = await startAgain();
      if (isRefusal(again)) return log.error(again.why);
      server = again;
    }
  };
  const watching = watch().catch((error: unknown) => log.error(`the database server did not start again: ${error}`));

  const stop = async () => {
    process.off("exit", atExit);
    await server.stop();
    await watching;
    // The watch may have been starting another one just then.
    await server.stop();
    afterStop();
  };
  return () => {
    stopped ??= stop();
    return stopped;
  };
}

// Makes a new PostgreSQL data folder: complete or not there at all, whatever stops the program meanwhile.
const PASSWORD_BYTES = 24;
// One second of work; the rest is for a disk that is very slow to write 40 MB.
const INITDB_MS_MAX = 300_000;

function checkVersion(layout: Layout, binaries: Binaries): Refusal<EmbeddedRefusal> | undefined {
  const file = join(layout.cluster, "PG_VERSION");
  if (!existsSync(file)) return undefined;
  const major = readFileSync(file, "utf8").trim();
  if (major === binaries.major) return undefined;
  return refuse(
    "DATA_DIR_OF_OTHER_VERSION",
    `DATA_DIR ${layout.dataDir} holds data of PostgreSQL ${major} and this program brings PostgreSQL ${binaries.major}: see "Upgrade" in docs/database.md.`,
  );
}

async function makeCluster(
  layout: Layout,
  binaries: Binaries,
  runAs: RunAs,
  { durable, signal }: { readonly durable: boolean; readonly signal: AbortSignal | undefined },
): Promise<Refusal<EmbeddedRefusal> | undefined> {
  rmSync(layout.clusterInTheMaking, { recursive: true, force: true });
  writePassword(layout, runAs);
  const said: string[] = [];
  const status = await run(
    binaries.initdb,
    [
      `--pgdata=${layout.clusterInTheMaking}`,
      `--username=${USER}`,
      `--pwfile=${layout.password}`,
      "--auth=scram-sha-256",
      "--encoding=UTF8",
      // Sorts by code point on every machine alike, and still knows that đ is the small form of Đ.
      "--locale-provider=builtin",
      "--builtin-locale=C.UTF-8",
      "--locale=C",
      "--no-instructions",
      ...(durable ? [] : ["--no-sync"]),
    ],
    layout,
    runAs,
    said,
    signal,
  );
  if (status !== 0) return didNotStart(layout.dataDir, "PostgreSQL could not make its folder", said);
  renameSync(layout.clusterInTheMaking, layout.cluster);
  if (durable) syncFolder(layout.home);
  return undefined;
}

function readPassword(layout: Layout): string {
  return readFileSync(layout.password, "utf8").trim();
}

function writePassword(layout: Layout, runAs: RunAs): void {
  // Written to the disk before the data that it opens.
  writeFileSync(layout.password, `${secureRandom.hex(PASSWORD_BYTES)}\n`, { mode: 0o600, flush: true });
  if (runAs.ids) chownSync(layout.password, runAs.ids.uid, runAs.ids.gid);
}

function syncFolder(folder: string): void {
  const handle = openSync(folder, "r");
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

function run(
  program: string,
  words: readonly string[],
  layout: Layout,
  runAs: RunAs,
  said: string[],
  signal: AbortSignal | undefined,
): Promise<number> {
  const [command = "", ...rest] = [...runAs.wrapper, program, ...words];
  const child = spawn(command, rest, { ...spawnOptions(layout, runAs), timeout: INITDB_MS_MAX, killSignal: "SIGINT" });
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => said.push(...text.split("\n").filter(Boolean)));
  }
  // It removes what it has made before it ends.
  const stop = (): void => void child.kill("SIGINT");
  signal?.addEventListener("abort", stop);
  return new Promise<number>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) => resolve(code ?? 1));
  }).finally(() => signal?.removeEventListener("abort", stop));
}
