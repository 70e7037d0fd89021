// Keys of machines that work for the operator, by their hashes.
import type { KeyTimes } from "../../domain/operators/operator-key.ts";
import type { OperatorRole } from "../../domain/operators/roles.ts";
import { batched } from "../batched.ts";
import { countRows, first, type Sql, sql } from "../db.ts";

export type OperatorKey = KeyTimes & {
  readonly id: string;
  readonly name: string;
  readonly role: OperatorRole;
  readonly cities: readonly string[] | null;
  readonly createdAt: Date;
  readonly createdBy: string;
  readonly revokedBy: string | null;
};

const COLUMNS = sql`id, name, role, cities, created_at, created_by, expires_at, last_used_at, revoked_at, revoked_by`;

export async function insertOperatorKey(tx: Sql, hash: Buffer, key: OperatorKey): Promise<void> {
  await tx`
    insert into operator_keys (id, hash, name, role, cities, created_at, created_by, expires_at)
    values (
      ${key.id}, ${hash}, ${key.name}, ${key.role}, ${key.cities}, ${key.createdAt}, ${key.createdBy}, ${key.expiresAt}
    )`;
}

// One at a time, so that two who make the last one do not both.
export async function countLiveOperatorKeys(tx: Sql, now: Date): Promise<number> {
  await tx`select pg_advisory_xact_lock(hashtext('operator_keys'))`;
  const [row] = await tx<{ live: number }>`
    select count(*)::int as live
    from operator_keys
    where expires_at > ${now}
      and revoked_at is null`;
  return row?.live ?? 0;
}

// Read on every call, so that a key that was revoked is refused on every replica at once. Keys of the map are hashes in hex.
export function openOperatorKeys(db: Sql): (hash: string) => Promise<OperatorKey | undefined> {
  return batched(async (hashes) => {
    const rows = await db<OperatorKey & { readonly hash: string }>`
      select encode(hash, 'hex') as hash, ${COLUMNS}
      from operator_keys
      where hash = any(${hashes.map((hash) => Buffer.from(hash, "hex"))})`;
    return new Map(rows.map((row) => [row.hash, row]));
  });
}

export async function markKeyUsed(db: Sql, id: string, now: Date): Promise<void> {
  await db`update operator_keys set last_used_at = greatest(last_used_at, ${now}) where id = ${id}`;
}

// Newest first; there are few.
export async function listOperatorKeys(db: Sql, limit: number) {
  return db<OperatorKey>`
    select ${COLUMNS}
    from operator_keys
    order by created_at desc, id
    limit ${limit}`;
}

// Twice is once: the first who did it stays.
export async function revokeOperatorKey(db: Sql, id: string, now: Date, by: string) {
  return first(db<OperatorKey>`
    update operator_keys
    set revoked_at = coalesce(revoked_at, ${now}), revoked_by = coalesce(revoked_by, ${by})
    where id = ${id}
    returning ${COLUMNS}`);
}

export async function removeEndedOperatorKeys(db: Sql, before: Date, limit: number): Promise<number> {
  return countRows(db`
    delete from operator_keys
    where id in (
      select id
      from operator_keys
      where least(expires_at, revoked_at) <= ${before}
      limit ${limit}
    )
    returning 1 as gone`);
}
