import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { type Bucket, take } from "./rate-limit.ts";

test("a burst is allowed whole, the next request waits for one token", () => {
  const limit = { perMinute: 60, burst: 3 };
  let bucket: Bucket | undefined;
  for (const expected of [true, true, true, false]) {
    const taken = take(bucket, limit, 0);
    assert.equal(taken.allowed, expected);
    bucket = taken.bucket;
  }
  assert.equal(take(bucket, limit, 0).retryAfterSeconds, 1);
  assert.equal(take(bucket, limit, 999).allowed, false);
  assert.equal(take(bucket, limit, 1000).allowed, true);
});

test("no sequence of requests gets more than the burst and what time has filled", () => {
  const limitOf = fc.record({ perMinute: fc.integer({ min: 1, max: 600 }), burst: fc.integer({ min: 1, max: 50 }) });
  fc.assert(
    fc.property(limitOf, fc.array(fc.integer({ min: 0, max: 5_000 }), { maxLength: 300 }), (limit, gapsMs) => {
      let bucket: Bucket | undefined;
      let nowMs = 0;
      let allowed = 0;
      for (const gapMs of gapsMs) {
        nowMs += gapMs;
        const taken = take(bucket, limit, nowMs);
        bucket = taken.bucket;
        if (taken.allowed) allowed += 1;
      }
      assert.ok(allowed <= limit.burst + (nowMs * limit.perMinute) / 60_000 + 1e-6);
    }),
  );
});

test("a clock that goes back fills nothing", () => {
  const limit = { perMinute: 60, burst: 1 };
  const { bucket } = take(undefined, limit, 10_000);
  assert.equal(take(bucket, limit, 0).allowed, false);
});
