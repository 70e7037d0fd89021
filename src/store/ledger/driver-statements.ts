// A driver's two accounts: what they can withdraw, and the cash of COD in their hands.
import type { Amount } from "../../domain/amount.ts";
import type { Phone } from "../../domain/phone.ts";
import { type Sql, sql } from "../db.ts";
import { HAS_OWNER } from "./journals.ts";
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

// What journals that have left moved the wallet by.
const carriedOf = (phone: Phone) =>
  sql`coalesce((select amount from carried where owner = ${phone} and kind = 'driver_wallet'), 0)`;

// Newest first.
export async function listWalletLines(db: Sql, phone: Phone, beforeId: number | undefined, limit: number) {
  return db<WalletLine>`
    with line as (
      select journal.id, journal.kind, order_id, posted_at, sum(amount)::bigint as amount
      from postings as posting
      join journals as journal on journal.id = journal_id
      where owner = ${phone}
        and ${HAS_OWNER}
        and posting.kind = 'driver_wallet'
      group by journal.id
    ), running as (
      select id, kind, order_id, posted_at, amount, (${carriedOf(phone)} + sum(amount) over (order by id))::bigint as balance
      from line
    )
    select id, kind, order_id, posted_at, amount, balance
    from running
    where id < ${beforeId ?? Number.MAX_SAFE_INTEGER}
      and id >= ${KEPT_FROM}
    order by id desc
    limit ${limit}`;
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

// At a moment since which journals are kept.
export async function readWalletAt(db: Sql, phone: Phone, at: Date): Promise<Amount> {
  const [row] = await db<{ amount: Amount }>`
    select (${carriedOf(phone)} + coalesce(sum(amount), 0))::bigint as amount
    from postings as posting
    join journals as journal on journal.id = journal_id
    where owner = ${phone}
      and ${HAS_OWNER}
      and posting.kind = 'driver_wallet'
      and posted_at < ${at}`;
  return row?.amount ?? 0;
}
