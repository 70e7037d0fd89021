// The program: finds the verb, runs it, and turns what a person can mend into one line.
import { BadSetting } from "./cli/setting-values.ts";
import { BadWords, terminal } from "./cli/words.ts";
import { DatabaseAway } from "./store/db.ts";
import { VERBS } from "./wiring/verbs.ts";

export async function main(words: readonly string[]): Promise<void> {
  const [name = "--help", ...rest] = words;
  if (name === "--help" || name === "help") {
    terminal.say(overview());
    return;
  }
  const listed = VERBS[name];
  if (!listed) {
    terminal.complain(`there is no verb "${name}".\n\n${overview()}`);
    process.exitCode = 2;
    return;
  }
  const verb = await listed.load();
  if (rest.includes("--help")) {
    terminal.say(verb.help);
    return;
  }
  try {
    process.exitCode = await verb.run(rest, terminal);
  } catch (error) {
    if (!(error instanceof BadSetting || error instanceof BadWords || error instanceof DatabaseAway)) throw error;
    terminal.complain(error instanceof BadWords ? `${error.message}\n\n${verb.help}` : error.message);
    process.exitCode = error instanceof BadWords ? 2 : 1;
  }
}

function overview(): string {
  const width = Math.max(...Object.keys(VERBS).map((name) => name.length));
  const rows = Object.entries(VERBS).map(([name, verb]) => `  ${name.padEnd(width)}  ${verb.summary}`);
  return ["giao <verb> [words] [--help]", "", ...rows].join("\n");
}
