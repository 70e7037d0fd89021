import assert from "node:assert/strict";
import { test } from "node:test";
import { openRecentRequests } from "./recent-requests.ts";

test("nothing has been asked yet", () => {
  assert.deepEqual(openRecentRequests().figures(), { perSecond: 0, failedPerSecond: 0, p50Ms: 0, p99Ms: 0 });
});

test("half of the requests took less than the middle, whatever order they came in", () => {
  const recent = openRecentRequests();
  for (let at = 0; at < 1_000; at++) recent.count(at % 10 === 0 ? 503 : 200, ((at * 7) % 1_000) / 1_000);
  const { perSecond, failedPerSecond, p50Ms, p99Ms } = recent.figures();
  assert.deepEqual([p50Ms, p99Ms], [499, 989]);
  assert.deepEqual([perSecond, failedPerSecond], [1_000, 100]);
});

test("of more than are kept, the last ones count", () => {
  const recent = openRecentRequests();
  for (let at = 0; at < 20_000; at++) recent.count(200, at < 15_000 ? 5 : 0.001);
  const { p50Ms, p99Ms, failedPerSecond } = recent.figures();
  assert.deepEqual([p50Ms, p99Ms, failedPerSecond], [1, 5_000, 0]);
});
