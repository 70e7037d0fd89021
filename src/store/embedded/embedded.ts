// The PostgreSQL that comes with the program: made on first use, started and stopped with it, one program per DATA_DIR.
// An outside server (DATABASE_URL) needs none of this; everything above speaks to both through the same address.
import { accessSync, chownSync, constants, existsSync, mkdirSync } from "node:fs";
import pg from "pg";
import { isRefusal, type Refusal, refuse } from "../../domain/refusal.ts";
import { type Binaries, findBinaries } from "./binaries.ts";
import { checkVersion, makeCluster, readPassword } from "./cluster.ts";
import { type FolderLock, lockFolder } from "./folder-lock.ts";
import {
  DATABASE,
  type Layout,
  layoutOf,
  makeFolder,
  makeSocketFolder,
  removeTemporarySocketFolder,
  urlOf,
} from "./layout.ts";
import { clearLeftovers, readPidFile } from "./leftovers.ts";
import type { Log } from "./log.ts";
import { didNotStart, type EmbeddedRefusal, inUse, refusalOfFileError, unusable } from "./refusals.ts";
import { chooseRunAs, type RunAs } from "./run-as.ts";
import { type Server, startServer } from "./server.ts";
import { supervise } from "./supervise.ts";

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
