// Whether the keys in the settings fit what the database holds, found out at the start and not at the first callback.
import { type Refusal, refuse } from "../../domain/refusal.ts";
import { keyIdOf, openVault, PUBLIC_SECRETS_KEY, type Vault } from "../../ports/vault.ts";
import { type Database, inTransaction } from "../../store/db.ts";
import { findReplicaWithoutKey } from "../../store/secrets/replicas.ts";
import { addFirstKey, listSecretKeys, makeKeyCurrent } from "../../store/secrets/secret-keys.ts";

export async function openSecretsVault(
  db: Database,
  secrets: readonly string[],
): Promise<Vault | Refusal<"WRONG_SECRETS_KEY">> {
  const vault = openVault(secrets);
  const [own = ""] = vault.keyIds;
  await addFirstKey(db, own);
  const kept = await listSecretKeys(db);
  const missing = kept.find(({ id }) => !vault.keyIds.includes(id));
  if (missing) {
    return refuse(
      "WRONG_SECRETS_KEY",
      `SECRETS_KEY does not open the secrets in this database: they are sealed with the key ${missing.id}, this one is ${own}. ` +
        "Set SECRETS_KEY to the key used before, or SECRETS_KEY_OLD to it while changing keys.",
    );
  }
  // What a sandbox sealed, everybody can open: a house with a key of its own does not go on with that.
  const isPublic = kept.some(({ id, isCurrent }) => isCurrent && id === keyIdOf(PUBLIC_SECRETS_KEY) && id !== own);
  if (isPublic && (await findReplicaWithoutKey(db, own)) === undefined) {
    await inTransaction(db, (tx) => makeKeyCurrent(tx, own));
  }
  return vault;
}
