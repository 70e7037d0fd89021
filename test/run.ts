// Runs every test file, or those named, on one database server started for the run: in groups that share a process, and what starts
// programs alone (test/harness/file-groups.ts). With TEST_POOLER=yes programs reach the database through PgBouncer in transaction mode.
import { availableParallelism } from "node:os";
import { relative } from "node:path";
import { run } from "node:test";
import { spec } from "node:test/reporters";
import { startStopwatch } from "../src/ports/clock.ts";
import { buildPages } from "../web/build/build-pages.ts";
import { groupFiles } from "./harness/file-groups.ts";
import { startPgbouncer } from "./harness/pgbouncer.ts";
import { POOLER_URL, SERVER_URL, startTestServer, type TestServer } from "./harness/server.ts";
import { startDrawing } from "./harness/streets.ts";
import { chooseFiles, everyFile, isLong, needsDatabase, needsPages, needsStreets } from "./harness/test-files.ts";
import { TEST_SECONDS_MAX } from "./harness/time-limit.ts";

// A test that hangs must not hang the run, nor a file that does not end.
const TEST_MS_MAX = TEST_SECONDS_MAX * 1_000;
const END_HUNG_FILE = new URL("harness/end-hung-file.ts", import.meta.url).href;
const SLOWEST_SHOWN = 8;
// More than a few are no chance.
const UNSTEADY_MAX = 24;
const ALONE_MAX = 2;
// Two more than there are cores: a file often waits for its server, its database or its browser. CI's machines are lent to others for seconds
// at a time, in which limits run out; there it is one more.
const FILES_AT_ONCE = Math.min(4, availableParallelism() + (process.env.CI ? 1 : 2));

export async function runTests(words: readonly string[], atOnce = FILES_AT_ONCE): Promise<number> {
  const watch = startStopwatch();
  const seconds = () => `${(watch.elapsedMs() / 1000).toFixed(1)} s`;
  const files = chooseFiles(words);
  if ("missing" in files) {
    process.stderr.write(`there is no test file ${files.missing}\n`);
    return 1;
  }
  if (files.some(needsPages) && (await buildPages()) !== 0) return 1;
  const server = files.some(needsDatabase) ? await startStoppable() : undefined;
  const pooler = server && process.env.TEST_POOLER ? await startPgbouncer(process.env[SERVER_URL]!) : undefined;
  if (pooler) process.env[POOLER_URL] = pooler.url;
  const streets = files.some(needsStreets) ? startDrawing() : undefined;
  const through = pooler ? ` through ${pooler.version}` : "";
  if (server) say(`database: ${server.name}${through}, ready in ${seconds()}`);
  try {
    const { passed: passedAtOnce, failed, skipped, isWhole } = await runFiles(files, atOnce);
    for (const line of skipped) say(`SKIPPED ${line}`);
    const passed = passedAtOnce || (isWhole && (await passAlone(failed)));
    say(`${passed ? "passed" : "FAILED"}: ${files.length} files in ${seconds()}`);
    if (words.length === 0) say(`left out: ${everyFile().filter(isLong).length} long files, see npm run test:long`);
    return passed ? 0 : 1;
  } finally {
    await streets?.stop();
    await pooler?.stop();
    await server?.stop();
  }
}

// On a machine that others use too, a file that waits for browsers and programs may run out of time beside its neighbours. In CI such a
// file gets two more runs by itself, and is named: what fails alone has failed, and so has a run that was cut short.
async function passAlone(failed: readonly string[]): Promise<boolean> {
  if (!process.env.CI || failed.length === 0 || failed.length > UNSTEADY_MAX) return false;
  for (const file of failed) {
    let hasPassed = false;
    for (let nth = 0; nth < ALONE_MAX && !hasPassed; nth++) hasPassed = (await runFiles([file], 1)).passed;
    if (!hasPassed) return false;
    say(`UNSTEADY: ${file} failed beside others and passed alone`);
  }
  return true;
}

async function runFiles(
  files: readonly string[],
  atOnce: number,
): Promise<{ passed: boolean; failed: readonly string[]; skipped: readonly string[]; isWhole: boolean }> {
  const skipped: string[] = [];
  const failed = new Set<string>();
  let passed = false;
  const { starts, shared } = groupFiles(files, atOnce);
  const tests = run({
    files: [...starts],
    concurrency: atOnce,
    timeout: TEST_MS_MAX,
    execArgv: ["--import", END_HUNG_FILE],
  });
  const slow: { readonly file: string; readonly seconds: number }[] = [];
  const awaited = new Set(shared);
  const noteEnd = (name: string, ms: number) => {
    if (awaited.delete(name)) slow.push({ file: name, seconds: ms / 1000 });
  };
  tests.on("test:pass", ({ name, file, skip, details }) => {
    if (skip) skipped.push(`${relative(".", file ?? "")}: ${name}${typeof skip === "string" ? `: ${skip}` : ""}`);
    noteEnd(name, details.duration_ms);
  });
  tests.on("test:fail", ({ name, details }) => {
    if (shared.includes(name)) failed.add(name);
    noteEnd(name, details.duration_ms);
  });
  tests.on("test:summary", ({ file, success, duration_ms }) => {
    if (file === undefined) passed = success;
    else if (!success && files.includes(relative(".", file))) failed.add(relative(".", file));
    // A group is told by its files.
    else if (files.includes(relative(".", file))) slow.push({ file: relative(".", file), seconds: duration_ms / 1000 });
  });
  for await (const text of tests.compose(spec)) process.stdout.write(text);
  // One that ends the process takes those after it along, and may look like success.
  for (const file of awaited) say(`NOT RUN to its end: ${file}`);
  const slowest = slow.sort((a, b) => b.seconds - a.seconds).slice(0, SLOWEST_SHOWN);
  say(`slowest: ${slowest.map(({ file, seconds }) => `${file} ${seconds.toFixed(1)} s`).join(", ")}`);
  const isWhole = awaited.size === 0;
  return { passed: passed && isWhole, failed: [...failed], skipped, isWhole };
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
