import assert from "node:assert/strict";
import { test } from "node:test";
import { platformAccount } from "./chart.ts";
import {
  codHandIn,
  PAYOUT_REASONS,
  PAYOUT_STATUSES,
  payoutJournal,
  refuseApproval,
  refusePaying,
  shareOfWallet,
} from "./payout.ts";

const FULL = { wallet: 500_000, later: 0, promised: 0, cod: 0, hasBank: true };
const MINIMUM = 50_000;

for (const [what, change, amount, why] of [
  ["a full wallet", {}, 500_000, "PAID_OUT"],
  ["one at the minimum", { wallet: 50_000 }, 50_000, "PAID_OUT"],
  ["one a dong below", { wallet: 49_999 }, 0, "BELOW_MINIMUM"],
  ["an empty one", { wallet: 0 }, 0, "OWES"],
  ["a debt of COD", { wallet: -200_000 }, 0, "OWES"],
  ["what came after the day", { later: 120_000 }, 380_000, "PAID_OUT"],
  ["all of it after the day", { later: 500_000 }, 0, "EARNED_LATER"],
  ["what went after the day", { later: -100_000 }, 500_000, "PAID_OUT"],
  ["orders in hand", { promised: 300_000 }, 200_000, "PAID_OUT"],
  ["orders in hand that take all", { promised: 500_000 }, 0, "HELD_FOR_ORDERS"],
  ["orders in hand that what came later carries", { later: 300_000, promised: 300_000 }, 200_000, "PAID_OUT"],
  ["orders that leave too little", { promised: 460_000 }, 0, "BELOW_MINIMUM"],
  ["cash in hand beyond what is promised", { promised: 100_000, cod: 250_000 }, 250_000, "PAID_OUT"],
  ["no bank account", { hasBank: false }, 0, "NO_BANK_ACCOUNT"],
  ["neither enough nor a bank", { wallet: 10, hasBank: false }, 0, "BELOW_MINIMUM"],
] as const)
  test(`${what}: ${amount} is paid, ${why}`, () => {
    const share = shareOfWallet({ ...FULL, ...change }, MINIMUM);
    assert.deepEqual([share.amount, share.why], [amount, why]);
  });

for (const [what, change] of [
  ["a wallet of one dong", { wallet: 1 }],
  ["one dong that was there on the day", { wallet: 2, later: 1 }],
  ["one dong that orders leave", { wallet: 2, promised: 1 }],
] as const)
  test(`${what} is paid where one is the minimum`, () => {
    assert.equal(shareOfWallet({ ...FULL, ...change }, 1).amount, 1);
  });

test("a sum above the limit takes two, below it none", () => {
  const open = { status: "OPEN", needsTwo: true } as const;
  assert.equal(refusePaying(open, 1)?.refused, "SECOND_PERSON_NEEDED");
  assert.equal(refusePaying(open, 2), undefined);
  assert.equal(refusePaying({ ...open, needsTwo: false }, 0), undefined);
  assert.equal(refusePaying({ ...open, status: "CANCELLED" }, 2)?.refused, "PAYOUT_CLOSED");
});

test("only people approve, each once, and only what is open", () => {
  const mai = { by: "person", id: "mai" } as const;
  assert.equal(refuseApproval("OPEN", mai, []), undefined);
  assert.equal(refuseApproval("OPEN", mai, ["lan"]), undefined);
  assert.equal(refuseApproval("OPEN", mai, ["mai"])?.refused, "SECOND_PERSON_NEEDED");
  assert.equal(refuseApproval("PAID", mai, ["lan"])?.refused, "PAYOUT_CLOSED");
  for (const by of ["owner_key", "key"] as const)
    assert.equal(refuseApproval("OPEN", { by, id: by === "key" ? "k1" : null }, [])?.refused, "PERSON_NEEDED");
  assert.equal(refuseApproval("OPEN", { by: "person", id: null }, [])?.refused, "PERSON_NEEDED");
});

test("what is set aside is paid, or is back where it was", () => {
  const sum = new Map<string, number>();
  for (const move of ["payout_held", "payout_released"] as const)
    for (const { account, amount } of payoutJournal(move, "r1", "84911000001", 70_000).postings)
      sum.set(account.kind, (sum.get(account.kind) ?? 0) + amount);
  assert.deepEqual([...sum.values()], [0, 0]);
  const owner = "84911000001";
  const held = payoutJournal("payout_held", "r1", owner, 70_000);
  assert.deepEqual(held.postings, [
    { account: { kind: "driver_wallet", owner }, amount: -70_000 },
    { account: { kind: "driver_payout", owner }, amount: 70_000 },
  ]);
  const paid = payoutJournal("payout_paid", "r1", owner, 70_000);
  assert.deepEqual([paid.kind, paid.reference], ["payout_paid", "r1/84911000001"]);
  assert.deepEqual(paid.postings, [
    { account: { kind: "driver_payout", owner }, amount: -70_000 },
    { account: platformAccount("platform_cash"), amount: 70_000 },
  ]);
  assert.throws(() => payoutJournal("payout_paid", "r1", owner, 0), /moved nothing/);
});

test("a receipt is one however it is typed, and nothing else is one", () => {
  const hand = (receipt: string, amount = 1) => codHandIn("84911000001", { amount, receipt });
  const made = hand(" pt-001 ");
  assert.ok("reference" in made);
  assert.deepEqual([made.kind, made.reference], ["cod_hand_in", "PT-001"]);
  assert.deepEqual(made.postings, [
    { account: platformAccount("platform_cash"), amount: -1 },
    { account: { kind: "driver_wallet", owner: "84911000001" }, amount: 1 },
  ]);
  const refusal = (of: ReturnType<typeof hand>) => ("refused" in of ? [of.refused, of.field] : of);
  for (const receipt of ["", "PT 001", "=1", "x".repeat(61)])
    assert.deepEqual(refusal(hand(receipt)), ["INVALID_DATA", "receipt"]);
  for (const amount of [0, -1, 1.5]) {
    const refused = hand("PT-001", amount);
    assert.deepEqual(refusal(refused), ["INVALID_DATA", "amount"]);
    assert.match("why" in refused ? refused.why : "", /^amount /);
  }
});

test("what a payout can be and why somebody gets what they get, in the words of the API", () => {
  assert.deepEqual(PAYOUT_STATUSES, ["OPEN", "PAID", "CANCELLED"]);
  const told = ["PAID_OUT", "OWES", "EARNED_LATER", "HELD_FOR_ORDERS", "BELOW_MINIMUM", "NO_BANK_ACCOUNT"];
  assert.deepEqual(PAYOUT_REASONS, told);
});
