// `giao audit verify`: proves the audit log's chain.
import { verifyAudit } from "../operations/audit/close-chain.ts";
import type { Database } from "../store/db.ts";
import { BadWords, type Out, readWords } from "./words.ts";

export const AUDIT_HELP = `giao audit verify [--known PLACE:HASH]

Walks the audit log's chain from the first row that is kept to the last that was closed. Prints one line for each row that is missing or was
changed and then ends with 1. --known compares with a place and hash that were kept elsewhere, such as in the program's log: whoever can
write to the database could make a whole new chain, and not what you have on paper.`;

const KNOWN = /^(\d{1,15}):([0-9a-f]{64})$/;

export async function auditCommand(
  words: readonly string[],
  out: Out,
  deps: { readonly db: Database },
): Promise<number> {
  const { positionals, values } = readWords(words, { known: { type: "string" } });
  if (positionals.join(" ") !== "verify") throw new BadWords("expected: audit verify");
  const [, at, hash = ""] = KNOWN.exec(String(values.known ?? "")) ?? [];
  if (values.known !== undefined && at === undefined) throw new BadWords("--known is a place and a hash: 12:4f6d…");
  const verdict = await verifyAudit(deps, at === undefined ? undefined : { at: Number(at), hash });
  for (const problem of verdict.problems) out.complain(problem);
  const found = verdict.ok ? "Nothing is missing or changed" : `${verdict.problems.length} problems`;
  out.say(`${found}: ${verdict.rows} rows from ${verdict.keptFrom}, closed at ${verdict.closedTo}:${verdict.hash}`);
  return verdict.ok ? 0 : 1;
}
