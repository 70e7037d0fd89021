import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { eventIdOf, parseEventId } from "./event-id.ts";

test("an event's id names its order and its number, and can be read back", () => {
  assert.equal(eventIdOf({ orderId: "26K7Q2ZD", seq: 3 }), "evt_26K7Q2ZD_3");
  fc.assert(
    fc.property(
      fc.stringMatching(/^[0-9]{2}([0-9A-Z]{6}|[0-9A-Z]{8})$/),
      fc.integer({ min: 1, max: 999_999_999 }),
      (orderId, seq) => {
        assert.deepEqual(parseEventId(eventIdOf({ orderId, seq })), { orderId, seq });
      },
    ),
  );
});

for (const text of [
  "",
  "evt_",
  "evt_A",
  "evt_A_",
  "evt_A_0",
  "evt_A_01",
  "evt_A_-1",
  "evt_A_1.5",
  "evt_ _1",
  "A_1",
  "evt_A_1\n",
]) {
  test(`${JSON.stringify(text)} is no event id`, () => assert.equal(parseEventId(text), undefined));
}
