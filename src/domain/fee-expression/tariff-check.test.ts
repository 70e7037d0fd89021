import assert from "node:assert/strict";
import { test } from "node:test";
import { checkTariff } from "./tariff-check.ts";

const KM_100 = 100_000;

const refused = [
  ["a text that does not parse", "(25000 if x <= 4", KM_100, /^At character 17: expected else/],
  ["a fee below zero near the door", "x * 5000 - 100", KM_100, /gives -100 at x = 0;/],
  ["a fee below zero at the far end only", "90000 - x * 1000", KM_100, /at x = 90.1;/],
  ["a fee below zero between two joints", "-1 if 7.33 < x < 7.35 else 1", KM_100, /at x = 7.34;/],
  ["a fee below zero at one hour only", "(0 - 1 if 13.2 <= h <= 13.21 else 1) * 25000", KM_100, /h = 13\.2/],
  ["a division by zero at the door", "25000 / x", KM_100, /gives no number \(a division by zero\) at x = 0;/],
  ["a division by zero at one written distance", "25000 + 1 / (x - 3.37)", KM_100, /at x = /],
  ["nothing divided by nothing", "x / x", KM_100, /no number/],
  ["a fee nobody could pay", "1e13", KM_100, /gives 10000000000000 at x = 0;/],
  [
    "more numbers than a tariff holds",
    Array.from({ length: 101 }, (_, n) => n).join("+"),
    KM_100,
    /at most 100 different/,
  ],
] as const;

for (const [name, source, metersMax, why] of refused) {
  test(`a tariff is refused when it is saved: ${name}`, () => {
    const answer = checkTariff(source, metersMax);
    assert.ok("refused" in answer, "the tariff was taken");
    assert.match(answer.why, why);
  });
}

test("a tariff is judged only as far as its service goes", () => {
  assert.ok("refused" in checkTariff("90000 - x * 1000", 100_000));
  assert.ok(!("refused" in checkTariff("90000 - x * 1000", 90_000)));
});

test("a division guarded by its own condition is taken", () => {
  assert.ok(!("refused" in checkTariff("25000 / x if x > 1 else 25000", KM_100)));
});
