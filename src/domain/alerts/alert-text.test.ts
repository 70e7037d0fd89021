import assert from "node:assert/strict";
import { test } from "node:test";
import { ALERT_KINDS } from "./alert-rule.ts";
import { alertPath, alertText, summaryFacts, type Told, withoutBooks } from "./alert-text.ts";

const told = (change: Partial<Told>): Told => ({
  kind: "no_driver",
  occasion: "began",
  terms: { minutes: 15, percent: 80 },
  facts: {},
  ruleName: "Rule",
  subjectName: "Saigon",
  ...change,
});
const said = (change: Partial<Told>, language: "en" | "vi" = "en"): readonly string[] => {
  const { title, body } = alertText(told(change), language);
  return [title, ...(body === "" ? [] : body.split("\n"))];
};

test("each trouble is told in words, and that it is over", () => {
  const facts = { wait_seconds: 930, waiting: 1_200 };
  assert.deepEqual(said({ facts }), [
    "Saigon: no driver for 16 min",
    "So long the oldest order has waited; 1,200 wait.",
  ]);
  assert.deepEqual(said({ facts }, "vi")[0], "Saigon: 16 phút chưa có tài xế");
  assert.deepEqual(said({ occasion: "ended", facts: { lasted_seconds: 4_000 } }), [
    "Saigon: orders find a driver again",
    "They did not for 1 h 7 min.",
  ]);
  assert.deepEqual(said({ kind: "low_fulfilment", facts: { fulfilment: 0.625, ended: 16, hours: 4 } }), [
    "Saigon: fulfilment is below 80 %",
    "62.5 % of 16 orders of the last 4 h that have ended were delivered.",
  ]);
  assert.deepEqual(said({ kind: "endpoint_down", facts: { held: "circuit open", waiting: 3, wait_seconds: 61 } }), [
    "Saigon: callbacks do not arrive",
    "3 wait, the oldest for 1 min.",
  ]);
  assert.match(said({ kind: "endpoint_down", facts: { held: "stopped" } })[1]!, /answered 410/);
  assert.deepEqual(said({ kind: "ledger_unclean", occasion: "ended" }, "vi"), ["Sổ cái đã khớp trở lại"]);
});

test("a day is told with the same day of the week before; what nobody counted is a dash", () => {
  const facts = summaryFacts(
    "2026-03-01",
    { orders: 120, fulfilment: 0.91, assign_p50: 90, revenue: 2_500_000 },
    { orders: 100 },
  );
  const lines = said({ kind: "daily_summary", occasion: "day", subjectName: "", facts });
  assert.equal(lines[0], "2026-03-01: 120 orders, fulfilment 91 %");
  assert.ok(lines.includes("Orders: 120 (a week before 100)"));
  assert.ok(lines.includes("Promise kept: – (a week before –)"));
  assert.ok(lines.includes("Until a driver took it (half of them): 2 min (a week before –)"));
  assert.ok(lines.includes("Revenue: 2,500,000 ₫ (a week before –)"));
  const vietnamese = said({ kind: "daily_summary", occasion: "day", facts }, "vi");
  assert.equal(vietnamese[0], "2026-03-01, Saigon: 120 đơn, hoàn thành 91 %");
  assert.ok(vietnamese.includes("Doanh thu: 2.500.000 ₫ (tuần trước –)"));
  const shown = said({ kind: "daily_summary", occasion: "day", facts: withoutBooks(facts) });
  assert.doesNotMatch(shown.join("\n"), /Revenue|COD/);
});

test("every kind has words in both languages, a title without line breaks, and a page", () => {
  for (const kind of ALERT_KINDS) {
    for (const occasion of ["began", "ended", "day", "test"] as const) {
      for (const language of ["en", "vi"] as const) {
        const { title } = alertText(told({ kind, occasion }), language);
        assert.match(title, /^[^\n]{5,}$/);
      }
      assert.match(alertPath({ kind, occasion, subject: "a/b" }), /^\/console\/[a-z]+(\/a%2Fb)?$/);
    }
  }
});
