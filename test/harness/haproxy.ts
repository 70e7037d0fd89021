// A real haproxy, on the very files that deploy/ gives to operators, with other addresses. Whoever opens one closes it; `startHaproxy` is for
// test files.
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after } from "node:test";
import { RECEIVER_TLS } from "./certificates.ts";
import { freePort, isListening } from "./free-port.ts";
import { until } from "./until.ts";

export type Haproxy = {
  readonly port: number;
  // As haproxy sees it: UP, DOWN and what lies between.
  readonly stateOf: (server: string) => Promise<string>;
  readonly until: (server: string, state: "UP" | "DOWN") => Promise<void>;
  readonly log: () => string;
  // As a machine that loses power.
  readonly kill: () => Promise<void>;
  // On the same port.
  readonly start: () => Promise<void>;
  readonly close: () => Promise<void>;
};

export const HAPROXY_MISSING =
  spawnSync("haproxy", ["-v"]).status === 0 ? false : "haproxy is not installed (apt-get install haproxy)";

const DEPLOY = join(import.meta.dirname, "../../deploy/haproxy");
type HaproxyFile = "haproxy.cfg" | "postgres.cfg";
// Server name to address, with "check port …" behind it where that is another.
type Servers = Readonly<Record<string, string>>;
// Of what the file says: its binds, its certificate and its servers are others here, and nothing else. With TLS everybody is asked for it.
function haproxyConfig(
  file: HaproxyFile,
  { port, dir, tls }: { readonly port: number; readonly dir: string; readonly tls: boolean },
  servers: Servers,
): string {
  const left = tls ? /^ +(bind :80|server )/ : /^ +(bind .*ssl|http-request redirect|server )/;
  const pem = join(dir, "giao.pem");
  writeFileSync(pem, `${RECEIVER_TLS.key}\n${RECEIVER_TLS.cert}\n`);
  const kept = readFileSync(join(DEPLOY, file), "utf8")
    .split("\n")
    .filter((line) => !left.test(line))
    .map((line) => line.replace(/^(?<bind> +bind )\S+/, `$<bind>127.0.0.1:${port}`).replace(/crt \S+/, `crt ${pem}`))
    .join("\n")
    .replace(/^global$/m, `global\n    stats socket ${join(dir, "stats.sock")}`);
  const lines = Object.entries(servers).map(([name, address]) => `    server ${name} ${address}\n`);
  return kept + lines.join("");
}

export async function startHaproxy(servers: Servers): Promise<Haproxy> {
  const haproxy = await openHaproxy("haproxy.cfg", servers);
  after(haproxy.close);
  return haproxy;
}

export async function openHaproxy(name: HaproxyFile, servers: Servers, { tls = false } = {}): Promise<Haproxy> {
  const dir = mkdtempSync(join(tmpdir(), "giao-haproxy-"));
  const socket = join(dir, "stats.sock");
  const port = await freePort();
  const file = join(dir, name);
  writeFileSync(file, haproxyConfig(name, { port, dir, tls }, servers));
  let log = "";
  let running: { readonly kill: (signal: NodeJS.Signals) => Promise<void> } | undefined;

  async function start(): Promise<void> {
    const child = spawn("haproxy", ["-db", "-f", file], { stdio: ["ignore", "pipe", "pipe"] });
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding("utf8").on("data", (chunk: string) => {
        log += chunk;
      });
    }
    const ended = once(child, "exit");
    running = {
      kill: async (signal) => {
        child.kill(signal);
        await ended;
      },
    };
    await until("haproxy listens", () => {
      if (child.exitCode !== null) throw new Error(`haproxy ended: ${log}`);
      return isListening(port);
    });
  }

  async function end(signal: NodeJS.Signals): Promise<void> {
    const ending = running;
    running = undefined;
    await ending?.kill(signal);
  }

  async function stateOf(server: string): Promise<string> {
    const asked = connect(socket);
    asked.end("show stat\n");
    let text = "";
    for await (const chunk of asked) text += chunk;
    const [names = "", ...rows] = text.replace(/^# /, "").trim().split("\n");
    const at = names.split(",").indexOf("status");
    return rows.find((row) => row.split(",")[1] === server)?.split(",")[at] ?? "";
  }

  await start();
  return {
    port,
    stateOf,
    until: async (server, state) => {
      await until(`${server} is ${state}`, async () => (await stateOf(server)).startsWith(state));
    },
    log: () => log,
    kill: () => end("SIGKILL"),
    start,
    close: async () => {
      await end("SIGTERM");
      rmSync(dir, { recursive: true });
    },
  };
}
