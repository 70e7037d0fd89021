// What a run of mutants says, while it runs and at its end.
import { changeOf, keyOf } from "./accepted.ts";
import type { Mutant } from "./mutants.ts";
import type { Candidate, Outcome } from "./trial.ts";

const SAY_EVERY_MS = 30_000;
let saidAtMs = 0;

export function say(text: string): void {
  process.stdout.write(`${process.stdout.isTTY ? "\r\u001b[K" : ""}${text}\n`);
}

export function showProgress(outcomes: ReadonlyMap<Candidate, Outcome>, total: number, elapsedMs: number): void {
  const { isTTY } = process.stdout;
  if (!isTTY && elapsedMs - saidAtMs < SAY_EVERY_MS) return;
  saidAtMs = elapsedMs;
  const ends = [...outcomes.values()];
  const count = (end: Outcome["end"]) => ends.filter((each) => each.end === end).length;
  const leftMinutes = ((elapsedMs / ends.length) * (total - ends.length)) / 60_000;
  const line = `${ends.length} of ${total}: ${count("killed")} killed, ${count("timed out")} timed out, ${count("survived")} survived; about ${leftMinutes.toFixed(1)} minutes left`;
  process.stdout.write(isTTY ? `\r${line}\u001b[K${ends.length === total ? "\n" : ""}` : `${line}\n`);
}

export function printMutant(mutant: Mutant, outcome?: Outcome): void {
  say(
    `${mutant.file}:${mutant.line}${outcome ? `  (${inWords(outcome)})` : ""}\n    ${mutant.code}\n    ${changeOf(mutant)}`,
  );
}

export function table(
  all: readonly Candidate[],
  accepted: ReadonlySet<string>,
  outcomes: ReadonlyMap<Candidate, Outcome>,
): string {
  const rows = [...Map.groupBy(all, ({ area }) => area)].map(([area, mutants]) => {
    const ends = mutants.map((each) => outcomes.get(each)?.end);
    const count = (end: Outcome["end"]) => ends.filter((each) => each === end).length;
    const known = mutants.filter((each) => accepted.has(keyOf(each))).length;
    return [area, mutants.length, count("killed"), count("timed out"), known, count("survived")];
  });
  const head = ["area", "mutants", "killed", "timed out", "accepted", "survived"];
  return [head, head.map(() => "---"), ...rows].map((row) => `| ${row.join(" | ")} |`).join("\n");
}

function inWords(outcome: Outcome): string {
  if (outcome.end !== "survived") return `${outcome.end} in ${outcome.by}`;
  return outcome.tests === 0 ? "no test meets it" : `${outcome.tests} test files pass`;
}
