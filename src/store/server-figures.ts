// How the server is doing, from its own views: any user may read what is asked here, though of standbys only one who may monitor.
import { startStopwatch } from "../ports/clock.ts";
import type { Sql } from "./db.ts";

export type ServerFigures = {
  readonly lockWaits: number;
  readonly lockWaitSeconds: number;
  readonly tables: readonly TableSize[];
  readonly standbys: readonly { readonly name: string; readonly lagBytes: number }[];
};

// With all its months, of which there are so many; 0: it is not kept by the month.
export type TableSize = {
  readonly name: string;
  readonly bytes: number;
  readonly deadRows: number;
  readonly months: number;
};

// Looking at the size of every file takes a few milliseconds; nobody needs it every second.
const SIZES_MS = 60_000;

// The largest first. A table that somebody holds for themselves is left out: to look at it is to wait for them, and the longer they hold it the
// more these figures are needed.
export function openTableSizes(db: Sql): () => Promise<readonly TableSize[]> {
  let sizes: readonly TableSize[] = [];
  let sizedMs = Number.NEGATIVE_INFINITY;
  const watch = startStopwatch();
  return async () => {
    if (watch.elapsedMs() - sizedMs < SIZES_MS) return sizes;
    sizes = await db<TableSize>`
      select relname as name, sum(pg_total_relation_size(relid))::bigint as bytes, sum(n_dead_tup)::bigint as dead_rows,
        count(*) filter (where schemaname ~ '^m[0-9]{4}$')::int as months
      from pg_stat_user_tables
      where (schemaname in ('public', 'months_before') or schemaname ~ '^m[0-9]{4}$')
        and relname not in (
          select held.relname
          from pg_locks
          join pg_class as held on held.oid = relation
          where mode = 'AccessExclusiveLock'
            and database = (select oid from pg_database where datname = current_database())
        )
      group by relname
      order by bytes desc, relname`;
    sizedMs = watch.elapsedMs();
    return sizes;
  };
}

export function openServerFigures(db: Sql): () => Promise<ServerFigures> {
  const readSizes = openTableSizes(db);

  return async () => {
    const [waits] = await db<Pick<ServerFigures, "lockWaits" | "lockWaitSeconds">>`
      select count(*)::int as lock_waits, coalesce(max(extract(epoch from clock_timestamp() - waitstart)), 0)::float8 as lock_wait_seconds
      from pg_locks
      where not granted
        and (database is null or database = (select oid from pg_database where datname = current_database()))`;
    const standbys = await db<ServerFigures["standbys"][number]>`
      select coalesce(nullif(application_name, ''), client_addr::text, 'standby') as name,
        max(pg_wal_lsn_diff(pg_current_wal_lsn(), replay_lsn))::bigint as lag_bytes
      from pg_stat_replication
      where replay_lsn is not null
        and not pg_is_in_recovery()
      group by 1`;
    return { lockWaits: 0, lockWaitSeconds: 0, ...waits, tables: await readSizes(), standbys };
  };
}

// What a server is and lets us do, asked before anything depends on it.
export type ServerReport = {
  // 150004 is 15.4.
  readonly version: number;
  readonly encoding: string;
  readonly user: string;
  readonly database: string;
  readonly mayCreate: boolean;
  readonly isStandby: boolean;
  readonly isReadOnly: boolean;
  readonly maxConnections: number;
  readonly cluster: string;
  readonly nowMs: number;
};

export async function readServerReport(db: Sql): Promise<ServerReport> {
  const [report] = await db<ServerReport>`
    select current_setting('server_version_num')::int as version,
      pg_encoding_to_char(encoding) as encoding,
      current_user as "user",
      current_database() as database,
      has_schema_privilege(current_schema(), 'create') as may_create,
      pg_is_in_recovery() as is_standby,
      current_setting('default_transaction_read_only')::boolean as is_read_only,
      current_setting('max_connections')::int as max_connections,
      (select system_identifier::text from pg_control_system()) as cluster,
      (extract(epoch from clock_timestamp()) * 1000)::float8 as now_ms
    from pg_database
    where datname = current_database()`;
  return report!;
}
