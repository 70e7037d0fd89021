// Real Redis servers on loopback, in the three forms in which operators run them. Nothing here needs a test runner; whoever starts one stops it.
import { type ChildProcess, execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "./free-port.ts";
import { until } from "./until.ts";

const PROGRAM = "redis-server";
const told = spawnSync(PROGRAM, ["--version"], { encoding: "utf8" });
export const REDIS_MISSING = told.status === 0 ? false : "Redis is not installed (apt-get install redis-server)";

export type RedisServer = {
  readonly port: number;
  // For LIVE_URL.
  readonly url: string;
  readonly ask: (...words: readonly string[]) => string;
  // As a host that loses power.
  readonly kill: () => Promise<void>;
  // On the same port, with nothing in it.
  readonly start: () => Promise<void>;
  readonly stop: () => Promise<void>;
};

// One that speaks TLS too, with a certificate by an authority that nobody else knows.
export async function startRedisWithTls(): Promise<{
  readonly url: string;
  readonly ca: string;
  readonly stop: () => Promise<void>;
}> {
  const folder = mkdtempSync(join(tmpdir(), "giao-redis-tls-"));
  const openssl = (...words: readonly string[]) => execFileSync("openssl", words, { cwd: folder, stdio: "ignore" });
  const made = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2"];
  openssl("req", "-x509", ...made, "-keyout", "ca.key", "-out", "ca.pem", "-subj", "/CN=giao test authority");
  openssl("req", ...made, "-keyout", "own.key", "-out", "own.csr", "-subj", "/CN=redis");
  writeFileSync(join(folder, "names"), "subjectAltName=IP:127.0.0.1");
  openssl(
    ...["x509", "-req", "-in", "own.csr", "-CA", "ca.pem", "-CAkey", "ca.key", "-CAcreateserial"],
    ...["-days", "2", "-extfile", "names", "-out", "own.pem"],
  );
  const port = await freePort();
  const at = (name: string) => join(folder, name);
  const redis = await startRedis(
    ...["--tls-port", String(port), "--tls-cert-file", at("own.pem"), "--tls-key-file", at("own.key")],
    ...["--tls-ca-cert-file", at("ca.pem"), "--tls-auth-clients", "no"],
  );
  return {
    url: `rediss://127.0.0.1:${port}`,
    ca: readFileSync(at("ca.pem"), "utf8"),
    stop: async () => {
      await redis.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

// A cluster's nodes speak to each other on the port 10,000 above.
const CLUSTER_PORT_MAX = 55_000;

export async function startRedis(...settings: readonly string[]): Promise<RedisServer> {
  const folder = mkdtempSync(join(tmpdir(), "giao-redis-"));
  let port = await freePort();
  while (settings.includes("--cluster-enabled") && port > CLUSTER_PORT_MAX) port = await freePort();
  const words = ["--port", String(port), "--bind", "127.0.0.1", "--dir", folder, "--save", "", "--appendonly", "no"];
  let child: ChildProcess | undefined;
  const ask = (...asked: readonly string[]): string =>
    execFileSync("redis-cli", ["-p", String(port), ...asked], {
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    });
  const start = async (): Promise<void> => {
    child ??= await running([...words, ...settings], ask);
  };
  const kill = async (): Promise<void> => {
    const ending = child;
    child = undefined;
    if (!ending) return;
    const ended = once(ending, "exit");
    ending.kill("SIGKILL");
    await ended;
  };
  await start();
  return {
    port,
    url: `redis://127.0.0.1:${port}`,
    ask,
    kill,
    start,
    stop: async () => {
      await kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function running(words: readonly string[], ask: RedisServer["ask"]): Promise<ChildProcess> {
  const child = spawn(PROGRAM, words, { stdio: ["ignore", "pipe", "pipe"] });
  let log = "";
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", (text) => (log += text));
  await until("Redis answers", () => {
    if (child.exitCode !== null) throw new Error(`Redis ended: ${log}`);
    return isAnswering(ask);
  });
  return child;
}

function isAnswering(ask: RedisServer["ask"]): boolean {
  try {
    return ask("ping").trim() === "PONG";
  } catch {
    return false;
  }
}

export type RedisGroup = {
  readonly url: string;
  readonly servers: readonly RedisServer[];
  readonly stop: () => Promise<void>;
};

// A first server, its replica, and three sentinels that make the replica the first when it is lost.
export async function startSentinels(): Promise<RedisGroup> {
  const folder = mkdtempSync(join(tmpdir(), "giao-sentinels-"));
  const first = await startRedis();
  const replica = await startRedis("--replicaof", "127.0.0.1", String(first.port));
  const sentinels = await Promise.all(
    Array.from({ length: 3 }, async (_, nth) => {
      const port = await freePort();
      const file = join(folder, `${nth}.conf`);
      writeFileSync(
        file,
        `port ${port}
bind 127.0.0.1
dir ${folder}
sentinel monitor giao 127.0.0.1 ${first.port} 2
sentinel down-after-milliseconds giao 1000
sentinel failover-timeout giao 3000
`,
      );
      const ask = (...asked: readonly string[]): string =>
        execFileSync("redis-cli", ["-p", String(port), ...asked], { encoding: "utf8" });
      return { port, child: await running([file, "--sentinel"], ask), ask };
    }),
  );
  // Each must know the replica and the other two before the first may be lost.
  const knows = ({ ask }: (typeof sentinels)[number]): boolean =>
    /num-slaves\n1\n/.test(ask("sentinel", "master", "giao")) &&
    /num-other-sentinels\n2\n/.test(ask("sentinel", "master", "giao")) &&
    /master-link-status\nok\n/.test(ask("sentinel", "replicas", "giao"));
  await until("the sentinels know each other", () => sentinels.every(knows), { everyMs: 100 });
  return {
    url: `redis+sentinel://${sentinels.map(({ port }) => `127.0.0.1:${port}`).join(",")}/giao`,
    servers: [first, replica],
    stop: async () => {
      for (const { child } of sentinels) {
        const ended = once(child, "exit");
        child.kill("SIGKILL");
        await ended;
      }
      await Promise.all([first.stop(), replica.stop()]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

// Three nodes that share the keys.
export async function startRedisCluster(): Promise<RedisGroup> {
  const settings = ["--cluster-enabled", "yes", "--cluster-node-timeout", "2000"];
  const servers: RedisServer[] = [];
  for (let nth = 0; nth < 3; nth++) servers.push(await startRedis(...settings));
  const hosts = servers.map(({ port }) => `127.0.0.1:${port}`);
  execFileSync("redis-cli", ["--cluster", "create", ...hosts, "--cluster-yes"], { stdio: "ignore" });
  const isJoined = () => servers.every(({ ask }) => ask("cluster", "info").includes("cluster_state:ok"));
  await until("the cluster is one", isJoined, { everyMs: 100 });
  return {
    url: `redis+cluster://${hosts.join(",")}`,
    servers,
    stop: async () => {
      await Promise.all(servers.map((server) => server.stop()));
    },
  };
}
