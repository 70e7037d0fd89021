// What it costs to learn of a city what its orders of four weeks teach (`ORDERS`, 200,000 of a month): how long, of how much processor time, and for how long the
// loop of a process that serves meanwhile is held (20 ms at most); beside the floor, which reads as many rows in one statement and makes nothing of them.
import { rmSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { monthAfter, startOf } from "../src/domain/months.ts";
import { isRefusal } from "../src/domain/refusal.ts";
import { openLearned } from "../src/operations/dispatch/learned.ts";
import { seedCatalogue } from "../src/operations/seed.ts";
import { realClock, startStopwatch } from "../src/ports/clock.ts";
import { secureRandom } from "../src/ports/random.ts";
import { openDatabase } from "../src/store/db.ts";
import { migrate } from "../src/store/migrate.ts";
import { insertOldOrders } from "../test/harness/old-orders.ts";
import { findPostgres, POSTGRES_MISSING, startCluster } from "../test/harness/postgres-pair.ts";
import { watchHolds } from "./held-loop.ts";

const ORDERS = Number(process.env.ORDERS ?? 200_000);
const HELD_MS = 20;
const CITY = "SGN";
// Compiled, and by the plans that PostgreSQL keeps from the sixth time on.
const WARM_TURNS = 6;
const TURNS = 5;
const month = { year: 2026, month: 3 };
const clock = { now: () => startOf(monthAfter(month)) };
const catalogue = { current: () => ({ cities: new Map() }) } as unknown as Parameters<
  typeof openLearned
>[0]["catalogue"];

const say = (line: string): void => void process.stdout.write(`${line}\n`);

async function main(): Promise<void> {
  if (findPostgres() === undefined) throw new Error(POSTGRES_MISSING);
  const cluster = await startCluster({ settings: { max_wal_size: "4GB" } });
  const db = openDatabase(cluster.url, { limits: { connectMs: 60_000, queryMs: 600_000, statementMs: 600_000 } });
  try {
    const migrated = await migrate(db);
    if (isRefusal(migrated)) throw new Error(migrated.why);
    await seedCatalogue({ db, clock: realClock, random: secureRandom }, true);
    await insertOldOrders(db, month, ORDERS);
    say(`${ORDERS} orders of ${month.month}/${month.year} are made`);
    await db`
      insert into order_times (number, city_id, settled, service_id, lat, lng, windows, stays)
      select number, city_id, true, service_id, 10.77 + number % 3000 * 0.0001, 106.7,
        (
          select array_agg(packed_window(stage, target, created_at, 3000, 1200, 1200, 1100, 1300, 1100 + (number * 7919 % 300)::int))
          from (values ('quoted'), ('accepted'), ('carried')) as told (stage)
          cross join (values ('pickup'), ('delivery')) as to_be (target)
        ),
        array[
          array[0, since_2020(created_at), 60 + (number % 400)::int, 300],
          array[1, since_2020(created_at), 40 + (number % 90)::int, -1]
        ]
      from orders`;
    await db`
      insert into driven_legs (city_id, vehicle, lat, lng, driven_at, expected_seconds, actual_seconds)
      select city_id, 'BIKE', 10.77 + number % 100 * 0.001, 106.7, created_at, 600, 500 + (number * 7919 % 400)::int
      from orders
      cross join generate_series(1, 4)
      order by number`;
    await db.session((ask) => ask`vacuum analyze`);
    say(
      "                   takes   of processor   loop held   (wanted)   bare rows: takes / processor / held   processor, of theirs",
    );
    const learnings: Readonly<Record<string, readonly [() => Promise<unknown>, () => Promise<unknown>]>> = {
      windows: [
        () => fresh().windows(CITY),
        () => db`
          select number, stage, target, city_id, told_at, meters, planned_seconds, actual_seconds
          from told_windows
          order by number desc
          limit 40000`,
      ],
      stops: [
        () => fresh().stops(CITY),
        () => db`
          select kind, service_id, lat, lng, left_at, seconds, arrived_after_seconds
          from told_stays
          order by number desc
          limit 40000`,
      ],
      preparations: [
        () => fresh().preparations(CITY),
        () => db`
          select lat, lng, arrived_after_seconds, seconds
          from told_stays
          where kind = 'pickup'
          order by number desc
          limit 100000`,
      ],
      speeds: [
        () => fresh().factorsAt(CITY, []),
        () => db`
          select lat, lng, driven_at, expected_seconds, actual_seconds
          from driven_legs
          order by id desc
          limit 60000`,
      ],
    };
    let isGood = true;
    for (const [what, [ours, bare]] of Object.entries(learnings)) {
      for (let turn = 0; turn < WARM_TURNS; turn++) await ours();
      const own = await costOf(ours);
      const floor = await costOf(bare);
      isGood &&= own.held <= HELD_MS;
      say(
        `${what.padEnd(13)} ${ms(own.took)} ${ms(own.cpu)}        ${ms(own.held)}     (${HELD_MS} ms)` +
          `              ${ms(floor.took)} / ${ms(floor.cpu)} / ${ms(floor.held)}                    ${(own.cpu / floor.cpu).toFixed(2)}`,
      );
    }
    say(isGood ? "good" : "HELD TOO LONG");
    if (!isGood) process.exitCode = 1;

    function fresh() {
      return openLearned({ db, clock, catalogue });
    }
  } finally {
    await db.close();
    await cluster.stop();
    rmSync(cluster.folder, { recursive: true, force: true });
  }
}

// The median of each.
async function costOf(work: () => Promise<unknown>) {
  const seen: { took: number; cpu: number; held: number }[] = [];
  for (let turn = 0; turn < TURNS; turn++) {
    const held = watchHolds();
    const { user, system } = process.threadCpuUsage();
    const watch = startStopwatch();
    await work();
    const took = watch.elapsedMs();
    const used = process.threadCpuUsage();
    await sleep(5);
    seen.push({ took, cpu: (used.user + used.system - user - system) / 1_000, held: held() });
  }
  const middle = (of: (one: (typeof seen)[number]) => number): number =>
    seen.map(of).sort((a, b) => a - b)[TURNS >> 1]!;
  return { took: middle(({ took }) => took), cpu: middle(({ cpu }) => cpu), held: middle(({ held }) => held) };
}

const ms = (given: number): string => `${given.toFixed(0)} ms`.padStart(9);

// As the program does when it serves: collecting garbage holds the loop for as long as there is room for new objects.
const { becomeLean } = await import(new URL("../bin/lean-process.js", import.meta.url).href);
becomeLean();
await main();
