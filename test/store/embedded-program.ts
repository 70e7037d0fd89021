// A program with an embedded PostgreSQL and nothing else, for tests that kill programs: says what came of the start as one line
// of JSON, then stops on SIGTERM.
import { isRefusal } from "../../src/domain/refusal.ts";
import { startEmbedded } from "../../src/store/embedded/embedded.ts";

const log = {
  debug: () => undefined,
  info: (line: string) => process.stderr.write(`${line}\n`),
  error: (line: string) => process.stderr.write(`${line}\n`),
};
const started = await startEmbedded({ dataDir: process.argv[2] ?? "", log });
process.stdout.write(`${JSON.stringify(started)}\n`);
if (!isRefusal(started)) {
  const waiting = setInterval(() => undefined, 60_000);
  process.once("SIGTERM", () => {
    clearInterval(waiting);
    void started.stop();
  });
}
