// A driver's two accounts: what they can withdraw, and the cash of COD in their hands.
import type { Amount } from "../../domain/amount.ts";
import type { Phone } from "../../domain/phone.ts";
import type { Sql } from "../db.ts";
import { HAS_OWNER, journalsFrom, journalsUntil } from "./journals.ts";
import { KEPT_FROM } from "./leaving-journals.ts";

export async function readDriverBalances(
  db: Sql,
  phone: Phone,
): Promise<{ readonly wallet: Amount; readonly cod: Amount }> {
  const rows = await db<{ kind: string; balance: Amount }>`
    select kind, balance
    from balances
    where owner = ${phone}
      and kind in ('driver_wallet', 'driver_cod')`;
  const read = (kind: string): Amount => rows.find((row) => row.kind === kind)?.balance ?? 0;
  return { wallet: read("driver_wallet"), cod: read("driver_cod") };
}

export type WalletLine = {
  // Of the journal; pages go by it.
  readonly id: number;
  readonly kind: string;
  readonly orderId: string | null;
  readonly amount: Amount;
  // The wallet after it.
  readonly balance: Amount;
  readonly postedAt: Date;
};

// Newest first; what each left in the wallet is counted back from what is in it, as in account-statements.ts.
export async function listWalletLines(db: Sql, phone: Phone, beforeId: number | undefined, limit: number) {
  return db<WalletLine>`
    with page as (
      select journal_id as id, sum(amount) as amount
      from postings
      where owner = ${phone}
        and ${HAS_OWNER}
        and kind = 'driver_wallet'
        and journal_id < ${beforeId ?? Number.MAX_SAFE_INTEGER}
        and journal_id >= ${KEPT_FROM}
      group by journal_id
      order by journal_id desc
      limit ${limit}
    ), later as (
      select coalesce(sum(amount), 0) as amount
      from postings
      where owner = ${phone}
        and ${HAS_OWNER}
        and kind = 'driver_wallet'
        and journal_id > (select max(id) from page)
    )
    select page.id, journal.kind, order_id, posted_at, page.amount::bigint as amount,
      (balance - later.amount - sum(page.amount) over (order by page.id desc) + page.amount)::bigint as balance
    from page
    join journals as journal using (id)
    cross join later
    join balances on balances.owner = ${phone} and balances.kind = 'driver_wallet'
    order by page.id desc`;
}

export type WeekMove = { readonly kind: string; readonly count: number; readonly amount: Amount };

// Between two moments: what moved the wallet, by kind of journal, and the COD that was collected.
export async function listWeekMoves(
  db: Sql,
  phone: Phone,
  from: Date,
  to: Date,
): Promise<{ readonly moves: readonly WeekMove[]; readonly codCollected: Amount }> {
  const rows = await db<WeekMove & { readonly account: string }>`
    select posting.kind as account, journal.kind, count(*)::int as count, sum(amount)::bigint as amount
    from postings as posting
    join journals as journal on journal.id = journal_id
    where owner = ${phone}
      and ${HAS_OWNER}
      and posting.kind in ('driver_wallet', 'driver_cod')
      and ${journalsFrom(from)}
      and ${journalsUntil(to)}
      and posted_at >= ${from}
      and posted_at < ${to}
    group by posting.kind, journal.kind
    order by journal.kind`;
  const collected = rows.find(({ account, kind }) => account === "driver_cod" && kind === "cod_collected");
  return {
    moves: rows.filter(({ account }) => account === "driver_wallet"),
    codCollected: 0 - (collected?.amount ?? 0),
  };
}

// At a moment since which journals are kept: what is in it now without all that came since.
export async function readWalletAt(db: Sql, phone: Phone, at: Date): Promise<Amount> {
  const [row] = await db<{ amount: Amount }>`
    select (balance - coalesce(later.amount, 0) - coalesce(about.amount, 0))::bigint as amount
    from balances
    cross join lateral (
      select sum(amount) as amount
      from postings
      where owner = ${phone}
        and ${HAS_OWNER}
        and postings.kind = 'driver_wallet'
        and not ${journalsUntil(at)}
    ) as later
    cross join lateral (
      select sum(amount) as amount
      from postings
      join journals on journals.id = journal_id
      where owner = ${phone}
        and ${HAS_OWNER}
        and postings.kind = 'driver_wallet'
        and ${journalsFrom(at)}
        and ${journalsUntil(at)}
        and posted_at >= ${at}
    ) as about
    where balances.owner = ${phone}
      and balances.kind = 'driver_wallet'`;
  return row?.amount ?? 0;
}
