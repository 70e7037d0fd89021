// What calls leave in the log, by table and index, and how many locks their transactions hold when they commit.
import type { Database } from "../src/store/db.ts";

const TOLD_MAX = 16;

export async function logPosition(db: Database): Promise<string> {
  const [row] = await db<{ at: string }>`select pg_current_wal_insert_lsn()::text as at`;
  return row!.at;
}

export type Written = { readonly what: string; readonly bytes: number; readonly records: number };

// The most first. Whole pages, written after a checkpoint, are told apart.
export async function writtenSince(db: Database, from: string): Promise<readonly Written[]> {
  await db`create extension if not exists pg_walinspect`;
  const rows = await db<Written>`
    with record as (
      select record_length - fpi_length as own, fpi_length, resource_manager,
        (regexp_match(block_ref, 'rel [0-9]+/[0-9]+/([0-9]+)'))[1]::oid as file
      from pg_get_wal_records_info(${from}::pg_lsn, pg_current_wal_flush_lsn())
    ), named as (
      select coalesce(parent.relname || ' (beside)', pg_class.relname, lower(resource_manager)) as what, own, fpi_length
      from record
      left join pg_class on pg_class.relfilenode = file
      left join pg_index on indexrelid = pg_class.oid
      left join pg_class as parent on parent.reltoastrelid in (pg_class.oid, indrelid) and parent.reltoastrelid <> 0
      union all
      select 'whole pages', fpi_length, 0
      from record
      where fpi_length > 0
    )
    select what::text, sum(own)::bigint as bytes, count(*) as records
    from named
    group by what
    order by bytes desc
    limit ${TOLD_MAX}`;
  return rows;
}

// From now on every change of an order notes how many locks its transaction holds as it commits.
export async function noteLocks(db: Database): Promise<void> {
  await db`create unlogged table bench_locks (nth int generated always as identity, locks int)`;
  await db`
    create function bench_note_locks() returns trigger language plpgsql as $$
    begin
      insert into bench_locks (locks) select count(*) from pg_locks where pid = pg_backend_pid() and locktype = 'relation';
      return null;
    end $$`;
  await db`
    create constraint trigger bench_locks after insert on order_history
    deferrable initially deferred for each row execute function bench_note_locks()`;
}

export async function lastLocks(db: Database): Promise<number> {
  const [row] = await db<{ locks: number }>`select locks from bench_locks order by nth desc limit 1`;
  return row?.locks ?? 0;
}

export async function stopNotingLocks(db: Database): Promise<void> {
  await db`drop trigger bench_locks on order_history`;
  await db`drop function bench_note_locks`;
  await db`drop table bench_locks`;
}
