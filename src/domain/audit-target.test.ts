import assert from "node:assert/strict";
import { test } from "node:test";
import { auditTarget } from "./audit-target.ts";

const cases = [
  ["an order", { order_id: "26K7Q2ZD" }, "26K7Q2ZD"],
  ["a point of an order", { order_id: "26K7Q2ZD", path_index: "1" }, "26K7Q2ZD 1"],
  ["a phone in any spelling", { phone: "0900 000 001" }, "…0001"],
  ["a phone with a plus", { mobile: "+84911000002" }, "…0002"],
  ["nothing", {}, ""],
  ["what PostgreSQL would refuse", { id: "a\0b" }, "ab"],
] as const;
for (const [name, params, target] of cases) {
  test(`the audit log names ${name}`, () => assert.equal(auditTarget(params), target));
}
test("the audit log's target is never longer than its column", () => {
  assert.equal(auditTarget({ id: "x".repeat(500) }).length, 120);
});
