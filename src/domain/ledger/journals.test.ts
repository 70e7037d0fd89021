// Every journal by its kind, its reference and each posting: what is read in the books, and what makes it happen once.
import assert from "node:assert/strict";
import { test } from "node:test";
import { driver, openedOrder, RICH, when } from "../../../test/fixtures/an-order.ts";
import { auditLedger, balanceOf, balancesOf } from "../../../test/fixtures/ledger-balances.ts";
import { noon, owner, point } from "../../../test/fixtures/order-call.ts";
import { AMOUNT_MAX } from "../amount.ts";
import type { Order } from "../orders/order.ts";
import { cancelFor } from "../orders/order-cancel.ts";
import type { Step } from "../orders/order-step.ts";
import { deliver } from "../orders/steps/to-door.ts";
import { accept, pickUp } from "../orders/steps/to-pickup.ts";
import { isRefusal, type Refusal } from "../refusal.ts";
import { refund, topUp, withdraw } from "./account-journals.ts";
import { type AccountKind, breaksItsSign, CHART } from "./chart.ts";
import { walletNeededFor } from "./driver-wallet.ts";
import { type Journal, journal } from "./journal.ts";
import { journalsOf } from "./order-journals.ts";

const user = owner.phone;

// "kind reference: account amount, …"
function line({ kind, reference, postings }: Journal): string {
  const moves = postings.map(
    ({ account, amount }) => `${account.kind}${account.owner && ` ${account.owner}`} ${amount}`,
  );
  return `${kind} ${reference}: ${moves.join(", ")}`;
}
function must<Taken>(answer: Taken | Refusal<string>): Taken {
  assert.ok(!isRefusal(answer), isRefusal(answer) ? answer.why : "");
  return answer;
}
const linesOf = (step: Step | Refusal<string>) => journalsOf(must(step)).map(line);
const done = { proof: null, comment: null };
const carried = (order: Order) =>
  must(pickUp(must(accept(order, driver, RICH, when)).order, driver.phone, when, null)).order;

// 3 km by bike and one delivery: 25,000, 8 % VAT, 21.2 % commission; 10,000 of it from the bonus.
const wallet = { main: 100_000, bonus: 10_000, creditLimit: 0 };
const path = [point(), point({ cod: 500_000 })];
const balanceOrder = openedOrder({ path }, { wallet });

test("the journals of an order paid from a balance", () => {
  const opening: Step = { order: balanceOrder, event: "create", effects: [{ effect: "hold" }] };
  assert.deepEqual(linesOf(opening), [
    `hold 26K7Q2ZD: user_main ${user} -17000, user_bonus ${user} -10000, user_held ${user} 27000`,
  ]);
  assert.deepEqual(linesOf(cancelFor("user", balanceOrder, null, noon)), [
    `release 26K7Q2ZD: user_main ${user} 17000, user_bonus ${user} 10000, user_held ${user} -27000`,
  ]);
  assert.deepEqual(linesOf(deliver(carried(balanceOrder), driver.phone, 1, when, done)), [
    `cod_collected 26K7Q2ZD/1: driver_cod ${driver.phone} -500000, user_cod ${user} 500000`,
    `capture 26K7Q2ZD: user_held ${user} -27000, driver_wallet ${driver.phone} 19700, platform_revenue 5300, platform_vat 2000`,
    `cod_settled 26K7Q2ZD: driver_wallet ${driver.phone} -500000, driver_cod ${driver.phone} 500000, user_cod ${user} -500000, user_main ${user} 500000`,
  ]);
});

test("the journals of a cash order: only what the driver owes", () => {
  const cash = openedOrder({ path: [point(), point()], payment_method: "CASH" });
  assert.deepEqual(linesOf(deliver(carried(cash), driver.phone, 1, when, done)), [
    `commission 26K7Q2ZD: driver_wallet ${driver.phone} -7300, platform_revenue 5300, platform_vat 2000`,
  ]);
});

test("an edit moves the difference of each pocket, and its reference tells one edit from the next", () => {
  const before = { totalPay: 0, onlinePay: 30_000, fromMain: 22_000, fromBonus: 8_000 };
  const effects = [{ effect: "adjust_hold", before }] as const;
  const edited = (seq: number): Step => ({ order: { ...balanceOrder, seq }, event: "edit", effects });
  assert.deepEqual(
    [2, 3].flatMap((seq) => linesOf(edited(seq))),
    [2, 3].map(
      (seq) => `adjust_hold 26K7Q2ZD/${seq}: user_main ${user} 5000, user_bonus ${user} -2000, user_held ${user} -3000`,
    ),
  );
});

test("an order without a driver earns nobody money: that is a fault", () => {
  const settled: Step = { order: balanceOrder, event: "deliver", effects: [{ effect: "settle" }] };
  assert.throws(() => journalsOf(settled), /without a driver/);
});

test("money in and out, by the account and what it is moved against", () => {
  const move = { amount: 5, reference: " r " };
  const wallet = (pocket: "main" | "bonus") => ({ of: "user", phone: user, pocket }) as const;
  const drivers = { of: "driver", phone: driver.phone } as const;
  const cases = [
    [topUp(wallet("main"), move), `top_up user/${user}/r: user_main ${user} 5, platform_cash -5`],
    [topUp(wallet("bonus"), move), `top_up user/${user}/r: user_bonus ${user} 5, platform_bonus -5`],
    [topUp(drivers, move), `top_up driver/${driver.phone}/r: driver_wallet ${driver.phone} 5, platform_cash -5`],
    [withdraw(wallet("main") as never, 5, move), `withdrawal user/${user}/r: user_main ${user} -5, platform_cash 5`],
    [
      withdraw(drivers, 5, move),
      `withdrawal driver/${driver.phone}/r: driver_wallet ${driver.phone} -5, platform_cash 5`,
    ],
    [refund(user, "26K7Q2ZD", move), `refund user/${user}/r: user_main ${user} 5, platform_refund -5`],
  ] as const;
  for (const [made, expected] of cases) assert.equal(line(must(made)), expected);
  assert.deepEqual(
    cases.map(([made]) => must(made).orderId),
    [null, null, null, null, null, "26K7Q2ZD"],
  );
});

test("the largest amount and the longest reference are allowed, one more of either is not", () => {
  const wallet = { of: "driver", phone: driver.phone } as const;
  const codeOf = (amount: number, reference: string) => {
    const answer = withdraw(wallet, Infinity, { amount, reference });
    return isRefusal(answer) ? answer.refused : "moved";
  };
  assert.equal(codeOf(AMOUNT_MAX, "r".repeat(100)), "moved");
  assert.equal(codeOf(AMOUNT_MAX + 1, "r"), "INVALID_DATA");
  assert.equal(codeOf(1, "r"), "moved");
  assert.equal(codeOf(1, "r".repeat(101)), "INVALID_DATA");
});

test("what is wrong with a withdrawal is told before whether the money is there", () => {
  const answer = withdraw({ of: "driver", phone: driver.phone }, 0, { amount: 0.5, reference: "r" });
  assert.equal(isRefusal(answer) && answer.refused, "INVALID_DATA");
});

test("a journal moves whole dong, and what moves nothing is left out of it", () => {
  const posting = (kind: AccountKind, amount: number) => ({ account: { kind, owner: user }, amount });
  const halves = [posting("user_main", 0.5), posting("user_held", -0.5)];
  assert.throws(() => journal("hold", "r", null, halves), /does not balance/);
  const large = [posting("user_main", 2 ** 53), posting("user_held", -(2 ** 53))];
  assert.throws(() => journal("hold", "r", null, large), /does not balance/);
  const lopsided = [posting("user_main", 3), posting("user_bonus", 2), posting("user_held", -1)];
  assert.throws(() => journal("hold", "r", null, lopsided), /sum to 4/);
  const moving = [posting("user_main", 1), posting("user_held", -1)];
  assert.deepEqual(journal("hold", "r", null, [...moving, posting("user_bonus", 0)])?.postings, moving);
});

const SIGNS: Readonly<Record<AccountKind, "above" | "below" | "any">> = {
  user_main: "any",
  user_bonus: "above",
  user_held: "above",
  user_cod: "above",
  driver_wallet: "any",
  driver_cod: "below",
  driver_payout: "above",
  platform_cash: "any",
  platform_revenue: "above",
  platform_vat: "above",
  platform_promo: "below",
  platform_bonus: "below",
  platform_refund: "below",
};

test("which accounts may owe, which may hold, and whose each is", () => {
  for (const [kind, side] of Object.entries(SIGNS) as [AccountKind, string][]) {
    const broken = [-1, 0, 1].map((balance) => breaksItsSign(kind, balance));
    assert.deepEqual(broken, [side === "above", false, side === "below"], kind);
    assert.equal(CHART[kind].owner, kind.split("_")[0], kind);
  }
});

test("a balance is one account's: the same kind of another owner is another", () => {
  const moved = (owner: string, amount: number) => ({ account: { kind: "user_main", owner } as const, amount });
  const made = journal("top_up", "r", null, [moved("a", 5), moved("b", 2), moved("", -7)])!;
  const balances = balancesOf([made]);
  assert.deepEqual(
    ["a", "b", "", "c"].map((each) => balanceOf(balances, "user_main", each)),
    [5, 2, -7, 0],
  );
  assert.equal(balanceOf(balances, "user_bonus", "a"), 0);
});

test("the audit knows what nothing was kept of, and names a platform's account without an owner", () => {
  const [hold, cash] = [
    { account: { kind: "user_main", owner: user }, amount: 5 },
    { account: { kind: "platform_cash", owner: "" }, amount: -5 },
  ] as const;
  const made = journal("top_up", "r", null, [hold, cash])!;
  assert.deepEqual(auditLedger([made], [{ account: { kind: "user_held", owner: user }, balance: 3 }]), [
    `user_main of ${user} is kept as 0, but its journals give 5.`,
    "platform_cash is kept as 0, but its journals give -5.",
    `user_held of ${user} is kept as 3, but its journals give 0.`,
  ]);
});

test("a cash order whose discount is above commission and VAT asks nothing of the wallet, and COD is asked as it is", () => {
  const price = { commission: 1, vatFee: 1, discount: 9 };
  const points = [{ cod: 0 }, { cod: 3 }, { cod: 4 }];
  assert.equal(walletNeededFor({ paymentMethod: "CASH", price, points }), 7);
  assert.equal(walletNeededFor({ paymentMethod: "BALANCE", price: { ...price, discount: 0 }, points }), 7);
});
