// Posts journals and reads balances. The tables refuse a journal that does not sum to zero and move the balances
// themselves; whoever posts for an account has locked the account's row before.
import type { Amount } from "../../domain/amount.ts";
import type { Phone } from "../../domain/phone.ts";
import { type Sql, sql } from "../db.ts";

// The platform's own side of every journal; its accounts have no running balance.
export const PLATFORM = "platform";

export type Posting = { readonly holder: string; readonly kind: string; readonly amount: Amount };

export type NewJournal = {
  readonly kind: string;
  readonly orderId?: string;
  readonly reference?: string;
  readonly postedAt: Date;
  readonly postings: readonly Posting[];
};

// False when the reference was posted before: twice is the same as once.
export async function postJournal(tx: Sql, journal: NewJournal): Promise<boolean> {
  const rows = await tx`
    with journal as (
      insert into journals (kind, order_id, reference, posted_at)
      values (${journal.kind}, ${journal.orderId ?? null}, ${journal.reference ?? null}, ${journal.postedAt})
      on conflict (reference) where reference is not null do nothing
      returning id
    )
    insert into postings (journal_id, line, holder, kind, amount)
    select journal.id, line - 1, holder, kind, amount
    from journal,
      unnest(
        ${journal.postings.map((posting) => posting.holder)}::text[],
        ${journal.postings.map((posting) => posting.kind)}::text[],
        ${journal.postings.map((posting) => posting.amount)}::bigint[]
      ) with ordinality as posting (holder, kind, amount, line)
    returning journal_id`;
  return rows.length > 0;
}

export type Balances = { readonly main: Amount; readonly bonus: Amount; readonly held: Amount; readonly cod: Amount };

export async function readBalances(db: Sql, phone: Phone): Promise<Balances> {
  const rows = await db<{ kind: keyof Balances; balance: Amount }>`
    select kind, balance
    from balances
    where holder = ${phone}
      and kind in ('main', 'bonus', 'held', 'cod')`;
  return { main: 0, bonus: 0, held: 0, cod: 0, ...Object.fromEntries(rows.map((row) => [row.kind, row.balance])) };
}

export type PostedJournal = {
  readonly id: number;
  readonly kind: string;
  readonly postedAt: Date;
  readonly postings: readonly Posting[];
};

const JOURNALS_MAX = 200;

// Everything the ledger holds about one order, oldest first.
export async function listOrderJournals(db: Sql, orderId: string): Promise<readonly PostedJournal[]> {
  return db<PostedJournal>`
    select id, journal.kind, posted_at, ${POSTINGS} as postings
    from journals as journal
    join postings as posting on posting.journal_id = journal.id
    where order_id = ${orderId}
    group by journal.id
    order by journal.id
    limit ${JOURNALS_MAX}`;
}

const POSTINGS = sql`
  json_agg(json_build_object('holder', holder, 'kind', posting.kind, 'amount', amount) order by line)`;

// The posting whose reference this is, to see that a repeated top-up asks for what was posted.
export async function findPostedAmount(
  db: Sql,
  reference: string,
  holder: string,
): Promise<{ readonly kind: string; readonly amount: Amount } | undefined> {
  const [row] = await db<{ kind: string; amount: Amount }>`
    select posting.kind, amount
    from journals as journal
    join postings as posting on posting.journal_id = journal.id
    where reference = ${reference}
      and holder = ${holder}`;
  return row;
}
