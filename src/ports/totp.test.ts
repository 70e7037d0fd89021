import assert from "node:assert/strict";
import { test } from "node:test";
import { base32, stepOfCode, totpAt, totpStep } from "./totp.ts";

// Of appendix B of RFC 6238, the last six of their eight digits.
const SECRET = Buffer.from("12345678901234567890");
const VECTORS = [
  [59, "287082"],
  [1_111_111_109, "081804"],
  [1_111_111_111, "050471"],
  [1_234_567_890, "005924"],
  [2_000_000_000, "279037"],
  [20_000_000_000, "353130"],
] as const;

test("the codes are those of RFC 6238, and the secret is written as RFC 4648 does", () => {
  for (const [seconds, code] of VECTORS) assert.equal(totpAt(SECRET, totpStep(new Date(seconds * 1000))), code);
  assert.equal(base32(SECRET), "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ");
  assert.equal(base32(Buffer.from("fooba")), "MZXW6YTB");
});

test("a code is taken half a minute early and late, and no more", () => {
  const at = (seconds: number) => stepOfCode(SECRET, "050 471", new Date(seconds * 1000));
  const step = totpStep(new Date(1_111_111_111_000));
  const begin = step * 30;
  const offsets = [-31, -30, 0, 29, 59, 60] as const;
  assert.deepEqual(
    offsets.map((offset) => at(begin + offset) === step),
    [false, true, true, true, true, false],
  );
  assert.equal(stepOfCode(SECRET, "", new Date(begin * 1000)), undefined);
});
