import assert from "node:assert/strict";
import { test } from "node:test";
import { judgeBank, plainBank, refuseDecision, refuseSubmit, refuseWrite } from "./application.ts";
import { DOCUMENT_KINDS, dayAfter, endingOf, expiryFault, missingOf, REQUIRED_KINDS } from "./documents.ts";

const here = (kind: (typeof DOCUMENT_KINDS)[number], askedAgain: string | null = null) => ({
  kind,
  isCurrent: false,
  expiresOn: null,
  askedAgain,
});

test("missing is what is required and not there, or asked for again", () => {
  assert.deepEqual(missingOf([]), REQUIRED_KINDS);
  assert.deepEqual(missingOf(DOCUMENT_KINDS.map((kind) => here(kind))), []);
  const blurred = DOCUMENT_KINDS.map((kind) => here(kind, kind === "licence" ? "blurred" : null));
  assert.deepEqual(missingOf(blurred), ["licence"]);
  // A driver's old one still counts while another is asked for.
  assert.deepEqual(missingOf([...blurred, { ...here("licence"), isCurrent: true }]), []);
});

const TODAY = "2026-11-17";
for (const [kind, day, isRight] of [
  ["licence", "2026-11-17", true],
  ["licence", "2031-02-28", true],
  ["licence", "2076-11-17", true],
  ["licence", "2076-11-18", false],
  ["licence", "2026-11-16", false],
  ["licence", "2031-02-29", false],
  ["licence", "tomorrow", false],
  ["licence", undefined, false],
  ["id_card", undefined, true],
  ["id_card", "2031-01-01", false],
] as const)
  test(`${kind} until ${day} is ${isRight ? "taken" : "refused"}`, () => {
    assert.equal(expiryFault(kind, day, TODAY) === undefined, isRight);
  });

for (const [day, ending] of [
  [null, "good"],
  ["2026-11-16", "ended"],
  ["2026-11-17", "ends"],
  ["2026-12-17", "ends"],
  ["2026-12-18", "good"],
] as const)
  test(`a document until ${day} ${ending} on ${TODAY} with 30 days' notice`, () => {
    assert.equal(endingOf(day, TODAY, 30), ending);
  });

test("days are counted over the ends of months and years", () => {
  assert.deepEqual([dayAfter("2026-12-31", 1), dayAfter("2028-03-01", -1)], ["2027-01-01", "2028-02-29"]);
});

test("only a draft is written, only a whole one is sent, only a sent one is decided", () => {
  const whole = DOCUMENT_KINDS.map((kind) => here(kind));
  for (const status of ["DRAFT", "SUBMITTED", "APPROVED", "REFUSED"] as const) {
    assert.equal(refuseWrite(status) === undefined, status === "DRAFT");
    assert.equal(refuseSubmit(status, whole) === undefined, status === "DRAFT");
    assert.equal(refuseDecision(status) === undefined, status === "SUBMITTED");
  }
  assert.equal(refuseSubmit("DRAFT", [])?.refused, "DOCUMENTS_MISSING");
  assert.equal(refuseSubmit("REFUSED", [])?.refused, "APPLICATION_CLOSED");
});

test("an account number is taken as people write it, and nothing else is", () => {
  const bank = { bank: " Vietcombank ", account: "0071 00-12.34567", holder: "NGUYEN VAN NAM" };
  assert.equal(judgeBank(bank), undefined);
  assert.deepEqual(plainBank(bank), { ...bank, bank: "Vietcombank", account: "0071001234567" });
  for (const account of ["", "123", "=1+1", "1".repeat(35), "12 34;56"])
    assert.equal(judgeBank({ ...bank, account })?.field, "bank_account");
});
