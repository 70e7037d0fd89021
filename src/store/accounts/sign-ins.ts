// What a token is checked against, read on every call: small, by key, many at a time.
import type { AccountStatus } from "../../domain/accounts/account.ts";
import { batched } from "../batched.ts";
import type { Sql } from "../db.ts";

export type SignIn = {
  readonly phone: string;
  readonly partnerId: string;
  readonly generation: number;
  readonly status: AccountStatus;
  readonly parentPhone: string | null;
  readonly rateLimitPerMinute: number | null;
};

export function openSignIns(db: Sql): (phone: string) => Promise<SignIn | undefined> {
  return batched(async (phones) => {
    const rows = await db<SignIn>`
      select phone, partner_id, token_generation as generation, status, parent_phone, rate_limit_per_minute
      from accounts
      join partners on partners.id = partner_id
      where phone = any(${phones})`;
    return new Map(rows.map((row) => [row.phone, row]));
  });
}
