// Runs every test file, or those named, each in a process of its own, on one database server started for the run.
import { availableParallelism } from "node:os";
import { relative } from "node:path";
import { run } from "node:test";
import { spec } from "node:test/reporters";
import { startStopwatch } from "../src/ports/clock.ts";
import { buildPages } from "../web/build/build-pages.ts";
import { startTestServer, type TestServer } from "./harness/server.ts";
import { startDrawing } from "./harness/streets.ts";
import { chooseFiles, needsDatabase, needsPages, needsStreets } from "./harness/test-files.ts";

// A test that hangs must not hang the run, nor a file that does not end.
const TEST_MS_MAX = 180_000;
const END_HUNG_FILE = new URL("harness/end-hung-file.ts", import.meta.url).href;
const SLOWEST_TOLD = 8;
// One more than there are cores: a file often waits for its server, its database or its browser.
const FILES_AT_ONCE = Math.min(4, availableParallelism() + 1);

export async function runTests(words: readonly string[]): Promise<number> {
  const watch = startStopwatch();
  const seconds = () => `${(watch.elapsedMs() / 1000).toFixed(1)} s`;
  const files = chooseFiles(words);
  if ("missing" in files) {
    process.stderr.write(`there is no test file ${files.missing}\n`);
    return 1;
  }
  if (files.some(needsPages) && (await buildPages()) !== 0) return 1;
  const server = files.some(needsDatabase) ? await startStoppable() : undefined;
  const streets = files.some(needsStreets) ? startDrawing() : undefined;
  if (server) say(`database: ${server.name}, ready in ${seconds()}`);
  try {
    const { passed, skipped } = await runFiles(files);
    for (const line of skipped) say(`SKIPPED ${line}`);
    say(`${passed ? "passed" : "FAILED"}: ${files.length} files in ${seconds()}`);
    return passed ? 0 : 1;
  } finally {
    await streets?.stop();
    await server?.stop();
  }
}

async function runFiles(files: readonly string[]): Promise<{ passed: boolean; skipped: readonly string[] }> {
  const skipped: string[] = [];
  let passed = false;
  // Those with a browser take longest: begun first, none of them is left alone at the end.
  const longestFirst = files.toSorted((a, b) => Number(needsPages(b)) - Number(needsPages(a)));
  const tests = run({
    files: longestFirst,
    concurrency: FILES_AT_ONCE,
    timeout: TEST_MS_MAX,
    execArgv: ["--import", END_HUNG_FILE],
  });
  tests.on("test:pass", ({ name, file, skip }) => {
    if (skip) skipped.push(`${relative(".", file ?? "")}: ${name}${typeof skip === "string" ? `: ${skip}` : ""}`);
  });
  const slow: { readonly file: string; readonly seconds: number }[] = [];
  tests.on("test:summary", ({ file, success, duration_ms }) => {
    if (file === undefined) passed = success;
    else slow.push({ file: relative(".", file), seconds: duration_ms / 1000 });
  });
  for await (const text of tests.compose(spec)) process.stdout.write(text);
  const slowest = slow.sort((a, b) => b.seconds - a.seconds).slice(0, SLOWEST_TOLD);
  say(`slowest: ${slowest.map(({ file, seconds }) => `${file} ${seconds.toFixed(1)} s`).join(", ")}`);
  return { passed, skipped };
}

// Ctrl-C leaves neither a server nor its folder behind, even while it starts.
async function startStoppable(): Promise<TestServer> {
  const starting = startTestServer();
  const stopAndExit = async (status: number) => {
    await (await starting).stop();
    process.exit(status);
  };
  process.once("SIGINT", () => void stopAndExit(130));
  process.once("SIGTERM", () => void stopAndExit(143));
  return starting;
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
