// PostgreSQL's own binaries as a primary and a streaming standby, to be killed and promoted: a fail-over as it happens. Nothing here
// needs a test runner; whoever starts a pair stops it.
import { execFile } from "node:child_process";
import {
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import pg from "pg";
import { freePort, isListening } from "./free-port.ts";
import { until } from "./until.ts";

const run = promisify(execFile);
const INSTALLED = "/usr/lib/postgresql";
// The one that Debian 12 has, which is the oldest we serve; else the newest there is.
const WANTED = "15";
const LOG_LINES_SHOWN = 12;
const POLL_MS = 50;
// A server that crashed starts itself again in a moment, or has ended.
const RESTART_POLLS = 40;

// The folder of the programs, or undefined where they are not installed (apt-get install postgresql-15).
export function findPostgres(): string | undefined {
  const versions = existsSync(INSTALLED) ? readdirSync(INSTALLED).sort((a, b) => Number(a) - Number(b)) : [];
  const folders = [...versions.filter((version) => version !== WANTED), ...versions.filter((one) => one === WANTED)]
    .map((version) => join(INSTALLED, version, "bin"))
    .filter((bin) => existsSync(join(bin, "initdb")));
  return folders.at(-1);
}

export const POSTGRES_MISSING = "PostgreSQL's programs are not installed: apt-get install postgresql-15";

export type Cluster = {
  // With its data, its log and its socket.
  readonly folder: string;
  readonly url: string;
  readonly dataDir: string;
  readonly start: () => Promise<void>;
  readonly promote: () => Promise<void>;
  readonly isRunning: () => Promise<boolean>;
  // Without a word to anybody, as when its host loses power.
  readonly kill: () => Promise<void>;
  readonly stop: () => Promise<void>;
};

type ClusterOptions = { readonly settings?: Readonly<Record<string, string>>; readonly folder?: string };

const PASSWORD = "giao-test";
const SETTINGS = { fsync: "off", full_page_writes: "off", max_connections: "60", wal_keep_size: "256MB" };

// An empty cluster, started. Its database is `postgres`.
export async function startCluster(options: ClusterOptions = {}): Promise<Cluster> {
  const cluster = await openCluster(options);
  const passwordFile = join(cluster.folder, "password");
  writeFileSync(passwordFile, PASSWORD, { mode: 0o600 });
  giveToServer(passwordFile);
  const access = ["-U", "giao", "--pwfile", passwordFile, "-A", "scram-sha-256"];
  await asServer("initdb", ["-D", cluster.dataDir, ...access, "-E", "UTF8", "--locale=C.UTF-8", "--no-sync"]);
  await cluster.start();
  return cluster;
}

// Whole copies of a running server and the log that was written since, by which it can be brought back to any moment.
export type Archive = {
  readonly settings: Readonly<Record<string, string>>;
  readonly takeBackup: (cluster: Cluster) => Promise<void>;
  // When everything that is committed by now has left the server.
  readonly untilArchived: (cluster: Cluster) => Promise<void>;
  // A new server as the old one was then, taking writes.
  readonly restore: (moment: string) => Promise<Cluster>;
  readonly remove: () => void;
};

export function openArchive(): Archive {
  const folder = mkdtempSync(join(tmpdir(), "giao-archive-"));
  const [log, backup] = [join(folder, "wal"), join(folder, "backup")];
  mkdirSync(log);
  for (const path of [folder, log]) giveToServer(path);
  const restored = join(folder, "restored");
  return {
    // As docs/backup.md says it; the shell of pg_ctl takes the quotes.
    settings: {
      archive_mode: "on",
      archive_command: `'test ! -f ${log}/%f && cp %p ${log}/%f.new && mv ${log}/%f.new ${log}/%f'`,
      wal_keep_size: "0",
    },
    takeBackup: async ({ url }) => {
      const { hostname, port, username } = new URL(url);
      const source = ["-h", hostname, "-p", port, "-U", username, "--checkpoint=fast", "--no-sync", "-X", "none"];
      await asServer("pg_basebackup", ["-D", backup, "--no-manifest", ...source]);
    },
    untilArchived: async ({ url }) => {
      const [row] = await ask(url, "select pg_walfile_name(pg_switch_wal()) as file");
      await until("the log is archived", () => existsSync(join(log, String(row?.file))));
    },
    restore: async (moment) => {
      mkdirSync(restored);
      giveToServer(restored);
      await run("cp", ["-a", backup, join(restored, "cluster")]);
      writeFileSync(join(restored, "cluster/recovery.signal"), "");
      const cluster = await openCluster({
        folder: restored,
        settings: {
          restore_command: `'cp ${log}/%f %p'`,
          recovery_target_time: `'${moment}'`,
          recovery_target_action: "promote",
        },
      });
      await cluster.start();
      await until("the server takes writes", async () => {
        const [row] = await ask(cluster.url, "select pg_is_in_recovery() as told").catch(() => []);
        return row?.told === false;
      });
      return cluster;
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

export type PostgresPair = {
  // Of whoever is the primary now.
  readonly url: () => string;
  readonly standbyUrl: () => string;
  readonly killPrimary: () => Promise<void>;
  readonly killStandby: () => Promise<void>;
  // From now on commits do not wait for the standby.
  readonly followLoosely: () => Promise<void>;
  // Resolves when the standby takes writes; it is the primary from then on, and has no standby.
  readonly promote: () => Promise<void>;
  // Makes a new standby from what was the primary before.
  readonly rebuildStandby: () => Promise<void>;
  // Of the primary: everybody's transactions from now on.
  readonly setReadOnly: (isReadOnly: boolean) => Promise<void>;
  // Starts again what has ended by itself, as for want of room.
  readonly ensureRunning: () => Promise<void>;
  readonly stop: () => Promise<void>;
};

type PairOptions = Pick<ClusterOptions, "settings"> & {
  // Where both keep what is theirs; folders of their own when left out.
  readonly folder?: string;
};

// Commits wait for the standby, so that what was acknowledged outlives the primary.
export async function startPostgresPair({ settings = {}, folder }: PairOptions = {}): Promise<PostgresPair> {
  const place = (name: string): ClusterOptions => {
    if (folder === undefined) return { settings };
    mkdirSync(join(folder, name), { recursive: true });
    return { settings, folder: join(folder, name) };
  };
  let primary = await startCluster(place("one"));
  let standby = await openCluster(place("other"));
  const untilFollowed = (): Promise<true> =>
    until("the standby follows", async () => {
      const [row] = await ask(
        primary.url,
        "select count(*)::int as count from pg_stat_replication where state = 'streaming'",
      );
      return row?.count === 1;
    });
  const follow = async (): Promise<void> => {
    const { hostname, port, username } = new URL(primary.url);
    const source = ["-h", hostname, "-p", port, "-U", username, "--checkpoint=fast", "--no-sync", "-R", "-X", "stream"];
    await asServer("pg_basebackup", ["-D", standby.dataDir, ...source]);
    forgetStandbys(standby.dataDir);
    await standby.start();
    await untilFollowed();
    await ask(primary.url, "alter system set synchronous_standby_names = '*'");
    await ask(primary.url, "select pg_reload_conf()");
  };
  await follow();
  return {
    url: () => primary.url,
    standbyUrl: () => standby.url,
    killPrimary: () => primary.kill(),
    killStandby: () => standby.kill(),
    followLoosely: async () => {
      await ask(primary.url, "alter system set synchronous_standby_names = ''", ["select pg_reload_conf()"]);
    },
    promote: async () => {
      await standby.promote();
      [primary, standby] = [standby, primary];
    },
    rebuildStandby: async () => {
      await standby.stop();
      rmSync(standby.dataDir, { recursive: true, force: true });
      await follow();
    },
    setReadOnly: async (isReadOnly) => {
      // Whoever sets it back may not write either, unless they say so.
      await ask(primary.url, "set default_transaction_read_only = off", [
        `alter system set default_transaction_read_only = ${isReadOnly ? "on" : "off"}`,
        "select pg_reload_conf()",
      ]);
    },
    ensureRunning: async () => {
      for (const cluster of [primary, standby]) if (!(await cluster.isRunning())) await cluster.start();
      // A primary that comes back from a crash shows what the standby has not got yet: nobody fails over to it before it has.
      await untilFollowed();
    },
    stop: async () => {
      await standby.stop();
      await primary.stop();
      for (const { folder } of [primary, standby]) rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function openCluster({ settings = {}, folder: given }: ClusterOptions): Promise<Cluster> {
  const folder = given ?? mkdtempSync(join(tmpdir(), "giao-postgres-"));
  giveToServer(folder);
  const dataDir = join(folder, "cluster");
  const port = await freePort();
  const words = Object.entries({ ...SETTINGS, ...settings }).map(([name, value]) => `-c ${name}=${value}`);
  const log = join(folder, "log");
  const control = async (...todo: readonly string[]): Promise<void> => {
    try {
      await asServer("pg_ctl", [...todo, "-D", dataDir, "-w", "-s"]);
    } catch (error) {
      const said = existsSync(log) ? readFileSync(log, "utf8").split("\n").slice(-LOG_LINES_SHOWN).join("\n") : "";
      throw new Error(`pg_ctl ${todo[0]} failed; the log ends with\n${said}`, { cause: error });
    }
  };
  // One that was killed may be a zombie for a while, and would be taken for running.
  const forget = (): void => {
    for (const file of [join(dataDir, "postmaster.pid"), join(folder, `.s.PGSQL.${port}.lock`)])
      rmSync(file, { force: true });
  };
  return {
    folder,
    dataDir,
    url: `postgres://giao:${PASSWORD}@127.0.0.1:${port}/postgres`,
    start: async () => {
      const options = `-p ${port} -h 127.0.0.1 -k ${folder} ${words.join(" ")}`;
      await control("start", "-l", log, "-o", options);
    },
    promote: () => control("promote"),
    isRunning: async () => {
      for (let poll = 0; poll < RESTART_POLLS; poll++) {
        if (await isListening(port)) return true;
        await sleep(POLL_MS);
      }
      forget();
      return false;
    },
    kill: async () => {
      if (!killServer(dataDir)) return;
      await until("nobody listens any more", async () => !(await isListening(port)));
      forget();
    },
    stop: async () => {
      if (postmasterOf(dataDir) !== undefined) await control("stop", "-m", "immediate");
    },
  };
}

function postmasterOf(dataDir: string): number | undefined {
  const file = join(dataDir, "postmaster.pid");
  return existsSync(file) ? Number(readFileSync(file, "utf8").split("\n")[0]) : undefined;
}

// Whether there was one. All at once: the processes of a server whose first one is killed live on for a moment, give up waiting for the
// standby, and show each other what it never got. `others` go with them.
export function killServer(dataDir: string, ...others: readonly number[]): boolean {
  const postmaster = postmasterOf(dataDir);
  if (postmaster === undefined) return false;
  const children = readFileSync(`/proc/${postmaster}/task/${postmaster}/children`, "utf8").trim().split(" ");
  const all = [...others, postmaster, ...children.filter(Boolean).map(Number)];
  for (const signal of ["SIGSTOP", "SIGKILL"] as const) for (const one of all) endIfThere(one, signal);
  return true;
}

function endIfThere(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as { code?: string }).code !== "ESRCH") throw error;
  }
}

// A primary that is copied waits for its standby; the copy has none.
function forgetStandbys(dataDir: string): void {
  const file = join(dataDir, "postgresql.auto.conf");
  const lines = readFileSync(file, "utf8").split("\n");
  writeFileSync(file, lines.filter((line) => !line.startsWith("synchronous_standby_names")).join("\n"));
}

export async function ask(url: string, text: string, more: readonly string[] = []): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: 30_000,
    application_name: "giao test",
  });
  client.on("error", () => undefined);
  await client.connect();
  try {
    const { rows } = await client.query(text);
    for (const next of more) await client.query(next);
    return rows;
  } finally {
    await client.end();
  }
}

// PostgreSQL does not run as root.
const isRoot = userInfo().uid === 0;

async function asServer(program: string, words: readonly string[]): Promise<void> {
  const bin = findPostgres();
  if (bin === undefined) throw new Error(POSTGRES_MISSING);
  await run(join(bin, program), words, {
    ...serverUser(),
    cwd: tmpdir(),
    env: { ...process.env, PGPASSWORD: PASSWORD },
  });
}

// Whom PostgreSQL runs as.
export function serverUser(): { readonly uid?: number; readonly gid?: number } {
  return isRoot ? passwdOf("postgres") : {};
}

function passwdOf(name: string): { readonly uid: number; readonly gid: number } {
  const line = readFileSync("/etc/passwd", "utf8")
    .split("\n")
    .find((one) => one.startsWith(`${name}:`));
  const [, , uid, gid] = line?.split(":") ?? [];
  if (uid === undefined || gid === undefined) throw new Error(`there is no user ${name}`);
  return { uid: Number(uid), gid: Number(gid) };
}

export function giveToServer(path: string): void {
  if (!isRoot) return;
  const { uid, gid } = passwdOf("postgres");
  chownSync(path, uid, gid);
}
