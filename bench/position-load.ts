// Drivers who report where they are, in a process of its own: one position a request or several, so many requests a second whether the
// server keeps up or not. Ends on SIGTERM and prints what it saw as one line of JSON.
//   node bench/position-load.ts '{"url": …, "tokensFile": …, "perSecond": 1000}'
import { readFileSync } from "node:fs";
import { Pool } from "undici";
import { startStopwatch } from "../src/ports/clock.ts";

export type PositionsSeen = {
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly failures: number;
};

const {
  url,
  tokensFile,
  perSecond,
  perRequest = 1,
} = JSON.parse(process.argv[2] ?? "") as {
  readonly url: string;
  readonly tokensFile: string;
  readonly perSecond: number;
  readonly perRequest?: number;
};
const TICK_MS = 10;
const tokens = readFileSync(tokensFile, "utf8").trim().split("\n");
const pool = new Pool(url, { connections: 500 });
const latenciesMs: number[] = [];
const watch = startStopwatch();
let failures = 0;
let sent = 0;

async function report(driver: number): Promise<void> {
  const startedMs = watch.elapsedMs();
  // Each driver on a way of their own through the city, some 40 m further each time.
  const step = Math.floor(sent / tokens.length);
  const positions = Array.from({ length: perRequest }, (_, nth) => ({
    lat: 10.74 + (driver % 70) * 0.001,
    lng: 106.64 + (step + nth / perRequest) * 0.0004 + (driver % 90) * 0.001,
  }));
  const { statusCode, body } = await pool.request({
    path: "/driver/v1/positions",
    method: "POST",
    headers: { authorization: `Bearer ${tokens[driver]}`, "content-type": "application/json" },
    body: JSON.stringify({ positions }),
  });
  await body.dump();
  latenciesMs.push(watch.elapsedMs() - startedMs);
  if (statusCode !== 200) failures += 1;
}

const timer = setInterval(() => {
  for (const due = (watch.elapsedMs() / 1000) * perSecond; sent < due; sent++) {
    report(sent % tokens.length).catch(() => {
      failures += 1;
    });
  }
}, TICK_MS);
process.stdout.write(`${url}\n`);
process.on("SIGTERM", () => {
  clearInterval(timer);
  const seconds = watch.elapsedMs() / 1000;
  latenciesMs.sort((a, b) => a - b);
  const at = (share: number) => latenciesMs[Math.floor((latenciesMs.length - 1) * share)] ?? Number.NaN;
  const seen: PositionsSeen = { perSecond: latenciesMs.length / seconds, p50Ms: at(0.5), p99Ms: at(0.99), failures };
  process.stdout.write(`${JSON.stringify(seen)}\n`, () => process.exit(0));
});
