import assert from "node:assert/strict";
import { test } from "node:test";
import type { LedgerAccount } from "../../src/domain/ledger/chart.ts";
import type { Journal, Posting } from "../../src/domain/ledger/journal.ts";
import { topUpAccount } from "../../src/operations/ledger/top-up.ts";
import { verifyLedger } from "../../src/operations/ledger/verify-ledger.ts";
import { hasOngoingOrders, hasUnsettledBalance, insertAccount } from "../../src/store/accounts/accounts.ts";
import { insertPartner } from "../../src/store/accounts/partners.ts";
import { codeOf } from "../../src/store/db.ts";
import { listOrderJournals, postJournal, readBalances } from "../../src/store/ledger/journals.ts";
import { useDatabase } from "../harness/database.ts";
import { untilWaiting } from "../harness/lock-waits.ts";

const { db } = await useDatabase();
const noon = new Date("2026-05-04T05:00:00Z");
const clock = { now: () => noon };
const phone = "84900000011";
await insertPartner(db, {
  id: "shop",
  name: "Shop",
  blockDuplicateTrackingNumbers: false,
  rateLimitPerMinute: null,
  corsOrigins: [],
  language: "vi",
  contact: "",
  createdAt: noon,
});
await insertAccount(db, {
  phone,
  partnerId: "shop",
  name: "An",
  address: "1 Lê Lợi",
  referralCode: "R1",
  createdAt: noon,
});

const cash: LedgerAccount = { kind: "platform_cash", owner: "" };
const mine = (kind: "user_main" | "user_bonus" | "user_held"): LedgerAccount => ({ kind, owner: phone });

let references = 0;
function post(postings: readonly Posting[], change: Partial<Journal> = {}): Promise<boolean> {
  references += 1;
  return postJournal(db, { kind: "top_up", reference: `t${references}`, orderId: null, postings, ...change }, noon);
}

function paid(amount: number, account: LedgerAccount): readonly Posting[] {
  return [
    { account: cash, amount: -amount },
    { account, amount },
  ];
}

async function stateOf(work: Promise<unknown>): Promise<string> {
  try {
    await work;
    return "accepted";
  } catch (error) {
    return codeOf(error);
  }
}

test("an account with nothing posted is settled and idle", async () => {
  assert.equal(await hasUnsettledBalance(db, phone), false);
  assert.equal(await hasOngoingOrders(db, phone), false);
});

test("a journal moves the balances it names", async () => {
  await post(paid(1_000, mine("user_main")));
  await post(paid(500, mine("user_bonus")));
  assert.deepEqual(await readBalances(db, phone), { main: 1_000, bonus: 500, held: 0, cod: 0 });
  assert.equal(await hasUnsettledBalance(db, phone), true);
});

test("a journal that does not sum to zero cannot be stored", async () => {
  const before = await readBalances(db, phone);
  const lopsided = [{ account: mine("user_main"), amount: 5 }, ...paid(10, mine("user_main"))];
  assert.equal(await stateOf(post(lopsided)), "23514");
  assert.deepEqual(await readBalances(db, phone), before);
});

test("lines without a journal cannot be stored", async () => {
  const [newest] = await db<{ id: number }>`select max(id) as id from journals`;
  const lines = (journal: number) => db`
    insert into postings (journal_id, line, kind, owner, amount)
    values (${journal}, 0, 'user_main', ${phone}, 5), (${journal}, 1, 'platform_cash', '', -5)`;
  assert.equal(await stateOf(lines(newest!.id + 1_000)), "23503");
});

test("balances are taken in one order, whichever way a journal names them: two never wait for each other", async () => {
  const owners = Array.from({ length: 40 }, (_, at) => `owner ${String((at * 17) % 40).padStart(2, "0")}`);
  const inOrder = owners.toSorted();
  const lines = (named: readonly string[]): readonly Posting[] =>
    named.flatMap((owner) => paid(5, { kind: "user_main", owner }));
  await post(lines(owners));
  // While somebody has one of them, those before it are taken and those after it are not.
  for (const [named, heldAt] of [
    [owners, 0],
    [owners.toReversed(), 25],
    [inOrder.toReversed(), 39],
  ] as const) {
    const release = await holdBalance(inOrder[heldAt]!);
    const posting = post(lines(named));
    await untilWaiting(db);
    const free = await db<{ owner: string }>`
      select owner from balances where owner like 'owner %' order by owner for update skip locked`;
    assert.deepEqual(
      free.map(({ owner }) => owner),
      inOrder.slice(heldAt + 1),
    );
    await release();
    assert.equal(await posting, true);
  }
  const [sum] = await db<{ sum: number }>`select sum(balance)::int as sum from balances where owner like 'owner %'`;
  assert.equal(sum?.sum, 4 * 40 * 5);
});

async function holdBalance(owner: string): Promise<() => Promise<void>> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const { promise: isHeld, resolve: held } = Promise.withResolvers<void>();
  const holding = db.transact(async (tx) => {
    await tx`select balance from balances where owner = ${owner} for update`;
    held();
    await released;
  });
  await Promise.race([isHeld, holding]);
  return () => {
    release();
    return holding;
  };
}

test("a bonus and a hold cannot go below zero; a main wallet may owe", async () => {
  assert.equal(await stateOf(post(paid(-600, mine("user_bonus")))), "23514");
  assert.equal(await stateOf(post(paid(-600, mine("user_held")))), "23514");
  assert.equal(await post(paid(-1_600, mine("user_main"))), true);
});

test("a journal of one kind and reference is posted once", async () => {
  const before = (await readBalances(db, phone)).main;
  assert.equal(await post(paid(70, mine("user_main")), { reference: "bank-1" }), true);
  assert.equal(await post(paid(70, mine("user_main")), { reference: "bank-1" }), false);
  assert.equal((await readBalances(db, phone)).main, before + 70);
});

test("what is posted is never changed or taken back, and balances move only with postings", async () => {
  assert.equal(await stateOf(db`update postings set amount = amount * 2`), "23001");
  assert.equal(await stateOf(db`delete from postings`), "23001");
  assert.equal(await stateOf(db`truncate postings, journals`), "23001");
  assert.equal(await stateOf(db`update journals set kind = 'gift'`), "23001");
  assert.equal(await stateOf(db`update balances set balance = balance + 1`), "23001");
  assert.equal(await stateOf(db`insert into balances (owner, kind, balance) values ('x', 'user_main', 5)`), "23001");
  assert.equal(await stateOf(db`delete from balances`), "23001");
});

test("an order's journals are listed with their lines in order", async () => {
  const postings = [
    { account: mine("user_bonus"), amount: -5 },
    { account: mine("user_held"), amount: 5 },
  ];
  await post(postings, { kind: "hold", orderId: "26AAAAAA" });
  await post(
    postings.map(({ account, amount }) => ({ account, amount: -amount })),
    { kind: "release", orderId: "26AAAAAA" },
  );
  const [hold, release] = await listOrderJournals(db, "26AAAAAA");
  assert.deepEqual([hold?.kind, release?.kind], ["hold", "release"]);
  assert.deepEqual(hold?.postings, [
    { kind: "user_bonus", owner: phone, amount: -5 },
    { kind: "user_held", owner: phone, amount: 5 },
  ]);
});

test("a top-up pays in once, however often it is asked for at once", async () => {
  const before = (await readBalances(db, phone)).main;
  const asks = Array.from({ length: 8 }, () =>
    topUpAccount({ db, clock }, "0900000011", "main", { amount: 250, reference: "transfer 7" }),
  );
  for (const answer of await Promise.all(asks)) assert.equal("main" in answer && answer.main, before + 250);
});

test("the reference of a top-up cannot be used for another amount, and is one account's own", async () => {
  const again = await topUpAccount({ db, clock }, phone, "main", { amount: 251, reference: "transfer 7" });
  assert.equal("refused" in again && again.refused, "IDEMPOTENCY_KEY_REUSED");
  const bonus = await topUpAccount({ db, clock }, phone, "bonus", { amount: 250, reference: "transfer 7" });
  assert.equal("refused" in bonus && bonus.refused, "IDEMPOTENCY_KEY_REUSED");
  const unknown = await topUpAccount({ db, clock }, "84900000012", "main", { amount: 250, reference: "transfer 7" });
  assert.equal("refused" in unknown && unknown.refused, "USER_NOT_FOUND");
});

test("verify finds a clean ledger clean", async () => {
  const verdict = await verifyLedger({ db });
  assert.deepEqual(verdict.problems, []);
  assert.equal(verdict.ok, true);
  assert.ok(verdict.journals >= 6 && verdict.accounts >= 4);
});

// Only the owner of the tables can do this, and only on purpose.
test("verify names a journal that does not balance, a drifted balance, an empty journal and a wrong hold", async () => {
  await db`alter table postings disable trigger user`;
  await db`alter table balances disable trigger user`;
  await db`update postings set amount = amount + 7 where kind = 'platform_cash' and journal_id = 1`;
  await db`update balances set balance = balance + 9 where owner = ${phone} and kind = 'user_main'`;
  await db`insert into journals (kind, reference, posted_at) values ('hold', 'empty', ${noon})`;
  await db`update postings set amount = amount + 3 where kind = 'user_held' and amount > 0`;
  const { ok, problems } = await verifyLedger({ db });
  assert.equal(ok, false);
  const all = problems.join("\n");
  assert.match(all, /Journal 1 \(top_up\) sums to 7, not to zero\./);
  assert.match(all, /Journal \d+ \(hold\) has no postings\./);
  assert.match(all, /Balance user_main of 84900000011 is -?\d+; its postings sum to -?\d+\./);
  assert.match(all, /Order 26AAAAAA \(\) should hold 0; its journals hold 3\./);
  await db`update postings set amount = amount - 10 where kind = 'user_held' and amount > 0`;
  const after = (await verifyLedger({ db })).problems.join("\n");
  assert.match(after, /Balance user_held of 84900000011 is -\d+, and can only be never below zero\./);
  await db`
    insert into postings (journal_id, line, kind, owner, amount)
    select 1, 30 + n, 'user_held', 'nobody ' || n, -1 from generate_series(1, 60) as n`;
  const many = (await verifyLedger({ db })).problems.filter((problem) => problem.includes("can only be"));
  assert.equal(many.length, 50);
});
