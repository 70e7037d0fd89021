// The live plane: what positions cost and how soon they arrive, on PostgreSQL and on Redis, through two API processes; and what four processes
// with 2,000 streams each hear of a country twice their size. DRIVERS, PER_SECOND (requests of ten positions), SECONDS, STREAMS, ONLY=positions|notices.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { get, type IncomingMessage } from "node:http";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { isRefusal } from "../src/domain/refusal.ts";
import { readLiveAddress } from "../src/live/live-address.ts";
import { openRedisPlane } from "../src/live/redis-plane.ts";
import { DEMO } from "../src/operations/seed.ts";
import { realClock, startStopwatch } from "../src/ports/clock.ts";
import { type Database, openDatabase } from "../src/store/db.ts";
import { startEmbedded } from "../src/store/embedded/embedded.ts";
import { layoutOf } from "../src/store/embedded/layout.ts";
import { REDIS_MISSING, startRedis } from "../test/harness/redis.ts";
import { signInDrivers } from "./bench-drivers.ts";
import { logPosition, writtenSince } from "./database-written.ts";
import type { PositionsSeen } from "./position-load.ts";
import { type Contender, processorSeconds, serverSeconds, startProcess } from "./side-by-side.ts";

const DRIVERS = Number(process.env.DRIVERS ?? 5_000);
const PER_SECOND = Number(process.env.PER_SECOND ?? 2_000);
const SECONDS = Number(process.env.SECONDS ?? 20);
const { ONLY } = process.env;
const PER_REQUEST = 10;
// A place is kept once a minute: less would not count it.
const KEPT_SECONDS = 60;
const WATCHED = 100;
const IDLE_SECONDS = 5;
const STREAMS = Number(process.env.STREAMS ?? 2_000);
const OPERATOR = { "x-operator-key": "sandbox-operator-key" };

const say = (line: string): void => void process.stdout.write(`${line}\n`);
const watch = startStopwatch();
if (REDIS_MISSING) {
  say(REDIS_MISSING);
  process.exit(1);
}
const folder = mkdtempSync(join(tmpdir(), "giao-bench-live-"));
const embedded = await startEmbedded({
  dataDir: folder,
  log: { debug: () => undefined, info: () => undefined, error: say },
});
if (isRefusal(embedded)) throw new Error(embedded.why);
const { url: databaseUrl } = embedded;
const db = openDatabase(databaseUrl);
const redis = await startRedis();
try {
  const planes = { PostgreSQL: {}, Redis: { LIVE_URL: redis.url } };
  const bytes: number[] = [];
  if (ONLY !== "notices") for (const [name, env] of Object.entries(planes)) bytes.push(await positions(db, name, env));
  const [before, after] = bytes;
  if (before !== undefined && after !== undefined)
    say(`WAL a position: ${before.toFixed(0)} -> ${after.toFixed(1)} bytes, ${((100 * after) / before).toFixed(1)} %`);
  if (ONLY !== "positions") await notices();
} finally {
  await redis.stop();
  await db.close();
  await embedded.stop();
  rmSync(folder, { recursive: true, force: true, maxRetries: 50, retryDelay: 100 });
}

async function startApis(count: number, env: NodeJS.ProcessEnv): Promise<readonly Contender[]> {
  const apis: Contender[] = [];
  for (let nth = 0; nth < count; nth++) {
    apis.push(
      await startProcess("bin/giao.js", ["serve"], {
        DATA_DIR: folder,
        DATABASE_URL: databaseUrl,
        PORT: "0",
        ROLE: "api",
        ROBOTS: "off",
        LOG_LEVEL: "error",
        TRACKING_STREAMS_PER_ADDRESS: "5000",
        ...env,
      }),
    );
  }
  return apis;
}

async function stopAll(apis: readonly Contender[]): Promise<void> {
  for (const api of apis) api.stop();
  await Promise.all(apis.map(({ ended }) => ended));
}

// Answers what a position wrote.
async function positions(db: Database, name: string, env: NodeJS.ProcessEnv): Promise<number> {
  const apis = await startApis(2, env);
  const seconds = name === "Redis" ? Math.max(SECONDS, KEPT_SECONDS) : SECONDS;
  const [one, other] = apis as [Contender, Contender];
  try {
    const first = 84_930_000_000 + (name === "Redis" ? 1_000_000 : 0);
    const phones = Array.from({ length: DRIVERS }, (_, at) => String(first + at));
    await signInDrivers(db, phones, true);
    const loads = apis.map((api, nth) => {
      const own = phones.filter((_, at) => at % apis.length === nth);
      const tokensFile = join(folder, `tokens-${nth}`);
      writeFileSync(tokensFile, own.join("\n"));
      return { url: api.url, tokensFile, perSecond: PER_SECOND / apis.length, perRequest: PER_REQUEST };
    });
    // The first report of each is kept: what is measured is the going on.
    await report(loads, Math.ceil((2 * DRIVERS) / PER_SECOND));
    await sleep(2_000);
    const used = () => [
      ...apis.map((api) => processorSeconds(api) ?? 0),
      serverSeconds(layoutOf(folder).cluster),
      Number(/used_cpu_user_main_thread:([\d.]+)/.exec(redis.ask("info", "cpu"))?.[1]),
    ];
    const spentSince = (before: readonly number[]) => used().map((seconds, at) => seconds - before[at]!);
    // What the program does while nobody reports.
    const quiet = used();
    await sleep(IDLE_SECONDS * 1000);
    const idleSpent = spentSince(quiet).map((seconds) => seconds / IDLE_SECONDS);
    const startAt = await logPosition(db);
    const before = used();
    const seen = await report(loads, seconds);
    const spent = spentSince(before).map((seconds, at) => seconds - idleSpent[at]! * seconds);
    await sleep(1_500);
    const failures = seen.reduce((sum, load) => sum + load.failures, 0);
    const answered = seen.reduce((sum, { perSecond }) => sum + perSecond, 0);
    const taken = (answered - failures / seconds) * PER_REQUEST;
    const p99 = Math.max(...seen.map(({ p99Ms }) => p99Ms));
    // Without whole pages, which depend on when there was a checkpoint.
    const ofPositions = (await writtenSince(db, startAt)).filter(({ what }) =>
      /^(driver_places|trail_points)/.test(what),
    );
    const written = ofPositions.reduce((sum, { bytes }) => sum + bytes, 0);
    const cpu = spent.map((used) => `${((1e6 * used) / (taken * seconds)).toFixed(0)}`);
    const away = (await Promise.all(apis.map(failedBy))).reduce((a, b) => a + b);
    say(
      `${name.padEnd(10)} ${taken.toFixed(0)} positions/s of ${PER_SECOND * PER_REQUEST}, answered p99 ${p99.toFixed(0)} ms, ${failures} failed, ${away} without the live plane, load ${loadavg()[0]!.toFixed(1)}; ` +
        `processor µs a position: API ${cpu[0]} + ${cpu[1]}, PostgreSQL ${cpu[2]}, Redis ${cpu[3]}, ` +
        `so ${PER_SECOND * PER_REQUEST}/s take ${((spent.reduce((a, b) => a + b) / (taken * seconds)) * PER_SECOND * PER_REQUEST).toFixed(2)} cores`,
    );
    await arrival(one, other, phones.slice(0, WATCHED));
    return written / (taken * seconds);
  } finally {
    await stopAll(apis);
  }
}

type ReportLoad = { readonly url: string; readonly tokensFile: string; readonly perSecond: number };

async function report(loads: readonly ReportLoad[], seconds: number): Promise<readonly PositionsSeen[]> {
  return Promise.all(
    loads.map(async (load) => {
      const child = spawn(process.execPath, ["bench/position-load.ts", JSON.stringify(load)], {
        stdio: ["ignore", "pipe", "inherit"],
      });
      let said = "";
      child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
        said += chunk;
      });
      await once(child.stdout, "data");
      await sleep(seconds * 1000);
      const ended = once(child, "exit");
      child.kill("SIGTERM");
      await ended;
      return JSON.parse(said.trim().split("\n").at(-1) ?? "{}") as PositionsSeen;
    }),
  );
}

// From a position said at one process to the tracking page at the other, and to where dispatch there reads it.
async function arrival(one: Contender, other: Contender, phones: readonly string[]): Promise<void> {
  const { token } = await call(one, "POST", "/v3/accounts/token", {}, { api_key: DEMO.apiKey, mobile: DEMO.phone });
  const authorization = { authorization: `Bearer ${token}` };
  const point = (lat: number) => ({ lat, lng: 106.7012, address: "a", name: "n", mobile: "0900000001" });
  const pages: Page[] = [];
  for (const mobile of phones) {
    const order = {
      order_time: 0,
      path: [point(10.7743), point(10.7899)],
      service_id: "SGN-BIKE",
      requests: [],
      payment_method: "CASH",
    };
    const made = await call(one, "POST", "/v3/orders", authorization, order);
    for (const type of ["accept", "pickup"]) {
      await call(one, "POST", `/sandbox/v1/orders/${made.order_id}/events`, authorization, { type, mobile });
    }
    pages.push(await openPage(`${other.url}${new URL(made.shared_link).pathname}/stream`, mobile));
  }
  const say1 = (phone: string, lat: number) =>
    call(
      one,
      "POST",
      "/driver/v1/positions",
      { authorization: `Bearer ${phone}` },
      { positions: [{ lat, lng: 106.7 }] },
    );
  // Their orders in hand are known after the first second of reports.
  await Promise.all(phones.map((phone) => say1(phone, 10.77)));
  await sleep(2_500);
  const [toPage, toDispatch]: [number[], number[]] = [[], []];
  await Promise.all(
    pages.map(async (page, at) => {
      // Spread over two seconds, as drivers are.
      await sleep((2_000 * at) / pages.length);
      const lat = 10.775 + at / 1e5;
      const startedMs = watch.elapsedMs();
      const moved = page.hears(`"lat":${lat}`);
      await say1(page.phone, lat);
      const read = await call(other, "GET", `/operator/v1/drivers/${page.phone}`, OPERATOR);
      if (read.lat === lat) toDispatch.push(watch.elapsedMs() - startedMs);
      await moved;
      toPage.push(watch.elapsedMs() - startedMs);
    }),
  );
  for (const page of pages) page.close();
  say(
    `${"".padEnd(10)} a position reaches the other process's tracking page p50 ${at(toPage, 0.5)} ms, p99 ${at(toPage, 0.99)} ms; ` +
      `what dispatch reads there p99 ${at(toDispatch, 0.99)} ms (${toDispatch.length} of ${pages.length} at once)`,
  );
}

function at(ms: readonly number[], share: number): string {
  const sorted = ms.toSorted((a, b) => a - b);
  return (sorted[Math.floor((sorted.length - 1) * share)] ?? Number.NaN).toFixed(0);
}

type Page = {
  readonly phone: string;
  readonly hears: (words: string) => Promise<void>;
  readonly close: () => void;
};

async function openPage(url: string, phone: string, headers: Record<string, string> = {}): Promise<Page> {
  const request = get(url, { agent: false, headers: { accept: "text/event-stream", ...headers } });
  const [response] = (await once(request, "response")) as [IncomingMessage];
  if (response.statusCode !== 200) throw new Error(`${url}: ${response.statusCode}`);
  let waiting: { readonly words: string; readonly resolve: () => void } | undefined;
  response.setEncoding("utf8").on("data", (text: string) => {
    if (waiting && text.includes(waiting.words)) waiting.resolve();
  });
  return {
    phone,
    hears: (words) =>
      new Promise((resolve) => {
        waiting = { words, resolve };
      }),
    close: () => request.destroy(),
  };
}

async function call({ url }: Contender, method: string, path: string, headers: Record<string, string>, body?: object) {
  const response = await fetch(url + path, {
    method,
    headers: { "content-type": "application/json", ...headers },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  const text = await response.text();
  if (response.status !== 200) throw new Error(`${path}: ${text}`);
  return JSON.parse(text);
}

// Offers to all drivers of the country, of whom each process has its 2,000.
async function notices(): Promise<void> {
  const apis = await startApis(4, { LIVE_URL: redis.url });
  const plane = await openRedisPlane({
    address: readLiveAddress(redis.url)!,
    name: "bench",
    trueTime: realClock,
    onChange: () => undefined,
    onTrouble: say as (error: unknown) => void,
  });
  try {
    const listening = apis.length * STREAMS;
    const phones = Array.from({ length: listening }, (_, nth) => String(84_950_000_000 + nth));
    await signInDrivers(db, phones, true);
    const pages: Page[] = [];
    for (let from = 0; from < listening; from += 50) {
      const some = phones.slice(from, from + 50).map((phone, nth) => {
        const api = apis[(from + nth) % apis.length]!;
        return openPage(`${api.url}/driver/v1/offers`, phone, { authorization: `Bearer ${phone}` });
      });
      pages.push(...(await Promise.all(some)));
    }
    await sleep(2_000);
    for (const country of [listening, 2 * listening, 4 * listening]) {
      const before = await Promise.all(apis.map(heardBy));
      const all = Array.from({ length: country }, (_, nth) => String(84_950_000_000 + nth));
      for (let from = 0; from < country; from += 500) {
        await plane.notices.send([{ notice: "giao_offers", payload: all.slice(from, from + 500).join(",") }]);
      }
      await sleep(2_000);
      const heard = (await Promise.all(apis.map(heardBy))).map((count, nth) => count - before[nth]!);
      say(
        `${country} drivers are told of offers: ${apis.length} processes x ${STREAMS} streams hear ${heard.join(", ")}`,
      );
    }
    for (const page of pages) page.close();
  } finally {
    await plane.close();
    await stopAll(apis);
  }
}

function heardBy(api: Contender): Promise<number> {
  return sumOf(api, /^giao_live_heard_total\{notice="giao_(?:offers|orders|held)"\} (\d+)/gm);
}

// What had to be done without the live plane because it did not answer in time.
function failedBy(api: Contender): Promise<number> {
  return sumOf(api, /^giao_live_failures_total\{what="places"\} (\d+)/gm);
}

async function sumOf({ url }: Contender, lines: RegExp): Promise<number> {
  const text = await (await fetch(`${url}/metrics`, { headers: OPERATOR })).text();
  return [...text.matchAll(lines)].reduce((sum, [, count]) => sum + Number(count), 0);
}
