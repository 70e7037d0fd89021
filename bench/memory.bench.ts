// What a sandbox on a new folder holds in memory, PostgreSQL apart: when it is ready and has drawn its base map, and after ORDERS (1,000) orders
// that robots took and everybody looked at. And how large an install without development parts is, which is made, built and started for it
// (INSTALL=no leaves it out, INSTALL=only the rest).
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { DEMO } from "../src/operations/seed.ts";
import { until } from "../test/harness/until.ts";

const ORDERS = Number(process.env.ORDERS ?? 1_000);
const AT_ONCE = 8;
const SETTLE_MS = 15_000;
const BARS = { ready: 280, after: 400 } as const;
const say = (line: string): void => void process.stdout.write(`${line}\n`);

type Asked = { readonly token?: string; readonly body?: unknown };

async function callAt(url: string, method: string, path: string, { token, body }: Asked = {}) {
  const response = await fetch(url + path, {
    method,
    headers: {
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  const isJson = response.headers.get("content-type")?.startsWith("application/json");
  return { status: response.status, body: isJson ? JSON.parse(text) : text };
}

type Sandbox = { readonly url: string; readonly pid: number; readonly stop: () => Promise<void> };

async function startSandbox(root: string): Promise<Sandbox> {
  const folder = mkdtempSync(join(tmpdir(), "giao-bench-memory-"));
  const child = spawn(process.execPath, ["bin/giao.js", "serve"], {
    cwd: root,
    env: { ...process.env, DATA_DIR: folder, PORT: "0", NODE_OPTIONS: "", LOG_LEVEL: "error" },
    stdio: ["ignore", "pipe", "inherit"],
  });
  let said = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    said += text;
  });
  const ended = once(child, "exit");
  const stop = async (): Promise<void> => {
    child.kill("SIGTERM");
    await ended;
    rmSync(folder, { recursive: true, force: true, maxRetries: 50, retryDelay: 100 });
  };
  try {
    const url = await until("the sandbox is ready", () => /API +(http:\/\/[^/\s]+)/.exec(said)?.[1], {
      secondsMax: 300,
    });
    return { url, pid: child.pid!, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

function held(pid: number): { readonly now: number; readonly peak: number } {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  const read = (name: string): number => Number(new RegExp(`^${name}:\\s+(\\d+) kB`, "m").exec(status)?.[1]) / 1024;
  return { now: read("VmRSS"), peak: read("VmHWM") };
}

// Of the programs that it started, PostgreSQL's, what is theirs alone.
function heldByPostgres(pid: number): number {
  const parents = readdirSync("/proc").flatMap((name) => {
    if (!/^\d+$/.test(name)) return [];
    try {
      return [
        [Number(name), Number(readFileSync(`/proc/${name}/stat`, "utf8").split(") ")[1]?.split(" ")[1])] as const,
      ];
    } catch {
      return [];
    }
  });
  const below = (of: number): readonly number[] =>
    parents.filter(([, parent]) => parent === of).flatMap(([child]) => [child, ...below(child)]);
  return below(pid).reduce((sum, one) => {
    const rollup = readFileSync(`/proc/${one}/smaps_rollup`, "utf8");
    return sum + Number(/^Pss:\s+(\d+)/m.exec(rollup)?.[1]) / 1024;
  }, 0);
}

function tell(when: string, { pid }: Sandbox, bar: number): void {
  const { now, peak } = held(pid);
  say(
    `${when.padEnd(24)} ${now.toFixed(0)} MB (bar ${bar}, most so far ${peak.toFixed(0)}); ` +
      `PostgreSQL ${heldByPostgres(pid).toFixed(0)} MB; load ${loadavg()[0]!.toFixed(1)}`,
  );
}

async function order(url: string, count: number): Promise<void> {
  const signIn = await callAt(url, "POST", "/v3/accounts/token", {
    body: { api_key: DEMO.apiKey, mobile: DEMO.phone },
  });
  const { token } = signIn.body;
  const point = (nth: number) => ({
    lat: 10.75 + (nth % 60) / 1_000,
    lng: 106.66 + (nth % 47) / 1_000,
    address: `${nth} Bench Street`,
    name: "Bench",
    mobile: "0900000001",
  });
  let made = 0;
  let next = 0;
  const one = async (): Promise<void> => {
    while (next < count) {
      const nth = next++;
      const body = {
        order_time: 0,
        path: [point(nth), point(nth + 17)],
        service_id: "SGN-BIKE",
        requests: [],
        payment_method: "CASH",
      };
      const answer = await callAt(url, "POST", "/v3/orders", { token, body });
      if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
      made++;
      await callAt(url, "GET", `/v3/orders/${answer.body.order_id}`, { token });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, one));
  if (made !== count) throw new Error(`${made} of ${count} orders`);
}

async function measureInstall(): Promise<void> {
  const root = mkdtempSync(join(tmpdir(), "giao-bench-install-"));
  try {
    execFileSync("sh", ["-c", `git archive HEAD | tar x -C "${root}"`]);
    // The Node that npm brings may be older than ours.
    execFileSync("npm", ["ci", "--omit=dev", "--loglevel=error"], {
      cwd: root,
      stdio: ["ignore", "ignore", "inherit"],
    });
    const megabytes = (path: string): number =>
      Number(execFileSync("du", ["-sm", path], { cwd: root, encoding: "utf8" }).split("\t")[0]);
    const largest = readdirSync(join(root, "node_modules"))
      .map((name) => [name, megabytes(join("node_modules", name))] as const)
      .sort((one, other) => other[1] - one[1])
      .slice(0, 6);
    say(
      `npm ci --omit=dev: ${megabytes(".")} MB with its pages built, node_modules ${megabytes("node_modules")} MB ` +
        `(${largest.map(([name, size]) => `${name} ${size}`).join(", ")})`,
    );
    const sandbox = await startSandbox(root);
    const { status } = await callAt(sandbox.url, "GET", "/portal");
    await sandbox.stop();
    if (status !== 200) throw new Error(`its portal answers ${status}`);
    say("it starts, and shows its pages");
  } finally {
    rmSync(root, { recursive: true, force: true, maxRetries: 50, retryDelay: 100 });
  }
}

async function measureMemory(): Promise<void> {
  const sandbox = await startSandbox(".");
  try {
    tell("ready", sandbox, BARS.ready);
    // The base map is drawn after the doors are open.
    await until(
      "the base map is drawn",
      async () => (await callAt(sandbox.url, "GET", "/tiles/map.json")).status === 200,
      {
        secondsMax: 300,
        everyMs: 500,
      },
    );
    await sleep(SETTLE_MS);
    tell("settled", sandbox, BARS.ready);
    await order(sandbox.url, ORDERS);
    await sleep(SETTLE_MS);
    tell(`after ${ORDERS} orders`, sandbox, BARS.after);
  } finally {
    await sandbox.stop();
  }
}

const { INSTALL } = process.env;
if (INSTALL !== "only") await measureMemory();
if (INSTALL !== "no") await measureInstall();
