// A real PgBouncer that lends a server for each transaction, on loopback, in front of whatever databases the server has. Debian's (1.18)
// keeps no prepared statements, as none before 1.21 does. Nothing here needs a test runner; whoever starts one stops it.
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { openFaultProxy } from "./fault-proxy.ts";
import { freePort } from "./free-port.ts";
import { databaseAt } from "./server.ts";

export type Pgbouncer = {
  // Of a database of the server, through the pooler.
  readonly urlOf: (databaseUrl: string) => string;
  readonly url: string;
  readonly version: string;
  readonly stop: () => Promise<void>;
};

const PROGRAM = "/usr/sbin/pgbouncer";
// Fewer servers than clients, so that they are really shared.
const SERVERS = 8;
const CLIENTS_MAX = 2_000;

const asked = spawnSync(PROGRAM, ["--version"], { encoding: "utf8" });
export const PGBOUNCER_MISSING = asked.status === 0 ? false : "PgBouncer is not installed (apt-get install pgbouncer)";

export async function startPgbouncer(serverUrl: string): Promise<Pgbouncer> {
  const { username, password } = new URL(serverUrl);
  const folder = mkdtempSync(join(tmpdir(), "giao-pgbouncer-"));
  // The embedded server has a socket that only its own user may enter.
  const server = await openFaultProxy(serverUrl);
  const port = await freePort();
  const users = join(folder, "users");
  writeFileSync(users, `"${decodeURIComponent(username)}" "${decodeURIComponent(password)}"\n`);
  const file = join(folder, "pgbouncer.ini");
  writeFileSync(
    file,
    `[databases]
* = host=127.0.0.1 port=${server.port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${users}
admin_users = ${decodeURIComponent(username)}
pool_mode = transaction
default_pool_size = ${SERVERS}
max_client_conn = ${CLIENTS_MAX}
${userInfo().uid === 0 ? "user = nobody" : ""}
`,
  );
  // It reads them again as somebody else.
  chmodSync(folder, 0o755);
  const child = spawn(PROGRAM, [file], { stdio: ["ignore", "pipe", "pipe"] });
  let log = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (chunk: string) => {
      log += chunk;
    });
  }
  const ended = once(child, "exit");
  const stop = async (): Promise<void> => {
    child.kill("SIGTERM");
    await ended;
    await server.close();
    rmSync(folder, { recursive: true });
  };
  while (!(await isListening(port))) {
    if (child.exitCode !== null) throw new Error(`PgBouncer ended: ${log}`);
    await sleep(20);
  }
  const url = `postgres://${username}:${password}@127.0.0.1:${port}/postgres`;
  return {
    url,
    urlOf: (databaseUrl) => databaseAt(url, new URL(databaseUrl).pathname.slice(1)),
    version: asked.stdout.split("\n")[0] ?? "",
    stop,
  };
}

function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = connect(port, "127.0.0.1", () => {
      probe.destroy();
      resolve(true);
    });
    probe.once("error", () => resolve(false));
  });
}
