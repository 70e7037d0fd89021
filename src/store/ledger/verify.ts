// Recomputes the ledger from its postings and lists what does not agree. Reads in one snapshot, so that money in motion is
// never mistaken for money lost.
import type { Sql } from "../db.ts";

export type LedgerCounts = { readonly journals: number; readonly accounts: number };
export type LedgerProblem = { readonly what: string };

export async function takeSnapshot(tx: Sql): Promise<void> {
  await tx`set transaction isolation level repeatable read, read only`;
}

export async function countLedger(tx: Sql): Promise<LedgerCounts> {
  const [row] = await tx<LedgerCounts>`
    select (select count(*) from journals) as journals,
      (select count(*) from (select distinct holder, kind from postings) as account) as accounts`;
  return row ?? { journals: 0, accounts: 0 };
}

export async function findUnbalancedJournals(tx: Sql, limit: number): Promise<readonly LedgerProblem[]> {
  return tx<LedgerProblem>`
    select format('Journal %s (%s) sums to %s, not to zero.', journal.id, journal.kind, coalesce(sum(amount), 0)) as what
    from journals as journal
    left join postings as posting on posting.journal_id = journal.id
    group by journal.id
    having coalesce(sum(amount), 0) <> 0
    order by journal.id
    limit ${limit}`;
}

export async function findEmptyJournals(tx: Sql, limit: number): Promise<readonly LedgerProblem[]> {
  return tx<LedgerProblem>`
    select format('Journal %s (%s) has no postings.', journal.id, journal.kind) as what
    from journals as journal
    where not exists (select 1 from postings as posting where posting.journal_id = journal.id)
    order by journal.id
    limit ${limit}`;
}

export async function findDriftedBalances(tx: Sql, limit: number): Promise<readonly LedgerProblem[]> {
  return tx<LedgerProblem>`
    with posted as (
      select holder, kind, sum(amount) as amount
      from postings
      where holder <> 'platform'
      group by holder, kind
    )
    select format(
      'Balance %s of %s is %s; its postings sum to %s.', kind, holder, coalesce(balance, 0), coalesce(amount, 0)
    ) as what
    from balances
    full join posted using (holder, kind)
    where coalesce(balance, 0) <> coalesce(amount, 0)
    order by holder, kind
    limit ${limit}`;
}

export async function findOverspent(tx: Sql, limit: number): Promise<readonly LedgerProblem[]> {
  return tx<LedgerProblem>`
    select format('Balance %s of %s is %s, below zero.', kind, holder, balance) as what
    from balances
    where kind in ('bonus', 'held')
      and balance < 0
    order by holder, kind
    limit ${limit}`;
}

// What an order says it holds against what its journals hold; a finished order holds nothing.
export async function findWrongHolds(tx: Sql, limit: number): Promise<readonly LedgerProblem[]> {
  return tx<LedgerProblem>`
    with held as (
      select order_id, sum(amount) as amount
      from journals as journal
      join postings as posting on posting.journal_id = journal.id
      where posting.kind = 'held'
      group by order_id
    )
    select format(
      'Order %s (%s) should hold %s; its journals hold %s.', coalesce(orders.id, order_id), status,
      coalesce(held_main + held_bonus, 0), coalesce(amount, 0)
    ) as what
    from orders
    full join held on held.order_id = orders.id
    where coalesce(held_main + held_bonus, 0) <> coalesce(amount, 0)
    order by coalesce(orders.id, order_id)
    limit ${limit}`;
}
