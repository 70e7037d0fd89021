// Loaded before each test file (test/run.ts). The runner's own limit is for tests; a file whose tests are over but whose browser
// or socket was left open would keep the run waiting for ever.
const FILE_MS_MAX = 240_000;

setTimeout(() => {
  process.stderr.write(`${process.argv[1]}: still open after ${FILE_MS_MAX / 1000} s, ended\n`);
  process.exit(1);
}, FILE_MS_MAX).unref();
