import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { countTry, type Tries, type TryRule, waitSeconds } from "./tries.ts";

const RULE: TryRule = { free: 3, firstSeconds: 2, longestSeconds: 60, forgetSeconds: 600 };
const at = (seconds: number) => new Date(1_800_000_000_000 + seconds * 1000);

test("tries at one moment: the free ones, then twice the wait each time, up to the longest", () => {
  const waits: number[] = [];
  let tries: Tries | undefined;
  for (let count = 0; count < 10; count++) {
    tries = countTry(tries, RULE, at(0));
    waits.push(waitSeconds(tries, RULE, at(0)));
  }
  assert.deepEqual(waits, [0, 0, 2, 4, 8, 16, 32, 60, 60, 60]);
});

const rows: readonly (readonly [string, readonly number[], number, number])[] = [
  ["nobody tried", [], 0, 0],
  ["the last free try", [0, 1], 1, 0],
  ["one that used the free tries up", [0, 1, 2], 2, 2],
  ["half of the wait is over", [0, 1, 2], 3, 1],
  ["the wait is over", [0, 1, 2], 4, 0],
  ["a clock that went back", [0, 1, 2], -1_000, 2],
  ["one try was forgotten in time", [0, 1, 601], 601, 0],
  ["all were forgotten long ago", [0, 1, 2, 4, 8, 90_000], 90_000, 0],
];
for (const [name, tried, now, expected] of rows) {
  test(`${name}: ${expected} s to wait`, () => {
    const tries = tried.reduce<Tries | undefined>((before, second) => countTry(before, RULE, at(second)), undefined);
    assert.equal(waitSeconds(tries, RULE, at(now)), expected);
  });
}

const ruleOf = fc
  .record({
    free: fc.integer({ min: 0, max: 20 }),
    firstSeconds: fc.integer({ min: 1, max: 60 }),
    more: fc.integer({ min: 0, max: 900 }),
    forgetSeconds: fc.integer({ min: 1, max: 1_000 }),
  })
  .map(({ more, ...rule }): TryRule => ({ ...rule, longestSeconds: rule.firstSeconds + more }));

test("whoever tries whenever allowed never waits longer than the longest, and settles at the pace of forgetting", () => {
  fc.assert(
    fc.property(ruleOf, fc.array(fc.integer({ min: 0, max: 5 }), { minLength: 40, maxLength: 40 }), (rule, pauses) => {
      let tries: Tries | undefined;
      let now = 0;
      let looked = 0;
      for (const pause of pauses) {
        now += waitSeconds(tries, rule, at(now));
        assert.equal(waitSeconds(tries, rule, at(now)), 0, "a wait that was waited for is over");
        tries = countTry(tries, rule, at(now));
        looked++;
        assert.ok(waitSeconds(tries, rule, at(now)) <= rule.longestSeconds);
        now += pause;
      }
      // At most the free ones, those of the doubling, and what was forgotten or waited for meanwhile.
      const doublings = Math.ceil(Math.log2(rule.longestSeconds / rule.firstSeconds)) + 1;
      const slowest = Math.min(rule.forgetSeconds, rule.longestSeconds);
      assert.ok(looked <= rule.free + doublings + now / slowest + 1);
    }),
  );
});

test("everything is forgotten in the end, and then nobody waits", () => {
  fc.assert(
    fc.property(ruleOf, fc.integer({ min: 1, max: 50 }), (rule, count) => {
      let tries: Tries | undefined;
      for (let one = 0; one < count; one++) tries = countTry(tries, rule, at(0));
      assert.deepEqual(tries?.forgottenAt, at(count * rule.forgetSeconds));
      assert.deepEqual(countTry(tries, rule, tries!.forgottenAt), countTry(undefined, rule, tries!.forgottenAt));
    }),
  );
});
