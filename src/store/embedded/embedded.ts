// The PostgreSQL that comes with the program: made on first use, started and stopped with it, one program per DATA_DIR.
// An outside server (DATABASE_URL) needs none of this; everything above speaks to both through the same address.
import { chownSync, existsSync, mkdirSync } from "node:fs";
import pg from "pg";
import { isRefusal, type Refusal, refuse } from "../../domain/refusal.ts";
import { startStopwatch } from "../../ports/clock.ts";
import { codeOf } from "../db.ts";
import { type Binaries, findBinaries } from "./binaries.ts";
import { checkVersion, makeCluster, readPassword } from "./cluster.ts";
import { type FolderLock, lockFolder } from "./folder-lock.ts";
import { DATABASE, type Layout, layoutOf, makeFolder, makeSocketFolder, type Owner, urlOf } from "./layout.ts";
import { clearLeftovers, readPidFile } from "./leftovers.ts";
import { diskFull, type EmbeddedRefusal, inUse, refusalOfFileError } from "./refusals.ts";
import { chooseRunAs } from "./run-as.ts";
import { type Log, type Server, startServer } from "./server.ts";

export type Embedded = { readonly url: string; readonly stop: () => Promise<void> };
export type EmbeddedOptions = {
  readonly dataDir: string;
  readonly log: Log;
  // False only for data that nobody will miss: a crash of the machine may lose it.
  readonly durable?: boolean;
};

const DISK_FULL_STATE = "53100";
// A server that fell sooner than this would fall again: starting it over and over helps nobody.
const UPTIME_MS_MIN = 10_000;

export async function startEmbedded(options: EmbeddedOptions): Promise<Embedded | Refusal<EmbeddedRefusal>> {
  const binaries = findBinaries();
  if (isRefusal(binaries)) return binaries;
  const layout = layoutOf(options.dataDir);
  let lock: FolderLock | undefined;
  try {
    mkdirSync(layout.dataDir, { recursive: true });
    makeFolder(layout.home, undefined);
    lock = lockFolder(layout.lock);
    if (!lock) return inUse(layout.dataDir, "another giao program");
    const started = await startLocked(layout, binaries, options);
    if (!isRefusal(started)) return supervise(started, lock, options.log);
    lock.release();
    return started;
  } catch (error) {
    lock?.release();
    const refusal = refusalOfFileError(error, layout.dataDir);
    if (refusal) return refusal;
    throw error;
  }
}

// For a command that may run beside a server on the same DATA_DIR: it joins the database that the server started.
export async function startOrJoinEmbedded(options: EmbeddedOptions): Promise<Embedded | Refusal<EmbeddedRefusal>> {
  const started = await startEmbedded(options);
  if (!isRefusal(started) || started.refused !== "DATA_DIR_IN_USE") return started;
  const layout = layoutOf(options.dataDir);
  const running = readPidFile(layout.cluster);
  if (!running?.ready) return started;
  return { url: urlOf(running.socketFolder, readPassword(layout)), stop: async () => undefined };
}

type Started = { readonly url: string; readonly server: Server; readonly startAgain: () => Promise<StartedServer> };
type StartedServer = Server | Refusal<EmbeddedRefusal>;

async function startLocked(
  layout: Layout,
  binaries: Binaries,
  { log, durable = true }: EmbeddedOptions,
): Promise<Started | Refusal<EmbeddedRefusal>> {
  const otherVersion = checkVersion(layout, binaries);
  if (otherVersion) return otherVersion;
  const runAs = chooseRunAs(binaries, layout);
  if (isRefusal(runAs)) return runAs;
  giveTo(runAs.ids, layout);
  const left = await clearLeftovers(layout, log.info);
  if (left) return inUse(layout.dataDir, left);
  if (!existsSync(layout.cluster)) {
    const failed = await makeCluster(layout, binaries, runAs, durable);
    if (failed) return failed;
  }
  const password = findPassword(layout);
  if (isRefusal(password)) return password;

  const socketFolder = makeSocketFolder(layout, runAs.ids);
  const start = () => startServer(layout, binaries, runAs, { socketFolder, durable, log });
  const server = await start();
  if (isRefusal(server)) return server;
  const noDatabase = await makeDatabase(layout, urlOf(socketFolder, password, "postgres"));
  if (noDatabase) {
    await server.stop();
    return noDatabase;
  }
  return {
    url: urlOf(socketFolder, password),
    server,
    startAgain: async () => {
      const holder = await clearLeftovers(layout, log.info, socketFolder);
      return holder ? inUse(layout.dataDir, holder) : start();
    },
  };
}

function supervise(started: Started, lock: FolderLock, log: Log): Embedded {
  let server = started.server;
  let stopped: Promise<void> | undefined;
  const atExit = () => server.stopWithoutWaiting();
  process.once("exit", atExit);

  // Somebody killed the server, most likely the kernel for want of memory. The pool finds the next one at the same address.
  const watch = async () => {
    for (;;) {
      const uptime = startStopwatch();
      await server.ended;
      if (stopped) return;
      if (uptime.elapsedMs() < UPTIME_MS_MIN) return log.error("the database server ended again; giving up on it");
      log.error("the database server ended by itself; starting it again");
      const again = await started.startAgain();
      if (isRefusal(again)) return log.error(again.why);
      server = again;
    }
  };
  const watching = watch().catch((error: unknown) => log.error(`the database server did not start again: ${error}`));

  const stop = async () => {
    process.off("exit", atExit);
    await server.stop();
    await watching;
    // One may have been started while this was called.
    await server.stop();
    lock.release();
  };
  return {
    url: started.url,
    stop: () => {
      stopped ??= stop();
      return stopped;
    },
  };
}

// Everything under the folder is the server's user's, so that this user may start it alone another time.
function giveTo(owner: Owner | undefined, layout: Layout): void {
  if (!owner) return;
  for (const path of [layout.home, layout.lock]) chownSync(path, owner.uid, owner.gid);
}

function findPassword(layout: Layout): string | Refusal<EmbeddedRefusal> {
  if (existsSync(layout.password)) return readPassword(layout);
  return refuse(
    "DATABASE_DID_NOT_START",
    `${layout.password} is missing, without which the data beside it cannot be opened: restore it from a backup.`,
  );
}

async function makeDatabase(layout: Layout, url: string): Promise<Refusal<EmbeddedRefusal> | undefined> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rowCount } = await client.query("select 1 from pg_database where datname = $1", [DATABASE]);
    if (rowCount === 0) await client.query(`create database ${DATABASE}`);
    return undefined;
  } catch (error) {
    if (codeOf(error) === DISK_FULL_STATE) return diskFull(layout.dataDir);
    throw error;
  } finally {
    await client.end();
  }
}
