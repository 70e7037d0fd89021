// What the operator may do, in every status, and how they are told why not.
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  acceptedOrder,
  arrivedOrder,
  completedOrder,
  driver,
  openedOrder,
  ordered,
  pickedUpOrder,
  when,
} from "../../../../test/fixtures/an-order.ts";
import { noon } from "../../../../test/fixtures/order-call.ts";
import { isRefusal } from "../../refusal.ts";
import type { Order } from "../order.ts";
import { cancelFor } from "../order-cancel.ts";
import { changedSince, operatorActions, reassign, refundable } from "./by-operator.ts";
import { confirm } from "./to-pickup.ts";

const confirming = arrivedOrder({}, { services: { "SGN-BIKE": { needConfirmBeforePickup: true } } });
const confirmed = ordered(confirm(confirming, noon));
const completed = completedOrder();
const { total } = completed.price;

const allowed: readonly (readonly [string, Order, number, readonly string[]])[] = [
  ["ASSIGNING", openedOrder(), 0, ["cancel", "assign"]],
  ["ACCEPTED", acceptedOrder(), 0, ["cancel", "reassign"]],
  ["CONFIRMING", confirming, 0, ["cancel", "confirm"]],
  ["CONFIRMING, confirmed", confirmed, 0, ["cancel"]],
  ["IN PROCESS", pickedUpOrder(), 0, ["complete_point", "fail_point"]],
  ["COMPLETED", completed, 0, ["refund"]],
  ["COMPLETED, all but one dong given back", completed, total - 1, ["refund"]],
  ["COMPLETED, all given back", completed, total, []],
  ["CANCELLED", ordered(cancelFor("user", openedOrder(), null, noon)), 0, []],
];
for (const [name, order, refunded, actions] of allowed) {
  test(`what the operator may do: ${name}`, () => {
    const states = operatorActions(order, refunded);
    assert.deepEqual(
      states.flatMap((each) => (each.allowed ? [each.action] : [])),
      actions,
    );
    assert.equal(states.length, 9);
    for (const { allowed: may, because, possibleIn } of states) {
      assert.equal(may, because === "");
      assert.equal(because === "STATUS", !possibleIn.includes(order.status));
    }
  });
}

test("each action says in which statuses it is possible, and why not here", () => {
  const told = Object.fromEntries(operatorActions(confirmed, 0).map((each) => [each.action, each]));
  assert.deepEqual(
    Object.values(told).map(({ action, because, possibleIn }) => [action, because, possibleIn.join(", ")]),
    [
      ["cancel", "", "IDLE, ASSIGNING, ACCEPTED, CONFIRMING, PAYING"],
      ["reassign", "STATUS", "ACCEPTED"],
      ["assign", "STATUS", "ASSIGNING"],
      ["confirm", "CONFIRMED", "CONFIRMING"],
      ["complete_point", "STATUS", "IN PROCESS"],
      ["fail_point", "STATUS", "IN PROCESS"],
      ["begin_return", "STATUS", "COMPLETED"],
      ["note_returned", "STATUS", "COMPLETED"],
      ["refund", "STATUS", "COMPLETED"],
    ],
  );
  const spent = operatorActions(completed, total).find((each) => each.action === "refund");
  assert.equal(spent?.because, "ALL_REFUNDED");
});

test("what can be refunded is what was paid and not yet given back", () => {
  assert.deepEqual(
    [0, 1, total - 1, total, total + 1].map((refunded) => refundable(completed, refunded)),
    [total, total - 1, 1, 0, 0],
  );
  assert.equal(refundable(pickedUpOrder(), 0), 0);
});

const reasons = [
  ["an order nobody has, without a reason", openedOrder(), null, "INVALID_ORDER_STATUS"],
  ["an order with the goods in hand", pickedUpOrder(), "late", "INVALID_ORDER_STATUS"],
  ["no reason", acceptedOrder(), null, "MISSING_REQUIRED_INFO"],
  ["a blank reason", acceptedOrder(), "  ", "MISSING_REQUIRED_INFO"],
  ["a reason without end", acceptedOrder(), "x".repeat(1_001), "BAD_REQUEST"],
  ["a long reason", acceptedOrder(), "x".repeat(1_000), undefined],
] as const;
for (const [name, order, comment, code] of reasons) {
  test(`an order is taken from its driver: ${name}`, () => {
    const answer = reassign(order, comment, when);
    assert.equal(isRefusal(answer) ? answer.refused : undefined, code);
  });
}

test("the driver it is taken from is not asked again, however many gave it up before", () => {
  const often = { ...acceptedOrder(), droppedBy: ["a", "b", "c", "d"] };
  const order = ordered(reassign(often, " too slow ", when));
  assert.deepEqual(
    [order.status, order.driver, order.rebroadcastComment, order.droppedBy],
    ["ASSIGNING", null, "too slow", ["a", "b", "c", "d", driver.phone]],
  );
});

test("who saw an older state of the order is told so", () => {
  const order = acceptedOrder();
  assert.equal(changedSince(order, undefined), undefined);
  assert.equal(changedSince(order, order.seq), undefined);
  for (const seen of [order.seq - 1, order.seq + 1, 0]) {
    assert.equal(changedSince(order, seen)?.refused, "ORDER_CHANGED");
  }
});
