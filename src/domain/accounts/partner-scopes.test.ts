import assert from "node:assert/strict";
import { test } from "node:test";
import { isRefusal } from "../refusal.ts";
import { judgePartnerToken, PARTNER_SCOPES } from "./partner-scopes.ts";

test("a token is made for scopes that exist, for a time within its limits", () => {
  assert.deepEqual(judgePartnerToken(["events:read"]), { scopes: ["events:read"], seconds: 3_600 });
  assert.deepEqual(judgePartnerToken([...PARTNER_SCOPES], 60), { scopes: PARTNER_SCOPES, seconds: 60 });
  // Named twice it is one scope, and the order is ours.
  assert.deepEqual(judgePartnerToken(["callbacks:read", "events:read", "events:read"], 2_592_000), {
    scopes: ["events:read", "callbacks:read"],
    seconds: 2_592_000,
  });
});

test("anything else is refused naming the field", () => {
  const cases: readonly (readonly [string, readonly string[] | undefined, number | undefined])[] = [
    ["scopes", undefined, 60],
    ["scopes", [], 60],
    ["scopes", ["events:write"], 60],
    ["scopes", ["events:read", ""], 60],
    ["seconds", ["events:read"], 59],
    ["seconds", ["events:read"], 2_592_001],
    ["seconds", ["events:read"], 60.5],
    ["seconds", ["events:read"], Number.NaN],
  ];
  for (const [field, scopes, seconds] of cases) {
    const judged = judgePartnerToken(scopes, seconds);
    assert.ok(isRefusal(judged), `${scopes} ${seconds}`);
    assert.equal(judged.field, field);
  }
});
