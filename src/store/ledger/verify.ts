// Recomputes the ledger from its postings and lists what does not agree. Reads in one snapshot, so that money in motion is
// never mistaken for money lost.
import type { Amount } from "../../domain/amount.ts";
import type { AccountKind } from "../../domain/ledger/chart.ts";
import { type Sql, sql } from "../db.ts";
import { PLATFORM_SUMS } from "./platform-sums.ts";

export type LedgerCounts = { readonly journals: number; readonly accounts: number };
export type LedgerProblem = { readonly what: string };

// Everything that was ever posted: what is there, and what has left.
const POSTED = sql`(select owner, kind, amount from postings union all select owner, kind, amount from carried) as posting`;

export async function takeSnapshot(tx: Sql): Promise<void> {
  await tx`set transaction isolation level repeatable read, read only`;
}

export async function countLedger(tx: Sql): Promise<LedgerCounts> {
  const [row] = await tx<LedgerCounts>`
    select (select count(*) from journals) as journals,
      (select count(*) from (select distinct owner, kind from ${POSTED}) as account) as accounts`;
  return row ?? { journals: 0, accounts: 0 };
}

export async function findUnbalancedJournals(tx: Sql, limit: number) {
  return tx<LedgerProblem>`
    select format('Journal %s (%s) sums to %s, not to zero.', journal.id, journal.kind, coalesce(sum(amount), 0)) as what
    from journals as journal
    left join postings as posting on posting.journal_id = journal.id
    group by journal.id
    having coalesce(sum(amount), 0) <> 0
    order by journal.id
    limit ${limit}`;
}

export async function findEmptyJournals(tx: Sql, limit: number) {
  return tx<LedgerProblem>`
    select format('Journal %s (%s) has no postings.', journal.id, journal.kind) as what
    from journals as journal
    where not exists (select 1 from postings as posting where posting.journal_id = journal.id)
    order by journal.id
    limit ${limit}`;
}

export async function findDriftedBalances(tx: Sql, limit: number) {
  return tx<LedgerProblem>`
    with posted as (
      select owner, kind, sum(amount) as amount
      from ${POSTED}
      where owner <> ''
      group by owner, kind
    )
    select format(
      'Balance %s of %s is %s; its postings sum to %s.', kind, owner, coalesce(balance, 0), coalesce(amount, 0)
    ) as what
    from balances
    full join posted using (owner, kind)
    where coalesce(balance, 0) <> coalesce(amount, 0)
    order by owner, kind
    limit ${limit}`;
}

export async function findDriftedSums(tx: Sql, limit: number) {
  return tx<LedgerProblem>`
    with posted as (
      select kind, sum(amount) as amount
      from ${POSTED}
      where owner = ''
      group by kind
    ), summed as (
      select kind, sum(amount) as amount
      from ${PLATFORM_SUMS} as platform
      group by kind
    )
    select format(
      'The sum of %s is %s; its postings sum to %s.', kind, coalesce(summed.amount, 0), coalesce(posted.amount, 0)
    ) as what
    from summed
    full join posted using (kind)
    where coalesce(summed.amount, 0) <> coalesce(posted.amount, 0)
    order by kind
    limit ${limit}`;
}

export type DerivedBalance = { readonly kind: AccountKind; readonly owner: string; readonly balance: Amount };

// Every account's balance as its postings give it; whether its sign can be is the chart's to say.
export async function listDerivedBalances(tx: Sql) {
  return tx<DerivedBalance>`
    select kind, owner, sum(amount)::bigint as balance
    from ${POSTED}
    group by kind, owner
    having sum(amount) <> 0
    order by kind, owner`;
}

// Journals leave whole.
export async function findUnbalancedCarried(tx: Sql) {
  return tx<LedgerProblem>`
    select format('What journals that have left come to is %s, not zero.', sum(amount)) as what
    from carried
    having sum(amount) <> 0`;
}

// What an order says it holds against what its journals hold; a finished order holds nothing.
export async function findWrongHolds(tx: Sql, limit: number) {
  return tx<LedgerProblem>`
    with held as (
      select order_id, sum(amount) as amount
      from journals as journal
      join postings as posting on posting.journal_id = journal.id
      where posting.kind = 'user_held'
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

// What is set aside for payouts against the open runs that did so.
export async function findWrongPayouts(tx: Sql, limit: number) {
  return tx<LedgerProblem>`
    with aside as (
      select owner, sum(amount) as amount
      from postings
      where kind = 'driver_payout'
      group by owner
      having sum(amount) <> 0
    ), open as (
      select driver_phone, sum(amount) as amount
      from payout_lines
      join payout_runs on payout_runs.id = run_id and status = 'OPEN'
      where amount > 0
      group by driver_phone
    )
    select format(
      'Payouts of %s that are open have %s; %s is set aside.', coalesce(owner, driver_phone), coalesce(open.amount, 0),
      coalesce(aside.amount, 0)
    ) as what
    from aside
    full join open on driver_phone = owner
    where coalesce(open.amount, 0) <> coalesce(aside.amount, 0)
    order by coalesce(owner, driver_phone)
    limit ${limit}`;
}
