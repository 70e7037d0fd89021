// `giao secrets rotate`: seals the secrets in the database with another key.
import { isRefusal } from "../domain/refusal.ts";
import { changeSecretsKey, type SealDeps } from "../operations/secrets/seal-secrets.ts";
import { openProgress, type Screen } from "./progress.ts";
import { BadWords, type Out, readWords, refused } from "./words.ts";

export const SECRETS_HELP = `giao secrets rotate

Seals every callback secret and password in the database with SECRETS_KEY, a few rows at a time, while the servers go on. To change
the key: start every replica, one after another, with the new key in SECRETS_KEY and the one used so far in SECRETS_KEY_OLD; run this
with the same two; then SECRETS_KEY_OLD can go. Cut off, run it again. A replica that lacks the new key stops it with one line.`;

export async function secretsCommand(
  words: readonly string[],
  out: Out,
  deps: SealDeps & { readonly screen: Screen },
): Promise<number> {
  const { positionals } = readWords(words, {});
  if (positionals.join(" ") !== "rotate") throw new BadWords("expected: secrets rotate");
  const progress = openProgress(deps.screen);
  const changed = await changeSecretsKey(deps, {
    onTrouble: (error) => out.complain(error instanceof Error ? error.message : String(error)),
    onSealed: (share) => progress.show("secrets", share),
  });
  if (isRefusal(changed)) return refused(out, changed.why);
  out.say(`${changed.sealed} rows were sealed anew; the key is now ${changed.keyId}.`);
  if (changed.left === 0) {
    out.say("Nothing is sealed with another key: SECRETS_KEY_OLD can go.");
    return 0;
  }
  return refused(
    out,
    `${changed.left} rows are not: keep SECRETS_KEY_OLD, see what was said about them, and run this again.`,
  );
}
