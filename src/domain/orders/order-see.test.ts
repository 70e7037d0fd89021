import assert from "node:assert/strict";
import { test } from "node:test";
import { openedOrder } from "../../../test/fixtures/an-order.ts";
import { owner } from "../../../test/fixtures/order-call.ts";
import { isRefusal } from "../refusal.ts";
import { ownOrder, seeAsPartner, seeDetail } from "./order-see.ts";

const sibling = { phone: "84900000002", partnerId: "demo", parentPhone: null };
const stranger = { phone: "84900000003", partnerId: "other", parentPhone: null };

function codeOf(answer: unknown): string | undefined {
  return isRefusal(answer) ? answer.refused : undefined;
}

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

test("whoever may not is told what", () => {
  const edited = ownOrder(openedOrder(), "26K7Q2ZD", sibling, "update");
  assert.match("refused" in edited ? edited.why : "", /may update it/);
});
