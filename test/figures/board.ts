// The operator's live map with 500 and with 2,000 moving drivers (and 2,000 open orders): how much of a core its script takes, and whether its memory
// grows. A minute each; MINUTES=30 is for whoever wants to know about memory.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { CDPSession } from "playwright-core";
import { signInDrivers } from "../../bench/bench-drivers.ts";
import { startProcess } from "../../bench/side-by-side.ts";
import { isRefusal } from "../../src/domain/refusal.ts";
import { DEMO } from "../../src/operations/seed.ts";
import { type Database, openDatabase } from "../../src/store/db.ts";
import { startEmbedded } from "../../src/store/embedded/embedded.ts";
import { DESKTOP, launchBrowser, openReader } from "../harness/browser.ts";
import { ok } from "../harness/fleet.ts";
import { callAt } from "../harness/giao.ts";
import { until } from "../harness/until.ts";
import { keepSession, signInPage } from "../harness/web-session.ts";

const SCRIPT_PERCENT_MAX = 30;
// What is held rises and falls with what happens to be on the screen; what leaks goes on rising. Of the first half of the minutes and the second.
const HEAP_GROWTH_MAX = 1.1;
// Each driver reports every five seconds, as the page for drivers does.
const REPORT_SECONDS = 5;
const AT_ONCE = 20;
const WARM_SECONDS = 10;

type Say = (line: string) => void;
export type BoardScene = { readonly drivers: number; readonly orders: number; readonly minutes: number };

export async function printBoard(say: Say, scenes: readonly BoardScene[] = scenesAskedFor()): Promise<void> {
  say(
    "| drivers | open orders | minutes | script, of a core | main thread, of a core | heap after each minute | stream | |",
  );
  say("|---|---|---|---|---|---|---|---|");
  for (const scene of scenes) await measure(scene, say);
}

function scenesAskedFor(): readonly BoardScene[] {
  const { MINUTES = "1", DRIVERS = "500,2000", ORDERS = "2000" } = process.env;
  return DRIVERS.split(",")
    .map(Number)
    .map((drivers) => ({ drivers, orders: drivers >= 2_000 ? Number(ORDERS) : 0, minutes: Number(MINUTES) }));
}

async function measure(scene: BoardScene, say: Say): Promise<void> {
  const { drivers, orders } = scene;
  const folder = mkdtempSync(join(tmpdir(), "giao-figures-"));
  const quiet = (): void => undefined;
  const embedded = await startEmbedded({ dataDir: folder, log: { debug: quiet, info: quiet, error: say } });
  if (isRefusal(embedded)) throw new Error(embedded.why);
  try {
    await withServer(embedded.url, folder, async (url) => {
      const db = openDatabase(embedded.url);
      try {
        const tokensFile = await setScene(db, url, folder, drivers, orders);
        await withReports({ url, tokensFile, perSecond: drivers / REPORT_SECONDS }, () => watchBoard(url, scene, say));
      } finally {
        await db.close();
      }
    });
  } finally {
    await embedded.stop();
    rmSync(folder, { recursive: true, force: true, maxRetries: 50, retryDelay: 100 });
  }
}

async function withServer(databaseUrl: string, folder: string, work: (url: string) => Promise<void>): Promise<void> {
  const server = await startProcess("bin/giao.js", ["serve"], {
    DATA_DIR: folder,
    DATABASE_URL: databaseUrl,
    PORT: "0",
    ROBOTS: "off",
    LOG_LEVEL: "error",
  });
  try {
    await work(server.url);
  } finally {
    server.stop();
    await server.ended;
  }
}

async function withReports(load: object, work: () => Promise<void>): Promise<void> {
  const reports = spawn(process.execPath, ["bench/position-load.ts", JSON.stringify(load)], {
    stdio: ["ignore", "ignore", "inherit"],
  });
  try {
    await work();
  } finally {
    reports.kill("SIGTERM");
    await once(reports, "exit");
  }
}

// Drivers straight into the tables, orders as a partner makes them, across the centre and left alone by the drivers.
async function setScene(db: Database, url: string, folder: string, drivers: number, orders: number): Promise<string> {
  const phones = Array.from({ length: drivers }, (_, nth) => `8492${String(nth).padStart(7, "0")}`);
  await signInDrivers(db, phones, true);
  const tokens = join(folder, "tokens");
  writeFileSync(tokens, phones.join("\n"));
  const account = { body: { api_key: DEMO.apiKey, mobile: DEMO.phone } };
  const { token } = ok(await callAt(url, "POST", "/v3/accounts/token", account));
  // They are to stay open for as long as somebody measures: by itself an order nobody takes is cancelled after ten minutes.
  ok(await callAt(url, "PUT", "/operator/v1/services/SGN-BIKE", { operator: true, body: { timeout: 86_400 } }));
  const make = async (nth: number): Promise<void> => {
    const at = { lat: 10.74 + (nth % 50) * 0.0012, lng: 106.66 + Math.floor(nth / 50) * 0.0012 };
    const path = [
      { address: `Shop ${nth}`, ...at, name: "Shop", mobile: DEMO.phone },
      { address: `Door ${nth}`, lat: at.lat + 0.01, lng: at.lng + 0.01, name: "Lan", mobile: "84912345678" },
    ];
    const order = { order_time: 0, service_id: "SGN-BIKE", requests: [], payment_method: "CASH", remarks: "sim:none" };
    // A machine that others keep busy says so, and nothing was changed.
    const call = { token, body: { ...order, path }, headers: { "idempotency-key": `board ${nth}` } };
    const made = await until("an order is taken", async () => {
      const answer = await callAt(url, "POST", "/v3/orders", call);
      return answer.status !== 503 && answer;
    });
    ok(made);
  };
  for (let from = 0; from < orders; from += AT_ONCE)
    await Promise.all(Array.from({ length: Math.min(AT_ONCE, orders - from) }, (_, nth) => make(from + nth)));
  return tokens;
}

async function watchBoard(url: string, { drivers, orders, minutes }: BoardScene, say: Say): Promise<void> {
  const browser = await launchBrowser({ maps: true });
  try {
    const page = await openReader(browser, { viewport: DESKTOP, language: "en" });
    page.setDefaultTimeout(120_000);
    const call = (method: string, path: string, more = {}) => callAt(url, method, path, more);
    const session = await signInPage({ call }, "console", { operator_key: "sandbox-operator-key", name: "Lan" });
    await keepSession(page, url, session);
    await page.goto(`${url}/console/live`);
    await page.locator('[data-map="drawn"]').waitFor();
    const line = await page.context().newCDPSession(page);
    let streamed = 0;
    line.on("Network.dataReceived", ({ encodedDataLength, dataLength }) => {
      streamed += encodedDataLength || dataLength;
    });
    await line.send("Network.enable");
    // In the processor's own time: others at work on this machine change little.
    await line.send("Performance.enable", { timeDomain: "threadTicks" });
    await sleep(WARM_SECONDS * 1000);
    const begun = await figuresOf(line);
    const streamedBefore = streamed;
    const heaps: number[] = [];
    while (heaps.length < minutes) {
      await sleep(Math.min(1, minutes) * 60_000);
      heaps.push(await heapOf(line));
    }
    const ended = await figuresOf(line);
    const took = ended.seconds - begun.seconds;
    const percent = (of: "script" | "task") => (100 * (ended[of] - begun[of])) / took;
    const notes = [
      ...(percent("script") > SCRIPT_PERCENT_MAX ? [`script above ${SCRIPT_PERCENT_MAX} %`] : []),
      ...(growthOf(heaps) > HEAP_GROWTH_MAX ? ["memory grows"] : heaps.length > 1 ? ["memory is flat"] : []),
    ];
    const rate = (streamed - streamedBefore) / took / 1000;
    say(
      `| ${drivers} | ${orders} | ${minutes} | ${percent("script").toFixed(0)} % | ${percent("task").toFixed(0)} % | ${heaps.map((mb) => mb.toFixed(1)).join(", ")} MB | ${rate.toFixed(1)} KB/s | ${notes.join(", ")} |`,
    );
  } finally {
    await browser.close();
  }
}

async function figuresOf(line: CDPSession) {
  const { metrics } = await line.send("Performance.getMetrics");
  const of = (name: string): number => metrics.find((metric) => metric.name === name)?.value ?? Number.NaN;
  return { seconds: of("Timestamp"), script: of("ScriptDuration"), task: of("TaskDuration") };
}

// What is really held, in MB.
async function heapOf(line: CDPSession): Promise<number> {
  await line.send("HeapProfiler.collectGarbage");
  const { usedSize } = await line.send("Runtime.getHeapUsage");
  return usedSize / 1e6;
}

function growthOf(heaps: readonly number[]): number {
  const half = Math.floor(heaps.length / 2);
  if (half === 0) return 1;
  const mean = (some: readonly number[]) => some.reduce((sum, mb) => sum + mb, 0) / some.length;
  return mean(heaps.slice(-half)) / mean(heaps.slice(0, half));
}
