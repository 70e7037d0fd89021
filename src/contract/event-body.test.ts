import assert from "node:assert/strict";
import { test } from "node:test";
import { accountEventBody, eventBody } from "./event-body.ts";

test("a callback's body is the order with the event's marks, whatever the order brings along", () => {
  const body = eventBody(
    { _id: "26K7Q2ZD", event_seq: 99, note: "“ế”\u0000" },
    { eventId: "evt_1", eventType: "t", eventSeq: 2 },
  );
  assert.deepEqual(JSON.parse(body), {
    _id: "26K7Q2ZD",
    note: "“ế”\u0000",
    event_id: "evt_1",
    event_type: "t",
    event_seq: 2,
  });
  // PostgreSQL's text takes no NUL; JSON writes it as an escape.
  assert.equal(body.includes("\u0000"), false);
});

test("what happens to an account is written in the partner's words", () => {
  const of = { phone: "84900000001", partnerId: "shop", at: new Date("2026-05-04T05:00:00.500Z") };
  const common = { account_id: "84900000001", partner: "shop", time: 1777870800.5 };
  const low = { type: "account.balance_low", main: 10, bonus: 5, threshold: 500 } as const;
  assert.equal(accountEventBody({ ...of, ...low }), JSON.stringify({ ...common, main: 10, bonus: 5, threshold: 500 }));
  const paid = { type: "account.cod_paid_out", orderId: "26K7Q2ZD", amount: 70_000 } as const;
  assert.equal(
    accountEventBody({ ...of, ...paid }),
    JSON.stringify({ ...common, order_id: "26K7Q2ZD", amount: 70_000 }),
  );
});
