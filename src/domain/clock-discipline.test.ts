import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import {
  AGREE_MS,
  bestOf,
  type Discipline,
  disciplineFrom,
  errorAt,
  isCertainAt,
  learn,
  type Reading,
  readingOf,
  SILENCE_MS_MAX,
  TIMES_TO_BELIEVE,
  timeAt,
} from "./clock-discipline.ts";

const NOON = Date.UTC(2026, 2, 2, 5);
const reading = (counterMs: number, offMs = 0, errorMs = 1): Reading => ({
  counterMs,
  timeMs: NOON + counterMs + offMs,
  errorMs,
});
const learnAll = (line: Discipline, readings: readonly Reading[]): Discipline => readings.reduce(learn, line);
const start = disciplineFrom(reading(0));

describe("a reading", () => {
  test("is right in the middle of its question, give or take half the way and what clocks run apart on it", () => {
    assert.deepEqual(readingOf(NOON, 100, 180), { counterMs: 180, timeMs: NOON + 40, errorMs: 40.008 });
  });

  test("that was said as soon as it was asked for, and long on its way, is off by no more than it says", () => {
    const fast = 1 + 50e-6;
    const { timeMs, errorMs } = readingOf(NOON, 0, 3_000);
    assert.ok(NOON + 3_000 * fast - timeMs <= errorMs);
  });

  test("of several is the quickest one, carried on to now", () => {
    const best = bestOf([readingOf(NOON, 0, 50), readingOf(NOON + 60, 50, 60), readingOf(NOON + 90, 60, 100)], 100);
    assert.equal(best.counterMs, 100);
    assert.equal(best.timeMs, NOON + 60 + 5 + 40);
    assert.ok(Math.abs(best.errorMs - 5) < 0.01);
  });
});

describe("time", () => {
  test("goes on with the counter between readings", () => {
    assert.equal(timeAt(start, 4_000), NOON + 4_000);
  });

  test("takes a small correction ahead at once, and one back without ever going back", () => {
    assert.equal(timeAt(learn(start, reading(5_000, 300)), 5_000), NOON + 5_300);
    const slowed = learn(start, reading(5_000, -300));
    assert.equal(timeAt(slowed, 5_000), NOON + 5_000);
    assert.equal(timeAt(slowed, 6_000), NOON + 5_900);
    assert.equal(timeAt(slowed, 8_000), NOON + 7_700);
    assert.equal(timeAt(slowed, 20_000), NOON + 19_700);
  });

  test("learns nothing from a slow answer that says the same, nor from one that took too long", () => {
    const slow = learn(start, reading(5_000, 40, 50));
    assert.equal(timeAt(slow, 5_000), NOON + 5_000);
    assert.equal(slow.heardMs, 5_000);
    assert.equal(learn(start, reading(5_000, 9_000, AGREE_MS + 1)), start);
  });

  test("believes another clock, ahead or behind, when it has said the same three times, and is uncertain until then", () => {
    for (const offMs of [3_600_000, -3_600_000, AGREE_MS + 10, -AGREE_MS - 10]) {
      let line = start;
      for (let times = 1; times < TIMES_TO_BELIEVE; times++) {
        line = learn(line, reading(times * 1_000, offMs));
        assert.equal(timeAt(line, times * 1_000), NOON + times * 1_000, "the time that was known goes on");
        assert.equal(isCertainAt(line, times * 1_000), false);
      }
      line = learn(line, reading(9_000, offMs));
      assert.equal(timeAt(line, 9_000), NOON + 9_000 + offMs);
      assert.equal(isCertainAt(line, 9_000), true);
    }
  });

  test("does not believe a clock that says something else each time, and doubts no more once it agrees", () => {
    const erratic = learnAll(
      start,
      [1, 2, 3, 4, 5].map((at) => reading(at * 1_000, at * 60_000)),
    );
    assert.equal(isCertainAt(erratic, 5_000), false);
    assert.equal(timeAt(erratic, 5_000), NOON + 5_000);
    const again = learn(erratic, reading(6_000));
    assert.equal(isCertainAt(again, 6_000), true);
    assert.equal(isCertainAt(learnAll(again, [reading(7_000, 60_000), reading(8_000, 60_000)]), 8_000), false);
  });

  test("is uncertain after a long silence, and when it was never read well", () => {
    assert.equal(isCertainAt(start, SILENCE_MS_MAX), true);
    assert.equal(isCertainAt(start, SILENCE_MS_MAX + 1), false);
    assert.equal(isCertainAt(disciplineFrom(reading(0, 0, AGREE_MS + 1)), 0), false);
  });
});

// To what a time in milliseconds is rounded, a few times over.
const ROUNDED_MS = 0.001;

// A clock that runs a little apart from the counter, asked over a network that is slow one way or the other.
const question = fc.record({
  afterMs: fc.integer({ min: 1, max: 20_000 }),
  thereMs: fc.integer({ min: 0, max: 1_500 }),
  backMs: fc.integer({ min: 0, max: 1_500 }),
});

test("whatever the network does, time is as near to the clock as it says, and never goes back", () => {
  const drift = fc.double({ min: -50e-6, max: 50e-6, noNaN: true });
  fc.assert(
    fc.property(drift, fc.array(question, { minLength: 1, maxLength: 40 }), (apart, questions) => {
      const clock = (counterMs: number): number => NOON + counterMs * (1 + apart);
      let counterMs = 0;
      let line: Discipline | undefined;
      let latest = 0;
      const look = (): void => {
        if (!line) return;
        const time = timeAt(line, counterMs);
        assert.ok(time >= latest, `${latest} was told before ${time}`);
        const offMs = Math.abs(time - clock(counterMs));
        assert.ok(offMs <= errorAt(line, counterMs) + ROUNDED_MS, `off by ${offMs}, said ${errorAt(line, counterMs)}`);
        latest = time;
      };
      for (const { afterMs, thereMs, backMs } of questions) {
        counterMs += afterMs;
        look();
        const askedMs = counterMs;
        const saidMs = clock(askedMs + thereMs);
        counterMs += thereMs + backMs;
        look();
        const heard = readingOf(saidMs, askedMs, counterMs);
        line = line ? learn(line, heard) : disciplineFrom(heard);
        look();
      }
    }),
  );
});

test("however the clock is set, a few readings later time agrees with it again", () => {
  const jumps = fc.array(fc.integer({ min: -7_200_000, max: 7_200_000 }), { minLength: 1, maxLength: 10 });
  fc.assert(
    fc.property(jumps, (offs) => {
      let line = start;
      let counterMs = 0;
      for (const offMs of offs) {
        for (let times = 0; times < TIMES_TO_BELIEVE; times++) {
          counterMs += 1_000;
          line = learn(line, reading(counterMs, offMs));
        }
        assert.equal(isCertainAt(line, counterMs), true);
        assert.ok(Math.abs(timeAt(line, counterMs) - (NOON + counterMs + offMs)) <= errorAt(line, counterMs));
      }
    }),
  );
});
