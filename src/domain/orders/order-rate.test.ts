import assert from "node:assert/strict";
import { test } from "node:test";
import { acceptedOrder, completedOrder, openedOrder, ordered, pickedUpOrder } from "../../../test/fixtures/an-order.ts";
import { noon, owner } from "../../../test/fixtures/order-call.ts";
import { isRefusal } from "../refusal.ts";
import { cancel } from "./order-cancel.ts";
import { rate } from "./order-rate.ts";

const sibling = { phone: "84900000002", partnerId: "demo", parentPhone: null };
const stranger = { phone: "84900000003", partnerId: "other", parentPhone: null };

function codeOf(answer: unknown): string | undefined {
  return isRefusal(answer) ? answer.refused : undefined;
}

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
