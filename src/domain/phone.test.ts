import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { isStopPhone, maskedPhone, parsePhone } from "./phone.ts";

const spellings: readonly (readonly [string, string | undefined])[] = [
  ["84900000001", "84900000001"],
  ["0900000001", "84900000001"],
  ["+84900000001", "84900000001"],
  ["+84 90 000 00 01", "84900000001"],
  ["0084900000001", "84900000001"],
  ["090.000.0001", "84900000001"],
  ["090-000-0001", "84900000001"],
  ["(+84) 900000001", "84900000001"],
  [" 0900000001 ", "84900000001"],
  ["+84 (0)900000001", "84900000001"],
  ["0351234567", "84351234567"],
  ["", undefined],
  ["abc", undefined],
  ["0900 000 001 ext. 5", undefined],
  ["call 0900000001", undefined],
  ["02838221234", undefined],
  ["090000000", undefined],
  ["09000000011", undefined],
  ["+1 202 555 0123", undefined],
  ["+66812345678", undefined],
  ["0100000001", undefined],
  ["0".repeat(10_000), undefined],
  ["0900000001'; drop table accounts; --", undefined],
];
for (const [spelled, canonical] of spellings) {
  test(`phone: ${JSON.stringify(spelled.slice(0, 40))} is ${canonical ?? "no mobile number"}`, () => {
    assert.equal(parsePhone(spelled), canonical);
  });
}

test("a canonical phone parses to itself, in every usual spelling", () => {
  const national = fc.stringMatching(/^[35789][0-9]{8}$/);
  fc.assert(
    fc.property(national, fc.constantFrom("0", "84", "+84", "+84 "), (digits, prefix) => {
      assert.equal(parsePhone(prefix + digits), `84${digits}`);
    }),
  );
});

test("any text is a phone or not, and never an exception", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 60 }), (text) => {
      const phone = parsePhone(text);
      assert.ok(phone === undefined || /^84\d{9}$/.test(phone));
    }),
  );
});

const stopPhones: readonly (readonly [string, boolean])[] = [
  ["02838221234", true],
  ["+66 81 234 5678", true],
  ["1900 1234", true],
  ["1234567", false],
  ["1234567890123456", false],
  ["phone", false],
  ["", false],
];
for (const [spelled, expected] of stopPhones) {
  test(`stop phone: ${JSON.stringify(spelled)} is ${expected ? "accepted" : "refused"}`, () => {
    assert.equal(isStopPhone(spelled), expected);
  });
}

test("a masked phone shows its beginning and its end", () => {
  assert.equal(maskedPhone("84911000001"), "84911***001");
  assert.equal(maskedPhone("12345678"), "12345678");
});
