// A server of our own on a core of its own, with PostgreSQL and the generators of load on the others, and the words to drive it.
import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { setPriority, tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { isRefusal } from "../src/domain/refusal.ts";
import { DEMO } from "../src/operations/seed.ts";
import { type Database, openDatabase } from "../src/store/db.ts";
import { startEmbedded } from "../src/store/embedded/embedded.ts";
import { layoutOf } from "../src/store/embedded/layout.ts";
import type { OpenLoad, OpenLoadSeen, PhaseSeen, Seen } from "./open-load.ts";
import { takeShares } from "./pinned.ts";
import { type Contender, processorSeconds, startProcess } from "./side-by-side.ts";

export type LoadWorld = {
  readonly giao: Contender;
  // Time of processor that PostgreSQL's processes have spent.
  readonly databaseSeconds: () => number;
  readonly db: Database;
  readonly call: (path: string, init: RequestInit) => Promise<string>;
  // Tokens of new accounts with money, of the demo partner or another one.
  readonly openAccounts: (count: number, apiKey?: string) => Promise<readonly string[]>;
  readonly openPartner: (id: string) => Promise<{ readonly apiKey: string; readonly routeKey: string }>;
  readonly drive: (load: Omit<OpenLoad, "url" | "seed">) => Promise<OpenLoadSeen>;
  // What the program measures by itself, by the beginning of the line.
  readonly measures: (name: string) => Promise<ReadonlyMap<string, number>>;
  readonly close: () => Promise<void>;
};

const SEED = Number(process.env.SEED ?? 14);
const OPERATOR = { "x-operator-key": "sandbox-operator-key", "content-type": "application/json" };
const GIVES_WAY = 10;
const run = promisify(execFile);

export const say = (line: string): void => void process.stdout.write(`${line}\n`);

export async function openLoadWorld(env: NodeJS.ProcessEnv = {}): Promise<LoadWorld> {
  const pinned = takeShares(say);
  const folder = mkdtempSync(join(tmpdir(), "giao-bench-data-"));
  const silent = { debug: () => undefined, info: () => undefined, error: say };
  const embedded = await startEmbedded({ dataDir: folder, log: silent });
  if (isRefusal(embedded)) throw new Error(embedded.why);
  // Its processes give way to the generator, which shares their core and has to send what is due when it is due.
  const [postgres] = readFileSync(join(layoutOf(folder).cluster, "postmaster.pid"), "utf8").split("\n");
  setPriority(Number(postgres), GIVES_WAY);
  const db = openDatabase(embedded.url);
  const settings = {
    DATA_DIR: folder,
    DATABASE_URL: embedded.url,
    PORT: "0",
    ROBOTS: "off",
    LOG_LEVEL: "error",
    ...env,
  };
  const giao = await startProcess("bin/giao.js", ["serve"], settings, pinned);
  let accounts = 0;
  let loads = 0;

  async function call(path: string, init: RequestInit): Promise<string> {
    const response = await fetch(giao.url + path, init);
    const text = await response.text();
    if (response.status !== 200) throw new Error(`${path}: ${text}`);
    return text;
  }

  return {
    giao,
    databaseSeconds: () => childrenOf(Number(postgres)).reduce((sum, pid) => sum + (processorSeconds({ pid }) ?? 0), 0),
    db,
    call,
    openAccounts: async (count, apiKey = DEMO.apiKey) => {
      const tokens: string[] = [];
      for (let at = 0; at < count; at++) {
        const mobile = `84999${String(accounts++).padStart(6, "0")}`;
        const account = JSON.stringify({ api_key: apiKey, mobile, name: "Bench", address: "1 Bench" });
        tokens.push(JSON.parse(await call("/v3/accounts", { method: "POST", body: account })).token);
        const topUp = JSON.stringify({ amount: 100_000_000_000, wallet: "main", reference: "bench" });
        await call(`/operator/v1/accounts/${mobile}/top-ups`, { method: "POST", headers: OPERATOR, body: topUp });
      }
      return tokens;
    },
    openPartner: async (id) => {
      const body = JSON.stringify({ id, name: id });
      const made = JSON.parse(await call("/operator/v1/partners", { method: "POST", headers: OPERATOR, body }));
      return { apiKey: made.api_key, routeKey: made.route_key };
    },
    drive: async (load) => {
      const file = join(folder, `load-${loads++}.json`);
      writeFileSync(file, JSON.stringify({ ...load, url: giao.url, seed: SEED }));
      const { stdout } = await run(process.execPath, ["bench/open-load.ts", file], { maxBuffer: 2 ** 30 });
      return JSON.parse(stdout) as OpenLoadSeen;
    },
    measures: async (name) => {
      const lines = (await call("/metrics", { headers: OPERATOR })).split("\n").filter((line) => line.startsWith(name));
      return new Map(lines.map((line) => [line.slice(0, line.lastIndexOf(" ")), Number(line.split(" ").at(-1))]));
    },
    close: async () => {
      giao.stop();
      await giao.ended;
      await db.close();
      await embedded.stop();
      rmSync(folder, { recursive: true, force: true, maxRetries: 50, retryDelay: 100 });
    },
  };
}

function childrenOf(parent: number): readonly number[] {
  return readFileSync(`/proc/${parent}/task/${parent}/children`, "utf8").trim().split(" ").map(Number);
}

// An order for next week: what is measured is taking it, not the search for drivers.
export function writeOrder(): Record<string, unknown> {
  const order_time = Math.floor(Date.now() / 1000) + 7 * 86_400;
  const path = [
    {
      address: "12 Lê Lợi, Bến Nghé, Quận 1, Hồ Chí Minh",
      lat: 10.7743,
      lng: 106.7012,
      name: "An",
      mobile: "0900000001",
    },
    {
      address: "5 Nguyễn Thị Minh Khai, Đa Kao, Quận 1",
      lat: 10.7871,
      lng: 106.7008,
      name: "Bình",
      mobile: "0900000002",
    },
  ];
  return { order_time, idle_until: order_time, path, payment_method: "BALANCE", service_id: "SGN-BIKE", requests: [] };
}

export function writeRequest(
  method: string,
  path: string,
  headers: Readonly<Record<string, string>>,
  body?: object,
): string {
  const text = body === undefined ? "" : JSON.stringify(body);
  const length = { "content-type": "application/json", "content-length": String(Buffer.byteLength(text)) };
  const all = { host: "bench", ...headers, ...(body === undefined ? {} : length) };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return `${method} ${path} HTTP/1.1\r\n${lines.join("")}\r\n${text}`;
}

export const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

// In milliseconds, the shortest first.
export function took({ seen }: PhaseSeen, outcome: Seen["outcome"], kind?: string): readonly number[] {
  const chosen = seen.filter((one) => one.outcome === outcome && (kind === undefined || one.kind === kind));
  return chosen.map(({ tookMs }) => tookMs).sort((a, b) => a - b);
}

export function share(sorted: readonly number[], part: number): number {
  return sorted[Math.floor((sorted.length - 1) * part)] ?? 0;
}
