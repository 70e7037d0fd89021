import assert from "node:assert/strict";
import { test } from "node:test";
import { changeBetween } from "./audit-change.ts";

test("only what differs is kept, as it was and as it is", () => {
  const before = { role: "viewer", cities: ["SGN"], name: "Lan" };
  assert.equal(changeBetween(before, { ...before, cities: ["SGN"] }), undefined);
  assert.deepEqual(changeBetween(before, { ...before, role: "owner" }), {
    before: { role: "viewer" },
    after: { role: "owner" },
  });
  assert.deepEqual(changeBetween(undefined, { rate: 1 }), { before: {}, after: { rate: 1 } });
  assert.equal(changeBetween(undefined, undefined), undefined);
});

test("phones are shortened and long values are cut", () => {
  const change = changeBetween({ driver: "84911000001" }, { driver: "84911000002", zone: Array(500).fill([1, 2]) });
  assert.deepEqual([change?.before, change?.after.driver], [{ driver: "…0001" }, "…0002"]);
  assert.equal(String(change?.after.zone).length, 501);
});
