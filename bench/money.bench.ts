// What a grown ledger costs whoever looks at it: the money page and a look for low balances, beside adding up all postings and reading all accounts.
// `ORDERS=1000000 npm run bench -- money` for a larger one.
import { rmSync } from "node:fs";
import { openBalanceWatch } from "../src/operations/callbacks/watch-balances.ts";
import { realClock, startStopwatch } from "../src/ports/clock.ts";
import { sumBalances } from "../src/store/console/money.ts";
import { openDatabase } from "../src/store/db.ts";
import { insertOldOrders } from "../test/harness/old-orders.ts";
import { findPostgres, POSTGRES_MISSING, startCluster } from "../test/harness/postgres-pair.ts";
import { prepareTemplate } from "../test/harness/template.ts";

const ORDERS = Number(process.env.ORDERS ?? 50_000);
const ACCOUNTS = 200_000;
const RUNS = 9;

const say = (line: string): void => void process.stdout.write(`${line}\n`);
if (findPostgres() === undefined) throw new Error(POSTGRES_MISSING);
const cluster = await startCluster({ settings: { max_wal_size: "4GB" } });
const db = openDatabase(cluster.url, { limits: { queryMs: 600_000, statementMs: 600_000 } });
try {
  await prepareTemplate(cluster.url);
  await insertOldOrders(db, { year: 2026, month: 3 }, ORDERS);
  // Of a partner that wants to hear of all of them, and has.
  await db`
    insert into accounts (phone, partner_id, name, address, referral_code, created_at, balance_low, is_low)
    select '84' || (810000000 + nth), 'demo', 'x', 'x', 'x', now(), 100, true
    from generate_series(1, ${ACCOUNTS}::int) as nth`;
  await db`
    insert into callback_endpoints (partner_id, url, auth, secret, saved_at, balance_low)
    values ('demo', 'https://partner.example/', '{"type":"none"}', 'sealed:' || repeat('x', 60), now(), 100)`;
  await db.session((ask) => ask`vacuum analyze`);
  const watch = openBalanceWatch({ db, clock: realClock });
  await tell(
    `the money page, ${ORDERS} orders`,
    () => sumBalances(db),
    () => db`select kind, sum(amount) from postings where owner = '' group by kind`,
  );
  await tell(
    `a look for low balances, ${ACCOUNTS} accounts`,
    () => watch(),
    () => db`
      select count(*)
      from accounts
      left join balances on owner = phone and kind = 'user_main'
      where is_low <> (coalesce(balance, 0) < balance_low)`,
  );
} finally {
  await db.close();
  await cluster.stop();
  rmSync(cluster.folder, { recursive: true, force: true });
}

// In turns.
async function tell(name: string, ours: () => Promise<unknown>, floor: () => Promise<unknown>): Promise<void> {
  const ms: [number[], number[]] = [[], []];
  for (let run = 0; run < RUNS; run++) {
    for (const [at, work] of [ours, floor].entries()) {
      const watch = startStopwatch();
      await work();
      ms[at]!.push(watch.elapsedMs());
    }
  }
  const [our, all] = ms.map((one) => one.toSorted((a, b) => a - b)[Math.floor(RUNS / 2)]!) as [number, number];
  say(`${name}: ${our.toFixed(1)} ms, reading all ${all.toFixed(1)} ms   ratio ${(our / all).toFixed(3)}`);
}
