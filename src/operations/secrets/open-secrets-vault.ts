// Whether the keys in the settings fit what the database holds, found out at the start and not at the first callback.
import { type Refusal, refuse } from "../../domain/refusal.ts";
import { keyIdOf, openVault, PUBLIC_SECRETS_KEY, type Vault } from "../../ports/vault.ts";
import { type Database, inTransaction } from "../../store/db.ts";
import { findReplicaWithoutKey } from "../../store/secrets/replicas.ts";
import { isKeyInUse } from "../../store/secrets/sealed-rows.ts";
import { addFirstKey, listSecretKeys, makeKeyCurrent } from "../../store/secrets/secret-keys.ts";

export async function openSecretsVault(
  db: Database,
  secrets: readonly string[],
): Promise<Vault | Refusal<"WRONG_SECRETS_KEY">> {
  const vault = openVault(secrets);
  const [own = ""] = vault.keyIds;
  await addFirstKey(db, own);
  const kept = await listSecretKeys(db);
  const strange = kept.filter(({ id }) => !vault.keyIds.includes(id));
  for (const { id } of strange) if (await isKeyInUse(db, id)) return wrongKey(id, own);
  const current = kept.find(({ isCurrent }) => isCurrent);
  // What a sandbox sealed, everybody can open: a house with a key of its own does not go on with that. Nor with a key of settings
  // that were changed before anything was sealed.
  const isPublic = current?.id === keyIdOf(PUBLIC_SECRETS_KEY) && current.id !== own;
  const isStrange = current !== undefined && strange.includes(current);
  if (!isPublic && !isStrange) return vault;
  if ((await findReplicaWithoutKey(db, own)) === undefined) await inTransaction(db, (tx) => makeKeyCurrent(tx, own));
  else if (isStrange) return wrongKey(current.id, own);
  return vault;
}

function wrongKey(kept: string, own: string): Refusal<"WRONG_SECRETS_KEY"> {
  return refuse(
    "WRONG_SECRETS_KEY",
    `SECRETS_KEY does not open the secrets in this database: they are sealed with the key ${kept}, and this one is ${own}. ` +
      "Set it to the key used before, or SECRETS_KEY_OLD to that one while changing keys. Unset, it is TOKEN_SECRET.",
  );
}
