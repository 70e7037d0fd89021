// Estimating, creating and reading orders, each beside its floor in the same run. `ORDERS=1000000 npm run bench -- orders`
// shows how reading and creating hold with a million orders in the table; the default is ten thousand.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isRefusal } from "../src/domain/refusal.ts";
import { DEMO } from "../src/operations/seed.ts";
import { startStopwatch } from "../src/ports/clock.ts";
import { openDatabase } from "../src/store/db.ts";
import { startEmbedded } from "../src/store/embedded/embedded.ts";
import type { LoadSeen } from "./http-load.ts";
import { fill, insertAtOnce, insertInSteps, perSecond, readSample } from "./order-floor.ts";
import {
  bareServer,
  type Contender,
  compare,
  drive,
  processorSeconds,
  type Question,
  startProcess,
} from "./side-by-side.ts";

const SECONDS = 3;
const ACCOUNTS = 32;
const ORDERS = Number(process.env.ORDERS ?? 10_000);
const OPERATOR = { "x-operator-key": "sandbox-operator-key", "content-type": "application/json" };

const say = (line: string): void => void process.stdout.write(`${line}\n`);
const dataDir = mkdtempSync(join(tmpdir(), "giao-bench-data-"));
const silent = { debug: () => undefined, info: () => undefined, error: say };
const embedded = await startEmbedded({ dataDir, log: silent });
if (isRefusal(embedded)) throw new Error(embedded.why);
const databaseUrl = embedded.url;
const db = openDatabase(databaseUrl);
const giao = await startProcess("bin/giao.js", ["serve"], {
  DATA_DIR: dataDir,
  DATABASE_URL: databaseUrl,
  PORT: "0",
  ROBOTS: "off",
  LOG_LEVEL: "warn",
});

async function call(path: string, init: RequestInit): Promise<string> {
  const response = await fetch(giao.url + path, init);
  const text = await response.text();
  if (response.status !== 200) throw new Error(`${path}: ${text}`);
  return text;
}

try {
  // As many accounts as there are connections: money of one account moves one order at a time, whoever stores it.
  const phones = Array.from({ length: ACCOUNTS }, (_, at) => `849990000${String(at).padStart(2, "0")}`);
  const tokens: string[] = [];
  for (const mobile of phones) {
    const account = JSON.stringify({ api_key: DEMO.apiKey, mobile, name: "Bench", address: "1 Bench" });
    tokens.push(JSON.parse(await call("/v3/accounts", { method: "POST", body: account })).token);
    const topUp = JSON.stringify({ amount: 100_000_000_000, wallet: "main", reference: "bench" });
    await call(`/operator/v1/accounts/${mobile}/top-ups`, { method: "POST", headers: OPERATOR, body: topUp });
  }
  const headers = { authorization: `Bearer ${tokens[0]}`, "content-type": "application/json" };
  const post = (path: string, body: object): Question => ({
    paths: [path],
    method: "POST",
    headers,
    body: JSON.stringify(body),
  });

  await estimates(post);
  await longRoute(post);
  await creates(post, phones, tokens);
  await reads(headers, post, phones, tokens);
} finally {
  giao.stop();
  await giao.ended;
  await db.close();
  await embedded.stop();
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 50, retryDelay: 100 });
}

type Post = (path: string, body: object) => Question;

function order(): object {
  return {
    order_time: 0,
    path: [
      {
        address: "12 Lê Lợi, Bến Nghé, Quận 1, Hồ Chí Minh",
        lat: 10.7743,
        lng: 106.7012,
        name: "An",
        mobile: "0900000001",
      },
      {
        address: "5 Nguyễn Thị Minh Khai, Đa Kao, Quận 1, Hồ Chí Minh",
        lat: 10.7871,
        lng: 106.7008,
        name: "Bình",
        mobile: "0900000002",
        tracking_number: "SHOP-1001",
      },
    ],
    payment_method: "BALANCE",
    remarks: "Gọi trước khi đến",
  };
}

async function estimates(post: Post): Promise<void> {
  const services = ["SGN-BIKE", "SGN-ECO", "SGN-2H", "SGN-SAMEDAY"].map((_id) => ({ _id, requests: [] }));
  const spent: number[] = [];
  for (const asked of [services.slice(0, 1), services]) {
    const question = post("/v3/orders/estimates", { ...order(), services: asked });
    const answer = await call(question.paths[0]!, { method: "POST", headers: question.headers, body: question.body! });
    const bare = await bareServer(answer);
    compare(`estimate of ${asked.length} service${asked.length > 1 ? "s" : ""}`, giao.url, bare.url, question);
    spent.push(spentMicros(giao, question));
    say(`  processor time ${spent.at(-1)!.toFixed(0)} µs a request, bare ${spentMicros(bare, question).toFixed(0)} µs`);
    bare.stop();
  }
  say(`four services cost ${(spent[1]! / spent[0]!).toFixed(2)} times one (to be less than 2)`);
}

// A hundred doors in the order that costs least. bench/stop-order.bench.ts says how far that is from a bound no order can beat.
async function longRoute(post: Post): Promise<void> {
  const wide = { distance_fee: "10000 + x * 5000", max_stop_points: 100, max_distance: 1_000_000 };
  await call("/operator/v1/services/SGN-LONG", { method: "PUT", headers: OPERATOR, body: JSON.stringify(wide) });
  const path = Array.from({ length: 101 }, (_, at) => ({
    lat: 10.75 + ((at * 37) % 101) / 1_500,
    lng: 106.65 + ((at * 61) % 101) / 1_500,
  }));
  const asked = { ...order(), path, services: [{ _id: "SGN-LONG" }] };
  for (const route_optimized of [false, true]) {
    const question = post("/v3/orders/estimates", { ...asked, route_optimized });
    const answer = await call(question.paths[0]!, { method: "POST", headers: question.headers, body: question.body! });
    const [{ data }] = JSON.parse(answer) as [{ data: { distance: number } }];
    const seen = drive(giao.url, question, SECONDS, 1);
    say(
      `100 deliveries ${route_optimized ? "optimised" : "as given "}   p50 ${seen.p50Ms.toFixed(0)} ms  p99 ${seen.p99Ms.toFixed(0)} ms   ${data.distance} km`,
    );
  }
}

async function creates(post: Post, phones: readonly string[], tokens: readonly string[]): Promise<void> {
  const body = { ...order(), service_id: "SGN-BIKE", requests: [] };
  const question = { ...post("/v3/orders", body), tokens };
  const { order_id } = JSON.parse(
    await call("/v3/orders", { method: "POST", headers: question.headers, body: question.body! }),
  ) as { order_id: string };
  const sample = await readSample(db, order_id, phones);
  say(`an order's row holds ${sample.content.length + sample.state.length} bytes of JSON`);
  const at = new Date("2026-01-01T00:00:00Z");
  drive(giao.url, question, 1);
  await perSecond(1, () => insertInSteps(db, sample, at));
  for (let round = 0; round < 3; round++) {
    const ours = drive(giao.url, question, SECONDS);
    if (ours.failures > 0) throw new Error(`${ours.failures} creates failed`);
    const steps = await perSecond(SECONDS, () => insertInSteps(db, sample, at));
    const atOnce = await perSecond(SECONDS, () => insertAtOnce(db, sample, at));
    say(
      `${row("create, BALANCE", ours)}   bare loop ${steps.toFixed(0)}/s ratio ${(ours.perSecond / steps).toFixed(2)}` +
        `   in one statement ${atOnce.toFixed(0)}/s ratio ${(ours.perSecond / atOnce).toFixed(2)}`,
    );
  }
}

async function reads(
  headers: Record<string, string>,
  post: Post,
  phones: readonly string[],
  tokens: readonly string[],
): Promise<void> {
  const [newest] = await db<{ id: string }>`select id from orders order by number desc limit 1`;
  const sample = await readSample(db, newest!.id, phones);
  const filling = startStopwatch();
  await fill(db, sample, ORDERS, (made) =>
    say(`  ${made} of ${ORDERS} orders are in after ${(filling.elapsedMs() / 1_000).toFixed(0)} s`),
  );
  const rows = await db<{ id: string; trackingNumber: string }>`
    select order_id as id, tracking_number
    from tracking_numbers
    where tracking_number like 'F%'
    order by md5(order_id)
    limit 2000`;
  const [{ size = "" } = {}] = await db<{ size: string }>`
    select pg_size_pretty(pg_total_relation_size('orders')) as size`;
  say(`with ${ORDERS} more orders in the table (${size}):`);
  const bare = await startProcess("bench/bare-select-server.ts", [databaseUrl]);
  const question = (paths: readonly string[]): Question => ({ paths, method: "GET", headers });
  const detail = question(rows.map(({ id }) => `/v3/orders/${id}`));
  const tracks = question(rows.map(({ trackingNumber }) => `/v3/orders/tracks/${trackingNumber}?from_time=0`));
  compare("detail", giao.url, bare.url, detail);
  compare("tracks", giao.url, bare.url, tracks);
  say(
    `  processor time of a detail ${spentMicros(giao, detail).toFixed(0)} µs, bare ${spentMicros(bare, detail).toFixed(0)} µs`,
  );
  bare.stop();
  let at = 0;
  const select = await perSecond(SECONDS, () => {
    const { id } = rows[at++ % rows.length]!;
    return db`select id, status, content, state from orders where id = ${id}`;
  });
  say(`bare select in a loop, without HTTP: ${select.toFixed(0)}/s`);
  say(
    row(
      "create, BALANCE",
      drive(giao.url, { ...post("/v3/orders", { ...order(), service_id: "SGN-BIKE" }), tokens }, SECONDS),
    ),
  );
}

// Of the process that answers, PostgreSQL's not counted: a busy neighbour changes rates, but not this.
function spentMicros(contender: Contender, question: Question): number {
  const before = processorSeconds(contender) ?? Number.NaN;
  const { perSecond: rate } = drive(contender.url, question, SECONDS);
  return (((processorSeconds(contender) ?? Number.NaN) - before) / (rate * SECONDS)) * 1e6;
}

function row(name: string, seen: LoadSeen): string {
  return `${name.padEnd(40)} ${seen.perSecond.toFixed(0).padStart(6)}/s  p50 ${seen.p50Ms.toFixed(2)} ms  p99 ${seen.p99Ms.toFixed(2)} ms`;
}
