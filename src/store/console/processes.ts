// The rows by which processes tell how they do. Times are the database's: machines need not agree on what time it is, and moving
// the sandbox's clock makes no process look dead.
import { PACKING } from "../callbacks/packed-body.ts";
import type { Sql } from "../db.ts";
import { IS_OPEN, IS_WAITING } from "../orders/standing.ts";

export type ProcessFigures = {
  readonly perSecond: number;
  readonly failedPerSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly connections: number;
  readonly connectionsIdle: number;
  readonly connectionsWaitedFor: number;
  readonly memoryBytes: number;
};
export type ProcessName = { readonly name: string; readonly role: "all" | "api" | "worker" };
// Which keys for sealed secrets it holds.
export type ProcessKeys = { readonly secretKeys: readonly string[] };
export type ProcessRow = ProcessName & ProcessFigures & { readonly ageSeconds: number; readonly upSeconds: number };

// Twelve beats missed: it is gone, not slow.
export const GONE_SECONDS = 60;
// Three beats missed: another tells in its place.
const SILENT_SECONDS = 15;
const SHOWN_MAX = 200;

// Commits a row, and finds out whether the disk has room: when it resolves, the database can write. Answers whether all who were heard of read
// events as this program packs them.
export async function reportProcess(
  db: Sql,
  { name, role, secretKeys }: ProcessName & ProcessKeys,
  upSeconds: number,
  figures: ProcessFigures,
): Promise<boolean> {
  const [row] = await db<{ allRead: boolean }>`
    insert into processes (
      name, role, secret_keys, packing, started_at, told_at, per_second, failed_per_second, p50_ms, p99_ms,
      connections, connections_idle, connections_waited_for, memory_bytes
    )
    select
      ${name}, ${role}, ${secretKeys}::text[], ${PACKING}, now() - make_interval(secs => ${upSeconds}), now(),
      ${figures.perSecond}::float8, ${figures.failedPerSecond}::float8, ${figures.p50Ms}::float8, ${figures.p99Ms}::float8,
      ${figures.connections}::int, ${figures.connectionsIdle}::int, ${figures.connectionsWaitedFor}::int,
      ${figures.memoryBytes}::bigint
    from room_is_left()
    on conflict (name) do update
    set role = excluded.role, packing = excluded.packing, started_at = excluded.started_at, told_at = excluded.told_at,
      per_second = excluded.per_second, failed_per_second = excluded.failed_per_second,
      p50_ms = excluded.p50_ms, p99_ms = excluded.p99_ms,
      connections = excluded.connections, connections_idle = excluded.connections_idle,
      connections_waited_for = excluded.connections_waited_for, memory_bytes = excluded.memory_bytes
    returning not exists (
      select
      from processes as other
      where coalesce(other.packing, 0) < ${PACKING}
        and other.told_at >= now() - make_interval(secs => ${GONE_SECONDS})
        and other.name <> ${name}
    ) as all_read`;
  return row?.allRead ?? false;
}

export async function removeGoneProcesses(db: Sql): Promise<void> {
  await db`
    delete from processes
    where told_at < now() - make_interval(secs => ${GONE_SECONDS})`;
}

export async function removeProcess(db: Sql, name: string): Promise<void> {
  await db`
    delete from processes
    where name = ${name}`;
}

// Of the processes that beat, the one that tells what is the same for all of them: one of those that only answer calls, if there are any, because a
// process that has others answer for it tells nothing.
export async function findTeller(db: Sql): Promise<string | undefined> {
  const [row] = await db<{ name: string }>`
    select name
    from processes
    where told_at >= now() - make_interval(secs => ${SILENT_SECONDS})
    order by role = 'api' desc, name
    limit 1`;
  return row?.name;
}

export async function listProcesses(db: Sql) {
  return db<ProcessRow>`
    select name, role, per_second, failed_per_second, p50_ms, p99_ms,
      connections, connections_idle, connections_waited_for, memory_bytes,
      extract(epoch from now() - told_at)::float8 as age_seconds,
      extract(epoch from now() - started_at)::float8 as up_seconds
    from processes
    where told_at >= now() - make_interval(secs => ${GONE_SECONDS})
    order by name
    limit ${SHOWN_MAX}`;
}

// How much is under way: what the operator's health page counts.
type OpenWork = {
  readonly openOrders: number;
  readonly waitingOrders: number;
  readonly driversOnline: number;
  readonly databaseBytes: number;
};

export async function countOpenWork(db: Sql): Promise<OpenWork> {
  const [row] = await db<OpenWork>`
    select count(*)::int as open_orders, (count(*) filter (where ${IS_WAITING}))::int as waiting_orders,
      (select count(*)::int from driver_places where online) as drivers_online,
      pg_database_size(current_database()) as database_bytes
    from orders
    where ${IS_OPEN}`;
  if (!row) throw new Error("counting gave no row");
  return row;
}
