// What the platform's own accounts come to (migration 0121): added up in portions behind whoever posts, so that a page about money reads the newest
// postings and not all there are.
import { type Database, inTransaction, type Sql, sql } from "../db.ts";

// No transaction that posts takes longer.
const SETTLED_SECONDS = 60;
const JOURNALS_AT_ONCE = 20_000;

// All journals up to this one are there, and none of them comes later.
export const SUMMED_UP_TO = sql`(select summed_up_to from platform_sums_progress)`;

// Rows to be added up by kind. The newest journal is named so that PostgreSQL counts on few between the two, and looks them up.
export const PLATFORM_SUMS = sql`
  (
    select kind, amount
    from platform_sums
    union all
    select kind, amount
    from postings
    where owner = ''
      and journal_id > ${SUMMED_UP_TO}
      and journal_id <= (select max(id) from journals)
  )`;

type Progress = { readonly summedUpTo: number; readonly drawn: number; readonly isSettled: boolean };

// True: there are more. Not while another process is at it.
export async function sumNextJournals(
  db: Database,
  settledSeconds = SETTLED_SECONDS,
  atMost = JOURNALS_AT_ONCE,
): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    const [progress] = await tx<Progress>`
      select summed_up_to, drawn, drawn_at <= clock_timestamp() - make_interval(secs => ${settledSeconds}) as is_settled
      from platform_sums_progress
      for update skip locked`;
    if (!progress?.isSettled) return false;
    const { summedUpTo, drawn } = progress;
    const upTo = Math.min(drawn, summedUpTo + atMost);
    await tx`
      insert into platform_sums as known (kind, amount)
      select kind, sum(amount)
      from postings
      where owner = ''
        and journal_id > ${summedUpTo}
        and journal_id <= ${upTo}
      group by kind
      on conflict (kind) do update
      set amount = known.amount + excluded.amount`;
    await tx`
      update platform_sums_progress
      set summed_up_to = ${upTo}`;
    if (upTo < drawn) return true;
    await tx`
      update platform_sums_progress
      set drawn = coalesce(pg_sequence_last_value(pg_get_serial_sequence('journals', 'id')), 0), drawn_at = clock_timestamp()`;
    return false;
  });
}

export async function areSummed(tx: Sql, upTo: number): Promise<boolean> {
  const [row] = await tx<{ are: boolean }>`select ${SUMMED_UP_TO} >= ${upTo}::bigint as are`;
  return row!.are;
}
