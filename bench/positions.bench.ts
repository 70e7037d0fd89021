// 5,000 drivers report every 5 seconds while partners ask for prices: what is left of the estimates' throughput, beside what
// it is without the drivers, in turns. 300 of the drivers have an order in hand, so trails, approaches and ETAs are worked out.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isRefusal } from "../src/domain/refusal.ts";
import { DEMO } from "../src/operations/seed.ts";
import { openDatabase } from "../src/store/db.ts";
import { startEmbedded } from "../src/store/embedded/embedded.ts";
import { signInDrivers } from "./bench-drivers.ts";
import type { PositionsSeen } from "./position-load.ts";
import { drive, type Question, startProcess } from "./side-by-side.ts";

const DRIVERS = 5_000;
const BUSY = 300;
const PER_SECOND = 1_000;
const ROUNDS = 3;
const SECONDS = 4;

const say = (line: string): void => void process.stdout.write(`${line}\n`);
const folder = mkdtempSync(join(tmpdir(), "giao-bench-data-"));
const embedded = await startEmbedded({
  dataDir: folder,
  log: { debug: () => undefined, info: () => undefined, error: say },
});
if (isRefusal(embedded)) throw new Error(embedded.why);
const db = openDatabase(embedded.url);
const env = { DATA_DIR: folder, DATABASE_URL: embedded.url, PORT: "0", ROBOTS: "off", LOG_LEVEL: "warn" };
const giao = await startProcess("bin/giao.js", ["serve"], env);
try {
  const tokensFile = join(folder, "tokens");
  const phones = Array.from({ length: DRIVERS }, (_, at) => String(84_930_000_000 + at));
  await signInDrivers(db, phones, true);
  writeFileSync(tokensFile, phones.join("\n"));
  const estimate = await estimateQuestion();
  await handOutOrders(estimate);
  drive(giao.url, estimate, 2);
  const ratios: number[] = [];
  for (let round = 1; round <= ROUNDS; round++) {
    const alone = drive(giao.url, estimate, SECONDS);
    const positions = reportPositions(tokensFile);
    await positions.started;
    const beside = drive(giao.url, estimate, SECONDS);
    const seen = await positions.stop();
    if (alone.failures + beside.failures > 0) throw new Error("estimates failed");
    ratios.push(beside.perSecond / alone.perSecond);
    say(
      `estimates ${Math.round(alone.perSecond)}/s alone, ${Math.round(beside.perSecond)}/s beside ${Math.round(seen.perSecond)} ` +
        `positions/s (p50 ${seen.p50Ms.toFixed(1)} ms, p99 ${seen.p99Ms.toFixed(1)} ms, ${seen.failures} turned away)   ratio ${ratios.at(-1)?.toFixed(2)}`,
    );
  }
  const [trail] = await db<{ count: number }>`select count(*) as count from trail_points`;
  const [etas] = await db<{ count: number }>`select count(*) as count from order_etas`;
  const median = ratios.sort((a, b) => a - b)[Math.floor(ROUNDS / 2)];
  say(`median ratio ${median?.toFixed(2)}; ${trail?.count} points of trails kept, ${etas?.count} orders with an ETA`);
} finally {
  giao.stop();
  await giao.ended;
  await db.close();
  await embedded.stop();
  rmSync(folder, { recursive: true, force: true, maxRetries: 50, retryDelay: 100 });
}

async function call(path: string, headers: Record<string, string>, body: object) {
  const response = await fetch(giao.url + path, { method: "POST", headers, body: JSON.stringify(body) });
  const text = await response.text();
  if (response.status !== 200) throw new Error(`${path}: ${text}`);
  return JSON.parse(text);
}

async function estimateQuestion(): Promise<Question> {
  const { token } = await call("/v3/accounts/token", {}, { api_key: DEMO.apiKey, mobile: DEMO.phone });
  const point = (lat: number) => ({ lat, lng: 106.7012, address: "a", name: "n", mobile: "0900000001" });
  return {
    paths: ["/v3/orders/estimates"],
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: JSON.stringify({
      order_time: 0,
      path: [point(10.7743), point(10.7899)],
      services: [{ _id: "SGN-BIKE", requests: [] }],
      payment_method: "BALANCE",
    }),
  };
}

async function handOutOrders({ headers, body }: Question): Promise<void> {
  const { services: _, ...order } = JSON.parse(body ?? "{}");
  for (let at = 0; at < BUSY; at++) {
    const made = await call("/v3/orders", { ...headers }, { ...order, service_id: "SGN-BIKE", payment_method: "CASH" });
    const mobile = String(84_930_000_000 + at * 16);
    await call(`/sandbox/v1/orders/${made.order_id}/events`, { ...headers }, { type: "accept", mobile });
  }
}

function reportPositions(tokensFile: string) {
  const load = { url: giao.url, tokensFile, perSecond: PER_SECOND };
  const child = spawn(process.execPath, ["bench/position-load.ts", JSON.stringify(load)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  let said = "";
  child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
    said += chunk;
  });
  return {
    started: once(child.stdout, "data"),
    stop: async (): Promise<PositionsSeen> => {
      const ended = once(child, "exit");
      child.kill("SIGTERM");
      await ended;
      return JSON.parse(said.trim().split("\n").at(-1) ?? "{}");
    },
  };
}
