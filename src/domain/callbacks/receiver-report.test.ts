import assert from "node:assert/strict";
import { test } from "node:test";
import type { Exchange, Outcome } from "./exchange.ts";
import {
  CHECKS,
  type Check,
  type CheckResult,
  type Grade,
  gradeReceiver,
  type Observations,
} from "./receiver-report.ts";

const came = (code: number, elapsedMs = 12): Exchange => ({
  outcome: "answered",
  code,
  text: "",
  retryAfter: undefined,
  elapsedMs,
  error: "",
});
const broke = (outcome: Outcome): Exchange => ({ ...came(0), outcome, error: "connection reset" });

const good: Observations = {
  delivery: [came(200)],
  duplicate: [came(200), came(200)],
  reordered: [came(200), came(204), came(200)],
  slow_body: [came(200), came(200)],
  bad_signature: [came(401), came(401), came(400)],
  stale_timestamp: [came(401)],
  rotated_secret: [came(200)],
};

test("a receiver that copes with everything gets an A and no advice", () => {
  const { grade, checks } = gradeReceiver(good);
  assert.equal(grade, "A");
  assert.deepEqual(
    checks.map(({ check, result, advice }) => [check, result, advice]),
    CHECKS.map((check) => [check, "pass", undefined]),
  );
  assert.deepEqual(checks[0]?.answered, ["200 (12 ms)"]);
});

const cases: readonly (readonly [string, Check, readonly Exchange[], CheckResult, Grade])[] = [
  ["takes no plain event", "delivery", [came(500)], "fail", "F"],
  ["redirects", "delivery", [came(302)], "fail", "F"],
  ["takes its time", "delivery", [came(200, 3_001)], "warn", "B"],
  ["takes its time once", "delivery", [came(200), came(200, 3_001)], "warn", "B"],
  ["takes one plain event of two", "delivery", [came(200), came(500)], "fail", "F"],
  ["falls over an old event", "stale_timestamp", [came(500)], "warn", "B"],
  ["believes one old event of two", "stale_timestamp", [came(401), came(200)], "warn", "B"],
  ["falls over one old event of two", "stale_timestamp", [came(401), came(500)], "warn", "B"],
  ["redirects a forged event", "bad_signature", [came(399), came(401), came(401)], "warn", "B"],
  ["knows one signature of two", "rotated_secret", [came(200), came(401)], "fail", "C"],
  ["was asked nothing after a slow body", "slow_body", [], "fail", "C"],
  ["calls a duplicate a conflict", "duplicate", [came(200), came(409)], "fail", "C"],
  ["chokes on an older event", "reordered", [came(200), came(200), came(422)], "fail", "C"],
  ["gives up on a slow body but lives", "slow_body", [came(408), came(200)], "warn", "B"],
  ["hangs up on a slow body but lives", "slow_body", [broke("closed"), came(200)], "warn", "B"],
  ["is stuck after a slow body", "slow_body", [came(200), broke("timed_out")], "fail", "C"],
  ["believes a forged event", "bad_signature", [came(401), came(200), came(401)], "fail", "F"],
  ["falls over a forged event", "bad_signature", [came(401), came(500), came(401)], "warn", "B"],
  ["hangs up on a forged event", "bad_signature", [came(401), came(401), broke("closed")], "warn", "B"],
  ["believes an old event", "stale_timestamp", [came(200)], "warn", "B"],
  ["knows one signature only", "rotated_secret", [came(401)], "fail", "C"],
];
for (const [name, check, exchanges, result, grade] of cases) {
  test(`a receiver that ${name} gets ${result} for ${check}, ${grade} in all`, () => {
    const report = gradeReceiver({ ...good, [check]: exchanges });
    const found = report.checks.find((one) => one.check === check);
    assert.equal(found?.result, result);
    assert.ok(found?.advice?.en && found.advice.vi);
    assert.equal(report.grade, grade);
  });
}

const fine: readonly (readonly [string, Check, readonly Exchange[]])[] = [
  ["takes three seconds", "delivery", [came(200, 3_000)]],
  ["refuses with any 4xx", "bad_signature", [came(400), came(499), came(404)]],
];
for (const [name, check, exchanges] of fine) {
  test(`a receiver that ${name} passes ${check}`, () => {
    assert.equal(gradeReceiver({ ...good, [check]: exchanges }).grade, "A");
  });
}

const advice: readonly (readonly [Check, readonly Exchange[], RegExp])[] = [
  ["stale_timestamp", [came(200)], /signed an hour ago was believed/],
  ["stale_timestamp", [came(401), came(200)], /signed an hour ago was believed/],
  ["stale_timestamp", [came(500)], /Refuse what you do not trust/],
  ["stale_timestamp", [{ ...came(401), outcome: "closed" }], /Refuse what you do not trust/],
  ["bad_signature", [came(200)], /wrong signature was believed/],
];
for (const [check, exchanges, words] of advice) {
  test(`${check} answered with ${exchanges[0]?.code}: the advice fits`, () => {
    const found = gradeReceiver({ ...good, [check]: exchanges }).checks.find((one) => one.check === check);
    assert.match(found?.advice?.en ?? "", words);
  });
}

test("checks that were not run are told apart from passed ones", () => {
  const { grade, checks } = gradeReceiver({ delivery: [broke("unreachable")] });
  assert.equal(grade, "F");
  assert.deepEqual(
    checks.map(({ result }) => result),
    ["fail", ...Array<CheckResult>(CHECKS.length - 1).fill("skipped")],
  );
  assert.deepEqual(checks[0]?.answered, ["connection reset (12 ms)"]);
});
