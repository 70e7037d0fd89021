import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { test } from "node:test";

const PROGRAM = `${import.meta.dirname}/group/run-one-at-a-time.ts`;

// Two files that share a process, between them those that the other processes begin with.
function runFiles(first: string, next: string): Promise<{ readonly status: unknown; readonly said: string }> {
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  const files = [first, "passes", "passes", "passes", next].map((name) => `test/harness/group/${name}.ts`);
  return new Promise((resolve) => {
    execFile(process.execPath, [PROGRAM, ...files], { env }, (error, stdout, stderr) =>
      resolve({ status: error?.code ?? 0, said: stdout + stderr }),
    );
  });
}

test("files that share a process end before the next begins, and are told one by one with what they skip", async () => {
  const { status, said } = await runFiles("ends", "follows");
  assert.equal(status, 0, said);
  assert.match(said, /SKIPPED test\/harness\/group\/follows\.ts: needs what is not here: nothing is here\n/);
  assert.match(said, /slowest: (test\/harness\/group\/[\w-]+\.ts \d+\.\d s(, )?){3}\n/);
});

test("one file that fails fails the run, and those after it are run all the same", async () => {
  const { status, said } = await runFiles("fails", "ends");
  assert.equal(status, 1, said);
  assert.match(said, /✖ test\/harness\/group\/fails\.ts/);
  assert.match(said, /✔ test\/harness\/group\/ends\.ts/);
  assert.doesNotMatch(said, /NOT RUN/);
});

test("one that ends the process fails the run, which says what was not run", async () => {
  const { status, said } = await runFiles("ends-the-process", "ends");
  assert.equal(status, 1, said);
  assert.match(said, /NOT RUN to its end: test\/harness\/group\/ends-the-process\.ts/);
  assert.match(said, /NOT RUN to its end: test\/harness\/group\/ends\.ts/);
});
