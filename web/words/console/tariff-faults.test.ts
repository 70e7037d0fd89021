import assert from "node:assert/strict";
import { test } from "node:test";
import { checkTariff } from "../../../src/domain/fee-expression/tariff-check.ts";
import { tariffFaultWords } from "./tariff-faults.ts";

const BROKEN = [
  "",
  "30000 if x <= 4 els 30000",
  "30000 if x <= 4",
  "(x < 4) if x < 4 else 1",
  "1 and x < 4",
  "1 < (x < 2)",
  "(x < 2) < 3",
  "(x < 4) + 1",
  "(1 + 2",
  "1 + ",
  "-(x < 4)",
  "1 if 2 else 3",
  "1 2",
  "12km",
  "price",
  "1 § 2",
  "9".repeat(400),
  "1 +".repeat(1_000),
  `${"(".repeat(100)}1`,
  Array.from({ length: 101 }, (_, at) => at).join(" + "),
  "1 / (x - 1)",
  "1000 - x * 1000",
];

test("whatever is wrong with a tariff is said in Vietnamese on a Vietnamese page, but for words of the tariff itself", () => {
  for (const source of BROKEN) {
    const fault = checkTariff(source, 30_000);
    assert.ok("refused" in fault, source);
    const said = tariffFaultWords.vi(fault);
    const ours = said.replaceAll(/"[^"]*"/g, "");
    assert.doesNotMatch(ours, /\b(a|at|the|or|expected|found|before|number|most|gives|no)\b/, `${source}: ${said}`);
    assert.equal(tariffFaultWords.en(fault), fault.why);
  }
});
