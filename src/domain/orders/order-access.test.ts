import assert from "node:assert/strict";
import { test } from "node:test";
import {
  acceptedOrder,
  arrivedOrder,
  completedOrder,
  openedOrder,
  ordered,
  pickedUpOrder,
} from "../../../test/fixtures/an-order.ts";
import { noon, owner } from "../../../test/fixtures/order-call.ts";
import { isRefusal } from "../refusal.ts";
import { cancel, orderToCancel } from "./order-cancel.ts";
import { rate } from "./order-rate.ts";
import { ownOrder, seeAsPartner, seeDetail } from "./order-see.ts";

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

test("whoever may not is told what", () => {
  const cancelled = cancel(openedOrder(), "26K7Q2ZD", sibling, null, noon);
  assert.match(isRefusal(cancelled) ? cancelled.why : "", /may cancel it/);
  const edited = ownOrder(openedOrder(), "26K7Q2ZD", sibling, "update");
  assert.match("refused" in edited ? edited.why : "", /may update it/);
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

const sights = [
  ["an unknown order", undefined, owner, null, "ORDER_NOT_FOUND"],
  ["another partner's order", openedOrder(), stranger, null, "ORDER_NOT_FOUND"],
  ["another partner's order, even as a parent", openedOrder(), stranger, stranger.phone, "ORDER_NOT_FOUND"],
  ["a sibling's order", openedOrder(), sibling, null, "DENY_ACCESS_ORDER_DETAIL"],
  ["a child's order", openedOrder(), sibling, sibling.phone, undefined],
  ["own order", openedOrder(), owner, null, undefined],
] as const;

for (const [name, order, by, ownerParentPhone, code] of sights) {
  test(`order detail: ${name}`, () => assert.equal(codeOf(seeDetail(order, "26K7Q2ZD", ownerParentPhone, by)), code));
}

test("the tracking link is any account's of the partner, and nobody else's", () => {
  assert.equal(codeOf(seeAsPartner(openedOrder(), "26K7Q2ZD", sibling)), undefined);
  assert.equal(codeOf(seeAsPartner(openedOrder(), "26K7Q2ZD", stranger)), "ORDER_NOT_FOUND");
});

const five = { ratedBy: "user", rating: 5, comment: null };
const first = rate(completedOrder(), "26K7Q2ZD", owner, five, noon);
assert.ok(!isRefusal(first));
const rated = { ...completedOrder(), ratings: { user: first.rating, receiver: null } };
const dropped = ordered(cancel(openedOrder(), "26K7Q2ZD", owner, null, noon));

const rates = [
  ["an unknown order", undefined, owner, {}, "SUPPLIER_NOT_FOUND"],
  ["another partner's order", completedOrder(), stranger, {}, "SUPPLIER_NOT_FOUND"],
  ["an order without a driver, of a sibling", dropped, sibling, {}, "SUPPLIER_NOT_FOUND"],
  ["a sibling's order, nothing given", acceptedOrder(), sibling, {}, "NOT_AUTHORIZED"],
  ["nothing given, not completed", acceptedOrder(), owner, {}, "MISSING_REQUIRED_INFO"],
  ["no rating, unknown rated_by", acceptedOrder(), owner, { ratedBy: "me" }, "MISSING_REQUIRED_INFO"],
  ["a rating by nobody", completedOrder(), owner, { ratedBy: "", rating: 5 }, "MISSING_REQUIRED_INFO"],
  ["a blank rating", completedOrder(), owner, { ratedBy: "user", rating: "" }, "MISSING_REQUIRED_INFO"],
  ["rated_by null", completedOrder(), owner, { ratedBy: null, rating: 5 }, "MISSING_REQUIRED_INFO"],
  ["an unknown rated_by", completedOrder(), owner, { ratedBy: "me", rating: 5 }, "INVALID_PARAM"],
  ["rated_by of the wrong type", completedOrder(), owner, { ratedBy: 1, rating: 5 }, "INVALID_PARAM"],
  ["no star", completedOrder(), owner, { ratedBy: "user", rating: 0 }, "INVALID_PARAM"],
  ["six stars", completedOrder(), owner, { ratedBy: "user", rating: 6 }, "INVALID_PARAM"],
  ["half a star", completedOrder(), owner, { ratedBy: "user", rating: 4.5 }, "INVALID_PARAM"],
  ["stars as text", completedOrder(), owner, { ratedBy: "user", rating: "5" }, "INVALID_PARAM"],
  ["a comment of the wrong type", completedOrder(), owner, { ...five, comment: 5 }, "INVALID_PARAM"],
  ["a comment without end", completedOrder(), owner, { ...five, comment: "x".repeat(1_001) }, "INVALID_PARAM"],
  ["a long comment", completedOrder(), owner, { ...five, comment: "x".repeat(1_000) }, undefined],
  ["a comment with a zero character", completedOrder(), owner, { ...five, comment: "a\0" }, "INVALID_PARAM"],
  ["an order under way", pickedUpOrder(), owner, five, "INVALID_PARAM"],
  ["a second rating of the sender", rated, owner, five, "ORDER_HAS_BEEN_RATED_BY_USER"],
  [
    "a second rating of the recipient",
    { ...rated, ratings: { user: null, receiver: first.rating } },
    owner,
    { ratedBy: "receiver", rating: 1 },
    "ORDER_HAS_BEEN_RATED_BY_RECEIVER",
  ],
  ["the recipient after the sender", rated, owner, { ratedBy: "receiver", rating: 4 }, undefined],
] as const;

for (const [name, order, by, input, code] of rates) {
  test(`rate: ${name}`, () => {
    const given = { ratedBy: undefined, rating: undefined, comment: undefined, ...input };
    assert.equal(codeOf(rate(order, "26K7Q2ZD", by, given, noon)), code);
  });
}

test("a rating knows whose it is and which driver it is for", () => {
  assert.deepEqual(first, { rater: "user", rating: { rating: 5, comment: "", at: noon }, driver: "84911000001" });
});
