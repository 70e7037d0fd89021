// Whether old orders and journals leave as fast as new ones come: so many orders of a month long ago (`ORDERS`, 100,000), with what hangs on them, leave in the worker's own
// portions while somebody writes; beside it the floor, the same rows deleted in the same portions from tables that refer to nothing and check nothing.
import { rmSync } from "node:fs";
import { raw } from "sql-template-tag";
import { monthAfter, startOf } from "../src/domain/months.ts";
import { isRefusal } from "../src/domain/refusal.ts";
import { verifyLedger } from "../src/operations/ledger/verify-ledger.ts";
import { seedCatalogue } from "../src/operations/seed.ts";
import { realClock } from "../src/ports/clock.ts";
import { secureRandom } from "../src/ports/random.ts";
import { inTransaction, openDatabase } from "../src/store/db.ts";
import { leaveJournals } from "../src/store/ledger/leaving-journals.ts";
import { migrate } from "../src/store/migrate.ts";
import { leaveOrders } from "../src/store/orders/leaving-orders.ts";
import { insertOldOrders, JOURNALS_EACH } from "../test/harness/old-orders.ts";
import { findPostgres, POSTGRES_MISSING, startCluster } from "../test/harness/postgres-pair.ts";
import { readWritten, watchHeld } from "./held-locks.ts";
import { serverSeconds } from "./side-by-side.ts";

const ORDERS = Number(process.env.ORDERS ?? 100_000);
const PORTION = 500;
const JOURNALS_AT_ONCE = 2_000;
const WANTED_PER_SECOND = 1_000;
// The worker rests for as long as it works.
const SHARE_OF_TIME = 0.5;
const HELD_SECONDS_MAX = 1;
const month = { year: 2025, month: 3 };
const keptSince = startOf(monthAfter(month));
const OF_ORDERS = ["tracking_numbers", "ratings", "recipient_messages"];

const say = (line: string): void => void process.stdout.write(`${line}\n`);
if (findPostgres() === undefined) throw new Error(POSTGRES_MISSING);
const cluster = await startCluster({ settings: { max_wal_size: "4GB" } });
const db = openDatabase(cluster.url, { limits: { connectMs: 60_000, queryMs: 600_000, statementMs: 600_000 } });
try {
  const migrated = await migrate(db);
  if (isRefusal(migrated)) throw new Error(migrated.why);
  await seedCatalogue({ db, clock: realClock, random: secureRandom }, true);
  await insertOldOrders(db, month, ORDERS);
  // Somebody who is served meanwhile has an order of today.
  await insertOldOrders(db, { year: 2026, month: 3 }, 100);
  const tables = ["orders", ...OF_ORDERS, "order_words", "journals", "postings"];
  for (const table of tables) {
    await db`create table ${raw(`bare_${table}`)} (like ${raw(table)} including indexes)`;
    await db`insert into ${raw(`bare_${table}`)} select * from ${raw(table)}`;
  }
  await db.session((ask) => ask`vacuum analyze`);
  await db`checkpoint`;
  const floorOrders = await rateOf(bareOrders);
  const floorJournals = await rateOf(bareJournals);
  await db`checkpoint`;
  const orders = await rateOf(async () => {
    while (await leaveOrders(db, { keptSince, onlyExported: false }, PORTION));
    await leaveOrders(db, { keptSince, onlyExported: false }, PORTION);
  });
  tell("orders leave", orders, floorOrders);
  const journals = await rateOf(async () => {
    while (await leaveJournals(db, keptSince, JOURNALS_AT_ONCE));
  });
  tell(`their ${JOURNALS_EACH} journals leave`, journals, floorJournals);
  const [left] = await db<{ orders: number; journals: number }>`
    select (select count(*) from orders) as orders, (select count(*) from journals) as journals`;
  const { problems } = await verifyLedger({ db });
  const isGood =
    left?.orders === 100 &&
    left.journals === 100 * JOURNALS_EACH &&
    problems.length === 0 &&
    Math.max(orders.held, journals.held) <= HELD_SECONDS_MAX &&
    Math.min(awakePerSecond(orders), awakePerSecond(journals)) >= WANTED_PER_SECOND;
  say(
    `left are ${left?.orders} orders and ${left?.journals} journals; the ledger has ${problems.length} problems   ${isGood ? "good" : "TOO SLOW, OR WRONG"}`,
  );
  if (!isGood) process.exitCode = 1;
} finally {
  await db.close();
  await cluster.stop();
  rmSync(cluster.folder, { recursive: true, force: true });
}

type Rate = {
  readonly perSecond: number;
  // Of PostgreSQL's processors: what it takes where nobody else wants them.
  readonly msEach: number;
  readonly walEach: number;
  readonly held: number;
  readonly waited: number;
};

async function rateOf(work: () => Promise<void>): Promise<Rate> {
  const [written, spent] = [await readWritten(db), serverSeconds(cluster.dataDir)];
  const seen = await watchHeld(
    db,
    async (nth) => {
      await db`update orders set held_main = 0 where id = ${`2660000${String(nth % 100).padStart(3, "0")}`}`;
    },
    work,
  );
  return {
    perSecond: ORDERS / seen.seconds,
    msEach: ((serverSeconds(cluster.dataDir) - spent) * 1000) / ORDERS,
    walEach: ((await readWritten(db)) - written) / ORDERS,
    held: seen.held,
    waited: seen.waited,
  };
}

// On a processor of its own, with the worker's rests.
function awakePerSecond({ msEach }: Rate): number {
  return (1000 / msEach) * SHARE_OF_TIME;
}

function tell(what: string, rate: Rate, floor: Rate): void {
  const awake = awakePerSecond(rate);
  say(
    `${what}: ${rate.msEach.toFixed(3)} ms of PostgreSQL's processors an order (bare deletes ${floor.msEach.toFixed(3)}), ${rate.walEach.toFixed(0)} bytes of log (${floor.walEach.toFixed(0)})\n` +
      `  ${rate.perSecond.toFixed(0)} orders/s here and now (${floor.perSecond.toFixed(0)}); with a processor of its own and the worker's rests ${awake.toFixed(0)}, ` +
      `${(awake / WANTED_PER_SECOND).toFixed(1)} × what 1,000 orders/s need\n` +
      `  a lock that holds writes ${rate.held.toFixed(2)} s   the slowest write of somebody else ${rate.waited.toFixed(2)} s`,
  );
}

async function bareOrders(): Promise<void> {
  for (let after = 0; ; after += PORTION) {
    const ids = await inTransaction(db, async (tx) => {
      const rows = await tx<{ id: string; number: number }>`
        select id, number from bare_orders where number > ${after} and number <= ${after + PORTION} and created_at < ${keptSince} order by number for update`;
      const gone = rows.map(({ id }) => id);
      for (const table of OF_ORDERS) await tx`delete from ${raw(`bare_${table}`)} where order_id = any(${gone})`;
      await tx`delete from bare_order_words where number = any(${rows.map(({ number }) => number)})`;
      await tx`delete from bare_orders where id = any(${gone})`;
      return gone;
    });
    if (ids.length === 0) return;
  }
}

async function bareJournals(): Promise<void> {
  for (let after = 0; ; after += JOURNALS_AT_ONCE) {
    const ids = await inTransaction(db, async (tx) => {
      const rows = await tx<{ id: number }>`
        select id from bare_journals where id > ${after} and id <= ${after + JOURNALS_AT_ONCE} and posted_at < ${keptSince}`;
      const gone = rows.map(({ id }) => id);
      await tx`delete from bare_postings where journal_id = any(${gone})`;
      await tx`delete from bare_journals where id = any(${gone})`;
      return gone;
    });
    if (ids.length === 0) return;
  }
}
