// A driver's two accounts: what they can withdraw, and the cash of COD in their hands.
import type { Amount } from "../../domain/amount.ts";
import type { Phone } from "../../domain/phone.ts";
import type { Sql } from "../db.ts";

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

// Newest first.
export async function listWalletLines(db: Sql, phone: Phone, beforeId: number | undefined, limit: number) {
  return db<WalletLine>`
    with line as (
      select journal.id, journal.kind, order_id, posted_at, sum(amount)::bigint as amount
      from postings as posting
      join journals as journal on journal.id = journal_id
      where owner = ${phone}
        and posting.kind = 'driver_wallet'
      group by journal.id
    ), running as (
      select id, kind, order_id, posted_at, amount, sum(amount) over (order by id)::bigint as balance
      from line
    )
    select id, kind, order_id, posted_at, amount, balance
    from running
    where id < ${beforeId ?? Number.MAX_SAFE_INTEGER}
    order by id desc
    limit ${limit}`;
}
