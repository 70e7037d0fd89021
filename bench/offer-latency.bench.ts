// From a partner's create to the offer in the driver's stream, one order after another, beside what the create itself takes.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { EventSourceParserStream } from "eventsource-parser/stream";
import { DEMO } from "../src/operations/seed.ts";
import { startStopwatch } from "../src/ports/clock.ts";
import { startProcess } from "./side-by-side.ts";

const ORDERS = 200;
const WARM_UP = 20;

const folder = mkdtempSync(join(tmpdir(), "giao-bench-data-"));
const giao = await startProcess("bin/giao.js", ["serve"], {
  DATA_DIR: folder,
  PORT: "0",
  ROBOTS: "off",
  LOG_LEVEL: "warn",
});
try {
  const { token } = await call("POST", "/v3/accounts/token", "", { api_key: DEMO.apiKey, mobile: DEMO.phone });
  const { phone: mobile, pin } = DEMO.driver;
  const { token: driver } = await call("POST", "/driver/v1/sessions", "", { mobile, pin });
  await call("PUT", "/driver/v1/availability", driver, { online: true, lat: 10.7745, lng: 106.7012 });
  const offers = await openStream(driver);
  const createMs: number[] = [];
  const offerMs: number[] = [];
  for (let at = 0; at < ORDERS + WARM_UP; at++) {
    const watch = startStopwatch();
    const { order_id } = await call("POST", "/v3/orders", token, order());
    const created = watch.elapsedMs();
    const offerId = await offers.of(order_id);
    const offered = watch.elapsedMs();
    await call("POST", `/driver/v1/offers/${offerId}/decline`, driver, {});
    await call("DELETE", `/v3/orders/${order_id}`, token, {});
    if (at < WARM_UP) continue;
    createMs.push(created);
    offerMs.push(offered);
  }
  await offers.close();
  const create = figures(createMs);
  const offer = figures(offerMs);
  process.stdout.write(
    `create answered            p50 ${create.p50.toFixed(1)} ms  p99 ${create.p99.toFixed(1)} ms\n` +
      `offer in the driver's stream p50 ${offer.p50.toFixed(1)} ms  p99 ${offer.p99.toFixed(1)} ms` +
      `   ratio to the create ${(offer.p50 / create.p50).toFixed(1)}\n`,
  );
} finally {
  giao.stop();
  await giao.ended;
  rmSync(folder, { recursive: true, force: true, maxRetries: 50, retryDelay: 100 });
}

function figures(ms: readonly number[]): { readonly p50: number; readonly p99: number } {
  const sorted = ms.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.floor((sorted.length - 1) * share)] ?? Number.NaN;
  return { p50: at(0.5), p99: at(0.99) };
}

async function call(method: string, path: string, token: string, body: object) {
  const response = await fetch(giao.url + path, {
    method,
    headers: { "content-type": "application/json", authorization: `Bearer ${token}` },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  if (response.status !== 200) throw new Error(`${path}: ${text}`);
  return JSON.parse(text);
}

function order(): object {
  const point = (lat: number) => ({ lat, lng: 106.7012, address: "a", name: "n", mobile: "0900000001" });
  return {
    order_time: 0,
    path: [point(10.7743), point(10.7899)],
    service_id: "SGN-BIKE",
    requests: [],
    payment_method: "CASH",
  };
}

async function openStream(token: string) {
  const abort = new AbortController();
  const response = await fetch(`${giao.url}/driver/v1/offers`, {
    headers: { accept: "text/event-stream", authorization: `Bearer ${token}` },
    signal: abort.signal,
  });
  const waiting = new Map<string, (offerId: string) => void>();
  const come = new Map<string, string>();
  const reading = (async () => {
    const texts = response.body!.pipeThrough(new TextDecoderStream());
    for await (const { event, data } of texts.pipeThrough(new EventSourceParserStream())) {
      if (event !== "offer") continue;
      const { id, order_id } = JSON.parse(data);
      const wake = waiting.get(order_id);
      if (wake) wake(id);
      else come.set(order_id, id);
    }
  })();
  return {
    of: (orderId: string): Promise<string> =>
      new Promise((resolve, reject) => {
        const there = come.get(orderId);
        if (there) resolve(there);
        else waiting.set(orderId, resolve);
        reading.catch(reject);
      }),
    close: async () => {
      abort.abort();
      await reading.catch((error: unknown) => {
        if (!(error instanceof Error && error.name === "AbortError")) throw error;
      });
    },
  };
}
