// Events of accounts: written for partners who asked, and which accounts to look at for balances that have become low.
import { accountEventBody } from "../../contract/event-body.ts";
import type { Amount } from "../../domain/amount.ts";
import type { AccountEvent } from "../../domain/callbacks/account-event.ts";
import type { Phone } from "../../domain/phone.ts";
import { first, type Sql, sql } from "../db.ts";
import { HAS_OWNER } from "../ledger/journals.ts";

// In the transaction of what it tells, which has locked the account's row.
export async function appendAccountEvent(tx: Sql, event: AccountEvent): Promise<void> {
  const { phone, partnerId, type, at } = event;
  await tx`select append_account_event(${phone}, ${partnerId}, ${type}, ${accountEventBody(event)}, ${at})`;
}

const THRESHOLD = sql`
  (
    select coalesce(accounts.balance_low, endpoint.balance_low)
    from callback_endpoints as endpoint
    where endpoint.partner_id = accounts.partner_id
  )`;
const balance = (kind: string) => sql`
  coalesce((select balance from balances where owner = accounts.phone and balances.kind = ${kind}), 0)`;

export async function isAnyWatched(db: Sql): Promise<boolean> {
  const [row] = await db<{ is: boolean }>`
    select exists (select from callback_endpoints where balance_low is not null)
      or exists (select from accounts where balance_low is not null or is_low) as is`;
  return row!.is;
}

// Of the next accounts by phone the last one; undefined: these are the last.
export async function findNextAccounts(db: Sql, after: Phone, count: number): Promise<Phone | undefined> {
  const rows = await db<{ phone: Phone }>`
    select phone
    from accounts
    where phone > ${after}
    order by phone
    offset ${count - 1}
    limit 1`;
  return rows[0]?.phone;
}

export type AskedAccounts = {
  // Of those whose balances have moved since.
  readonly movedSince: Date;
  // And of a stretch of all.
  readonly after: Phone;
  readonly upTo: Phone | undefined;
};

// Accounts that have become low, or have ceased to be, since they were looked at.
export async function listTurnedAccounts(
  db: Sql,
  { movedSince, after, upTo }: AskedAccounts,
  limit: number,
): Promise<readonly Phone[]> {
  const rows = await db<{ phone: Phone }>`
    select phone
    from (
      select owner as phone
      from postings
      where ${HAS_OWNER}
        and kind in ('user_main', 'user_bonus')
        and journal_id >= (select first_journal_after(${movedSince}))
        and journal_id <= (select max(id) from journals)
      union
      select phone
      from accounts
      where phone > ${after}
        and phone <= coalesce(${upTo ?? null}, (select max(phone) from accounts))
    ) as looked_at
    join accounts using (phone)
    where (is_low or balance_low is not null or partner_id in (select partner_id from callback_endpoints where balance_low is not null))
      and is_low <> coalesce(${balance("user_main")} + ${balance("user_bonus")} < ${THRESHOLD}, false)
    limit ${limit}`;
  return rows.map(({ phone }) => phone);
}

export type WatchedAccount = {
  readonly phone: Phone;
  readonly partnerId: string;
  readonly isLow: boolean;
  readonly threshold: Amount | null;
  readonly main: Amount;
  readonly bonus: Amount;
};

export async function lockWatchedAccount(tx: Sql, phone: Phone): Promise<WatchedAccount | undefined> {
  // By a statement of its own: one that waited for the lock would see balances as they were before the wait.
  await tx`select phone from accounts where phone = ${phone} for no key update`;
  return first(tx<WatchedAccount>`
    select phone, partner_id, is_low, ${THRESHOLD} as threshold, ${balance("user_main")} as main,
      ${balance("user_bonus")} as bonus
    from accounts
    where phone = ${phone}`);
}

export async function noteLow(tx: Sql, phone: Phone, isLow: boolean): Promise<void> {
  await tx`update accounts set is_low = ${isLow} where phone = ${phone}`;
}
