import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { shareOut, tenths, writeTenths } from "./figures.ts";

test("tenths are written as JSON numbers without a tail", () => {
  assert.deepEqual([0, 5, 10, 1234, 1230].map(writeTenths), ["0", "0.5", "1", "123.4", "123"]);
  assert.equal(tenths(192.649), 1926);
});

test("shares add up to the whole, and none is negative", () => {
  fc.assert(
    fc.property(fc.array(fc.double({ min: 0, max: 1e6, noNaN: true }), { minLength: 1, maxLength: 50 }), (parts) => {
      const whole = tenths(parts.reduce((sum, part) => sum + part, 0));
      const shares = shareOut(whole, parts);
      assert.equal(
        shares.reduce((sum, share) => sum + share, 0),
        whole,
      );
      assert.ok(shares.every((share, i) => share >= 0 && Math.abs(share - parts[i]! * 10) <= 1.5));
    }),
  );
});
