// The ledger seen from above: what each kind of account holds, who owes cash, and one account line by line.
import type { Amount } from "../../domain/amount.ts";
import type { AccountKind } from "../../domain/ledger/chart.ts";
import type { Phone } from "../../domain/phone.ts";
import { NOTHING, type Sql, sql } from "../db.ts";
import { HAS_OWNER } from "../ledger/journals.ts";
import { KEPT_FROM } from "../ledger/leaving-journals.ts";
import { PLATFORM_SUMS } from "../ledger/platform-sums.ts";

export type KindTotal = { readonly kind: AccountKind; readonly balance: Amount; readonly accounts: number };

// Owners' balances are kept, the platform's own are added up.
export async function sumBalances(db: Sql) {
  return db<KindTotal>`
    select kind, sum(balance)::bigint as balance, count(*)::int as accounts
    from balances
    where balance <> 0
    group by kind
    union all
    select kind, sum(amount)::bigint, 1
    from ${PLATFORM_SUMS} as platform
    group by kind`;
}

export type OpenCod = {
  readonly kind: "driver_cod" | "user_cod";
  readonly owner: Phone;
  readonly name: string;
  readonly amount: Amount;
};

// Cash that drivers have in hand for orders under way, and the senders it is for; the largest first.
export async function listOpenCod(db: Sql, limit: number) {
  return db<OpenCod>`
    select kind, owner, coalesce(drivers.name, accounts.name, '') as name, abs(balance) as amount
    from balances
    left join drivers on kind = 'driver_cod' and drivers.phone = owner
    left join accounts on kind = 'user_cod' and accounts.phone = owner
    where kind in ('driver_cod', 'user_cod')
      and balance <> 0
    order by abs(balance) desc, owner
    limit ${limit}`;
}

export type StatementLine = {
  readonly id: number;
  readonly journal: string;
  readonly account: AccountKind;
  readonly orderId: string | null;
  readonly reference: string;
  readonly amount: Amount;
  readonly postedAt: Date;
};

// Every posting of an owner, newest first.
export async function listStatement(db: Sql, owner: Phone, beforeId: number | undefined, limit: number) {
  return db<StatementLine>`
    select journal.id, journal.kind as journal, posting.kind as account, order_id, reference, amount, posted_at
    from postings as posting
    join journals as journal on journal.id = posting.journal_id
    where owner = ${owner}
      and ${HAS_OWNER}
      and journal.id < ${beforeId ?? Number.MAX_SAFE_INTEGER}
      and journal.id >= ${KEPT_FROM}
    order by journal.id desc, line
    limit ${limit}`;
}

export type WalletRow = {
  readonly phone: Phone;
  readonly name: string;
  readonly partnerId: string;
  readonly status: string;
  readonly main: Amount;
  readonly bonus: Amount;
  readonly held: Amount;
  readonly cod: Amount;
};

export type WalletFilter = {
  readonly search?: string | undefined;
  readonly partnerId?: string | undefined;
  readonly afterPhone?: Phone | undefined;
};

export async function listWallets(db: Sql, filter: WalletFilter, limit: number): Promise<readonly WalletRow[]> {
  const search = filter.search === undefined ? undefined : `%${filter.search.replace(/[\\%_]/g, "\\$&")}%`;
  const balance = (kind: AccountKind) => sql`
    coalesce((select balance from balances where owner = phone and kind = ${kind}), 0)`;
  return db<WalletRow>`
    select phone, name, partner_id, status, ${balance("user_main")} as main, ${balance("user_bonus")} as bonus,
      ${balance("user_held")} as held, ${balance("user_cod")} as cod
    from accounts
    where phone > ${filter.afterPhone ?? ""}
      ${filter.partnerId === undefined ? NOTHING : sql`and partner_id = ${filter.partnerId}`}
      ${search === undefined ? NOTHING : sql`and (phone like ${search} or name ilike ${search})`}
    order by phone
    limit ${limit}`;
}
