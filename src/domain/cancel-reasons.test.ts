import assert from "node:assert/strict";
import { test } from "node:test";
import { DRIVER_CANCEL_REASONS, USER_CANCEL_REASONS } from "./cancel-reasons.ts";

for (const [side, reasons, count] of [
  ["sender", USER_CANCEL_REASONS, 20],
  ["driver", DRIVER_CANCEL_REASONS, 16],
] as const) {
  test(`a ${side} is offered ${count} reasons, each once, in both languages`, () => {
    assert.equal(reasons.length, count);
    for (const read of ["code", "en", "vi"] as const) {
      assert.equal(new Set(reasons.map((reason) => reason[read])).size, count);
      assert.ok(reasons.every((reason) => reason[read].length > 0));
    }
    assert.ok(reasons.every(({ code }) => /^[A-Z_]+$/.test(code)));
    assert.equal(reasons.at(-1)?.code, "OTHER");
  });
}
