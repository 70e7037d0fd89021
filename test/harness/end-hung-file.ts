// Loaded before each test file, or group of files (test/run.ts). The runner's own limit is for tests; a file whose tests are over
// but whose browser or socket was left open would keep the run waiting for ever.
import { TEST_SECONDS_MAX } from "./time-limit.ts";

const FILE_MS_MAX = (TEST_SECONDS_MAX + 60) * 1_000;

let running = process.argv[1] ?? "";
let ending = endLater();

// The test file that this process was started for or, of a group, the one whose turn it is.
export function runningFile(): string {
  return running;
}

// Each file of a group has the whole time.
export function setRunningFile(file: string): void {
  running = file;
  clearTimeout(ending);
  ending = endLater();
}

function endLater(): NodeJS.Timeout {
  return setTimeout(() => {
    process.stderr.write(`${running}: still open after ${FILE_MS_MAX / 1000} s, ended\n`);
    process.exit(1);
  }, FILE_MS_MAX).unref();
}
