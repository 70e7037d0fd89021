// A Patroni cluster on loopback as operators run one: three etcd, three PostgreSQL, each led by its Patroni, with a synchronous standby. Nothing
// here needs a test runner; whoever starts one stops it.
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { appendFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { freePort } from "./free-port.ts";
import { ask, findPostgres, giveToServer, killServer, POSTGRES_MISSING, serverUser } from "./postgres-pair.ts";
import { until } from "./until.ts";

const isThere = (program: string) => spawnSync(program, ["--version"]).status === 0;
export const PATRONI_MISSING =
  isThere("patroni") && isThere("etcd") ? false : "Patroni is not installed (apt-get install patroni etcd-server)";

const PASSWORD = "giao-test";
const ROLE = "giao";
// A leader whose machine is lost is missed after `ttl`, which must leave room for a turn and two retries.
export const LEASE = { ttl: 10, loop_wait: 2, retry_timeout: 3 };
const LOG_SHOWN = 2_000;
const SECONDS_MAX = 120;

export type PatroniNode = {
  readonly name: string;
  // For haproxy: where PostgreSQL is, and where Patroni says who leads.
  readonly server: string;
  readonly isLeader: () => Promise<boolean>;
  // PostgreSQL and its Patroni at once, as when their machine loses power.
  readonly kill: () => Promise<void>;
  readonly start: () => void;
};

export type PatroniCluster = {
  readonly nodes: readonly PatroniNode[];
  // Of the database, when somebody stands before the leader at this port.
  readonly urlAt: (port: number) => string;
  readonly leader: () => Promise<PatroniNode>;
  // One leads, and all others follow it, one of them synchronously.
  readonly untilWhole: () => Promise<void>;
  readonly stop: () => Promise<void>;
};

export async function startPatroni(folder: string): Promise<PatroniCluster> {
  const bin = findPostgres();
  if (bin === undefined) throw new Error(POSTGRES_MISSING);
  mkdirSync(folder, { recursive: true });
  giveToServer(folder);
  // Stopped in the reverse order, also when what comes next does not start.
  const started: (() => Promise<void>)[] = [async () => rmSync(folder, { recursive: true, force: true })];
  const stop = async (): Promise<void> => {
    for (const end of started.splice(0).reverse()) await end();
  };
  try {
    const etcdHosts = await startEtcd(folder, started);
    const nodes = await Promise.all(["one", "two", "three"].map((name) => openNode(name, folder, bin, etcdHosts)));
    for (const node of nodes) {
      started.push(node.kill);
      node.start();
    }
    return { ...(await openCluster(nodes)), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

type Node = Awaited<ReturnType<typeof openNode>>;

async function openCluster(nodes: readonly Node[]): Promise<Omit<PatroniCluster, "stop">> {
  const leader = (): Promise<Node> =>
    until(
      "a PostgreSQL leads",
      async () => {
        for (const node of nodes) if (await node.isLeader()) return node;
        return undefined;
      },
      { secondsMax: SECONDS_MAX, everyMs: 200 },
    );
  const untilWhole = async (): Promise<void> => {
    await until("all others follow the leader", async () => (await (await leader()).followers()) === "sync=1 all=2", {
      secondsMax: SECONDS_MAX,
      everyMs: 500,
    });
  };
  await untilWhole();
  await ask((await leader()).superUrl, `create role ${ROLE} login password '${PASSWORD}' in role pg_monitor`, [
    `create database giao owner ${ROLE}`,
  ]);
  return { nodes, leader, untilWhole, urlAt: (port) => `postgres://${ROLE}:${PASSWORD}@127.0.0.1:${port}/giao` };
}

async function openNode(name: string, folder: string, bin: string, etcdHosts: string) {
  const home = join(folder, name);
  mkdirSync(home);
  giveToServer(home);
  const dataDir = join(home, "cluster");
  const [port, restPort] = [await freePort(), await freePort()];
  const file = join(home, "patroni.yml");
  // JSON is YAML.
  writeFileSync(file, JSON.stringify(patroniConfig({ name, home, dataDir, port, restPort, bin, etcdHosts })));
  giveToServer(file);
  const log = join(home, "patroni.log");
  let child: ChildProcess | undefined;
  const superUrl = `postgres://postgres:${PASSWORD}@127.0.0.1:${port}/postgres`;
  return {
    name,
    server: `127.0.0.1:${port} check port ${restPort}`,
    superUrl,
    isLeader: () => answers(`http://127.0.0.1:${restPort}/primary`),
    followers: async (): Promise<string> => {
      const [row] = await ask(
        superUrl,
        `select 'sync=' || count(*) filter (where sync_state = 'sync') || ' all=' || count(*) as told
         from pg_stat_replication
         where state = 'streaming'`,
      ).catch(() => []);
      return String(row?.told);
    },
    start: () => {
      child = spawnLogged("patroni", [file], log);
    },
    kill: async () => {
      const ending = child;
      child = undefined;
      if (!ending?.pid) return;
      const ended = once(ending, "exit");
      if (!killServer(dataDir, ending.pid)) ending.kill("SIGKILL");
      await ended;
      // One that was killed may be a zombie for a while, and would be taken for running.
      rmSync(join(dataDir, "postmaster.pid"), { force: true });
      rmSync(join(home, `.s.PGSQL.${port}.lock`), { force: true });
    },
  };
}

type NodeSettings = {
  readonly name: string;
  readonly home: string;
  readonly dataDir: string;
  readonly port: number;
  readonly restPort: number;
  readonly bin: string;
  readonly etcdHosts: string;
};

function patroniConfig({ name, home, dataDir, port, restPort, bin, etcdHosts }: NodeSettings): object {
  const user = (username: string) => ({ username, password: PASSWORD });
  return {
    scope: "giao",
    name,
    restapi: { listen: `127.0.0.1:${restPort}`, connect_address: `127.0.0.1:${restPort}` },
    etcd3: { hosts: etcdHosts },
    watchdog: { mode: "off" },
    bootstrap: {
      dcs: {
        ...LEASE,
        maximum_lag_on_failover: 1_048_576,
        // What was acknowledged outlives the leader: only a standby that has it all takes over.
        synchronous_mode: true,
        postgresql: { use_pg_rewind: true, parameters: { max_connections: 120, max_wal_size: "256MB" } },
      },
      initdb: [{ encoding: "UTF8" }, { locale: "C.UTF-8" }, "data-checksums"],
    },
    postgresql: {
      listen: `127.0.0.1:${port}`,
      connect_address: `127.0.0.1:${port}`,
      data_dir: dataDir,
      bin_dir: bin,
      pgpass: join(home, "pgpass"),
      parameters: { unix_socket_directories: home },
      authentication: { superuser: user("postgres"), replication: user("replicator"), rewind: user("rewinder") },
      pg_hba: ["local all all trust", "host all all 127.0.0.1/32 md5", "host replication all 127.0.0.1/32 md5"],
    },
  };
}

// Answers with where they are.
async function startEtcd(folder: string, started: (() => Promise<void>)[]): Promise<string> {
  const members = await Promise.all(
    ["a", "b", "c"].map(async (name) => ({ name, client: await freePort(), peer: await freePort() })),
  );
  const url = (port: number) => `http://127.0.0.1:${port}`;
  const cluster = members.map(({ name, peer }) => `${name}=${url(peer)}`).join();
  const children = members.map(({ name, client, peer }) => {
    const words = {
      name,
      "data-dir": join(folder, `etcd-${name}`),
      "listen-client-urls": url(client),
      "advertise-client-urls": url(client),
      "listen-peer-urls": url(peer),
      "initial-advertise-peer-urls": url(peer),
      "initial-cluster": cluster,
    };
    const log = join(folder, `etcd-${name}.log`);
    const named = Object.entries(words).map(([word, said]) => `--${word}=${said}`);
    const child = spawnLogged("etcd", named, log);
    const ended = once(child, "exit");
    started.push(async () => {
      child.kill("SIGKILL");
      await ended;
    });
    return child;
  });
  await until("etcd is healthy", async () => {
    if (children.some(({ exitCode }) => exitCode !== null)) throw new Error("etcd did not start");
    const healthy = await Promise.all(members.map(({ client }) => answers(`${url(client)}/health`)));
    return healthy.every(Boolean);
  });
  return members.map(({ client }) => `127.0.0.1:${client}`).join();
}

function spawnLogged(program: string, words: readonly string[], log: string): ChildProcess {
  const child = spawn(program, words, { ...serverUser(), cwd: "/", stdio: ["ignore", "pipe", "pipe"] });
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => appendFileSync(log, text));
  child.on("exit", (code) => {
    if (code) process.stderr.write(`${program} ended with ${code}:\n${readFileSync(log, "utf8").slice(-LOG_SHOWN)}\n`);
  });
  return child;
}

async function answers(url: string): Promise<boolean> {
  try {
    return (await fetch(url, { signal: AbortSignal.timeout(2_000) })).ok;
  } catch {
    return false;
  }
}
