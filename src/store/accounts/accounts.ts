// Rows of accounts: found by phone, locked before a rule is judged on them.

import type { Account, AccountStatus, ChildCandidate } from "../../domain/accounts/account.ts";
import type { Draft } from "../../domain/draft.ts";
import type { Phone } from "../../domain/phone.ts";
import { first, hasOneRow, isConflict, type Sql, sql } from "../db.ts";
import { markDaysOf } from "../figures/figure-rows.ts";
import { IS_OPEN } from "../orders/standing.ts";

const COLUMNS = sql`
  phone, partner_id, name, address, email, status, referral_code, country_code, currency, city_id, parent_phone,
  cod_limit, credit_limit, balance_low, created_at`;

export async function findAccount(db: Sql, phone: Phone) {
  return first(db<Account>`select ${COLUMNS} from accounts where phone = ${phone}`);
}

export type NewAccount = Pick<Account, "phone" | "partnerId" | "name" | "address" | "referralCode" | "createdAt">;

// False when the phone is taken: of two registrations of one phone, one wins.
export async function insertAccount(db: Sql, account: NewAccount): Promise<boolean> {
  return hasOneRow(db`
    insert into accounts (phone, partner_id, name, address, referral_code, created_at)
    values (${account.phone}, ${account.partnerId}, ${account.name}, ${account.address}, ${account.referralCode}, ${account.createdAt})
    on conflict (phone) do nothing
    returning phone`);
}

export async function saveProfile(
  db: Sql,
  phone: Phone,
  change: Draft<{ readonly name: string; readonly email: string; readonly balanceLow: number | null }>,
): Promise<"SAVED" | "EMAIL_TAKEN"> {
  try {
    await db`
      update accounts
      set name = coalesce(${change.name ?? null}, name),
        email = coalesce(${change.email ?? null}, email),
        balance_low = case when ${change.balanceLow === undefined} then balance_low else ${change.balanceLow ?? null} end
      where phone = ${phone}`;
    return "SAVED";
  } catch (error) {
    if (isConflict(error, "accounts_email")) return "EMAIL_TAKEN";
    throw error;
  }
}

export type AccountChange = Draft<{
  readonly status: AccountStatus;
  // null takes it away.
  readonly codLimit: number | null;
  readonly creditLimit: number;
}>;

export async function updateAccount(db: Sql, phone: Phone, change: AccountChange) {
  return first(db<Account>`
    update accounts
    set status = coalesce(${change.status ?? null}, status),
      cod_limit = case when ${change.codLimit !== undefined} then ${change.codLimit ?? null} else cod_limit end,
      credit_limit = coalesce(${change.creditLimit ?? null}, credit_limit)
    where phone = ${phone}
    returning ${COLUMNS}`);
}

const CHILDREN_MAX = 1_000;

export async function listChildren(db: Sql, parentPhone: Phone) {
  return db<Account>`
    select ${COLUMNS}
    from accounts
    where parent_phone = ${parentPhone}
    order by created_at, phone
    limit ${CHILDREN_MAX}`;
}

export async function findChildCandidate(db: Sql, phone: Phone) {
  return first(db<ChildCandidate>`
    select phone, partner_id, parent_phone,
      exists (select 1 from accounts as child where child.parent_phone = account.phone) as has_children
    from accounts as account
    where phone = ${phone}`);
}

// Locks in the order of phones, whoever is the parent, so that two accounts adopting each other cannot deadlock.
export async function lockAccounts(tx: Sql, phones: readonly Phone[]): Promise<void> {
  await tx`
    select phone
    from accounts
    where phone = any(${phones})
    order by phone
    for update`;
}

// Before money of an account moves; rows that merely refer to the account pass.
export async function lockPayer(tx: Sql, phone: Phone): Promise<void> {
  await tx`select phone from accounts where phone = ${phone} for no key update`;
}

export async function setParent(tx: Sql, childPhone: Phone, parentPhone: Phone | null): Promise<void> {
  await tx`update accounts set parent_phone = ${parentPhone} where phone = ${childPhone}`;
  await markDaysOf(tx, childPhone);
}

export async function findParents(db: Sql, phones: readonly Phone[]): Promise<ReadonlyMap<Phone, Phone | null>> {
  const rows = await db<{ phone: Phone; parentPhone: Phone | null }>`
    select phone, parent_phone
    from accounts
    where phone = any(${phones})`;
  return new Map(rows.map((row) => [row.phone, row.parentPhone]));
}

// What still ties an account to the platform. Asked with the account's row locked, so that nothing new can tie it.
export async function hasOngoingOrders(tx: Sql, phone: Phone): Promise<boolean> {
  const rows = await tx`
    select 1
    from orders
    where creator_phone = ${phone}
      and ${IS_OPEN}
    limit 1`;
  return rows.length > 0;
}

// D15: any non-zero main or bonus balance, hold, or COD owed.
export async function hasUnsettledBalance(tx: Sql, phone: Phone): Promise<boolean> {
  const rows = await tx`
    select 1
    from balances
    where owner = ${phone}
      and kind in ('user_main', 'user_bonus', 'user_held', 'user_cod')
      and balance <> 0
    limit 1`;
  return rows.length > 0;
}
