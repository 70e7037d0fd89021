// Which keys something in the database may be sealed with, and which of them seals. Keys are known here by their names only.
import type { Sql } from "../db.ts";

export type SecretKey = { readonly id: string; readonly isCurrent: boolean };

// Shared by those who write what is sealed: no row is left behind that was sealed with a key while it was being replaced.
const LOCK = 7_261_203;

export async function listSecretKeys(db: Sql) {
  return db<SecretKey>`
    select id, is_current
    from secret_keys
    order by is_current desc, id`;
}

// The first installation's; does nothing when there is one.
export async function addFirstKey(db: Sql, id: string): Promise<void> {
  await db`
    insert into secret_keys (id, is_current)
    values (${id}, true)
    on conflict do nothing`;
}

// Until the transaction ends the current key stays what it is.
export async function shareKeys(tx: Sql): Promise<void> {
  await tx`select pg_advisory_xact_lock_shared(${LOCK})`;
}

export async function currentKeyId(tx: Sql): Promise<string> {
  const [row] = await tx<{ id: string }>`
    select id
    from secret_keys
    where is_current`;
  if (!row) throw new Error("there is no key to seal with; the program adds one when it starts");
  return row.id;
}

// Once it is committed, everybody seals with this key.
export async function makeKeyCurrent(tx: Sql, id: string): Promise<void> {
  await tx`select pg_advisory_xact_lock(${LOCK})`;
  await tx`
    update secret_keys
    set is_current = false
    where is_current
      and id <> ${id}`;
  await tx`
    insert into secret_keys (id, is_current)
    values (${id}, true)
    on conflict (id) do update
    set is_current = true`;
}

// Nothing is sealed with them any more.
export async function removeOtherKeys(tx: Sql): Promise<void> {
  await tx`delete from secret_keys where not is_current`;
}
