import assert from "node:assert/strict";
import { test } from "node:test";
import { type Answers, acceptanceOf, NO_ANSWERS } from "./acceptance.ts";

const answers = (asked: number, accepted: number): Answers => ({ asked, accepted });

test("whoever has not been asked is as willing as people here are, and before anybody was asked everybody is", () => {
  assert.equal(acceptanceOf(NO_ANSWERS, NO_ANSWERS, NO_ANSWERS), 1);
  const few = acceptanceOf(answers(1_000, 700), NO_ANSWERS, NO_ANSWERS);
  assert.ok(Math.abs(few - 0.7) < 0.01, String(few));
});

test("a driver's own answers soon weigh more than other people's, and nobody is given up for good", () => {
  const people = answers(1_000, 900);
  const after = (refusals: number) => acceptanceOf(people, answers(refusals, 0), NO_ANSWERS);
  assert.ok(after(1) > 0.6 && after(3) < 0.5 && after(20) < 0.15, [1, 3, 20].map(after).join());
  assert.ok(after(10_000) > 0);
  assert.ok(acceptanceOf(people, answers(20, 20), NO_ANSWERS) > 0.95);
});

test("an hour in which a driver refuses is not held against the others", () => {
  const people = answers(1_000, 900);
  const driver = answers(40, 20);
  const evening = acceptanceOf(people, driver, answers(20, 0));
  const morning = acceptanceOf(people, driver, answers(20, 20));
  assert.ok(evening < 0.25 && morning > 0.8, `${evening} ${morning}`);
});
