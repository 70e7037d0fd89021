// How a secret is written: sealed with the key that is current now, in the transaction that writes it.
import type { Place, Vault } from "../../ports/vault.ts";
import type { Sql } from "../db.ts";
import { isOlderReplicaAlive } from "./replicas.ts";
import { currentKeyId, shareKeys } from "./secret-keys.ts";

export type Seal = (place: Place, text: string) => string;

// The key stays current until the transaction ends. Undefined while a program that could not read what is sealed is at work.
export async function keyToSealWith(tx: Sql): Promise<string | undefined> {
  await shareKeys(tx);
  return (await isOlderReplicaAlive(tx)) ? undefined : currentKeyId(tx);
}

// What is written while an older program is at work stays as it is given, and is sealed when that has gone.
export async function openSealer(tx: Sql, vault: Vault): Promise<Seal> {
  const keyId = await keyToSealWith(tx);
  return keyId === undefined ? (_place, text) => text : (place, text) => vault.seal(keyId, place, text);
}
