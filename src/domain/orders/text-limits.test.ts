import assert from "node:assert/strict";
import { test } from "node:test";
import { type TextField, textFault } from "./text-limits.ts";

// What docs and clients go by; a field that becomes shorter breaks somebody.
const LENGTHS: Readonly<Record<TextField, number>> = {
  address: 500,
  short_address: 300,
  name: 200,
  mobile: 40,
  tracking_number: 100,
  remarks: 2_000,
  promo_code: 64,
  description: 500,
  item_name: 500,
  id: 100,
};

for (const [field, length] of Object.entries(LENGTHS) as [TextField, number][]) {
  test(`${field} may have ${length} characters and not one more`, () => {
    assert.equal(textFault(field, "x".repeat(length)), undefined);
    assert.match(textFault(field, "x".repeat(length + 1)) ?? "", new RegExp(`^${field} must .* ${length} characters`));
  });
}

test("a text is a text, without zero characters, or absent", () => {
  assert.equal(textFault("name", undefined), undefined);
  assert.equal(textFault("name", ""), undefined);
  for (const given of [5, true, {}, ["x"], null, "\0", "a\0b"]) assert.match(textFault("name", given) ?? "", /must/);
});
