// Runs every test file, or those named, each in a process of its own, on one database server started for the run.
import { globSync, readFileSync, statSync } from "node:fs";
import { availableParallelism } from "node:os";
import { relative } from "node:path";
import { run } from "node:test";
import { spec } from "node:test/reporters";
import { startStopwatch } from "../src/ports/clock.ts";
import { startTestServer, type TestServer } from "./harness/server.ts";

// A file that hangs must not hang the run.
const FILE_MS_MAX = 180_000;

export async function runTests(words: readonly string[]): Promise<number> {
  const watch = startStopwatch();
  const files = filesOf(words);
  if (typeof files === "string") return complain(files);
  const server = files.some(needsDatabase) ? await startTestServer() : undefined;
  if (server) {
    stopOnSignal(server);
    say(`database: ${server.name}, ready in ${seconds(watch)}`);
  }
  try {
    const { passed, skipped } = await runFiles(files);
    for (const line of skipped) say(`SKIPPED ${line}`);
    say(`${passed ? "passed" : "FAILED"}: ${files.length} files in ${seconds(watch)}`);
    return passed ? 0 : 1;
  } finally {
    await server?.stop();
  }
}

function filesOf(words: readonly string[]): readonly string[] | string {
  if (words.length === 0) return globSync(["src/**/*.test.ts", "test/**/*.test.ts"]).sort();
  const files: string[] = [];
  for (const word of words) {
    const found = statSync(word, { throwIfNoEntry: false });
    if (!found) return `there is no test file ${word}`;
    files.push(...(found.isDirectory() ? globSync(`${word}/**/*.test.ts`).sort() : [word]));
  }
  return files;
}

// Rules and walls are tested without waiting for a server.
function needsDatabase(file: string): boolean {
  return readFileSync(file, "utf8").includes("/harness/");
}

async function runFiles(files: readonly string[]): Promise<{ passed: boolean; skipped: readonly string[] }> {
  const skipped: string[] = [];
  let passed = false;
  const concurrency = Math.min(4, Math.max(2, availableParallelism()));
  const tests = run({ files: [...files], concurrency, timeout: FILE_MS_MAX });
  tests.on("test:pass", ({ name, file, skip }) => {
    if (skip) skipped.push(`${relative(".", file ?? "")}: ${name}${typeof skip === "string" ? `: ${skip}` : ""}`);
  });
  tests.on("test:summary", ({ file, success }) => {
    if (file === undefined) passed = success;
  });
  const report = tests.compose(spec);
  for await (const text of report) process.stdout.write(text);
  return { passed, skipped };
}

// Ctrl-C must not leave a server and its folder behind.
function stopOnSignal(server: TestServer): void {
  for (const [signal, status] of [
    ["SIGINT", 130],
    ["SIGTERM", 143],
  ] as const) {
    process.once(signal, () => void server.stop().finally(() => process.exit(status)));
  }
}

function seconds(watch: { readonly elapsedMs: () => number }): string {
  return `${(watch.elapsedMs() / 1000).toFixed(1)} s`;
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

function complain(line: string): number {
  process.stderr.write(`${line}\n`);
  return 1;
}
