// What the processes at work know of keys. During a rolling upgrade, programs from before schema 19 are still among them: they
// know nothing of sealed secrets, nor that the order of a body's keys does not matter.
import { GONE_SECONDS } from "../console/processes.ts";
import type { Sql } from "../db.ts";

export async function isOlderReplicaAlive(db: Sql): Promise<boolean> {
  const [row] = await db<{ alive: boolean }>`
    select exists (
      select
      from processes
      where secret_keys is null
        and told_at >= now() - make_interval(secs => ${GONE_SECONDS})
    ) as alive`;
  return row?.alive ?? false;
}

const upgraded = new WeakSet<Sql>();

// Remembered once it is so: a program that is older than the schema does not start on it.
export async function areReplicasUpgraded(db: Sql): Promise<boolean> {
  if (upgraded.has(db)) return true;
  if (await isOlderReplicaAlive(db)) return false;
  upgraded.add(db);
  return true;
}

// By its name, as the console lists it.
export async function findReplicaWithoutKey(db: Sql, keyId: string): Promise<string | undefined> {
  const [row] = await db<{ name: string }>`
    select name
    from processes
    where not coalesce(${keyId} = any(secret_keys), false)
      and told_at >= now() - make_interval(secs => ${GONE_SECONDS})
    order by name
    limit 1`;
  return row?.name;
}
