// Seals everything with another key: from here on with the one in SECRETS_KEY, then what is there, until the former one is not
// needed any more.
import { type Refusal, refuse } from "../../domain/refusal.ts";
import { inTransaction } from "../../store/db.ts";
import { findReplicaWithoutKey } from "../../store/secrets/replicas.ts";
import { countToSeal } from "../../store/secrets/sealed-rows.ts";
import { makeKeyCurrent } from "../../store/secrets/secret-keys.ts";
import { type SealDeps, type Sealing, sealSecrets } from "./seal-secrets.ts";

export type KeyChange = { readonly keyId: string; readonly sealed: number; readonly left: number };

export async function changeSecretsKey(
  deps: SealDeps,
  { onSealed, ...sealing }: Omit<Sealing, "onSealed"> & { readonly onSealed: (share: number) => void },
): Promise<KeyChange | Refusal<"KEY_NOT_EVERYWHERE">> {
  const [keyId = ""] = deps.vault.keyIds;
  const without = await findReplicaWithoutKey(deps.db, keyId);
  if (without !== undefined) {
    return refuse(
      "KEY_NOT_EVERYWHERE",
      `${without} runs without this SECRETS_KEY and could not read what it seals. Restart it with the new key first; if it has ` +
        "ended, try again in a minute.",
    );
  }
  await inTransaction(deps.db, (tx) => makeKeyCurrent(tx, keyId));
  const total = await countToSeal(deps.db, keyId);
  let sealed = 0;
  const left = await sealSecrets(deps, {
    ...sealing,
    onSealed: (rows) => {
      sealed += rows;
      onSealed(sealed / Math.max(1, total));
    },
  });
  return { keyId, sealed, left };
}
