// `giao ledger verify`: recomputes all balances from the journals and says what is off.
import { verifyLedger } from "../operations/ledger/verify-ledger.ts";
import type { Database } from "../store/db.ts";
import { BadWords, type Out, readWords } from "./words.ts";

export const LEDGER_HELP = `giao ledger verify

Recomputes every balance and every order's hold from the journals and compares. Prints one line for each thing that is
off and then ends with 1; ends with 0 when the ledger is clean.`;

export async function ledgerCommand(
  words: readonly string[],
  out: Out,
  deps: { readonly db: Database },
): Promise<number> {
  const { positionals } = readWords(words, {});
  if (positionals.join(" ") !== "verify") throw new BadWords("expected: ledger verify");
  const verdict = await verifyLedger(deps);
  for (const problem of verdict.problems) out.complain(problem);
  const found = verdict.ok ? "The ledger is clean" : `${verdict.problems.length} problems`;
  out.say(`${found}: ${verdict.journals} journals, ${verdict.accounts} accounts.`);
  return verdict.ok ? 0 : 1;
}
