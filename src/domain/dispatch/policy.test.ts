import assert from "node:assert/strict";
import { test } from "node:test";
import { dueAt, offerBy, POLICY, reachMeters, rulesUnder } from "./policy.ts";

const terms = { placedAt: 1_000, readyAt: 1_600, straightSeconds: 900, timeoutSeconds: 600 };

test("an order is kept for somebody who is not free yet until a little after its goods are ready, and for half of its search at most", () => {
  const kept = (readyIn: number, timeoutSeconds: number) =>
    offerBy({ placedAt: 1_000, readyAt: 1_000 + readyIn, timeoutSeconds }, POLICY) - 1_000;
  assert.deepEqual([kept(-50, 600), kept(0, 600), kept(100, 600), kept(900, 600)], [90, 90, 190, 300]);
  assert.deepEqual([kept(0, 60), kept(0, 7_200), kept(900, Infinity)], [9, 1_080, Infinity]);
  assert.equal(dueAt(terms), 1_600 + 600 + 900);
});

test("the reach of a search grows by half of the first every half minute, without end", () => {
  const reach = [-5, 0, 29.9, 30, 60, 600].map((seconds) => reachMeters(3_000, seconds, POLICY));
  assert.deepEqual(reach, [3_000, 3_000, 3_000, 4_500, 6_000, 33_000]);
});

test("the more orders a driver has, the more of a service's bundle is used", () => {
  const share = (orders: number, drivers: number) =>
    Math.round(rulesUnder(orders, drivers, POLICY).bundleShare * 100) / 100;
  assert.deepEqual(
    [share(0, 10), share(10, 10), share(15, 10), share(20, 10), share(90, 10), share(5, 0)],
    [0.6, 0.6, 0.8, 1, 1, 1],
  );
});
