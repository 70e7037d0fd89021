// Which accounts are told as low, how often, and what the worker hears of it.
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { type BalanceWatch, openBalanceWatch } from "../../src/operations/callbacks/watch-balances.ts";
import { addPartner } from "../harness/callback-world.ts";
import { useDatabase } from "../harness/database.ts";

const { db } = await useDatabase();
const noon = new Date("2026-03-02T05:00:00Z");
let now = noon;
const deps = { db, clock: { now: () => now } };
const ACCOUNTS = 150;
let watchBalances: BalanceWatch;

// All of them have nothing, which is less than what their partner wants to hear of.
beforeEach(async () => {
  now = noon;
  await db`truncate callback_endpoints, callback_events, callback_queue, accounts, partners cascade`;
  await addPartner(db, "p1", "https://partner.example/hooks", noon);
  await db`update callback_endpoints set balance_low = 100`;
  await db`
    insert into accounts (phone, partner_id, name, address, referral_code, created_at)
    select '84' || (800000000 + nth), 'p1', 'x', 'x', 'x', ${noon}
    from generate_series(1, ${ACCOUNTS}::int) as nth`;
  watchBalances = openBalanceWatch(deps);
});

async function told(): Promise<number> {
  return (await db`select seq from callback_events`).length;
}

test("more accounts than are listed at once are all told, each once, and then nobody", async () => {
  assert.equal(await watchBalances(), true);
  assert.equal(await told(), ACCOUNTS);
  assert.equal(await watchBalances(), false);
  assert.equal(await told(), ACCOUNTS);
});

test("two workers that look at once tell each account once", async () => {
  await Promise.all([openBalanceWatch(deps)(), openBalanceWatch(deps)()]);
  assert.equal(await told(), ACCOUNTS);
});

test("a worker that is to stop looks at no further account, and says what it did", async () => {
  let looked = 0;
  assert.equal(await watchBalances(() => looked++ < 2), true);
  assert.equal(await told(), 2);
});

test("accounts that are low no more are noted and told nothing", async () => {
  await watchBalances();
  await db`update callback_endpoints set balance_low = null`;
  assert.equal(await watchBalances(), false);
  assert.deepEqual(await db`select phone from accounts where is_low`, []);
  assert.equal(await told(), ACCOUNTS);
});

test("that somebody was told is not forgotten for an account that was not", async () => {
  await watchBalances();
  // The first is low anew, the others have ceased to be: they come after it, or before it.
  await db`update callback_endpoints set balance_low = null`;
  await db`update accounts set balance_low = 100, is_low = false where phone = '84800000001'`;
  assert.equal(await watchBalances(), true);
  assert.equal(await told(), ACCOUNTS + 1);
});

test("a look after hours is at ten minutes of what moved, and who moved before has their turn", async () => {
  const STRETCH = 10;
  // After what the seed posted.
  const start = new Date("2100-01-01T05:00:00Z");
  const minutesLater = (minutes: number): Date => new Date(start.getTime() + minutes * 60_000);
  const toldOf = async (phone: string) =>
    (await db`select seq from callback_events where order_id = ${`acc-${phone}`}`).length;
  const moved = async (phone: string, minutes: number): Promise<void> => {
    await db`
      with journal as (
        insert into journals (kind, reference, posted_at) values ('top_up', ${phone}, ${minutesLater(minutes)}) returning id
      )
      insert into postings (journal_id, line, kind, owner, amount)
      select id, line, kind, owner, amount
      from journal
      cross join (values (0, 'user_main', ${phone}, 10), (1, 'platform_bank', '', -10)) as posting (line, kind, owner, amount)`;
  };
  await watchBalances();
  now = start;
  const watch = openBalanceWatch(deps, STRETCH);
  await watch();
  const [before, lately] = [`84${800000000 + ACCOUNTS - 1}`, `84${800000000 + ACCOUNTS}`];
  await db`update accounts set is_low = false where phone in (${before}, ${lately})`;
  await moved(before, 40);
  await moved(lately, 115);
  now = minutesLater(120);
  await watch();
  assert.deepEqual([await toldOf(before), await toldOf(lately)], [1, 2]);
  for (let nth = 0; nth < ACCOUNTS / STRETCH; nth++) await watch();
  assert.equal(await toldOf(before), 2);
});
