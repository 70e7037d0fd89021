import assert from "node:assert/strict";
import { test } from "node:test";
import { hasOngoingOrders, hasUnsettledBalance } from "../../src/store/accounts/ties.ts";
import { codeOf } from "../../src/store/db.ts";
import {
  listOrderJournals,
  PLATFORM,
  type Posting,
  postJournal,
  readBalances,
} from "../../src/store/ledger/journals.ts";
import { useDatabase } from "../harness/database.ts";

const { db } = await useDatabase();
const noon = new Date("2026-05-04T05:00:00Z");
const phone = "84900000011";

function topUp(amount: number, kind = "main"): readonly Posting[] {
  return [
    { holder: PLATFORM, kind: "bank", amount: -amount },
    { holder: phone, kind, amount },
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

test("a journal moves the balances it names", async () => {
  await postJournal(db, { kind: "top_up", postedAt: noon, postings: topUp(1_000) });
  await postJournal(db, { kind: "top_up", postedAt: noon, postings: topUp(500, "bonus") });
  assert.deepEqual(await readBalances(db, phone), { main: 1_000, bonus: 500, held: 0, cod: 0 });
  assert.equal(await hasUnsettledBalance(db, phone), true);
});

test("a journal that does not sum to zero cannot be stored", async () => {
  const before = await readBalances(db, phone);
  const lopsided = [{ holder: phone, kind: "main", amount: 5 }, ...topUp(10)];
  assert.equal(await stateOf(postJournal(db, { kind: "top_up", postedAt: noon, postings: lopsided })), "23514");
  assert.deepEqual(await readBalances(db, phone), before);
});

test("a bonus and a hold cannot go below zero; a main wallet may owe", async () => {
  const spend = (kind: string) => [
    { holder: phone, kind, amount: -600 },
    { holder: PLATFORM, kind: "bank", amount: 600 },
  ];
  assert.equal(await stateOf(postJournal(db, { kind: "spend", postedAt: noon, postings: spend("bonus") })), "23514");
  assert.equal(await stateOf(postJournal(db, { kind: "spend", postedAt: noon, postings: spend("held") })), "23514");
  assert.equal(await postJournal(db, { kind: "spend", postedAt: noon, postings: spend("main") }), true);
});

test("the same reference posts once", async () => {
  const before = (await readBalances(db, phone)).main;
  const journal = { kind: "top_up", reference: "bank-1", postedAt: noon, postings: topUp(70) };
  assert.equal(await postJournal(db, journal), true);
  assert.equal(await postJournal(db, journal), false);
  assert.equal((await readBalances(db, phone)).main, before + 70);
});

test("what is posted is never changed or taken back, and balances move only with postings", async () => {
  assert.equal(await stateOf(db`update postings set amount = amount * 2`), "23001");
  assert.equal(await stateOf(db`delete from postings`), "23001");
  assert.equal(await stateOf(db`truncate postings, journals`), "23001");
  assert.equal(await stateOf(db`update journals set kind = 'gift'`), "23001");
  assert.equal(await stateOf(db`update balances set balance = balance + 1`), "23001");
  assert.equal(await stateOf(db`insert into balances (holder, kind, balance) values ('x', 'main', 5)`), "23001");
  assert.equal(await stateOf(db`delete from balances`), "23001");
});

test("an order's journals are listed with their lines in order", async () => {
  await postJournal(db, { kind: "hold", orderId: "26AAAAAA", postedAt: noon, postings: topUp(5, "held") });
  assert.deepEqual(
    (await listOrderJournals(db, "26AAAAAA")).map(({ kind, postings }) => ({ kind, postings })),
    [{ kind: "hold", postings: topUp(5, "held") }],
  );
});

test("an account with nothing posted is settled and idle", async () => {
  assert.equal(await hasUnsettledBalance(db, "84900000099"), false);
  assert.equal(await hasOngoingOrders(db, "84900000099"), false);
});
