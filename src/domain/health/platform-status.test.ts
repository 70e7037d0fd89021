import assert from "node:assert/strict";
import { test } from "node:test";
import { judgeStatus, type PartStatus, type Seen, stateOfAll } from "./platform-status.ts";

const NOW = new Date("2026-03-01T08:00:00Z");
const FINE: Seen = { isReady: true, workers: 1, oldestWaitSeconds: 0 };
const statesOf = (parts: readonly PartStatus[]) => parts.map(({ state }) => state).join(" ");

const CASES: readonly (readonly [string, Partial<Seen>, string, string])[] = [
  ["all is well", {}, "up up up", "up"],
  ["not ready", { isReady: false }, "down up up", "down"],
  ["nobody at work", { workers: 0 }, "up delayed up", "delayed"],
  ["an order waits for long", { oldestWaitSeconds: 901 }, "up up delayed", "delayed"],
  ["an order waits", { oldestWaitSeconds: 900 }, "up up up", "up"],
  [
    "the database is away",
    { isReady: false, workers: undefined, oldestWaitSeconds: undefined },
    "down delayed delayed",
    "down",
  ],
];
for (const [name, seen, states, all] of CASES) {
  test(`status: ${name}`, () => {
    const parts = judgeStatus({ ...FINE, ...seen }, [], NOW);
    assert.deepEqual([statesOf(parts), stateOfAll(parts)], [states, all]);
    for (const { state, since } of parts) assert.equal(since === null, state === "up");
  });
}

test("a trouble keeps the moment it was first seen, and a new one begins anew", () => {
  const later = new Date(NOW.getTime() + 60_000);
  const first = judgeStatus({ ...FINE, isReady: false }, [], NOW);
  const second = judgeStatus({ ...FINE, isReady: false }, first, later);
  assert.deepEqual(second[0]?.since, NOW);
  const healed = judgeStatus(FINE, second, later);
  assert.equal(healed[0]?.since, null);
  assert.deepEqual(judgeStatus({ ...FINE, isReady: false }, healed, later)[0]?.since, later);
});

test("that drivers are missing is told since the oldest order waits", () => {
  const [, , drivers] = judgeStatus({ ...FINE, oldestWaitSeconds: 1_000 }, [], NOW);
  assert.equal(drivers?.since?.getTime(), NOW.getTime() - 1_000_000);
});
