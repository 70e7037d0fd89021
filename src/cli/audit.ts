// `giao dispatch audit FILE`: checks the log of a day, simulated or real, without anything of what made it.
import { readFile } from "node:fs/promises";
import { auditDay } from "../domain/simulation/audit-day.ts";
import { BadWords, type Out, readWords, refused, type Verb } from "./words.ts";

const HELP = `giao dispatch audit FILE

Checks what \`giao simulate --audit FILE\` wrote, or a record of GET /operator/v1/dispatch/record: nobody sees the future, is in two places,
carries more than the service allows, works outside of their shift or takes what they were not asked; no goods are fetched before they are
ready; the figures at the end are those of the lines, to the last digit. Says each fault with its line, and ends with 1 where there is one.`;

export const DISPATCH: Verb = { help: HELP, run: dispatchCommand };

export async function dispatchCommand(words: readonly string[], out: Out): Promise<number> {
  const { positionals } = readWords(words, {});
  const [what, file, ...more] = positionals;
  if (what !== "audit" || file === undefined || more.length > 0) throw new BadWords("expected: dispatch audit FILE");
  const text = await readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "ENOENT" && error.code !== "EISDIR") throw error;
    return undefined;
  });
  if (text === undefined) return refused(out, `there is no file ${file}.`);
  const { lines, orders, drivers, delivered, faults } = auditDay(text);
  for (const { line, what: fault } of faults) out.complain(`${file} line ${line}: ${fault}`);
  const verdict = faults.length === 0 ? "nothing is wrong" : `${faults.length} faults`;
  out.say(`${lines} lines, ${orders} orders, ${drivers} drivers, ${delivered} delivered: ${verdict}`);
  return faults.length === 0 ? 0 : 1;
}
