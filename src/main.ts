// The program's verbs. `giao <verb> --help` explains each; what a verb does lives in its room.
import { availableParallelism } from "node:os";
import { BadSetting, readSettings } from "./cli/settings.ts";
import { isRefusal } from "./domain/refusal.ts";
import { DatabaseAway } from "./store/db.ts";
import { serve, stopOnSignals } from "./wiring/serve.ts";

const HELP = `giao <verb> [--help]

  serve              start the server (settings come from the environment, see docs/settings.md)
`;

export async function main(words: readonly string[]): Promise<void> {
  const [verb = "--help"] = words;
  try {
    process.exitCode = await run(verb);
  } catch (error) {
    if (!(error instanceof BadSetting) && !(error instanceof DatabaseAway)) throw error;
    process.stderr.write(`giao: ${error.message}\n`);
    process.exitCode = 1;
  }
}

async function run(verb: string): Promise<number> {
  if (verb === "--help" || verb === "help") {
    process.stdout.write(HELP);
    return 0;
  }
  if (verb !== "serve") {
    process.stderr.write(`giao: there is no verb "${verb}".\n\n${HELP}`);
    return 2;
  }
  const settings = readSettings(process.env, process.cwd(), availableParallelism());
  const running = await serve(settings, (line) => process.stdout.write(`${line}\n`));
  if (isRefusal(running)) {
    process.stderr.write(`giao: ${running.why}\n`);
    return 1;
  }
  stopOnSignals(running);
  return 0;
}
