import assert from "node:assert/strict";
import { test } from "node:test";
import type { Outcome } from "./exchange.ts";
import { judge, refusesEvent, type Verdict } from "./verdict.ts";

const cases: readonly (readonly [Outcome, number, Verdict])[] = [
  ["answered", 101, "failed"],
  ["answered", 199, "failed"],
  ["answered", 200, "delivered"],
  ["answered", 204, "delivered"],
  ["answered", 299, "delivered"],
  ["answered", 300, "failed"],
  ["answered", 301, "failed"],
  ["answered", 304, "failed"],
  ["answered", 400, "failed"],
  ["answered", 404, "failed"],
  ["answered", 410, "gone"],
  ["answered", 429, "failed"],
  ["answered", 500, "failed"],
  ["answered", 999, "failed"],
  ["closed", 200, "failed"],
  ["closed", 410, "failed"],
  ["timed_out", 200, "failed"],
  ["timed_out", 0, "failed"],
  ["unreachable", 0, "failed"],
  ["address_refused", 0, "failed"],
  ["tls_failed", 0, "failed"],
  ["malformed", 0, "failed"],
];
for (const [outcome, code, verdict] of cases) {
  test(`${outcome} with ${code} is ${verdict}`, () => assert.equal(judge({ outcome, code }), verdict));
}

const refusals: readonly (readonly [Outcome, number, number, boolean])[] = [
  ["answered", 399, 0, false],
  ["answered", 400, 4, true],
  ["answered", 401, 4, true],
  ["answered", 408, 0, false],
  ["answered", 410, 0, false],
  ["answered", 422, 99, true],
  ["answered", 425, 0, false],
  ["answered", 429, 0, false],
  ["answered", 499, 4, true],
  ["answered", 500, 4, false],
  ["answered", 500, 3, true],
  ["answered", 503, 1, true],
  ["answered", 503, 5, false],
  ["closed", 400, 0, false],
  ["timed_out", 0, 0, false],
  ["unreachable", 0, 0, false],
];
for (const [outcome, code, endpointFailures, isRefused] of refusals) {
  const says = isRefused ? "refuses the event" : "says nothing of the event";
  test(`${outcome} with ${code} to a fourth try, ${endpointFailures} failures in a row, ${says}`, () =>
    assert.equal(refusesEvent({ outcome, code }, { endpointFailures, eventTries: 4 }), isRefused));
}
