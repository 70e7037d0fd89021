// What a token is checked against, read on every call: small, by key, many at a time.
import type { AccountStatus } from "../../domain/accounts/account.ts";
import { batched } from "../batched.ts";
import { type Sql, sql } from "../db.ts";
import { CREATOR_BALANCES, CREATOR_COLUMNS, type Creator } from "../orders/creators.ts";

export type SignIn = {
  readonly phone: string;
  readonly partnerId: string;
  readonly generation: number;
  readonly status: AccountStatus;
  readonly parentPhone: string | null;
  readonly rateLimitPerMinute: number | null;
  // Where it was asked for along with it.
  readonly creator?: Creator;
};

const COLUMNS = sql`partner_id, token_generation as generation, status, parent_phone, rate_limit_per_minute`;

export function openSignIns(db: Sql): (phone: string) => Promise<SignIn | undefined> {
  return batched(async (phones) => {
    const rows = await db<SignIn>`
      select phone, ${COLUMNS}
      from accounts
      join partners on partners.id = partner_id
      where phone = any(${phones})`;
    return new Map(rows.map((row) => [row.phone, row]));
  });
}

// With what is asked about whoever opens an order: one question instead of two.
export function openCreatorSignIns(db: Sql): (phone: string) => Promise<SignIn | undefined> {
  return batched(async (phones) => {
    const rows = await db<SignIn & Creator>`
      select ${COLUMNS}, ${CREATOR_COLUMNS}
      from accounts
      join partners on partners.id = partner_id
      ${CREATOR_BALANCES}
      where phone = any(${phones})`;
    return new Map(rows.map((row) => [row.phone, { ...row, creator: row }]));
  });
}
