import assert from "node:assert/strict";
import { test } from "node:test";
import {
  acceptedOrder,
  completedOrder,
  done,
  driver,
  openedOrder,
  ordered,
  pickedUpOrder,
  when,
} from "../../../../test/fixtures/an-order.ts";
import { owner } from "../../../../test/fixtures/order-call.ts";
import { journalsOf } from "../../ledger/order-journals.ts";
import { isRefusal, type Refusal } from "../../refusal.ts";
import type { Order } from "../order.ts";
import type { Step } from "../order-step.ts";
import { type Asking, afterFeesOf, askAgain, askBack } from "./after-failure.ts";
import { operatorActions, refundable } from "./by-operator.ts";
import { nextStep, standingOf, whyNotNow } from "./next-step.ts";
import { beginReturn, deliver, fail, finishReturn } from "./to-door.ts";

const me = driver.phone;
const HOUR = 3_600_000;
const asking: Asking = {
  orderId: completedOrder().id,
  by: owner,
  shares: { secondAttempt: 5_000, return: 8_000 },
  wallet: { main: 1_000_000, bonus: 0, creditLimit: 0 },
  now: new Date(when.at.getTime() + HOUR),
};
const failed = completedOrder("FAILED");
const failedOnTheWay = ordered(fail(pickedUpOrder(), me, 1, when, { proof: null, comment: "nobody there" }));
const asked = ordered(askAgain(failed, 1, asking));
const returned = ordered(finishReturn(ordered(beginReturn(failed, me)), me, when, null));

type Case = readonly [string, string, Order | undefined, (order: Order | undefined) => Step | Refusal<string>];
const again =
  (index: unknown, more: Partial<Asking> = {}) =>
  (order: Order | undefined) =>
    askAgain(order, index, { ...asking, ...more });
const back =
  (more: Partial<Asking> = {}) =>
  (order: Order | undefined) =>
    askBack(order, { ...asking, ...more });
const late = { now: new Date(when.at.getTime() + 72 * HOUR + 1) };
const poor = { wallet: { main: 13_499, bonus: 0, creditLimit: 0 } };
const stranger = { by: { ...owner, partnerId: "other" } };
const sibling = { by: { ...owner, phone: "84900000099" } };
// Each is wrong in what comes later, too.
const CASES: readonly Case[] = [
  ["no such order", "ORDER_NOT_FOUND", undefined, again(9, poor)],
  ["another partner's", "ORDER_NOT_FOUND", failed, again(9, { ...poor, ...stranger })],
  ["another account's", "NOT_AUTHORIZED", openedOrder(), again(9, { ...poor, ...sibling })],
  ["not picked up", "INVALID_ORDER_STATUS", acceptedOrder(), again(9, poor)],
  ["on its way back", "INVALID_ORDER_STATUS", ordered(beginReturn(failed, me)), again(9, poor)],
  ["back already", "INVALID_ORDER_STATUS", returned, again(9, poor)],
  ["asked back", "INVALID_ORDER_STATUS", ordered(askBack(failed, asking)), again(9, poor)],
  ["too late", "INVALID_ORDER_STATUS", failed, again(9, { ...poor, ...late })],
  ["no such point", "INVALID_DATA", failed, again(9, poor)],
  ["the pickup", "INVALID_DATA", failed, again(0, poor)],
  ["no number", "INVALID_DATA", failed, again("1", poor)],
  ["half a point", "INVALID_DATA", failed, again(1.5, poor)],
  ["a third attempt", "STOP_POINT_EDITED", ordered(deliver(asked, me, 1, when, done)), again(1, poor)],
  ["delivered", "INVALID_ORDER_STATUS", failed, again(2, poor)],
  ["one dong short", "NOT_ENOUGH_CREDIT", failed, again(1, poor)],
  ["back: another account's", "NOT_AUTHORIZED", failed, back({ ...poor, ...sibling })],
  ["back: not picked up", "INVALID_ORDER_STATUS", acceptedOrder(), back(poor)],
  ["back: too late", "INVALID_ORDER_STATUS", failed, back({ ...poor, ...late })],
  ["back: tried again just now", "INVALID_ORDER_STATUS", asked, back(poor)],
  ["back: nothing failed", "INVALID_ORDER_STATUS", completedOrder(), back(poor)],
  ["back: twice", "INVALID_ORDER_STATUS", ordered(askBack(failed, asking)), back(poor)],
  ["back: it cannot be paid", "NOT_ENOUGH_CREDIT", failed, back(poor)],
];

for (const [name, code, order, ask] of CASES) {
  test(`after a failure is refused: ${name}`, () => {
    const answer = ask(order);
    assert.equal(isRefusal(answer) ? answer.refused : "nothing", code);
  });
}

test("what is not theirs to ask for is said in words", () => {
  const answer = askBack(failed, { ...asking, ...sibling });
  assert.match(isRefusal(answer) ? answer.why : "", /may update it/);
});

test("72 hours are counted from the last door, and only where the order is over", () => {
  const justInTime = { ...asking, now: new Date(when.at.getTime() + 72 * HOUR) };
  assert.ok(!isRefusal(askAgain(failed, 1, justInTime)));
  assert.ok(!isRefusal(askAgain(failedOnTheWay, 1, { ...asking, ...late })));
});

test("the wallet pays bonus first, and the platform has it until the driver has been there", () => {
  const step = askAgain(failed, 1, { ...asking, wallet: { main: 3_500, bonus: 10_000, creditLimit: 0 } });
  assert.ok(!isRefusal(step));
  const moved = (steps: Step | Refusal<string>) =>
    isRefusal(steps)
      ? []
      : journalsOf(steps).map(({ kind, postings }) => [
          kind,
          ...postings.map((each) => [each.account.kind, each.amount]),
        ]);
  const taken = [
    ["user_main", -3_500],
    ["user_bonus", -10_000],
    ["platform_revenue", 12_500],
    ["platform_vat", 1_000],
  ];
  assert.deepEqual(moved(step), [["after_fee", ...taken]]);
  const share = 12_500 - 2_650;
  const paid = ["after_fee_paid", ["platform_revenue", -share], ["driver_wallet", share]];
  assert.deepEqual(moved(fail(step.order, me, 1, when, { proof: null, comment: "again" })), [paid]);
  const handedOver = moved(deliver(step.order, me, 1, when, done));
  assert.deepEqual(
    handedOver.map(([kind]) => kind),
    ["cod_collected", "cod_settled", "after_fee_paid"],
  );
});

test("a return is paid when the goods are back, and costs nothing where the way back was ordered", () => {
  const step = askBack(failed, asking);
  assert.ok(!isRefusal(step));
  assert.equal(afterFeesOf(step.order), 20_000 + 1_600);
  const done = finishReturn(ordered(beginReturn(step.order, me)), me, when, null);
  assert.deepEqual(isRefusal(done) ? done : journalsOf(done).map(({ kind, reference }) => [kind, reference]), [
    ["after_fee_paid", `${failed.id}/return`],
  ]);
  const roundTrip = completedOrder("FAILED", { requests: [{ _id: "SGN-BIKE-ROUND-TRIP" }] });
  assert.equal(afterFeesOf(ordered(askBack(roundTrip, { ...asking, ...poor }))), 0);
  const tipped = completedOrder("FAILED", { requests: [{ _id: "SGN-BIKE-TIP" }] });
  assert.equal(afterFeesOf(ordered(askBack(tipped, asking))), 21_600);
  // Who was not asked to earns nothing.
  const unasked = finishReturn(ordered(beginReturn(failed, me)), me, when, null);
  assert.deepEqual(isRefusal(unasked) ? unasked : journalsOf(unasked), []);
});

test("what a second attempt cost can be given back with the rest", () => {
  assert.deepEqual(asked.afterFees, [{ kind: "second_attempt", pathIndex: 1, fee: 12_500, vat: 1_000 }]);
  assert.equal(refundable(asked, 0), failed.price.total + 13_500);
  assert.equal(refundable(failed, 0), failed.price.total);
  const failedTwice = ordered(fail(asked, me, 1, when, { proof: null, comment: "again" }));
  assert.equal(refundable(ordered(askBack(failedTwice, asking)), 0), failed.price.total + 13_500 + 21_600);
});

test("an order that is over stays over, and its next step is the door; one on the way opens it again", () => {
  assert.deepEqual([asked.status, asked.subStatus, asked.points[1]?.status], ["COMPLETED", "IN_REDELIVERY", "FAILED"]);
  assert.deepEqual(nextStep(asked), { event: "deliver", pathIndex: 1 });
  const open = ordered(askAgain(failedOnTheWay, 1, asking));
  const { status, doneAt, donePlace, comment } = open.points[1]!;
  assert.deepEqual(
    [open.status, open.subStatus, status, doneAt, donePlace, comment],
    ["IN PROCESS", "", "", null, null, null],
  );
});

test("of two doors that are tried again, the order is at it until both are done", () => {
  const bothFailed = ordered(fail(failedOnTheWay, me, 2, when, { proof: null, comment: "closed" }));
  const both = ordered(askAgain(ordered(askAgain(bothFailed, 1, asking)), 2, asking));
  const references = [1, 2].map((index) => {
    const step = deliver(both, me, index, when, done);
    return isRefusal(step) ? "" : journalsOf(step).at(-1)?.reference;
  });
  assert.deepEqual(references, [`${both.id}/second_attempt/1`, `${both.id}/second_attempt/2`]);
  const one = ordered(deliver(both, me, 1, when, done));
  assert.deepEqual(
    [one.subStatus, one.points[1]?.isRetryAsked, one.points[2]?.isRetryAsked],
    ["IN_REDELIVERY", false, true],
  );
  assert.ok(isRefusal(deliver(one, me, 1, when, done)));
  assert.ok(isRefusal(beginReturn(one, me)));
  assert.equal(ordered(fail(one, me, 2, when, { proof: null, comment: "closed" })).subStatus, "");
});

test("after a failure the operator may end a second attempt, and send back what has not come back", () => {
  const back = ordered(beginReturn(failed, me));
  const may = (order: Order) => operatorActions(order, 0).flatMap(({ action, allowed }) => (allowed ? [action] : []));
  assert.deepEqual(may(asked), ["complete_point", "fail_point", "refund"]);
  assert.deepEqual(may(failed), ["begin_return", "refund"]);
  assert.deepEqual(may(back), ["note_returned", "refund"]);
  const because = (order: Order) => operatorActions(order, 0).find(({ action }) => action === "begin_return")?.because;
  assert.deepEqual([completedOrder(), back, asked].map(because), Array(3).fill("NOTHING_TO_RETURN"));
});

test("a second attempt ends only where one was asked for", () => {
  for (const event of ["redeliver", "refail"] as const) {
    assert.equal(whyNotNow(event, standingOf(asked)), undefined);
    assert.match(whyNotNow(event, standingOf(failed)) ?? "", /No second attempt/);
  }
});
