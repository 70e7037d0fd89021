// A ledger that has grown for years: what somebody sees of it on one page costs what is on the page, and says what adding up everything says.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { openBalanceWatch } from "../../src/operations/callbacks/watch-balances.ts";
import { verifyLedger } from "../../src/operations/ledger/verify-ledger.ts";
import { DEMO } from "../../src/operations/seed.ts";
import { script } from "../../src/store/db.ts";
import { PLATFORM_SUMS, sumNextJournals } from "../../src/store/ledger/platform-sums.ts";
import { cutOffEverywhere } from "../harness/breaking-database.ts";
import { crowRoads } from "../harness/crow-roads.ts";
import { explainAll, pagesTouched, rowsTouched } from "../harness/explained.ts";
import { addDriver, addOrder, ok } from "../harness/fleet.ts";
import { type Call, type Json, startGiao } from "../harness/giao.ts";
import { sumAllJournals } from "../harness/old-orders.ts";
import { directOf } from "../harness/server.ts";

const JOURNALS = 20_000;
const ORDERS = 5_000;
// One after the other, up to now.
const APART_SECONDS = 1_200;
const DAY = 86_400;
// Of 20,000 journals with 140,000 postings, and of 5,000 orders.
const ROWS_MAX = 6_000;
const PHONE = "84900000001";

const giao = await startGiao({}, { roads: crowRoads });
const { db } = giao.house;
const token = await giao.signIn();
const driver = await addDriver(giao, { phone: "84911000077" });
const now = Math.floor(Date.now() / 1000);

// Cash of recipients that went through an account, and what a driver earned.
await db`
  with journal as (
    insert into journals (kind, reference, posted_at)
    select 'cod_settled', 'long/' || nth, to_timestamp(${now}) - make_interval(secs => (${JOURNALS}::int - nth) * ${APART_SECONDS}::int)
    from generate_series(1, ${JOURNALS}::int) as nth
    order by nth
    returning id
  )
  insert into postings (journal_id, line, kind, owner, amount)
  select id, line, kind, owner, amount
  from journal
  cross join (
    values (0, 'user_cod', ${PHONE}, 5), (1, 'driver_wallet', ${driver.phone}, -3), (2, 'user_cod', ${PHONE}, -5), (3, 'user_main', ${PHONE}, 4),
      (4, 'driver_wallet', ${driver.phone}, 9), (5, 'platform_revenue', '', 3), (6, 'platform_cash', '', -13)
  ) as posted (line, kind, owner, amount)`;
const order = await addOrder(giao, token);
await db`
  insert into orders (id, partner_id, creator_phone, service_id, city_id, status, seq, driver_phone, tracking_token, created_at, content, state)
  select '26' || lpad(nth::text, 8, '0'), partner_id, creator_phone, service_id, city_id, 'COMPLETED', 7, ${driver.phone}, lpad(nth::text, 22, '0'),
    at, content, (state::jsonb || jsonb_build_object('completedAt', at + interval '20 minutes'))::json
  from orders
  cross join generate_series(1, ${ORDERS}::int) as nth
  cross join lateral (select to_timestamp(${now}) - make_interval(hours => ${ORDERS}::int - nth) as at) as moment
  where id = ${order}
  order by nth`;
await db`update orders set created_at = to_timestamp(${now}) - make_interval(hours => ${ORDERS + 1}) where id = ${order}`;
await db.session((ask) => ask`vacuum analyze`);

const plans = await explainAll(directOf(giao.databaseUrl), { "auto_explain.log_buffers": "on" });
// Of the pool as it was, no connection tells its plans. Only what is asked here is to be seen: no worker.
const explained = await giao.replica({ databaseUrl: directOf(giao.databaseUrl), env: { ROLE: "api" } });
await giao.drain();

// More often than PostgreSQL plans anew.
async function ask(path: string, call: Call): Promise<{ readonly body: Json; readonly rows: number }> {
  let body: Json;
  let rows = 0;
  for (let nth = 0; nth < 7; nth++) {
    plans.take();
    body = ok(await explained.call("GET", path, call));
    rows = Math.max(rows, ...plans.take().map(({ Plan: plan }) => rowsTouched(plan)));
  }
  return { body, rows };
}

async function cheap(path: string, call: Call): Promise<Json> {
  const { body, rows } = await ask(path, call);
  assert.ok(rows <= ROWS_MAX, `${path}: ${rows} rows`);
  return body;
}

test("what the platform's accounts come to is read from its sums and from what came since", async () => {
  const before = (await ask("/operator/v1/money", { operator: true })).body.totals;
  assert.equal(before.find(({ account }: Json) => account === "platform_revenue").balance, 3 * JOURNALS);
  await cutOffEverywhere(
    db,
    (breaking) => sumNextJournals(breaking, 0, JOURNALS / 4),
    async () => {
      const { problems } = await verifyLedger({ db });
      assert.deepEqual(problems, []);
      return async (what) => assert.deepEqual((await verifyLedger({ db })).problems, [], what);
    },
  );
  await sumAllJournals(db);
  const [left] = await db<{ rows: number }>`select count(*)::int as rows from ${PLATFORM_SUMS} as platform`;
  assert.ok(left!.rows < 10, `${left!.rows} rows are still to be added up`);
  assert.deepEqual((await cheap("/operator/v1/money", { operator: true })).totals, before);
  ok(
    await explained.call("POST", `/operator/v1/accounts/${PHONE}/top-ups`, {
      operator: true,
      body: { amount: 1_000, wallet: "main", reference: "after the sums" },
    }),
  );
  const cashOf = (totals: Json) => totals.find(({ account }: Json) => account === "platform_cash")?.balance;
  const { totals } = await cheap("/operator/v1/money", { operator: true });
  assert.equal(cashOf(totals), cashOf(before) - 1_000);
});

test("sums that are made anew as docs/money.md says, by several at once, hold each journal once", async () => {
  await db`update platform_sums set amount = amount + 1`;
  const told = /begin;\n([^`]*)commit;/.exec(readFileSync("docs/money.md", "utf8"));
  const statements = told![1]!.split(";\n").filter((one) => one !== "");
  assert.equal(statements.length, 4);
  await db.transact(async (tx) => {
    for (const one of statements) await tx`${script(one)}`;
  });
  await Promise.all([1, 2, 3].map(() => sumAllJournals(db)));
  await sumAllJournals(db);
  assert.deepEqual((await verifyLedger({ db })).problems, []);
});

test("what may still be committed with a lower number is not passed over", async () => {
  const [settled] = await db<{ upTo: number }>`select summed_up_to as up_to from platform_sums_progress`;
  await sumNextJournals(db);
  const [now] = await db<{ upTo: number }>`select summed_up_to as up_to from platform_sums_progress`;
  assert.deepEqual(now, settled, "it was drawn a moment ago");
});

test("verify finds sums that are wrong", async () => {
  await db`update platform_sums set amount = amount + 1 where kind = 'platform_revenue'`;
  const { problems } = await verifyLedger({ db });
  await db`update platform_sums set amount = amount - 1 where kind = 'platform_revenue'`;
  assert.match(problems.join("\n"), /^The sum of platform_revenue is 60001; its postings sum to 60000\.$/m);
});

test("a day of an account's statement costs a day", async () => {
  const { lines, cod_paid_out } = await cheap(
    `/v3/accounts/statement?from_time=${now - 2 * DAY}&to_time=${now - DAY}&limit=20`,
    { token },
  );
  assert.ok(lines.length === 20 && lines.every(({ time }: Json) => time >= now - 2 * DAY && time <= now - DAY));
  const [paid] = await db<{ amount: number }>`
    select -sum(amount)::int as amount
    from postings
    join journals on journals.id = journal_id
    where owner = ${PHONE}
      and postings.kind = 'user_cod'
      and amount < 0
      and posted_at >= to_timestamp(${now - 2 * DAY})
      and posted_at < to_timestamp(${now - DAY})`;
  assert.equal(cod_paid_out, paid!.amount);
  assert.ok(cod_paid_out > 0);
});

test("all of a statement, page by page, costs what is on each page, and for the first what is paid out of all COD", async () => {
  const lines: Json[] = [];
  let {
    lines: newest,
    next,
    cod_paid_out,
  } = await explained.call("GET", "/v3/accounts/statement?limit=400", { token }).then(ok);
  while (next !== undefined) {
    lines.push(...newest);
    const page = await cheap(`/v3/accounts/statement?limit=400&next=${next}`, { token });
    assert.equal(page.cod_paid_out, cod_paid_out);
    ({ lines: newest, next } = page);
  }
  lines.push(...newest);
  const held: Record<string, number> = {};
  for (const line of lines.toReversed()) {
    held[line.wallet] = (held[line.wallet] ?? 0) + line.amount;
    assert.equal(line.balance, held[line.wallet], line.id);
  }
  assert.ok(lines.length > 3 * JOURNALS);
});

test("a driver's wallet, line by line, is what all lines before come to", async () => {
  const naive = await db<{ id: number; balance: number }>`
    select journal_id as id, sum(sum(amount)) over (order by journal_id)::int as balance
    from postings
    where owner = ${driver.phone}
      and kind = 'driver_wallet'
    group by journal_id
    order by journal_id desc`;
  let next = "";
  for (let page = 0, seen = 0; page < 3; page++) {
    const body = await cheap(`/driver/v1/wallet/statement?${next && `after=${next}`}`, { token: driver.token });
    const balances = body.lines.map(({ balance }: Json) => balance);
    assert.ok(balances.length > 10);
    assert.deepEqual(
      balances,
      naive.slice(seen, seen + balances.length).map(({ balance }) => balance),
    );
    seen += balances.length;
    next = body.next;
  }
  const last = ok(
    await explained.call("GET", `/driver/v1/wallet/statement?after=${naive.at(-2)!.id}`, { token: driver.token }),
  );
  assert.deepEqual(
    last.lines.map(({ balance }: Json) => balance),
    [6],
  );
});

test("a driver's week and day cost a week and a day", async () => {
  const day = new Date((now - 7 * DAY) * 1000).toISOString().slice(0, 10);
  const week = await cheap(`/driver/v1/wallet/weeks/${day}`, { token: driver.token });
  const moved = week.moves.reduce((sum: number, { amount }: Json) => sum + amount, 0);
  assert.equal(week.wallet_after - week.wallet_before, moved);
  const [naive] = await db<{ before: number; after: number; orders: number }>`
    select sum(amount) filter (where posted_at < to_timestamp(${week.from_time}))::int as before,
      sum(amount) filter (where posted_at < to_timestamp(${week.to_time}))::int as after
    from postings
    join journals on journals.id = journal_id
    where owner = ${driver.phone}
      and postings.kind = 'driver_wallet'`;
  assert.deepEqual([week.wallet_before, week.wallet_after], [naive!.before, naive!.after]);
  assert.equal(week.orders.length, 7 * 24);
  await cheap("/driver/v1/wallet", { token: driver.token });
});

test("a look at balances costs those that moved and a stretch, however many accounts there are", async () => {
  const ACCOUNTS = 20_000;
  const STRETCH = 200;
  await db`
    insert into accounts (phone, partner_id, name, address, referral_code, created_at)
    select '84' || (810000000 + nth), 'demo', 'x', 'x', 'x', now()
    from generate_series(1, ${ACCOUNTS}::int) as nth`;
  const watched = { url: "https://partner.example/hooks", account_events: { balance_low: 100 } };
  ok(await explained.call("PUT", "/v3/callbacks", { token: DEMO.apiKey, body: watched }));
  await db`update accounts set is_low = true where phone like '8481%'`;
  await db.session((ask) => ask`vacuum analyze`);
  const { house } = explained;
  const watch = openBalanceWatch(house, STRETCH);
  const toldOf = async (phone: string) =>
    (await db`select seq from callback_events where order_id = ${`acc-${phone}`}`).length;
  const last = `84${810000000 + ACCOUNTS}`;
  const topUp = (amount: number) =>
    explained.call("POST", `/operator/v1/accounts/${last}/${amount > 0 ? "top-ups" : "withdrawals"}`, {
      operator: true,
      body: { amount: Math.abs(amount), wallet: "main", reference: `${amount} ${last}` },
    });
  // The journals of the first tests are newer than the first look asks for.
  await watch();
  ok(await topUp(1_000));
  await watch();
  const [high] = await db<{ isLow: boolean }>`select is_low from accounts where phone = ${last}`;
  assert.equal(high!.isLow, false, "it moved, and is far from the stretch that was looked at");
  ok(await topUp(-950));
  plans.take();
  await watch();
  assert.equal(await toldOf(last), 1);
  const pages = Math.max(...plans.take().map(({ Plan: plan }) => pagesTouched(plan)));
  assert.ok(pages < STRETCH * 12, `${pages} pages`);
  // Without a posting: a threshold that was changed is seen when the turn comes.
  const quiet = `84${810000000 + STRETCH * 3}`;
  await db`update accounts set is_low = false where phone = ${quiet}`;
  for (let nth = 0; nth < ACCOUNTS / STRETCH + 2; nth++) await watch();
  assert.equal(await toldOf(quiet), 1);
});
