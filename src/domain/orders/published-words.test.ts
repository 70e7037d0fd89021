// Words that partners, pages and clients read in answers: one that changes breaks who wrote it down.
import assert from "node:assert/strict";
import { test } from "node:test";
import { CANCELLERS, POINT_STATUSES } from "./order.ts";
import { LIFE_EVENTS, SUB_STATUSES } from "./order-life.ts";
import { STEP_EVENTS } from "./order-step.ts";
import { OUTCOMES } from "./outcome.ts";
import { OPERATOR_ACTIONS } from "./steps/by-operator.ts";

const published: readonly (readonly [readonly string[], string])[] = [
  [SUB_STATUSES, ",BOARDED,ARRIVED,COMPLETING,IN_REDELIVERY,IN_RETURN,RETURNED"],
  [POINT_STATUSES, ",COMPLETED,FAILED"],
  [CANCELLERS, "user,driver,operator,system"],
  [OUTCOMES, "OPEN,DELIVERED,PARTLY_DELIVERED,FAILED,RETURNING,RETURNED,CANCELLED"],
  [STEP_EVENTS, `${LIFE_EVENTS},create,edit`],
  [OPERATOR_ACTIONS, "cancel,reassign,assign,confirm,complete_point,fail_point,begin_return,note_returned,refund"],
];
for (const [words, expected] of published) {
  test(`published words: ${expected}`, () => assert.equal(words.join(), expected));
}
