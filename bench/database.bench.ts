// What the database is asked to do, beside its floor in the same run, on Debian's PostgreSQL with its defaults (jit on): the events of
// an order's life with jit on and off, a position by the size of its batch, commits with their notices inside and afterwards, and each call.
import { rmSync } from "node:fs";
import { keepWords } from "../src/operations/orders/find-orders.ts";
import { DEMO } from "../src/operations/seed.ts";
import { startStopwatch } from "../src/ports/clock.ts";
import { type Database, inTransaction, openDatabase, type Sql } from "../src/store/db.ts";
import { type DriverPosition, writePositions } from "../src/store/drivers/places.ts";
import { notifyAfterwards, notifyWithCommit } from "../src/store/notices.ts";
import { findPostgres, POSTGRES_MISSING, startCluster } from "../test/harness/postgres-pair.ts";
import { prepareTemplate } from "../test/harness/template.ts";
import { countCalls, measureAccounts, measureCalls } from "./database-calls.ts";
import { measureBusy, measureRates } from "./database-rates.ts";
import { fill, type Sample } from "./order-floor.ts";

const ROUNDS = 3;
const LIVES = 150;
const STEPS = 7;
const BATCHES = [100, 300, 1_000];
const DRIVERS = 5_000;
const AT_ONCE = 32;
const COMMITS = 1_000;
// `ORDERS=10000000 npm run bench -- database` for ten times as many, `ORDERS=0` for none.
const ORDERS = Number(process.env.ORDERS ?? 1_000_000);
// `COUNTS=1` for what is counted and not timed: the same on a busy machine, in a minute.
const COUNTS = process.env.COUNTS === "1";
// `RATES=1` for creates and cancels beside the bare loop, and lists.
const RATES = process.env.RATES === "1";
// `BUSY=1` for one busy account beside several, and what others notice of it.
const BUSY = process.env.BUSY === "1";

const say = (line: string): void => void process.stdout.write(`${line}\n`);
const median = (given: readonly number[]): number => [...given].sort((a, b) => a - b)[Math.floor(given.length / 2)]!;

if (findPostgres() === undefined) throw new Error(POSTGRES_MISSING);
const cluster = await startCluster({ settings: { fsync: "on", full_page_writes: "on", max_connections: "100" } });
try {
  await prepareTemplate(cluster.url);
  if (COUNTS) {
    await countCalls(cluster.url, cluster.dataDir);
  } else if (RATES) {
    await measureRates(cluster.url, cluster.dataDir);
  } else if (BUSY) {
    await measureAccounts(cluster.url);
    await measureBusy(cluster.url, cluster.dataDir);
  } else {
    const sample = await measureAll(cluster.url);
    if (ORDERS > 0) await measureAll(await openLarge(sample));
  }
} finally {
  await cluster.stop();
  rmSync(cluster.folder, { recursive: true, force: true });
}

// Answers with an order like those it made.
async function measureAll(url: string): Promise<Sample> {
  await compareJit(url);
  await measurePositions(url);
  await compareNotices(url);
  await measureCalls(url, cluster.dataDir);
  return measureRates(url, cluster.dataDir);
}

// Another database, with orders that were finished long ago.
async function openLarge(sample: Sample): Promise<string> {
  const url = new URL(cluster.url);
  url.pathname = "/large";
  await using(cluster.url, (db) => db.session((ask) => ask`create database large`));
  await prepareTemplate(url.href);
  const filling = startStopwatch();
  await using(url.href, async (db) => {
    await fill(db, { ...sample, phones: [DEMO.phone] }, ORDERS, () => undefined);
    // Once to see how many there are, and once to keep them.
    for (let round = 0; round < 2; round++) await keepWords({ db }, () => true, 0);
    await db.session((ask) => ask`vacuum analyze order_words`);
  });
  say(`\nwith ${ORDERS} orders, which took ${(filling.elapsedMs() / 1000).toFixed(0)} s to make:`);
  return url.href;
}

async function using<T>(url: string, work: (db: Database) => Promise<T>): Promise<T> {
  const limits = { poolMax: AT_ONCE, queryMs: 600_000, statementMs: 500_000 };
  const db = openDatabase(url, { limits });
  try {
    return await work(db);
  } finally {
    await db.close();
  }
}

// The events of an order's life and a page of the stream after each, told whether to compile: what the server would do by default, and
// behind a pooler, where the session does not say it.
async function compareJit(url: string): Promise<void> {
  const times: Record<"on" | "off", number[]> = { on: [], off: [] };
  await using(url, async (db) => {
    // In turns, life by life: what else the machine does meets both alike.
    for (let life = 0; life < LIVES; life++) {
      for (const jit of ["on", "off"] as const) {
        const watch = startStopwatch();
        await live(db, jit, `${jit === "on" ? 1 : 2}${String(life).padStart(5, "0")}`);
        times[jit].push(watch.elapsedMs());
      }
    }
  });
  const [on, off] = [median(times.on), median(times.off)];
  say(
    `events of an order's life: ${on.toFixed(2)} ms with jit on, ${off.toFixed(2)} ms with jit off   ratio ${(on / off).toFixed(2)}`,
  );
}

async function live(db: Database, jit: "on" | "off", name: string): Promise<void> {
  const orderId = `26${name}`;
  for (let seq = 1; seq <= STEPS; seq++) {
    await inTransaction(db, async (tx) => {
      await tx`select set_config('jit', ${jit}, true)`;
      await tx`select append_callback_event(${orderId}, ${seq}, 'demo', 'status', '{}', now())`;
      await tx`select stream_position from read_callback_stream('demo', 0, 10)`;
    });
  }
}

async function measurePositions(url: string): Promise<void> {
  const at = new Date();
  await using(url, async (db) => {
    await db`
      insert into drivers (phone, name, plate_number, vehicle, city_id, pin_hash, created_at)
      select (84920000000 + nth)::text, 'Driver', '59A1-1', 'BIKE', 'SGN', decode(repeat('00', 48), 'hex'), ${at}::timestamptz
      from generate_series(0, ${DRIVERS}::int - 1) as nth`;
    await db`
      insert into driver_places (driver_phone)
      select phone
      from drivers
      where phone like '8492%'
      on conflict do nothing`;
    const costs = new Map<number, number[]>();
    // The first ones of each size are planned for it; the plan that stays is not.
    for (let round = 0; round < 4 * ROUNDS; round++) {
      for (const size of BATCHES) {
        const positions = Array.from({ length: size }, (_, nth): DriverPosition => {
          return { phone: String(84_920_000_000 + nth), lat: 10.7, lng: 106.7, speed: null, heading: null, at };
        });
        const watch = startStopwatch();
        await writePositions(db, positions, [], at);
        if (round > 2 * ROUNDS) costs.set(size, [...(costs.get(size) ?? []), (watch.elapsedMs() * 1000) / size]);
      }
    }
    const each = BATCHES.map((size) => median(costs.get(size)!));
    say(
      `a position in batches of ${BATCHES.join(" / ")}: ${each.map((micros) => micros.toFixed(0)).join(" / ")} µs` +
        `   ratio ${(each.at(-1)! / each[0]!).toFixed(2)}`,
    );
  });
}

async function compareNotices(url: string): Promise<void> {
  const ways: Readonly<Record<string, (tx: Sql, nth: number) => unknown>> = {
    "without notices": () => undefined,
    "with notices afterwards": (tx, nth) => notifyAfterwards(tx, "giao_offers", String(nth)),
    "with notices inside": (tx, nth) => notifyWithCommit(tx, "giao_offers", String(nth)),
  };
  const rates = new Map<string, number[]>();
  await using(url, async (db) => {
    for (let round = 0; round < ROUNDS; round++) {
      for (const [name, told] of Object.entries(ways)) {
        let next = 0;
        const watch = startStopwatch();
        const commit = async (): Promise<void> => {
          for (let nth = next++; nth < COMMITS; nth = next++) {
            await inTransaction(db, async (tx) => {
              await tx`update driver_places set heard_at = now() where driver_phone = ${String(84_920_000_000 + nth)}`;
              await told(tx, nth);
            });
          }
        };
        await Promise.all(Array.from({ length: AT_ONCE }, commit));
        rates.set(name, [...(rates.get(name) ?? []), (COMMITS * 1000) / watch.elapsedMs()]);
      }
    }
  });
  const floor = median(rates.get("without notices")!);
  for (const [name, perSecond] of rates) {
    say(`commits ${name}: ${Math.round(median(perSecond))}/s   ratio ${(median(perSecond) / floor).toFixed(2)}`);
  }
}
