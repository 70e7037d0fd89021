import assert from "node:assert/strict";
import { test } from "node:test";
import { isRefusal } from "../refusal.ts";
import { canonicalPromoCode, judgePromo, type Promo } from "./promo.ts";

const now = new Date("2026-11-15T05:00:00Z");
const promo: Promo = {
  code: "GIAO10",
  offer: { type: "PERCENT", share: 1_000, discountMax: 20_000 },
  serviceIds: undefined,
  startsAt: undefined,
  endsAt: undefined,
  usesMax: undefined,
};
const bike = { id: "SGN-BIKE", groupId: "BIKE" };

const cases = [
  ["an unknown code", undefined, 0, /unknown/],
  [
    "too early, used up and for another service",
    { startsAt: new Date("2026-11-15T05:00:01Z"), usesMax: 1, serviceIds: ["SGN-ECO"] },
    1,
    /not valid yet/,
  ],
  [
    "over at this very moment, used up and for another service",
    { endsAt: now, usesMax: 1, serviceIds: ["SGN-ECO"] },
    1,
    /expired/,
  ],
  ["used up and for another service", { usesMax: 1, serviceIds: ["SGN-ECO"] }, 1, /used up/],
  ["for another service", { usesMax: 1, serviceIds: ["SGN-ECO"] }, 0, /not for service SGN-BIKE/],
  ["for this service", { usesMax: 1, serviceIds: ["SGN-BIKE"] }, 0, undefined],
  ["for this group", { serviceIds: ["BIKE"] }, 0, undefined],
  ["for everything", {}, 1_000_000, undefined],
] as const;

for (const [name, change, uses, why] of cases) {
  test(`a promo code ${name} is ${why ? "refused" : "taken"}`, () => {
    const answer = judgePromo("GIAO10", change && { ...promo, ...change }, uses, bike, now);
    if (!why) return assert.ok(!isRefusal(answer));
    assert.ok(isRefusal(answer));
    assert.match(answer.why, why);
  });
}

test("a promo code may be typed in any case", () => {
  assert.equal(canonicalPromoCode(" giao10 "), "GIAO10");
});
