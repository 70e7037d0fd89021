// Posts journals and reads balances. The tables refuse a journal that does not sum to zero and move the balances
// themselves; whoever posts for an account has locked the account's row before.
import type { Amount } from "../../domain/amount.ts";
import type { AccountKind } from "../../domain/ledger/chart.ts";
import type { Journal } from "../../domain/ledger/journal.ts";
import type { Phone } from "../../domain/phone.ts";
import { type Sql, sql } from "../db.ts";

// As the partial index postings_of_owner has it. PostgreSQL must be told: it plans once for whoever is asked for.
export const HAS_OWNER = sql`owner <> ''`;

// Numbers and times of journals rise together but for transactions that overtake each other, never by so much.
export const MARGIN = sql`interval '1 hour'`;

// Of an owner's postings, those of a stretch of time are found by the journals' numbers; the exact times are told by the journals themselves.
export const journalsFrom = (at: Date) =>
  sql`journal_id >= (select first_journal_after(${at}::timestamptz - ${MARGIN}))`;
export const journalsUntil = (at: Date) =>
  sql`journal_id < (select first_journal_after(${at}::timestamptz + ${MARGIN}))`;

// False when the journal was posted before: twice is the same as once.
export async function postJournal(tx: Sql, journal: Journal, postedAt: Date): Promise<boolean> {
  const { kind, reference, orderId, postings } = journal;
  const rows = await tx`
    with journal as (
      insert into journals (kind, reference, order_id, posted_at)
      values (${kind}, ${reference}, ${orderId}, ${postedAt})
      on conflict (kind, reference) do nothing
      returning id
    )
    insert into postings (journal_id, line, kind, owner, amount)
    select journal.id, line - 1, posting.kind, owner, amount
    from journal,
      unnest(
        ${postings.map((posting) => posting.account.kind)}::text[],
        ${postings.map((posting) => posting.account.owner)}::text[],
        ${postings.map((posting) => posting.amount)}::bigint[]
      ) with ordinality as posting (kind, owner, amount, line)
    returning journal_id`;
  return rows.length > 0;
}

// Many of two postings each, of one kind, in one statement. Says how many were not posted before.
export async function postJournals(tx: Sql, journals: readonly Journal[], postedAt: Date): Promise<number> {
  const lines = journals.flatMap(({ reference, postings }) =>
    postings.map(({ account, amount }, line) => ({ reference, line, ...account, amount })),
  );
  const rows = await tx<{ count: number }>`
    with journal as (
      insert into journals (kind, reference, posted_at)
      select kind, reference, ${postedAt}
      from unnest(${journals.map(({ kind }) => kind)}::text[], ${journals.map(({ reference }) => reference)}::text[])
        as given (kind, reference)
      on conflict (kind, reference) do nothing
      returning id, reference
    ), posting as (
      insert into postings (journal_id, line, kind, owner, amount)
      select journal.id, line, kind, owner, amount
      from unnest(
        ${lines.map(({ reference }) => reference)}::text[],
        ${lines.map(({ line }) => line)}::smallint[],
        ${lines.map(({ kind }) => kind)}::text[],
        ${lines.map(({ owner }) => owner)}::text[],
        ${lines.map(({ amount }) => amount)}::bigint[]
      ) as given (reference, line, kind, owner, amount)
      join journal using (reference)
    )
    select count(*)::int as count
    from journal`;
  return rows[0]?.count ?? 0;
}

export type Balances = { readonly main: Amount; readonly bonus: Amount; readonly held: Amount; readonly cod: Amount };

export async function readBalances(db: Sql, phone: Phone): Promise<Balances> {
  const rows = await db<{ kind: AccountKind; balance: Amount }>`
    select kind, balance
    from balances
    where owner = ${phone}`;
  const read = (kind: AccountKind): Amount => rows.find((row) => row.kind === kind)?.balance ?? 0;
  return { main: read("user_main"), bonus: read("user_bonus"), held: read("user_held"), cod: read("user_cod") };
}

// Whoever decides by it holds the driver's lock.
export async function readDriverWallet(tx: Sql, phone: Phone): Promise<Amount> {
  const [row] = await tx<{ balance: Amount }>`
    select balance
    from balances
    where owner = ${phone}
      and kind = 'driver_wallet'`;
  return row?.balance ?? 0;
}

export type PostedJournal = {
  readonly id: number;
  readonly kind: string;
  readonly reference: string;
  readonly postedAt: Date;
  readonly postings: readonly { readonly kind: string; readonly owner: string; readonly amount: Amount }[];
};

const JOURNALS_MAX = 200;

// Everything the ledger holds about one order, oldest first.
export async function listOrderJournals(db: Sql, orderId: string) {
  return db<PostedJournal>`
    select id, journal.kind, reference, posted_at,
      json_agg(json_build_object('kind', posting.kind, 'owner', owner, 'amount', amount) order by line) as postings
    from journals as journal
    join postings as posting on posting.journal_id = journal.id
    where order_id = ${orderId}
    group by journal.id
    order by journal.id
    limit ${JOURNALS_MAX}`;
}

// Whether a journal that was posted before moved just this: a repeated top-up must ask for what was posted.
export async function isPostedAlike(db: Sql, { kind, reference, postings }: Journal): Promise<boolean> {
  const rows = await db<{ kind: string; owner: string; amount: Amount }>`
    select posting.kind, owner, amount
    from journals as journal
    join postings as posting on posting.journal_id = journal.id
    where journal.kind = ${kind}
      and reference = ${reference}
    order by line`;
  const isAlike = (row: (typeof rows)[number], at: number): boolean => {
    const posting = postings[at];
    return row.kind === posting?.account.kind && row.owner === posting.account.owner && row.amount === posting.amount;
  };
  return rows.length === postings.length && rows.every(isAlike);
}

// What was given back of an order so far.
export async function sumRefunds(db: Sql, orderId: string): Promise<Amount> {
  const [row] = await db<{ amount: Amount }>`
    select coalesce(sum(amount), 0)::bigint as amount
    from journals as journal
    join postings as posting on posting.journal_id = journal.id
    where order_id = ${orderId}
      and journal.kind = 'refund'
      and posting.kind = 'user_main'`;
  return row?.amount ?? 0;
}
