// The installation's own key pair for web push, its private half sealed.
import type { PushKey } from "../../ports/push-key.ts";
import type { Place, Vault } from "../../ports/vault.ts";
import type { Sql } from "../db.ts";
import type { Seal } from "../secrets/sealer.ts";

export type PushKeyRow = PushKey;

export function placeOfPushKey(publicKey: string): Place {
  return { publicKey, field: "push_keys.private_key" };
}

export async function findPushKey(db: Sql, vault: Vault): Promise<PushKey | undefined> {
  const [row] = await db<PushKeyRow>`select public_key, private_key from push_keys`;
  return row && { ...row, privateKey: vault.open(placeOfPushKey(row.publicKey), row.privateKey) };
}

// Does nothing when there is one: of programs that start together the first makes it.
export async function insertPushKey(tx: Sql, { publicKey, privateKey }: PushKey, seal: Seal, at: Date): Promise<void> {
  await tx`
    insert into push_keys (public_key, private_key, created_at)
    values (${publicKey}, ${seal(placeOfPushKey(publicKey), privateKey)}, ${at})
    on conflict do nothing`;
}
