// Tries at secrets, by whom or what they count against. Keys are hashed before they come here.
import type { KeyedTries, LiveTries } from "../ports/live/live-plane.ts";
import { countRows, type Database, inTransaction, type Sql } from "./db.ts";

export function openTries(db: Database): LiveTries {
  return {
    read: (keys) => readTries(db, keys),
    change: (keys, now, decide) =>
      inTransaction(db, async (tx) => {
        const { answer, save = [] } = decide(await lockTries(tx, keys, now));
        if (save.length > 0) await saveTries(tx, save);
        return answer;
      }),
    remove: (keys) => removeTries(db, keys),
  };
}

async function readTries(db: Sql, keys: readonly Buffer[]) {
  return db<KeyedTries>`
    select key, tried_at, forgotten_at
    from sign_in_tries
    where key = any(${keys}::bytea[])`;
}

// Makes the rows that are missing, as forgotten ones, and locks them all until the transaction ends. In one order, so that two
// who count the same never wait for each other.
async function lockTries(tx: Sql, keys: readonly Buffer[], now: Date) {
  return tx<KeyedTries>`
    insert into sign_in_tries (key, tried_at, forgotten_at)
    select key, ${now}::timestamptz, ${now}::timestamptz
    from unnest(${keys}::bytea[]) as key
    order by key
    on conflict (key) do update
    set key = excluded.key
    returning key, tried_at, forgotten_at`;
}

async function saveTries(tx: Sql, tries: readonly KeyedTries[]): Promise<void> {
  await tx`
    update sign_in_tries
    set tried_at = counted.tried_at, forgotten_at = counted.forgotten_at
    from unnest(
      ${tries.map(({ key }) => key)}::bytea[],
      ${tries.map(({ triedAt }) => triedAt)}::timestamptz[],
      ${tries.map(({ forgottenAt }) => forgottenAt)}::timestamptz[]
    ) as counted (key, tried_at, forgotten_at)
    where sign_in_tries.key = counted.key`;
}

export async function removeTries(db: Sql, keys: readonly Buffer[]): Promise<void> {
  await db`delete from sign_in_tries where key = any(${keys}::bytea[])`;
}

// Forgotten ones go, and beyond `keptMax` those that are forgotten soonest: they hold nobody back. Says how many went.
export async function removeOldTries(db: Sql, now: Date, keptMax: number, limit: number): Promise<number> {
  return countRows(db`
    delete from sign_in_tries
    where key in (
      select key
      from sign_in_tries
      where forgotten_at <= greatest(
        ${now}::timestamptz,
        (select forgotten_at from sign_in_tries order by forgotten_at desc offset ${keptMax} limit 1)
      )
      order by forgotten_at
      limit ${limit}
    )
    returning 1 as gone`);
}
