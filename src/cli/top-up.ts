// `giao top-up`: pays money into an account's wallet from the operator's terminal.
import { isRefusal } from "../domain/refusal.ts";
import { topUpAccount } from "../operations/ledger/top-up.ts";
import type { Clock } from "../ports/clock.ts";
import type { Database } from "../store/db.ts";
import { BadWords, type Out, readWords, refused } from "./words.ts";

export const TOP_UP_HELP = `giao top-up <phone> <amount> --reference <text> [--wallet main|bonus]

Pays whole VND into an account's wallet and prints what it holds then.

  <phone>        the account
  <amount>       whole VND, at least 1
  --reference    what tells this payment from others; the same one twice pays once
  --wallet       main (money paid in, the default) or bonus (a gift, spent first)`;

type Deps = { readonly db: Database; readonly clock: Clock };

export async function topUpCommand(words: readonly string[], out: Out, deps: Deps): Promise<number> {
  const { values, positionals } = readWords(words, { reference: { type: "string" }, wallet: { type: "string" } });
  const [phone, amount, ...more] = positionals;
  if (phone === undefined || amount === undefined || more.length > 0)
    throw new BadWords("expected: top-up <phone> <amount>");
  const { reference, wallet = "main" } = values;
  if (reference === undefined) throw new BadWords("--reference is missing");
  if (wallet !== "main" && wallet !== "bonus") throw new BadWords("--wallet must be main or bonus");
  const balances = await topUpAccount(deps, phone, wallet, { amount: Number(amount), reference });
  if (isRefusal(balances)) return refused(out, balances.why);
  out.say(`main ${balances.main}  bonus ${balances.bonus}  held ${balances.held}`);
  return 0;
}
