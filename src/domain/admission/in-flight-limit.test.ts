import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { nextLimit } from "./in-flight-limit.ts";

const bounds = { min: 10, usual: 40, max: 100 };

for (const [what, limit, loopBusy, databaseWaiting, expected] of [
  ["a busy loop gets less to do at once", 60, 0.95, 0, 48],
  ["but no less than usual", 42, 0.95, 0, 40],
  ["and as much as usual again after the database was slow", 20, 0.95, 0, 25],
  ["statements that wait for a connection are enough", 40, 0.2, 3, 32],
  ["down to what keeps the connections busy", 11, 1, 3, 10],
  ["those in flight wait for others than us: more are taken on", 40, 0.5, 0, 50],
  ["in between it stays", 60, 0.8, 0, 60],
] as const) {
  test(what, () => assert.equal(nextLimit(limit, bounds, { loopBusy, databaseWaiting }), expected));
}

test("it stays within its bounds, and moves whenever it should and may", () => {
  const seen = fc.record({ loopBusy: fc.double({ min: 0, max: 1, noNaN: true }), databaseWaiting: fc.nat(20) });
  fc.assert(
    fc.property(fc.integer({ min: 10, max: 100 }), seen, (limit, load) => {
      const next = nextLimit(limit, bounds, load);
      assert.ok(Number.isInteger(next) && next >= bounds.min && next <= bounds.max);
      if (load.databaseWaiting > 0) assert.ok(next < limit || next === bounds.min);
      else if (load.loopBusy === 1) assert.ok(Math.abs(next - bounds.usual) <= Math.abs(limit - bounds.usual));
      else if (load.loopBusy === 0) assert.ok(next > limit || next === bounds.max);
    }),
  );
  assert.equal(nextLimit(7, { min: 7, usual: 7, max: 7 }, { loopBusy: 0, databaseWaiting: 0 }), 7);
});
