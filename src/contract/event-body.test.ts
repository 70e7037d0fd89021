import assert from "node:assert/strict";
import { test } from "node:test";
import { eventBody } from "./event-body.ts";

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
