// Loaded before each test file, or group of files (test/run.ts). The runner's own limit is for tests; a file whose tests are over
// but whose browser or socket was left open would keep the run waiting for ever.
import { readFileSync } from "node:fs";
import { noteRunningFile, runningFile } from "./running-file.ts";
import { TEST_SECONDS_MAX } from "./time-limit.ts";

const FILE_MS_MAX = (TEST_SECONDS_MAX + 60) * 1_000;

let ending = endLater();

// Each file of a group has the whole time.
export function setRunningFile(file: string): void {
  noteRunningFile(file);
  clearTimeout(ending);
  ending = endLater();
}

function endLater(): NodeJS.Timeout {
  return setTimeout(() => {
    process.stderr.write(`${runningFile()}: still open after ${FILE_MS_MAX / 1000} s, ended\n`);
    process.exit(1);
  }, FILE_MS_MAX).unref();
}

// A file that is cut short, by the runner too, must not leave its programs and browsers to slow down those that come after it.
process.once("SIGTERM", () => process.exit(143));
process.once("exit", () => {
  for (const pid of startedBy(process.pid)) kill(pid);
});

function startedBy(pid: number): readonly number[] {
  return childrenOf(pid).flatMap((child) => [child, ...startedBy(child)]);
}

function childrenOf(pid: number): readonly number[] {
  try {
    return readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").split(" ").filter(Boolean).map(Number);
  } catch {
    // It has ended, or this machine does not tell.
    return [];
  }
}

function kill(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // Ended meanwhile.
  }
}
