import assert from "node:assert/strict";
import { test } from "node:test";
import { completedOrder } from "../../../test/fixtures/an-order.ts";
import { journalsOf } from "../ledger/order-journals.ts";
import type { Step } from "../orders/order-step.ts";
import { balanceLow, codPaidOut, eventSubjectOf, isLow } from "./account-event.ts";

const at = new Date("2026-05-04T05:00:00.500Z");

for (const [main, bonus, threshold, expected] of [
  [500, 0, null, false],
  [-1, 0, null, false],
  [499, 0, 500, true],
  [500, 0, 500, false],
  [400, 100, 500, false],
  [400, 99, 500, true],
  [-600, 0, 500, true],
] as const) {
  test(`main ${main} and bonus ${bonus} are ${expected ? "" : "not "}low against ${threshold}`, () => {
    assert.equal(isLow({ main, bonus }, threshold), expected);
  });
}

test("a low balance is told with what is there and what it should be", () => {
  const account = { phone: "84900000001", partnerId: "shop", main: 10, bonus: 5 };
  assert.deepEqual(balanceLow(account, 500, at), {
    type: "account.balance_low",
    phone: "84900000001",
    partnerId: "shop",
    body: { account_id: "84900000001", partner: "shop", time: 1777870800.5, main: 10, bonus: 5, threshold: 500 },
  });
  assert.equal(eventSubjectOf(account.phone), "acc-84900000001");
});

test("COD that is paid out is told with its order, and a step that pays none out tells nothing", () => {
  const order = completedOrder();
  const moved = (effects: Step["effects"], cod: number) => {
    const points = order.points.map((point, index) => ({ ...point, cod: index === 1 ? cod : 0 }));
    return codPaidOut(journalsOf({ order: { ...order, points }, event: "deliver", effects }), "shop", at);
  };
  assert.deepEqual(moved([{ effect: "release_hold" }, { effect: "settle" }], 70_000), {
    type: "account.cod_paid_out",
    phone: order.ownerPhone,
    partnerId: "shop",
    body: { account_id: order.ownerPhone, partner: "shop", time: 1777870800.5, order_id: order.id, amount: 70_000 },
  });
  assert.equal(moved([{ effect: "release_hold" }, { effect: "settle" }], 0), undefined);
  assert.equal(moved([{ effect: "release_hold" }], 70_000), undefined);
});
