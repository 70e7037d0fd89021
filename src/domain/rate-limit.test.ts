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

test("a costly request is let in while a token is left, and pays its whole price before the next", () => {
  const limit = { perMinute: 60, burst: 10 };
  const costly = take(undefined, limit, 0, 25);
  assert.deepEqual([costly.allowed, costly.remaining, costly.resetSeconds], [true, 0, 25]);
  const next = take(costly.bucket, limit, 0);
  assert.deepEqual([next.allowed, next.retryAfterSeconds], [false, 16]);
  assert.equal(take(next.bucket, limit, 15_999).allowed, false);
  assert.equal(take(next.bucket, limit, 16_000).allowed, true);
});

test("whatever requests cost, no more is given than the burst, what time has filled and one request's price", () => {
  const asked = fc.array(fc.tuple(fc.integer({ min: 0, max: 5_000 }), fc.integer({ min: 1, max: 400 })), {
    maxLength: 300,
  });
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 600 }), fc.integer({ min: 1, max: 50 }), asked, (perMinute, burst, calls) => {
      let bucket: Bucket | undefined;
      let [nowMs, given] = [0, 0];
      for (const [gapMs, cost] of calls) {
        nowMs += gapMs;
        const taken = take(bucket, { perMinute, burst }, nowMs, cost);
        bucket = taken.bucket;
        if (taken.allowed) given += cost;
        assert.ok(taken.remaining >= 0 && taken.resetSeconds >= 0);
      }
      assert.ok(given <= burst + (nowMs * perMinute) / 60_000 + 400);
    }),
  );
});
