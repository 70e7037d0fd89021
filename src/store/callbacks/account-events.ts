// Events of accounts: written for partners who asked, and which accounts to look at for balances that have become low.
import { accountEventBody } from "../../contract/event-body.ts";
import type { Amount } from "../../domain/amount.ts";
import type { AccountEvent } from "../../domain/callbacks/account-event.ts";
import type { Phone } from "../../domain/phone.ts";
import { first, type Sql, sql } from "../db.ts";

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

// Accounts that have become low, or have ceased to be, since they were looked at.
export async function listTurnedAccounts(db: Sql, limit: number): Promise<readonly Phone[]> {
  const rows = await db<{ phone: Phone }>`
    select phone
    from (
      select phone
      from callback_endpoints as endpoint
      join accounts using (partner_id)
      where endpoint.balance_low is not null
      union
      select phone
      from accounts
      where balance_low is not null or is_low
    ) as watched
    join accounts using (phone)
    where is_low <> coalesce(${balance("user_main")} + ${balance("user_bonus")} < ${THRESHOLD}, false)
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
