import assert from "node:assert/strict";
import { test } from "node:test";
import { callbackResultOf, deliveryStateOf } from "./delivery-state.ts";

const noon = new Date("2026-03-02T05:00:00Z");
const before = new Date(noon.getTime() - 1);
const taken = { outcome: "answered", code: 204 } as const;
const refused = { outcome: "answered", code: 500 } as const;

test("what became of an event, and whether that is a failure", () => {
  const owed = { happenedAt: noon, dueAt: null, givenUpAt: null };
  for (const [event, tries, state, result] of [
    [{ ...owed, dueAt: noon, givenUpAt: noon }, [taken], "given_up", "failed"],
    [{ ...owed, givenUpAt: noon }, [], "given_up", "failed"],
    [{ ...owed, dueAt: noon }, [refused], "waiting", "failed"],
    // Asked for again after it had been taken.
    [{ ...owed, dueAt: noon }, [taken], "waiting", undefined],
    [{ ...owed, dueAt: noon }, [], "waiting", undefined],
    [owed, [refused, taken], "delivered", "delivered"],
    [owed, [refused], "unsent", undefined],
    [owed, [], "unsent", undefined],
    [{ ...owed, happenedAt: before }, [], "forgotten", undefined],
    [{ ...owed, happenedAt: before }, [taken], "delivered", "delivered"],
  ] as const) {
    const seen = deliveryStateOf(event, tries, noon);
    assert.equal(seen, state);
    assert.equal(callbackResultOf(seen, tries[0]), result, state);
  }
});
