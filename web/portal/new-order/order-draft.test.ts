import assert from "node:assert/strict";
import { test } from "node:test";
import { Refused } from "../../parts/call.ts";
import { EMPTY_DRAFT, nextCall, sameness } from "./order-draft.ts";

const of = sameness(EMPTY_DRAFT, "SGN-BIKE");
const body = { order_time: 0, path: [], payment_method: "BALANCE" as const };
const first = { of, body: { ...body, quote_id: "first" }, key: "1" };
const next = { of, body: { ...body, quote_id: "renewed" }, key: "2" };
const refused = (status: number, code = "") => new Refused(status, code, "");

test("an order whose answer got lost is asked for again by the very same call", () => {
  for (const lost of [refused(0), refused(503), refused(409, "IDEMPOTENCY_IN_PROGRESS")]) {
    assert.equal(nextCall(first, lost, next), first);
  }
});

test("after a plain no, or for another draft, it is a new call", () => {
  assert.equal(nextCall(first, refused(406, "NOT_ENOUGH_CREDIT"), next), next);
  const changed = { ...next, of: sameness({ ...EMPTY_DRAFT, remarks: "Ring twice" }, "SGN-BIKE") };
  assert.equal(nextCall(first, refused(0), changed), changed);
  assert.equal(nextCall(undefined, null, next), next);
});
