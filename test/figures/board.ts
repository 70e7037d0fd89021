// The operator's live map with 500 and with 2,000 moving drivers (and 2,000 open orders): how much of a core its script takes, and whether its memory
// grows. A minute each; MINUTES=30 is for whoever wants to know about memory, on a machine that has nothing else to do.
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
import { keepSession, signInPage } from "../harness/web-session.ts";

const MINUTES = Number(process.env.MINUTES ?? 1);
const DRIVERS = (process.env.DRIVERS ?? "500,2000").split(",").map(Number);
const ORDERS = Number(process.env.ORDERS ?? 2_000);
// Each driver reports every five seconds, as the page for drivers does.
const REPORT_SECONDS = 5;
const AT_ONCE = 20;
const WARM_SECONDS = 10;

type Say = (line: string) => void;

export async function printBoard(say: Say): Promise<void> {
  say(
    "| drivers | open orders | script, of a core | main thread busy, of a core | heap after the first and the last minute | stream |",
  );
  say("|---|---|---|---|---|---|");
  for (const drivers of DRIVERS) await measure(drivers, drivers >= 2_000 ? ORDERS : 0, say);
}

async function measure(drivers: number, orders: number, say: Say): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "giao-figures-"));
  const quiet = (): void => undefined;
  const embedded = await startEmbedded({ dataDir: folder, log: { debug: quiet, info: quiet, error: say } });
  if (isRefusal(embedded)) throw new Error(embedded.why);
  const server = await startProcess("bin/giao.js", ["serve"], {
    DATA_DIR: folder,
    DATABASE_URL: embedded.url,
    PORT: "0",
    ROBOTS: "off",
    LOG_LEVEL: "error",
  });
  const db = openDatabase(embedded.url);
  try {
    const tokens = await setScene(db, server.url, folder, drivers, orders);
    const load = { url: server.url, tokensFile: tokens, perSecond: drivers / REPORT_SECONDS };
    const reports = spawn(process.execPath, ["bench/position-load.ts", JSON.stringify(load)], {
      stdio: ["ignore", "ignore", "inherit"],
    });
    try {
      await watchBoard(server.url, drivers, orders, say);
    } finally {
      reports.kill("SIGTERM");
      await once(reports, "exit");
    }
  } finally {
    server.stop();
    await server.ended;
    await db.close();
    await embedded.stop();
    rmSync(folder, { recursive: true, force: true, maxRetries: 50, retryDelay: 100 });
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
  const make = async (nth: number): Promise<void> => {
    const at = { lat: 10.74 + (nth % 50) * 0.0012, lng: 106.66 + Math.floor(nth / 50) * 0.0012 };
    const path = [
      { address: `Shop ${nth}`, ...at, name: "Shop", mobile: DEMO.phone },
      { address: `Door ${nth}`, lat: at.lat + 0.01, lng: at.lng + 0.01, name: "Lan", mobile: "84912345678" },
    ];
    const order = { order_time: 0, service_id: "SGN-BIKE", requests: [], payment_method: "CASH", remarks: "sim:none" };
    ok(await callAt(url, "POST", "/v3/orders", { token, body: { ...order, path } }));
  };
  for (let from = 0; from < orders; from += AT_ONCE)
    await Promise.all(Array.from({ length: Math.min(AT_ONCE, orders - from) }, (_, nth) => make(from + nth)));
  return tokens;
}

async function watchBoard(url: string, drivers: number, orders: number, say: Say): Promise<void> {
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
    await line.send("Performance.enable");
    await sleep(WARM_SECONDS * 1000);
    const begun = await figuresOf(line);
    const streamedBefore = streamed;
    let heapFirst = 0;
    for (let minute = 0; minute < MINUTES; minute++) {
      await sleep(60_000);
      if (minute === 0) heapFirst = await heapOf(line);
    }
    const ended = await figuresOf(line);
    const took = ended.seconds - begun.seconds;
    const share = (of: "script" | "task") => `${((100 * (ended[of] - begun[of])) / took).toFixed(0)} %`;
    const heapLast = MINUTES > 1 ? await heapOf(line) : heapFirst;
    say(
      `| ${drivers} | ${orders} | ${share("script")} | ${share("task")} | ${heapFirst} and ${heapLast} MB | ${((streamed - streamedBefore) / took / 1000).toFixed(1)} KB/s |`,
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
  return Math.round(usedSize / 1e6);
}
