import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import {
  type AfterFailure,
  afterFailure,
  type FailedTry,
  parseRetryAfter,
  QUEUE_SECONDS_MAX,
  RETRY_DELAYS_SECONDS,
  TRIES_MAX,
} from "./retry-schedule.ts";

const noon = new Date("2026-03-02T05:00:00Z");
const secondsLater = (after: AfterFailure) =>
  after.step === "retry" ? (after.at.getTime() - noon.getTime()) / 1000 : after.step;
const at = (seconds: number) => new Date(noon.getTime() + seconds * 1000);
const failed: FailedTry = {
  failures: 0,
  scheduledAt: noon,
  triedAt: noon,
  queuedAt: noon,
  failedAt: noon,
  retryAfterSeconds: undefined,
  fraction: 0,
};
// After the `tries`-th scheduled try.
const fail = (tries: number, more: Partial<FailedTry> = {}) =>
  secondsLater(afterFailure({ ...failed, failures: tries - 1, ...more }));

test("retries come after 5 s, 30 s, 2 min, 10 min, 30 min, 2 h, 6 h, 12 h and 24 h, then the event is given up", () => {
  const delays = Array.from({ length: TRIES_MAX }, (_, made) => fail(made + 1));
  assert.deepEqual(delays, [5, 30, 120, 600, 1800, 7200, 21_600, 43_200, 86_400, "give_up"]);
});

test("the whole schedule ends before an event is given up for its age", () => {
  const total = RETRY_DELAYS_SECONDS.reduce((sum, delay) => sum + delay, 0);
  assert.equal(total, 160_955);
  assert.ok(total < QUEUE_SECONDS_MAX);
});

test("every failure in turn counts one more, and only a try out of turn is early", () => {
  for (const failures of [0, 1, 8]) {
    const after = afterFailure({ ...failed, failures });
    assert.ok(after.step === "retry");
    assert.deepEqual([after.failures, after.wasEarly], [failures + 1, false]);
  }
});

test("an event is given up for its age after two days", () => {
  assert.equal(QUEUE_SECONDS_MAX, 2 * 86_400);
});

test("the moment of a retry is rounded to the nearest millisecond", () => {
  // 5 s less a tenth of a fraction: 4,999.6 ms.
  assert.equal(fail(1, { fraction: 0.0008 }), 5);
});

test("jitter brings a retry forward by a tenth at most and never pushes it back", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: RETRY_DELAYS_SECONDS.length }),
      fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
      (tries, fraction) => {
        const written = RETRY_DELAYS_SECONDS[tries - 1]!;
        const delay = fail(tries, { fraction });
        assert.ok(typeof delay === "number" && delay <= written && delay >= written * 0.9 - 0.001);
      },
    ),
  );
});

const asked: readonly (readonly [string, number, number, number])[] = [
  ["more time than the schedule gives is granted", 1, 60, 60],
  ["less time than the schedule gives changes nothing", 4, 1, 600],
  ["no time at all changes nothing", 1, 0, 5],
  ["a year is cut to a day", 1, 31_536_000, 86_400],
];
for (const [name, tries, retryAfterSeconds, delay] of asked) {
  test(`an endpoint asks for a pause: ${name}`, () => assert.equal(fail(tries, { retryAfterSeconds }), delay));
}

test("an event that has waited two days is given up at its next failure, however few its tries", () => {
  const twoDaysAgo = new Date(noon.getTime() - QUEUE_SECONDS_MAX * 1000);
  assert.equal(fail(1, { queuedAt: twoDaysAgo }), "give_up");
  assert.equal(fail(1, { queuedAt: new Date(twoDaysAgo.getTime() + 1) }), 5);
});

test("a try that a recovery brought forward leaves the schedule as it was", () => {
  const early = { ...failed, failures: 4, scheduledAt: at(1000), triedAt: at(-1) };
  assert.deepEqual(afterFailure(early), { step: "retry", at: at(1000), failures: 4, wasEarly: true });
  assert.equal(secondsLater(afterFailure({ ...early, retryAfterSeconds: 5000 })), 5000);
  assert.equal(secondsLater(afterFailure({ ...early, failures: 9 })), 1000);
});

const headers: readonly (readonly [string | undefined, number | undefined])[] = [
  [undefined, undefined],
  ["", undefined],
  ["120", 120],
  [" 7 ", 7],
  ["0", 0],
  ["-5", undefined],
  ["1.5", undefined],
  ["99999999999999", undefined],
  ["soon", undefined],
  ["2026-03-02", undefined],
  ["Mon, 02 Mar 2026 05:01:00 GMT", 60],
  ["Monday, 02-Mar-26 05:01:00 GMT", 60],
  ["Mon, 02 Mar 2026 04:00:00 GMT", 0],
  ["   ", undefined],
  ["Mon, 99 Foo 2026 05:01:00 GMT", undefined],
];
for (const [header, seconds] of headers) {
  test(`Retry-After "${header}" means ${seconds} s`, () => assert.equal(parseRetryAfter(header, noon), seconds));
}

test("no Retry-After can throw or ask for less than nothing", () => {
  fc.assert(
    fc.property(fc.string(), (header) => {
      const seconds = parseRetryAfter(header, noon);
      assert.ok(seconds === undefined || seconds >= 0);
    }),
  );
});

test("a date between two seconds is not too early", () => {
  const half = new Date(noon.getTime() + 500);
  assert.equal(parseRetryAfter("Mon, 02 Mar 2026 05:01:00 GMT", half), 60);
});

test("a pause asked for of an early try that would end before its turn changes nothing", () => {
  const early = { ...failed, scheduledAt: at(0.5), triedAt: at(-1) };
  assert.equal(secondsLater(afterFailure(early)), 0.5);
});
