// What the API can refuse, as the pages say it.
import assert from "node:assert/strict";
import { test } from "node:test";
import { REFUSAL_WORDS } from "../../src/http/base/statuses.ts";
import { faultWords } from "../../web/words/faults.ts";
import { refusalsByCode } from "../../web/words/refusals.ts";

test("every refusal of the API has words in both languages, and its own sentence is kept where it says more", () => {
  for (const code of REFUSAL_WORDS) {
    const [en, vi] = [refusalsByCode.en(code), refusalsByCode.vi(code)];
    assert.ok(en && vi && en !== vi, code);
  }
  const malformed =
    'path[1].address: The province is missing after "Quận 1". An address is house number and street, ward, district, province, separated by commas.';
  const said = (language: "en" | "vi") => faultWords[language](malformed, "path[1].address", "BAD_REQUEST");
  assert.match(said("en"), /^Choose what is offered/);
  assert.match(said("vi"), /^Hãy chọn một gợi ý/);
  assert.equal(faultWords.vi("cod is too blue.", "cod", "BAD_REQUEST"), "Thông tin gửi lên chưa đúng.");
  assert.equal(faultWords.en("cod is too blue.", "cod", "BAD_REQUEST"), "Is too blue.");
});
