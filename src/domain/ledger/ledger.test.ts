import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { driver, ordered, RICH, when } from "../../../test/fixtures/an-order.ts";
import { auditLedger, balanceOf, balancesOf, isUnsettled } from "../../../test/fixtures/ledger-balances.ts";
import { create, goodScene, type Json, noon, owner, point } from "../../../test/fixtures/order-call.ts";
import type { Order } from "../orders/order.ts";
import { cancelFor } from "../orders/order-cancel.ts";
import type { Step } from "../orders/order-step.ts";
import { expire } from "../orders/steps/by-clock.ts";
import { deliver, fail } from "../orders/steps/to-door.ts";
import { accept, giveUp, pickUp } from "../orders/steps/to-pickup.ts";
import { adjustPayment } from "../pricing/payment.ts";
import { price } from "../pricing/price.ts";
import { isRefusal, type Refusal } from "../refusal.ts";
import { refund, topUp, withdraw } from "./account-journals.ts";
import { walletNeededFor } from "./driver-wallet.ts";
import { type Journal, journal } from "./journal.ts";
import { journalsOf } from "./order-journals.ts";

const phone = owner.phone;
const me = driver.phone;

function must<Taken>(answer: Taken | Refusal<string>): Taken {
  assert.ok(!isRefusal(answer), isRefusal(answer) ? answer.why : "");
  return answer;
}
function opened(body: Json, wallet = { main: 1_000_000, bonus: 0, creditLimit: 0 }): Step {
  const scene = goodScene();
  return must(create({ ...scene, wallet, body: { ...scene.body, ...body } }));
}

// Plays an order to its end and returns every journal of it.
function play(first: Step, story: "deliver" | "fail" | "cancel" | "expire" | "dropped"): readonly Journal[] {
  const steps: Step[] = [first];
  const go = (take: (order: Order) => Step | Refusal<string> | undefined): void => {
    const last = steps.at(-1) ?? first;
    const step = take(last.order);
    assert.ok(step);
    steps.push(must(step));
  };
  if (story === "expire") go((order) => expire(order, new Date(noon.getTime() + 3_600_000)));
  if (story === "cancel") go((order) => cancelFor("user", order, "changed my mind", noon));
  if (story === "dropped") {
    for (let round = 0; round < 3; round++) {
      go((order) => accept(order, driver, RICH, when));
      go((order) => giveUp(order, me, "flat tyre", when));
    }
  }
  if (story === "deliver" || story === "fail") {
    go((order) => accept(order, driver, RICH, when));
    go((order) => pickUp(order, me, when, null));
    for (let index = 1; index < first.order.points.length; index++) {
      if (story === "fail" && index === 1)
        go((order) => fail(order, me, index, when, { proof: null, comment: "closed" }));
      else go((order) => deliver(order, me, index, when, { proof: null, comment: null }));
    }
  }
  return steps.flatMap(journalsOf);
}

// 3 km by bike, one delivery: 25,000 + 2,000 VAT; commission 5,300. COD 500,000.
const single = { path: [point(), point({ cod: 500_000 })] };

const stories: readonly (readonly [string, Json, Parameters<typeof play>[1], Readonly<Record<string, number>>])[] = [
  [
    "a balance order delivered: the sender pays, the driver earns, COD reaches the sender",
    single,
    "deliver",
    {
      user_main: 473_000,
      user_held: 0,
      user_cod: 0,
      driver_wallet: 19_700 - 500_000,
      driver_cod: 0,
      platform_revenue: 5_300,
      platform_vat: 2_000,
    },
  ],
  [
    "a cash order delivered: commission and VAT leave the wallet",
    { ...single, payment_method: "CASH" },
    "deliver",
    { user_main: 500_000, driver_wallet: -7_300 - 500_000, platform_revenue: 5_300, platform_vat: 2_000 },
  ],
  [
    "a balance order with a promo: the platform bears the discount",
    { path: [point(), point()], promo_code: "GIAO10" },
    "deliver",
    { user_main: -24_300, driver_wallet: 19_700, platform_revenue: 5_300, platform_vat: 1_800, platform_promo: -2_500 },
  ],
  [
    "a cash order with a promo: the wallet gets the discount the customer did not pay",
    { path: [point(), point()], promo_code: "GIAO10", payment_method: "CASH_BY_RECIPIENT" },
    "deliver",
    { driver_wallet: -5_300 - 1_800 + 2_500, platform_revenue: 5_300, platform_vat: 1_800, platform_promo: -2_500 },
  ],
  [
    "a tip goes to the driver whole",
    { path: [point(), point()], requests: [{ _id: "SGN-BIKE-TIP", num: 2 }] },
    "deliver",
    { user_main: -37_000, driver_wallet: 29_700, platform_revenue: 5_300, platform_vat: 2_000 },
  ],
  [
    "a failed delivery is paid for, without its COD",
    single,
    "fail",
    { user_main: -27_000, driver_wallet: 19_700, user_cod: 0 },
  ],
  ["a cancelled order costs nothing", single, "cancel", { user_main: 0, user_held: 0 }],
  ["an order nobody took costs nothing", single, "expire", { user_main: 0, user_held: 0 }],
  ["an order every driver dropped costs nothing", single, "dropped", { user_main: 0, user_held: 0, driver_wallet: 0 }],
];

for (const [name, body, story, expected] of stories) {
  test(`money: ${name}`, () => {
    const balances = balancesOf(play(opened(body), story));
    for (const [kind, amount] of Object.entries(expected)) {
      const of = kind.startsWith("user") ? phone : kind.startsWith("driver") ? me : "";
      assert.equal(balanceOf(balances, kind as "user_main", of), amount, kind);
    }
    assert.equal(
      balances.reduce((total, { balance }) => total + balance, 0),
      0,
    );
  });
}

test("bonus money is held first and goes back where it came from", () => {
  const step = opened(single, { main: 20_000, bonus: 10_000, creditLimit: 0 });
  const held = balancesOf(journalsOf(step));
  assert.deepEqual(
    ["user_main", "user_bonus", "user_held"].map((kind) => balanceOf(held, kind as "user_main", phone)),
    [-17_000, -10_000, 27_000],
  );
  const after = balancesOf(play(step, "cancel"));
  assert.ok(after.every(({ balance }) => balance === 0));
});

test("an edited order holds what it now costs, and captures exactly that", () => {
  const step = opened({ path: [point(), point()] });
  const pricing = { ...step.order.pricing, x: 10 };
  const dearer = price(pricing);
  const wallet = { main: 900_000, bonus: 50_000, creditLimit: 0 };
  const payment = must(adjustPayment("BALANCE", step.order.payment, dearer.total, wallet));
  const edit: Step = {
    order: { ...step.order, seq: 2, pricing, price: dearer, payment },
    event: "edit",
    effects: [{ effect: "adjust_hold", before: step.order.payment }],
  };
  const journals = [...journalsOf(step), ...journalsOf(edit)];
  assert.equal(balanceOf(balancesOf(journals), "user_held", phone), 62_640);
  const ended = [...journals, ...play({ ...edit, effects: [] }, "deliver")];
  assert.equal(balanceOf(balancesOf(ended), "user_held", phone), 0);
  assert.equal(balanceOf(balancesOf(ended), "user_bonus", phone), -35_640);
});

const needs = [
  ["a balance order without COD needs nothing", { path: [point(), point()] }, 0],
  ["a balance order needs its COD", single, 500_000],
  ["a cash order needs commission, VAT and COD", { ...single, payment_method: "CASH" }, 507_300],
  [
    "a promo lowers what a cash order needs",
    { path: [point(), point()], payment_method: "CASH", promo_code: "GIAO10" },
    4_600,
  ],
] as const;

for (const [name, body, needed] of needs) {
  test(`the driver's wallet: ${name}`, () => assert.equal(walletNeededFor(opened(body).order), needed));
}

test("whatever an order is and however it ends, its journals balance, nothing stays held or owed, and no journal repeats", () => {
  const anyBody = fc.record({
    path: fc
      .array(fc.constantFrom(0, 1_000, 750_000), { minLength: 1, maxLength: 5 })
      .map((cods) => [point(), ...cods.map((cod) => point({ cod }))]),
    payment_method: fc.constantFrom("BALANCE", "CASH", "CASH_BY_RECIPIENT"),
    promo_code: fc.constantFrom(null, "GIAO10"),
    requests: fc.subarray([{ _id: "SGN-BIKE-TIP", num: 3 }, { _id: "SGN-BIKE-ROUND-TRIP" }, { _id: "SGN-BIKE-SMS" }]),
  });
  const anyWallet = fc.record({ main: fc.nat(500_000), bonus: fc.nat(200_000), creditLimit: fc.constant(300_000) });
  const anyStory = fc.constantFrom(
    "deliver" as const,
    "fail" as const,
    "cancel" as const,
    "expire" as const,
    "dropped" as const,
  );
  fc.assert(
    fc.property(anyBody, anyWallet, anyStory, (body, wallet, story) => {
      const journals = play(opened(body, wallet), story);
      for (const { postings } of journals)
        assert.equal(
          postings.reduce((sum, { amount }) => sum + amount, 0),
          0,
        );
      const paidIn = [
        must(topUp({ of: "user", phone, pocket: "bonus" }, { amount: wallet.bonus + 1, reference: "b" })),
      ];
      const balances = balancesOf(journals);
      for (const kind of ["user_held", "user_cod", "driver_cod"] as const) {
        assert.equal(balanceOf(balances, kind, kind === "driver_cod" ? me : phone), 0, kind);
      }
      assert.deepEqual(auditLedger([...paidIn, ...journals], balancesOf([...paidIn, ...journals])), []);
      assert.equal(new Set(journals.map(({ kind, reference }) => `${kind}/${reference}`)).size, journals.length);
    }),
  );
});

test("the ledger's audit names a journal that does not balance, a sign that cannot be, and a balance that drifted", () => {
  const lopsided: Journal = {
    kind: "hold",
    reference: "26AAAAAA",
    orderId: null,
    postings: [{ account: { kind: "user_held", owner: phone }, amount: -5 }],
  };
  const problems = auditLedger([lopsided], [{ account: { kind: "user_main", owner: phone }, balance: 7 }]);
  assert.equal(problems.length, 4);
  assert.match(
    problems.join(" "),
    /hold 26AAAAAA sums to -5.*user_held of 84900000001 is -5.*kept as 0, but its journals give -5.*kept as 7/,
  );
});

test("a journal that does not balance cannot be made", () => {
  assert.throws(
    () => journal("hold", "26AAAAAA", null, [{ account: { kind: "user_main", owner: phone }, amount: 1 }]),
    /does not balance/,
  );
  assert.equal(
    journal("hold", "26AAAAAA", null, [{ account: { kind: "user_main", owner: phone }, amount: 0 }]),
    undefined,
  );
});

const main = { of: "user", phone, pocket: "main" } as const;
const moves = [
  ["a top-up of nothing", topUp(main, { amount: 0, reference: "r" }), "INVALID_DATA"],
  ["a negative top-up", topUp(main, { amount: -5, reference: "r" }), "INVALID_DATA"],
  ["a top-up of half a dong", topUp(main, { amount: 0.5, reference: "r" }), "INVALID_DATA"],
  ["a top-up of no number", topUp(main, { amount: Number.NaN, reference: "r" }), "INVALID_DATA"],
  ["a top-up without a reference", topUp(main, { amount: 5, reference: " " }), "INVALID_DATA"],
  ["a withdrawal of more than there is", withdraw(main, 4, { amount: 5, reference: "r" }), "NOT_ENOUGH_CREDIT"],
  ["a withdrawal of all there is", withdraw(main, 5, { amount: 5, reference: "r" }), undefined],
  ["a driver's top-up", topUp({ of: "driver", phone: me }, { amount: 5, reference: "r" }), undefined],
  ["a refund", refund(phone, "26K7Q2ZD", { amount: 5, reference: "r" }), undefined],
] as const;

for (const [name, answer, code] of moves) {
  test(`money in and out: ${name}`, () => assert.equal(isRefusal(answer) ? answer.refused : undefined, code));
}

test("anything on an account, even a debt, keeps it unsettled", () => {
  const nothing = { main: 0, bonus: 0, held: 0, cod: 0 };
  assert.equal(isUnsettled(nothing), false);
  for (const more of [{ main: -1 }, { bonus: 1 }, { held: 1 }, { cod: 1 }])
    assert.equal(isUnsettled({ ...nothing, ...more }), true);
});

test("the same moves of two accounts are two journals", () => {
  const mine = must(topUp(main, { amount: 5, reference: "r" }));
  const other = must(topUp({ ...main, phone: "84900000002" }, { amount: 5, reference: "r" }));
  assert.notEqual(mine.reference, other.reference);
  assert.equal(must(topUp({ ...main, pocket: "bonus" }, { amount: 5, reference: "r" })).reference, mine.reference);
});

test("giving an order that is under way back to the search moves no money", () => {
  const accepted = must(accept(opened(single).order, driver, RICH, when));
  assert.deepEqual(journalsOf(accepted), []);
  assert.deepEqual(journalsOf(must(giveUp(ordered(accepted), me, "flat tyre", when))), []);
});
