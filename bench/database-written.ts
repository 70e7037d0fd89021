// What calls leave in the log, by table and index, and how many locks their transactions hold when they commit.
import type { Database } from "../src/store/db.ts";

const SECONDS_MAX = 120;

export async function logPosition(db: Database): Promise<string> {
  await db`create extension if not exists pg_walinspect`;
  const [row] = await db<{ at: string }>`select pg_current_wal_insert_lsn()::text as at`;
  return row!.at;
}

export type Written = { readonly what: string; readonly how: string; readonly bytes: number; readonly records: number };

// By table or index and kind of record, the most first. Whole pages, written after a checkpoint, are told apart.
export async function writtenSince(db: Database, from: string): Promise<readonly Written[]> {
  // Whatever is in the log now is flushed with the next commit that waits for it.
  await db`select pg_logical_emit_message(true, 'bench', '')`;
  return db.with({ seconds: SECONDS_MAX })<Written>`
    with record as (
      select record_length - fpi_length as own, fpi_length, resource_manager, record_type,
        (regexp_match(block_ref, 'rel [0-9]+/[0-9]+/([0-9]+)'))[1]::oid as file
      from pg_get_wal_records_info(${from}::pg_lsn, pg_current_wal_flush_lsn())
      where resource_manager <> 'LogicalMessage'
    ), named as (
      select coalesce(parent.relname || ' (beside)', pg_class.relname, lower(resource_manager)) as what,
        lower(resource_manager || ' ' || record_type) as how, own
      from record
      left join pg_class on pg_class.relfilenode = file
      left join pg_index on indexrelid = pg_class.oid
      left join pg_class as parent on parent.reltoastrelid in (pg_class.oid, indrelid) and parent.reltoastrelid <> 0
      union all
      select 'whole pages', lower(resource_manager || ' ' || record_type), fpi_length
      from record
      where fpi_length > 0
    )
    select what::text, how::text, sum(own)::bigint as bytes, count(*) as records
    from named
    group by what, how
    order by bytes desc`;
}

const TOLD_MAX = 24;
const PAGES = "whole pages";

const say = (line: string): void => void process.stdout.write(`${line}\n`);

// Of so many lives: by what calls and callbacks did, and by what the clock gathered for them afterwards.
export function sayWritten(
  lived: readonly Written[],
  gathered: readonly Written[],
  lives: number,
  isDetailed: boolean,
): void {
  const kB = (written: readonly Written[], isPage = false): string => {
    const those = written.filter(({ what }) => (what === PAGES) === isPage);
    return (those.reduce((sum, { bytes }) => sum + bytes, 0) / lives / 1000).toFixed(2);
  };
  const all = [...lived, ...gathered];
  say(
    `  ${kB(all)} kB: ${kB(lived)} by calls and callbacks, ${kB(gathered)} gathered by the clock (windows, stays, words, figures);` +
      ` beside it ${kB(all, true)} kB of whole pages after a checkpoint`,
  );
  if (isDetailed) {
    say("  by calls and callbacks:");
    sayEach(lived, lives);
    say("  gathered by the clock:");
    sayEach(gathered, lives);
  }
  const most = [...sumBy(all, ({ what }) => what)].slice(0, TOLD_MAX);
  say(`  bytes for ${most.map(([what, bytes]) => `${what} ${Math.round(bytes / lives)}`).join(", ")}`);
}

// By table or index, and kind of record.
export function sayEach(written: readonly Written[], lives: number): void {
  const name = ({ what, how }: Written): string => `${what.padEnd(32)} ${how}`;
  const records = sumBy(written, name, (one) => one.records);
  for (const [what, bytes] of sumBy(written, name)) {
    const times = (records.get(what)! / lives).toFixed(2);
    if (bytes >= lives) say(`  ${String(Math.round(bytes / lives)).padStart(6)} ${times.padStart(6)} × ${what}`);
  }
}

function sumBy(
  written: readonly Written[],
  name: (one: Written) => string,
  count = (one: Written): number => one.bytes,
): ReadonlyMap<string, number> {
  const sums = new Map<string, number>();
  for (const one of written) sums.set(name(one), (sums.get(name(one)) ?? 0) + count(one));
  return new Map([...sums].sort(([, a], [, b]) => b - a));
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
