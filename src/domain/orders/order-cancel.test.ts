import assert from "node:assert/strict";
import { test } from "node:test";
import {
  acceptedOrder,
  arrivedOrder,
  completedOrder,
  openedOrder,
  pickedUpOrder,
} from "../../../test/fixtures/an-order.ts";
import { noon, owner } from "../../../test/fixtures/order-call.ts";
import { isRefusal } from "../refusal.ts";
import { cancel, orderToCancel } from "./order-cancel.ts";

const sibling = { phone: "84900000002", partnerId: "demo", parentPhone: null };
const stranger = { phone: "84900000003", partnerId: "other", parentPhone: null };
const confirmScene = { services: { "SGN-BIKE": { needConfirmBeforePickup: true } } };

function codeOf(answer: unknown): string | undefined {
  return isRefusal(answer) ? answer.refused : undefined;
}

const paying = arrivedOrder(
  { payment_method: "CASH" },
  { services: { "SGN-BIKE": { collectCashBeforePickup: true } } },
);

// Each row peels off one fault.
const cancels = [
  ["an unknown order", undefined, owner, null, "ORDER_NOT_FOUND"],
  ["another partner's order, in process, no comment", pickedUpOrder(), stranger, null, "ORDER_NOT_FOUND"],
  ["a sibling's order, in process, no comment", pickedUpOrder(), sibling, null, "NOT_AUTHORIZED"],
  ["own order, in process, no comment", pickedUpOrder(), owner, null, "INVALID_ORDER_STATUS"],
  ["own order, completed, with a comment", completedOrder(), owner, "late", "INVALID_ORDER_STATUS"],
  ["own order, accepted, no comment", acceptedOrder(), owner, null, "MISSING_REQUIRED_INFO"],
  ["own order, accepted, blank comment", acceptedOrder(), owner, "  ", "MISSING_REQUIRED_INFO"],
  ["own order, confirming, no comment", arrivedOrder({}, confirmScene), owner, null, "MISSING_REQUIRED_INFO"],
  ["own order, paying, no comment", paying, owner, null, "MISSING_REQUIRED_INFO"],
  ["own order, accepted, a long comment", acceptedOrder(), owner, "x".repeat(1_000), undefined],
  ["own order, accepted, a comment without end", acceptedOrder(), owner, "x".repeat(1_001), "BAD_REQUEST"],
  ["own order, accepted, with a comment", acceptedOrder(), owner, "too slow", undefined],
  ["own order, assigning, no comment", openedOrder(), owner, null, undefined],
] as const;

for (const [name, order, by, comment, code] of cancels) {
  test(`cancel: ${name}`, () => assert.equal(codeOf(cancel(order, "26K7Q2ZD", by, comment, noon)), code));
}

test("a cancelled order says who, when and why, frees its driver and gives the money back", () => {
  const step = cancel(acceptedOrder(), "26K7Q2ZD", owner, " too slow ", noon);
  assert.ok(!isRefusal(step));
  const { status, cancelledAt, cancelledBy, cancelComment } = step.order;
  assert.deepEqual([status, cancelledAt, cancelledBy, cancelComment], ["CANCELLED", noon, "user", "too slow"]);
  assert.deepEqual(step.effects, [
    { effect: "withdraw_offers" },
    { effect: "free_driver", driver: "84911000001" },
    { effect: "release_hold" },
  ]);
});

test("whoever may not cancel is told so", () => {
  const cancelled = cancel(openedOrder(), "26K7Q2ZD", sibling, null, noon);
  assert.match(isRefusal(cancelled) ? cancelled.why : "", /may cancel it/);
});

test("by tracking number the newest order that can be cancelled is meant, else the newest", () => {
  const fresh = openedOrder();
  const busy = pickedUpOrder();
  const siblings = { ...openedOrder(), ownerPhone: sibling.phone };
  assert.equal(orderToCancel([fresh, busy], owner), fresh);
  assert.equal(orderToCancel([fresh, openedOrder()], owner), fresh);
  assert.equal(orderToCancel([busy, fresh], owner), fresh);
  assert.equal(orderToCancel([siblings, busy], owner), busy);
  assert.equal(orderToCancel([siblings], owner), siblings);
  assert.equal(orderToCancel([], owner), undefined);
});
