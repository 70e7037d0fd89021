// The whole way of a fault: into a process that loads it, past its tests, and back as killed, survived or timed out.
import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { changeOf } from "./accepted.ts";
import { instrument } from "./instrument.ts";
import { openLane } from "./lane.ts";
import { mutantsOf } from "./mutants.ts";
import { Trial } from "./trial.ts";

const FILE = "test/fixtures/mutated/fare.ts";
const TESTS = "test/fixtures/mutated/fare-tests.ts";
const source = readFileSync(FILE, "utf8");
const candidates = mutantsOf(FILE, source).map((mutant, at) => ({
  ...mutant,
  id: at + 1,
  area: "fare",
  tests: [TESTS],
}));
const dir = mkdtempSync(join(tmpdir(), "giao-mutants-test-"));
const plan = join(dir, "plan.json");
writeFileSync(plan, JSON.stringify({ [FILE]: instrument(source, candidates) }));
const lane = openLane(plan);
after(async () => {
  await lane.stop();
  rmSync(dir, { recursive: true });
});

test("what the tests find is killed, what they do not is told, and one process serves for all", async () => {
  const ending = candidates.filter(({ code }) => !code.startsWith("at = at"));
  const trial = new Trial(ending, () => undefined);
  await trial.run([lane]);
  const survivors = [...trial.outcomes].flatMap(([each, { end }]) => (end === "survived" ? [changeOf(each)] : []));
  // Nobody asked about a child of five, nor about a list that is too long by one: it ends in NaN > 5.
  assert.deepEqual(survivors.sort(), [
    "ages[at]! > CHILD_AGE_MAX → ages[at]! >= CHILD_AGE_MAX",
    "at < ages.length → at <= ages.length",
  ]);
  assert.equal(trial.outcomes.size, ending.length);
  assert.equal(readFileSync(FILE, "utf8"), source);
});

test("a fault that never ends is given up in time, and the next question is answered by a new process", async () => {
  const endless = candidates.find(({ original, isStatement }) => isStatement && original.startsWith("at = at"));
  assert.ok(endless);
  const question = { mutant: endless.id, file: TESTS, isSourceFresh: false };
  assert.equal(await lane.ask(question, 3_000), undefined);
  const verdict = await lane.ask({ ...question, mutant: 0 }, 60_000);
  assert.deepEqual(
    [verdict?.failure, new Set([...verdict!.met.byTest.flat(), ...verdict!.met.between]).size],
    [undefined, candidates.length],
  );
});
