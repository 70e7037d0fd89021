import assert from "node:assert/strict";
import { test } from "node:test";
import type { Outcome } from "./exchange.ts";
import { judge, type Verdict } from "./verdict.ts";

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
