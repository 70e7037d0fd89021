// 500 tracking pages open on one process while their orders change and their drivers report: from the call that changes an
// order to the change in its stream, beside a bare server that writes the same bytes; and from a position to the page.
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { get, type IncomingMessage } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createParser } from "eventsource-parser";
import { isRefusal } from "../src/domain/refusal.ts";
import { DEMO } from "../src/operations/seed.ts";
import { startStopwatch } from "../src/ports/clock.ts";
import { openDatabase } from "../src/store/db.ts";
import { startEmbedded } from "../src/store/embedded/embedded.ts";
import { signInDrivers } from "./bench-drivers.ts";
import { memoryMegabytes, startProcess } from "./side-by-side.ts";

const PAGES = 500;
const CHANGES = 300;
const POSITIONS_PER_SECOND = 100;
const SETTLE_MS = 3_000;
const MOVERS_EVERY = 3;

const say = (line: string): void => void process.stdout.write(`${line}\n`);
const watch = startStopwatch();
const folder = mkdtempSync(join(tmpdir(), "giao-bench-data-"));
const embedded = await startEmbedded({
  dataDir: folder,
  log: { debug: () => undefined, info: () => undefined, error: say },
});
if (isRefusal(embedded)) throw new Error(embedded.why);
const db = openDatabase(embedded.url);
const giao = await startProcess("bin/giao.js", ["serve"], {
  DATA_DIR: folder,
  DATABASE_URL: embedded.url,
  PORT: "0",
  ROBOTS: "off",
  LOG_LEVEL: "warn",
  TRACKING_STREAMS_PER_ADDRESS: "1000",
});
const bare = await startProcess("bench/bare-stream-server.ts", []);

type Page = { readonly orderId: string; readonly phone: string; readonly link: string };
type Heard = { readonly atMs: number; readonly event: string | undefined; readonly data: string };
type Listener = { hear: ((heard: Heard) => void) | undefined; readonly close: () => void };

try {
  const { token } = await call("POST", "/v3/accounts/token", {}, { api_key: DEMO.apiKey, mobile: DEMO.phone });
  const phones = Array.from({ length: PAGES }, (_, at) => String(84_940_000_000 + at));
  await signInDrivers(db, phones, false);
  const pages: Page[] = [];
  for (const phone of phones) pages.push(await orderFor(token, phone));
  const listeners = await Promise.all(pages.map(({ link }) => listen(`${link}/stream`)));
  const bareListeners = await Promise.all(pages.map((_, at) => listen(`${bare.url}/${at}`)));
  const memory = memoryMegabytes(giao);
  const stopDriving = drivePositions(phones);
  await pause(SETTLE_MS);

  const ours: number[] = [];
  const floor: number[] = [];
  const moves: number[] = [];
  for (let at = 0; at < CHANGES; at++) {
    const page = pages[at]!;
    const listener = listeners[at]!;
    const changed = heardBy(listener, ({ event, data }) => event === "state" && data.includes('"status":"IN PROCESS"'));
    const startedMs = watch.elapsedMs();
    await call(
      "POST",
      `/sandbox/v1/orders/${page.orderId}/events`,
      { "x-operator-key": "sandbox-operator-key" },
      { type: "pickup" },
    );
    const heard = await changed;
    ours.push(heard.atMs - startedMs);

    const written = heardBy(bareListeners[at]!, ({ event }) => event === "state");
    const bareStartedMs = watch.elapsedMs();
    const response = await fetch(`${bare.url}/${at}`, {
      method: "POST",
      body: heard.data,
    });
    await response.text();
    floor.push((await written).atMs - bareStartedMs);
  }
  stopDriving();
  // Spread over the second between two looks, as drivers are.
  const movers = pages.slice(0, CHANGES).filter((_, at) => at % MOVERS_EVERY === 0);
  await Promise.all(
    movers.map(async ({ phone }, at) => {
      const lat = 10.76 + at / 1e4;
      await pause((at * 1000) / movers.length);
      const moved = heardBy(listeners[at * MOVERS_EVERY]!, ({ data }) => data.includes(`"lat":${lat}`));
      const startedMs = watch.elapsedMs();
      await report(phone, { lat, lng: 106.71 });
      moves.push((await moved).atMs - startedMs);
    }),
  );
  const [our, its, move] = [figures(ours), figures(floor), figures(moves)];
  say(`${PAGES} open streams, ${POSITIONS_PER_SECOND} positions/s, ${Math.round(memory ?? 0)} MB resident`);
  say(`order change to its stream   p50 ${our.p50.toFixed(1)} ms  p99 ${our.p99.toFixed(1)} ms`);
  say(
    `bare server, the same bytes  p50 ${its.p50.toFixed(1)} ms  p99 ${its.p99.toFixed(1)} ms   ratio ${(our.p50 / its.p50).toFixed(1)}`,
  );
  say(
    `position to its stream       p50 ${move.p50.toFixed(0)} ms  p99 ${move.p99.toFixed(0)} ms   (looked for once a second)`,
  );
  for (const listener of [...listeners, ...bareListeners]) listener.close();
} finally {
  bare.stop();
  giao.stop();
  await Promise.all([giao.ended, bare.ended]);
  await db.close();
  await embedded.stop();
  rmSync(folder, { recursive: true, force: true, maxRetries: 50, retryDelay: 100 });
}

function figures(ms: readonly number[]): { readonly p50: number; readonly p99: number } {
  const sorted = ms.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.floor((sorted.length - 1) * share)] ?? Number.NaN;
  return { p50: at(0.5), p99: at(0.99) };
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

async function call(method: string, path: string, headers: Record<string, string>, body: object) {
  const response = await fetch(giao.url + path, {
    method,
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  if (response.status !== 200) throw new Error(`${path}: ${text}`);
  return JSON.parse(text);
}

async function orderFor(token: string, mobile: string): Promise<Page> {
  const authorization = { authorization: `Bearer ${token}` };
  const point = (lat: number) => ({ lat, lng: 106.7012, address: "a", name: "n", mobile: "0900000001" });
  const made = await call("POST", "/v3/orders", authorization, {
    order_time: 0,
    path: [point(10.7743), point(10.7899)],
    service_id: "SGN-BIKE",
    requests: [],
    payment_method: "CASH",
  });
  await call("POST", `/sandbox/v1/orders/${made.order_id}/events`, authorization, { type: "accept", mobile });
  return { orderId: made.order_id, phone: mobile, link: giao.url + new URL(made.shared_link).pathname };
}

async function listen(url: string): Promise<Listener> {
  const request = get(url, { agent: false });
  const [response] = (await once(request, "response")) as [IncomingMessage];
  if (response.statusCode !== 200) throw new Error(`${url}: ${response.statusCode}`);
  const listener: Listener = { hear: undefined, close: () => request.destroy() };
  const parser = createParser({
    onEvent: ({ event, data }) => listener.hear?.({ atMs: watch.elapsedMs(), event, data }),
  });
  response.setEncoding("utf8").on("data", (chunk: string) => parser.feed(chunk));
  return listener;
}

function heardBy(listener: Listener, isIt: (heard: Heard) => boolean): Promise<Heard> {
  return new Promise((resolve) => {
    listener.hear = (heard) => {
      if (isIt(heard)) resolve(heard);
    };
  });
}

function report(phone: string, place: { readonly lat: number; readonly lng: number }): Promise<unknown> {
  return call("POST", "/driver/v1/positions", { authorization: `Bearer ${phone}` }, { positions: [place] });
}

function drivePositions(phones: readonly string[]): () => void {
  let sent = 0;
  const timer = setInterval(() => {
    const phone = phones[sent % phones.length]!;
    const step = Math.floor(sent / phones.length);
    sent++;
    report(phone, { lat: 10.75 + (sent % 40) / 1000, lng: 106.68 + step / 2000 }).catch((error: unknown) => {
      clearInterval(timer);
      say(String(error));
    });
  }, 1000 / POSITIONS_PER_SECOND);
  return () => clearInterval(timer);
}
