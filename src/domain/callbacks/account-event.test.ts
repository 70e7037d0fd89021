import assert from "node:assert/strict";
import { test } from "node:test";
import { completedOrder } from "../../../test/fixtures/an-order.ts";
import { balanceLow, codPaidOut, eventSubjectOf, isAccountSubject, isLow } from "./account-event.ts";

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
    at,
    main: 10,
    bonus: 5,
    threshold: 500,
  });
  assert.equal(eventSubjectOf(account.phone), "acc-84900000001");
});

test("COD that is paid out is told with its order, and a step that pays none tells nothing", () => {
  const order = completedOrder();
  const withCod = (cod: number) => ({
    ...order,
    points: order.points.map((one, at) => ({ ...one, cod: at === 1 ? cod : 0 })),
  });
  const settles = [{ effect: "withdraw_offers" }, { effect: "settle" }] as const;
  assert.deepEqual(codPaidOut({ order: withCod(70_000), event: "deliver", effects: settles }, at), {
    type: "account.cod_paid_out",
    phone: order.ownerPhone,
    partnerId: order.partnerId,
    at,
    orderId: order.id,
    amount: 70_000,
  });
  const later = [{ effect: "settle_cod", pathIndex: 1, amount: 5_000 }] as const;
  const paid = codPaidOut({ order: withCod(70_000), event: "redeliver", effects: later }, at);
  assert.ok(paid?.type === "account.cod_paid_out" && paid.amount === 5_000);
  assert.equal(codPaidOut({ order: withCod(0), event: "deliver", effects: settles }, at), undefined);
  assert.equal(codPaidOut({ order: withCod(70_000), event: "deliver", effects: [settles[0]] }, at), undefined);
});

test("an account's events are told from an order's by their subject", () => {
  assert.deepEqual([eventSubjectOf("84900000001"), "26K7Q2ZD", "acc"].map(isAccountSubject), [true, false, false]);
});
