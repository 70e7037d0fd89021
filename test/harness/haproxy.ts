// A real haproxy in front of replicas, configured as docs/high-availability.md recommends.
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after } from "node:test";
import { freePort } from "./free-port.ts";
import { until } from "./until.ts";

export type Haproxy = {
  readonly url: string;
  // As haproxy sees it: UP, DOWN and what lies between.
  readonly stateOf: (server: string) => Promise<string>;
  readonly until: (server: string, state: "UP" | "DOWN") => Promise<void>;
  readonly log: () => string;
};

export const HAPROXY_MISSING =
  spawnSync("haproxy", ["-v"]).status === 0 ? false : "haproxy is not installed (apt-get install haproxy)";

// The lines of docs/high-availability.md, with other addresses.
export function haproxyConfig(bind: string, servers: Readonly<Record<string, string>>): string {
  return `defaults
    mode http
    timeout connect 5s
    timeout client 60s
    timeout server 60s
    timeout check 5s
    option redispatch

frontend giao
    bind ${bind}
    default_backend replicas

backend replicas
    balance leastconn
    option httpchk GET /readyz
    http-check expect status 200
    default-server check inter 200ms fall 2 rise 2
${Object.entries(servers)
  .map(([name, address]) => `    server ${name} ${address}`)
  .join("\n")}
`;
}

export async function startHaproxy(servers: Readonly<Record<string, string>>): Promise<Haproxy> {
  const dir = mkdtempSync(join(tmpdir(), "giao-haproxy-"));
  const socket = join(dir, "stats.sock");
  const port = await freePort();
  const file = join(dir, "haproxy.cfg");
  writeFileSync(
    file,
    `global\n    stats socket ${socket}\n    log stdout format raw local0\n\n${haproxyConfig(`127.0.0.1:${port}`, servers)}`,
  );
  const child = spawn("haproxy", ["-db", "-f", file], { stdio: ["ignore", "pipe", "pipe"] });
  let log = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (chunk: string) => {
      log += chunk;
    });
  }
  const ended = once(child, "exit");
  after(async () => {
    child.kill("SIGTERM");
    await ended;
    rmSync(dir, { recursive: true });
  });

  async function stateOf(server: string): Promise<string> {
    const asked = connect(socket);
    asked.end("show stat\n");
    let text = "";
    for await (const chunk of asked) text += chunk;
    const [names = "", ...rows] = text.replace(/^# /, "").trim().split("\n");
    const at = names.split(",").indexOf("status");
    return rows.find((row) => row.startsWith(`replicas,${server},`))?.split(",")[at] ?? "";
  }

  const listening = (): Promise<boolean> =>
    new Promise((resolve) => {
      const probe = connect(port, "127.0.0.1", () => {
        probe.destroy();
        resolve(true);
      });
      probe.once("error", () => resolve(false));
    });
  await until("haproxy listens", () => {
    if (child.exitCode !== null) throw new Error(`haproxy ended: ${log}`);
    return listening();
  });
  return {
    url: `http://127.0.0.1:${port}`,
    stateOf,
    until: async (server, state) => {
      await until(`${server} is ${state}`, async () => (await stateOf(server)).startsWith(state));
    },
    log: () => log,
  };
}
