import assert from "node:assert/strict";
import { test } from "node:test";
import { leavingTimes } from "./terms.ts";

const order = { isWave: false, leadSeconds: 900, pickup: 1, firstDoor: 2, lastDoor: 3, releaseAt: 5_000, dueAt: 9_000 };

test("places are left when their orders are fetched, and on the way to the promised time", () => {
  const cases: readonly (readonly [
    string,
    Parameters<typeof leavingTimes>[0],
    readonly (readonly [number, number])[],
  ])[] = [
    ["nothing to fetch", [], []],
    [
      "later today",
      [order],
      [
        [1, 5_000],
        [2, 7_000],
        [3, 7_000],
      ],
    ],
    [
      "ready since yesterday: from now on",
      [{ ...order, releaseAt: -80_000 }],
      [
        [1, 1_000],
        [2, 5_000],
        [3, 5_000],
      ],
    ],
    [
      "late already: at once",
      [{ ...order, releaseAt: 0, dueAt: 500 }],
      [
        [1, 1_000],
        [2, 1_000],
        [3, 1_000],
      ],
    ],
    [
      "two at one counter: the first that leaves",
      [order, { ...order, releaseAt: 2_000, firstDoor: 4, lastDoor: 4 }],
      [
        [1, 2_000],
        [2, 7_000],
        [3, 7_000],
        [4, 5_500],
      ],
    ],
  ];
  for (const [name, orders, times] of cases) assert.deepEqual([...leavingTimes(orders, 1_000)], times, name);
});
