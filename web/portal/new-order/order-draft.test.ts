import assert from "node:assert/strict";
import { test } from "node:test";
import { Refused } from "../../parts/call.ts";
import { createBody, EMPTY_DRAFT, isAnswer, type OrderCall, unanswered } from "./order-draft.ts";

const refused = (status: number, code = "X"): Refused => new Refused(status, code, "");

test("a create is answered by an order or a plain no; what never got to it says nothing of an earlier try", () => {
  for (const error of [refused(406, "NOT_ENOUGH_CREDIT"), refused(400), refused(409, "DUPLICATE_TRACKING_NUMBER")])
    assert.equal(isAnswer(error), true, String(error.status));
  for (const error of [0, 401, 408, 429, 500, 503].map((status) => refused(status)))
    assert.equal(isAnswer(error), false, String(error.status));
  assert.equal(isAnswer(refused(409, "IDEMPOTENCY_IN_PROGRESS")), false);
  assert.equal(isAnswer(new Error("a mistake of the page")), false);
});

test("a call is asked again for as long as the server knows its key, which is a day", () => {
  const sent = { at: 1_000, body: {}, key: "one" } as unknown as OrderCall;
  assert.equal(unanswered(sent, 1_000 + 86_399_999), sent);
  assert.equal(unanswered(sent, 1_000 + 86_400_000), undefined);
  assert.equal(unanswered(undefined, 0), undefined);
});

test("an order for later is searched for so early that it is delivered at the time that was agreed", () => {
  const at = Date.UTC(2026, 0, 2, 5) / 1_000; // noon at home
  const estimate = { service_id: "SGN-BIKE", data: { eta: { delivery: at + 2_400 } } };
  const made = (when: string, zone = "Asia/Ho_Chi_Minh") =>
    createBody({ ...EMPTY_DRAFT, when }, { requests: [] } as never, estimate as never, zone) as {
      order_time: number;
      idle_until?: number;
    };
  assert.deepEqual([made("2026-01-02T12:00").order_time, made("2026-01-02T12:00").idle_until], [at, at - 2_400]);
  // By the clock of its city.
  assert.equal(made("2026-01-02T14:00", "Asia/Tokyo").order_time, at);
  assert.deepEqual([made("").order_time, made("").idle_until], [0, undefined]);
});
