// Loaded before each test file, or group of files (test/run.ts). The runner's own limit is for tests; a file whose tests are over
// but whose browser or socket was left open would keep the run waiting for ever.
import { runningFile } from "./running-file.ts";

const FILE_MS_MAX = 240_000;

setTimeout(() => {
  process.stderr.write(`${runningFile()}: still open after ${FILE_MS_MAX / 1000} s, ended\n`);
  process.exit(1);
}, FILE_MS_MAX).unref();
