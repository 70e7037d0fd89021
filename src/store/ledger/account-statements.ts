// An account's wallets line by line, each line with what its wallet held after it. The balance is counted back from the one that is kept,
// in one snapshot, or from what is known of the place: a page costs what lies after it or what is on it, and never the whole history.
import type { Amount } from "../../domain/amount.ts";
import type { AccountKind } from "../../domain/ledger/chart.ts";
import type { JournalKind } from "../../domain/ledger/journal.ts";
import type { Phone } from "../../domain/phone.ts";
import { NOTHING, type Sql, sql } from "../db.ts";
import { HAS_OWNER, journalsFrom, journalsUntil } from "./journals.ts";
import { KEPT_FROM } from "./leaving-journals.ts";
import { SUMMED_UP_TO } from "./platform-sums.ts";

const WALLETS = ["user_main", "user_bonus", "user_held", "user_cod"] as const satisfies AccountKind[];

// What each wallet held at a place; one that is not there holds nothing.
type Held = Readonly<Partial<Record<(typeof WALLETS)[number], Amount>>>;
// `held`: before it, where that is known.
export type StatementPlace = { readonly journalId: number; readonly line: number; readonly held?: Held };

export type StatementLine = Required<StatementPlace> & {
  readonly kind: JournalKind;
  readonly account: (typeof WALLETS)[number];
  readonly orderId: string | null;
  readonly reference: string;
  readonly amount: Amount;
  readonly balance: Amount;
  readonly postedAt: Date;
  // Nothing before it is still to come, so that what was held there is known for good.
  readonly isSettled: boolean;
};

export const NEWEST: StatementPlace = { journalId: Number.MAX_SAFE_INTEGER, line: 0 };

// Newest first, those before a place. Wallet by wallet, because that is how the index lies.
export async function listStatementLines(
  db: Sql,
  owner: Phone,
  before: StatementPlace,
  limit: number,
): Promise<readonly StatementLine[]> {
  const rows = await db<Omit<StatementLine, "balance">>`
    with page as (
      select journal_id, line, posting.kind, amount
      from unnest(${WALLETS}::text[]) as wallet (kind)
      cross join lateral (
        select journal_id, line, postings.kind, amount
        from postings
        where owner = ${owner}
          and ${HAS_OWNER}
          and postings.kind = wallet.kind
          and (journal_id, line) < (${before.journalId}, ${before.line})
          and journal_id >= ${KEPT_FROM}
        order by journal_id desc, line desc
        limit ${limit}
      ) as posting
      order by journal_id desc, line desc
      limit ${limit}
    )
    select page.journal_id, page.line, journal.kind, page.kind as account, order_id, reference, page.amount, posted_at,
      page.journal_id <= ${SUMMED_UP_TO} as is_settled,
      ${before.held ? sql`null::json` : heldAfterPage(owner)} as held
    from page
    join journals as journal on journal.id = page.journal_id
    order by page.journal_id desc, page.line desc`;
  let held = before.held ?? rows[0]?.held ?? {};
  return rows.map((row) => {
    const balance = held[row.account] ?? 0;
    held = { ...held, [row.account]: balance - row.amount };
    return { ...row, balance, held };
  });
}

const heldAfterPage = (owner: Phone) => sql`
  (
    with newest as (
      select journal_id, line
      from page
      order by journal_id desc, line desc
      limit 1
    ), later as (
      select postings.kind, sum(amount) as amount
      from newest
      join postings on postings.journal_id >= newest.journal_id
      where owner = ${owner}
        and ${HAS_OWNER}
        and postings.kind = any(${WALLETS})
        and (postings.journal_id, postings.line) > (newest.journal_id, newest.line)
      group by postings.kind
    )
    select json_object_agg(kind, balance - coalesce(later.amount, 0))
    from balances
    left join later using (kind)
    where owner = ${owner}
      and kind = any(${WALLETS})
  )`;

// Before the first line that was posted at that moment or later: what a page that ends there begins before.
export async function findPlaceAt(db: Sql, owner: Phone, at: Date): Promise<StatementPlace> {
  const [row] = await db<{ journalId: number | null }>`
    select max(last.journal_id) as journal_id
    from unnest(${WALLETS}::text[]) as wallet (kind)
    cross join lateral (
      select journal_id
      from postings
      join journals on journals.id = journal_id
      where owner = ${owner}
        and ${HAS_OWNER}
        and postings.kind = wallet.kind
        and ${journalsUntil(at)}
        and posted_at < ${at}
      order by journal_id desc
      limit 1
    ) as last`;
  return { journalId: (row?.journalId ?? 0) + 1, line: 0 };
}

// Collected from recipients and passed on to the main wallet.
export async function sumCodPaidOut(db: Sql, owner: Phone, from: Date | null, to: Date | null): Promise<Amount> {
  const [row] = await db<{ amount: Amount }>`
    select coalesce(-sum(amount), 0)::bigint as amount
    from postings
    ${from || to ? sql`join journals on journals.id = journal_id` : NOTHING}
    where owner = ${owner}
      and ${HAS_OWNER}
      and postings.kind = 'user_cod'
      and amount < 0
      and journal_id >= ${KEPT_FROM}
      ${from ? sql`and ${journalsFrom(from)} and posted_at >= ${from}` : NOTHING}
      ${to ? sql`and ${journalsUntil(to)} and posted_at < ${to}` : NOTHING}`;
  return row?.amount ?? 0;
}
