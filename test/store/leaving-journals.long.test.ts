// Journals of orders that have left leave later: every balance stays proved, statements say since when they are kept, and nothing is posted twice.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { raw } from "sql-template-tag";
import { readSettings } from "../../src/cli/settings.ts";
import { seededChance } from "../../src/domain/chance.ts";
import { firstKept } from "../../src/domain/months.ts";
import { letJournalsGo, letOrdersGo } from "../../src/operations/data/let-go.ts";
import { verifyLedger } from "../../src/operations/ledger/verify-ledger.ts";
import { readLeaving } from "../../src/store/leaving.ts";
import { leaveJournals } from "../../src/store/ledger/leaving-journals.ts";
import { cutOffEverywhere } from "../harness/breaking-database.ts";
import { assertOk, assertRefused } from "../harness/expect.ts";
import { countAll, liveOrder } from "../harness/figure-story.ts";
import type { Json } from "../harness/giao.ts";
import { keepAllWords, sumAllJournals } from "../harness/old-orders.ts";
import { orderBody, startOrderTests } from "../harness/orders.ts";

const giao = await startOrderTests();
const { house } = giao;
const { db } = house;
const DAY = 86_400;
const MONTHS = 2;
const settings = {
  keepUntilExported: false,
  retention: { ...house.settings.retention, orderMonths: MONTHS, ledgerMonths: MONTHS },
};
const deps = { ...house, settings };
const keptSince = () => firstKept(house.clock.now(), MONTHS);
const DRIVER = "84911000001";

const rowsOf = (table: string) =>
  db<{ row: Json }>`select to_jsonb(kept) as row from ${raw(table)} as kept order by to_jsonb(kept)::text`;
const ledger = async () =>
  JSON.stringify(await Promise.all(["journals", "postings", "balances", "carried", "leaving"].map(rowsOf)));
const operator = async (path: string): Promise<Json> => {
  const answer = await giao.call("GET", `/operator/v1${path}`, { operator: true });
  assertOk(answer);
  return answer.body;
};
const statement = async (query = ""): Promise<Json> => {
  const answer = await giao.call("GET", `/v3/accounts/statement${query}`, { token: await giao.signIn() });
  assertOk(answer);
  return answer.body;
};
// Of orders that have left, and of none.
const countJournals = async () => {
  const [row] = await db<{ gone: number; none: number }>`
    select count(*) filter (where order_id is not null and order_id not in (select id from orders))::int as gone,
      count(*) filter (where order_id is null)::int as none
    from journals`;
  return row!;
};
const topUp = (reference: string, amount = 100_000) =>
  giao.call("POST", "/operator/v1/accounts/84900000001/top-ups", {
    operator: true,
    body: { amount, wallet: "main", reference },
  });

before(async () => {
  assertOk(await topUp("bank 1"));
  const chance = seededChance(7);
  for (let order = 0; order < 12; order++) await liveOrder(giao, chance, async () => undefined);
  await giao.advance(100 * DAY);
  assertOk(await topUp("bank 2"));
  const { _id } = await giao.created(orderBody(), await giao.signIn());
  for (const type of ["accept", "arrive", "pickup"]) assertOk(await giao.play(_id, type));
  assertOk(await giao.play(_id, "deliver", { path_index: 1 }));
  await countAll(house);
  await keepAllWords(db);
});

test("LEDGER_MONTHS keeps journals at least as long as orders", () => {
  const read = (env: Record<string, string>) => readSettings(env, "/nowhere", 1).retention.ledgerMonths;
  assert.equal(read({}), 0);
  assert.equal(read({ ORDER_MONTHS: "12", LEDGER_MONTHS: "120" }), 120);
  assert.throws(() => read({ LEDGER_MONTHS: "12" }), /LEDGER_MONTHS needs ORDER_MONTHS/);
  assert.throws(() => read({ ORDER_MONTHS: "13", LEDGER_MONTHS: "12" }), /must not be less/);
});

test("journals stay as long as their orders have not all been looked at", async () => {
  const kept = await ledger();
  await letJournalsGo(deps);
  assert.equal(await ledger(), kept);
  assert.equal((await statement()).kept_since, undefined);
});

test("whoever is cut off at any statement has done nothing, and at every moment the ledger is proved", async () => {
  for (let turn = 0; turn < 2; turn++) await letOrdersGo(deps);
  const { gone, none } = await countJournals();
  assert.ok(gone > 15, `${gone} journals of orders that have left`);
  for (let turn = 0; turn < 2; turn++) await letJournalsGo(deps);
  assert.equal((await countJournals()).gone, gone, "what is not in the sums of the platform stays");
  const [oldest] = await db<{ id: number }>`select min(id) as id from journals`;
  await assert.rejects(db`select leave_journals(${[oldest!.id]}::bigint[])`, /before it is in the sums/);
  await sumAllJournals(db);
  const money = (await operator("/money")).totals;
  const newest = (await statement()).lines;
  const [wallet] = (await operator(`/drivers/${DRIVER}/statement`)).lines;
  const cuts = await cutOffEverywhere(
    db,
    (breaking) => leaveJournals(breaking, keptSince(), 2),
    async () => {
      assert.deepEqual((await verifyLedger(house)).problems, []);
      const kept = await ledger();
      return async (what) => assert.equal(await ledger(), kept, what);
    },
  );
  assert.ok(cuts > 30, `${cuts} cuts`);
  const left = await countJournals();
  assert.deepEqual(left, { gone: 0, none });
  const { problems } = await verifyLedger(house);
  assert.deepEqual(problems, []);
  assert.deepEqual((await operator("/money")).totals, money, "what each kind of account holds has not changed");
  // What statements still show is as it was, balances too, and they say since when.
  const since = keptSince().getTime() / 1000;
  const page = await statement();
  assert.equal(page.kept_since, since);
  assert.deepEqual(page.lines, newest.slice(0, page.lines.length));
  assert.ok(page.lines.length > 0 && page.lines.at(-1).time >= since);
  assert.deepEqual((await statement(`?to_time=${since - 1}`)).lines, []);
  const drivers = await operator(`/drivers/${DRIVER}/statement`);
  assert.deepEqual([drivers.lines[0], drivers.kept_since], [wallet, since]);
  assert.equal((await operator("/accounts/84900000001/statement")).kept_since, since);
  const { lookedUpTo, keptFrom } = await readLeaving(db, "journals");
  assert.equal(lookedUpTo, keptFrom - 1);
});

test("a week of a driver from before is refused, and says so; later ones begin with what was carried", async () => {
  const { body } = await giao.call("POST", "/driver/v1/sessions", { body: { mobile: DRIVER, pin: "1234" } });
  const week = (day: string) => giao.call("GET", `/driver/v1/wallet/weeks/${day}`, { token: body.token });
  const dayOf = (at: Date) => at.toISOString().slice(0, 10);
  const old = await week(dayOf(new Date(keptSince().getTime() - 10 * DAY * 1000)));
  assertRefused(old, 400, "INVALID_DATA");
  assert.match(old.body.description, /has left/);
  const now = await week(dayOf(house.clock.now()));
  assertOk(now);
  const [{ balance } = { balance: 0 }] = await db<{ balance: number }>`
    select balance from balances where owner = ${DRIVER} and kind = 'driver_wallet'`;
  assert.equal(now.body.wallet_after, balance);
});

test("what was posted before is not posted again", async () => {
  const [row] = await db<{
    before: number;
  }>`select balance as before from balances where owner = '84900000001' and kind = 'user_main'`;
  assertOk(await topUp("bank 1"));
  assert.notEqual((await topUp("bank 1", 5)).status, 200);
  const [now] = await db<{
    before: number;
  }>`select balance as before from balances where owner = '84900000001' and kind = 'user_main'`;
  assert.deepEqual(now, row);
});

test("nothing else takes a journal away, and what was carried cannot be written", async () => {
  const refusal = async (work: Promise<unknown>) =>
    work.then(
      () => "",
      (error: { code?: string }) => error.code,
    );
  assert.equal(await refusal(db`delete from postings`), "23001");
  assert.equal(await refusal(db`delete from journals`), "23001");
  assert.equal(await refusal(db`update carried set amount = 0`), "23001");
  assert.equal(await refusal(db`delete from carried`), "23001");
});

test("verify finds what was carried wrongly", async () => {
  const wrong = await db.transact(async (tx) => {
    await tx`alter table carried disable trigger carried_follows_postings`;
    await tx`update carried set amount = amount + 1 where owner = ${DRIVER} and kind = 'driver_wallet'`;
    await tx`alter table carried enable trigger carried_follows_postings`;
  });
  assert.equal(wrong, undefined);
  const { problems } = await verifyLedger(house);
  assert.match(problems.join("\n"), /What journals that have left come to is 1, not zero/);
  assert.match(problems.join("\n"), new RegExp(`Balance driver_wallet of ${DRIVER}`));
});
