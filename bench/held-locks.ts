// How long work keeps others waiting: locks are looked at every few milliseconds, and somebody writes all the time.
import { setTimeout as sleep } from "node:timers/promises";
import { startStopwatch } from "../src/ports/clock.ts";
import type { Database } from "../src/store/db.ts";

const LOOK_MS = 20;
// What keeps a writer out of a table.
const HOLDS_WRITES = ["ShareLock", "ShareRowExclusiveLock", "ExclusiveLock", "AccessExclusiveLock"];

export type Seen = {
  readonly seconds: number;
  readonly held: number;
  readonly waited: number;
  readonly writes: number;
};

export async function watchHeld(
  looker: Database,
  write: (nth: number) => Promise<void>,
  work: () => Promise<void>,
): Promise<Seen> {
  let isOver = false;
  const held = watchLocks(looker, () => isOver);
  const written = keepWriting(write, () => isOver);
  const watch = startStopwatch();
  await work().finally(() => {
    isOver = true;
  });
  const seconds = watch.elapsedMs() / 1000;
  return { seconds, held: await held, ...(await written) };
}

async function watchLocks(looker: Database, isOver: () => boolean): Promise<number> {
  const since = new Map<string, ReturnType<typeof startStopwatch>>();
  let longestMs = 0;
  while (!isOver()) {
    const rows = await looker<{ held: string }>`
      select pid || ' ' || mode || ' ' || relation as held
      from pg_locks
      where locktype = 'relation'
        and granted
        and mode = any(${HOLDS_WRITES})
        and relation in (
          select pg_class.oid
          from pg_class
          join pg_namespace on pg_namespace.oid = relnamespace
          where relkind in ('r', 'p')
            and (nspname in ('public', 'months_before') or nspname ~ '^m[0-9]{4}$')
        )`;
    const now = new Set(rows.map(({ held }) => held));
    for (const key of since.keys()) if (!now.has(key)) since.delete(key);
    for (const key of now) {
      const seen = since.get(key) ?? startStopwatch();
      since.set(key, seen);
      longestMs = Math.max(longestMs, seen.elapsedMs() + LOOK_MS);
    }
    await sleep(LOOK_MS);
  }
  return longestMs / 1000;
}

async function keepWriting(
  write: (nth: number) => Promise<void>,
  isOver: () => boolean,
): Promise<{ readonly waited: number; readonly writes: number }> {
  let [waitedMs, writes] = [0, 0];
  while (!isOver()) {
    const watch = startStopwatch();
    await write(writes);
    waitedMs = Math.max(waitedMs, watch.elapsedMs());
    writes++;
    await sleep(1);
  }
  return { waited: waitedMs / 1000, writes };
}

// How far the server's log goes.
export async function readWritten(db: Database): Promise<number> {
  const [log] = await db<{ lsn: number }>`select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::bigint as lsn`;
  return log?.lsn ?? 0;
}
