// A city at its peak in the live dispatcher: orders that all wait at one moment, a third of the drivers with goods in hand. How long
// until each order was offered or explained, what a round costs the processor, how long the event loop was held; beside the floor, which
// is the bare matrices that the rounds asked for, asked again with nothing around them.
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { readSettings } from "../src/cli/settings.ts";
import { seededChance } from "../src/domain/chance.ts";
import type { LatLng } from "../src/domain/geo.ts";
import { isRefusal } from "../src/domain/refusal.ts";
import type { Roads } from "../src/domain/roads.ts";
import { DEMO, seedSandbox } from "../src/operations/seed.ts";
import { startStopwatch } from "../src/ports/clock.ts";
import { watchLoopDelays } from "../src/ports/event-loop.ts";
import { buildNetwork } from "../src/roads/build/build-network.ts";
import { drawDemoExtract } from "../src/roads/demo/demo-extract.ts";
import { type LocalEngine, openEngine } from "../src/roads/engine.ts";
import { openLocalRoads } from "../src/roads/local.ts";
import { packNetwork } from "../src/roads/snapshot/packed-network.ts";
import type { Snapshot } from "../src/roads/snapshot/snapshot-file.ts";
import { openDatabase, script } from "../src/store/db.ts";
import { startEmbedded } from "../src/store/embedded/embedded.ts";
import { openHouse } from "../src/wiring/house.ts";
import { openLog } from "../src/wiring/log.ts";
import { noWorld } from "../src/wiring/no-world.ts";
import { openServer } from "../src/wiring/server.ts";
import { startWorker } from "../src/wiring/worker.ts";
import { HCMC, openRealRoads } from "../test/fixtures/real-roads.ts";
import { addCrowdOfDrivers, copyOrders, fillHands, type Way } from "../test/harness/crowd.ts";
import { watchHolds } from "./held-loop.ts";

const SCENES = [
  { orders: 1_000, drivers: 5_000 },
  { orders: 2_000, drivers: 10_000 },
] as const;
const BUSY_SHARE = 1 / 3;
const GIVE_UP_MS = 120_000;
const LOOK_MS = 20;
const AT_ONCE = 4;

type Question = Parameters<Roads["matrix"]>;

const say = (line: string): void => void process.stdout.write(`${line}\n`);
const cpuSeconds = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
};

async function main(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "giao-bench-data-"));
  const embedded = await startEmbedded({
    dataDir: folder,
    log: { debug: () => undefined, info: () => undefined, error: say },
  });
  if (isRefusal(embedded)) throw new Error(embedded.why);
  try {
    say(
      "map                orders × drivers   all decided   (wanted)   offered   rounds   a round's CPU, mean / most   (wanted)   loop held: CPU / clock   (wanted)   bare matrices: time / CPU",
    );
    if (existsSync(HCMC)) await measureMap("Hồ Chí Minh City", await openRealRoads(HCMC, "bike"), embedded.url);
    else say(`!!! ${HCMC} IS NOT THERE: nothing was measured on a real city, only on the demo streets.`);
    const demo = buildNetwork(drawDemoExtract(), "bike");
    if (isRefusal(demo)) throw new Error(demo.why);
    await measureMap("demo streets", { ...packNetwork(demo), profile: "bike" }, embedded.url);
  } finally {
    await embedded.stop();
    rmSync(folder, { recursive: true, force: true, maxRetries: 50, retryDelay: 100 });
  }
}

async function measureMap(name: string, snapshot: Snapshot, databaseUrl: string): Promise<void> {
  const engine = openEngine(snapshot, { engine: "giao", map: name, demo: false });
  const roads = openLocalRoads({ version: engine.version, engines: { bike: engine, car: engine } });
  for (const [at, scene] of SCENES.entries()) {
    const url = new URL(databaseUrl);
    const admin = openDatabase(databaseUrl);
    const database = `scene_${name.length}_${at}`;
    await admin`${script(`create database ${database}`)}`;
    await admin.close();
    url.pathname = `/${database}`;
    await measureScene(name, scene, engine, roads, url.href);
  }
  roads.close();
}

async function measureScene(
  name: string,
  { orders, drivers }: (typeof SCENES)[number],
  engine: LocalEngine,
  roads: Roads,
  databaseUrl: string,
): Promise<void> {
  const asked: Question[] = [];
  const listening: Roads = {
    ...roads,
    matrix: (...question) => {
      asked.push(question);
      return roads.matrix(...question);
    },
  };
  const settings = readSettings({ LOG_LEVEL: "warn", ROBOTS: "off" }, "/nowhere", 1);
  const house = await openHouse(settings, openLog("warn"), databaseUrl, { ...noWorld(), roads: listening });
  if (isRefusal(house)) throw new Error(house.why);
  await seedSandbox(house);
  const roundCpu: number[] = [];
  let began = 0;
  // What the dispatcher says is looked up in the database, but not all the time, which would take it a fifth of a core.
  let isLookedAt = false;
  const { cityFigures } = house;
  const watched = {
    ...cityFigures,
    leads: (...told: Parameters<typeof cityFigures.leads>) => {
      began = cpuSeconds();
      cityFigures.leads(...told);
    },
    done: (...told: Parameters<typeof cityFigures.done>) => {
      roundCpu.push(cpuSeconds() - began);
      isLookedAt = told[1].unseen === 0;
      cityFigures.done(...told);
    },
  };
  const idle = startWorker(house, "http://bench", { dispatches: false });
  const server = await openServer(house, "http://bench", idle);
  const url = await server.app.listen({ port: 0, host: "127.0.0.1" });
  const { db } = house;
  const chance = seededChance(15);
  const somewhere = (): LatLng => {
    for (;;) {
      const place = { lat: 10.72 + chance() * 0.13, lng: 106.62 + chance() * 0.12 };
      if (!isRefusal(engine.snap(place, 500))) return place;
    }
  };
  const way = (): Way => [somewhere(), somewhere()];
  const first = await createOrder(url, way());
  const phones = Array.from({ length: drivers }, (_, at) => String(84_920_000_000 + at));
  await addCrowdOfDrivers(db, "SGN", phones, phones.map(somewhere));
  const busy = phones.slice(0, Math.floor(drivers * BUSY_SHARE));
  await fillHands(db, first, busy, busy.map(way), 1);
  await db`delete from offers where answer is null`;
  await copyOrders(db, first, Array.from({ length: orders - 1 }, way), { from: 1_000_000 });

  asked.length = 0;
  const loopDelays = watchLoopDelays();
  await sleep(500);
  loopDelays();
  const watch = startStopwatch();
  const heldCpu = watchHolds();
  const worker = startWorker({ ...house, cityFigures: watched }, "http://bench");
  let left: number = orders;
  while (left > 0 && watch.elapsedMs() < GIVE_UP_MS) {
    await sleep(LOOK_MS);
    if (!isLookedAt) continue;
    isLookedAt = false;
    [{ left } = { left: 0 }] = await db<{ left: number }>`
      select count(*)::int as left
      from orders
      where status = 'ASSIGNING'
        and not exists (
          select 1
          from dispatch_decisions
          where order_id = orders.id
            and record ->> 'verdict' <> 'WAITS_FOR_ITS_TURN'
        )`;
  }
  const seconds = watch.elapsedMs() / 1000;
  const { max } = loopDelays();
  const held = heldCpu();
  const rounds = [...roundCpu];
  const questions = [...asked];
  await worker.stop();
  const [{ offered } = { offered: 0 }] = await db<{ offered: number }>`
    select count(distinct order_id)::int as offered from offers where answer is null`;
  const floor = await askAgain(roads, questions);
  const mean = rounds.reduce((sum, one) => sum + one, 0) / Math.max(1, rounds.length);
  say(
    [
      name.padEnd(18),
      `${orders} × ${drivers}`.padStart(16),
      `${left === 0 ? seconds.toFixed(1) : `NEVER (${left} left)`} s`.padStart(14),
      (orders === 1_000 ? "≤ 5 s" : "works").padStart(11),
      String(offered).padStart(9),
      String(rounds.length).padStart(8),
      `${mean.toFixed(2)} / ${Math.max(...rounds).toFixed(2)} s`.padStart(29),
      "≤ 1 s".padStart(11),
      `${held.toFixed(0)} / ${(max * 1000).toFixed(0)} ms`.padStart(26),
      "≤ 20 ms".padStart(11),
      `${floor.seconds.toFixed(1)} / ${floor.cpu.toFixed(1)} s`.padStart(28),
    ].join(""),
  );
  await server.drain();
  await idle.stop();
  await house.close();
}

async function askAgain(roads: Roads, questions: readonly Question[]) {
  const watch = startStopwatch();
  const before = cpuSeconds();
  const waiting = [...questions];
  const ask = async (): Promise<void> => {
    for (let question = waiting.shift(); question; question = waiting.shift()) await roads.matrix(...question);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, ask));
  return { seconds: watch.elapsedMs() / 1000, cpu: cpuSeconds() - before };
}

async function createOrder(url: string, [pickup, door]: Way): Promise<string> {
  const call = async (path: string, body: object, token = "") => {
    const headers = { "content-type": "application/json", authorization: `Bearer ${token}` };
    const response = await fetch(url + path, { method: "POST", headers, body: JSON.stringify(body) });
    if (response.status !== 200) throw new Error(await response.text());
    return JSON.parse(await response.text());
  };
  const { token } = await call("/v3/accounts/token", { api_key: DEMO.apiKey, mobile: DEMO.phone });
  const path = [
    { address: "Bench", ...pickup, name: "An", mobile: "0900000001" },
    { address: "Bench", ...door, name: "Bình", mobile: "0900000002" },
  ];
  const order = { order_time: 0, path, service_id: "SGN-BIKE", requests: [], payment_method: "BALANCE" };
  return (await call("/v3/orders", order, token)).order_id;
}

// As the program does when it serves: collecting garbage holds the loop for as long as there is room for new objects.
const { becomeLean } = await import(new URL("../bin/lean-process.js", import.meta.url).href);
becomeLean();
await main();
