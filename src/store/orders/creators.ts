// What is asked about an account before it opens an order: small, by key, many at a time.
import type { Amount } from "../../domain/amount.ts";
import { batched } from "../batched.ts";
import { type Sql, sql } from "../db.ts";

export type Creator = {
  readonly phone: string;
  readonly name: string;
  readonly codLimit: Amount | null;
  readonly creditLimit: Amount;
  readonly blocksDuplicates: boolean;
  readonly main: Amount;
  readonly bonus: Amount;
};

// Of accounts and their partners.
export const CREATOR_COLUMNS = sql`
  phone, accounts.name, cod_limit, credit_limit, block_duplicate_tracking_numbers as blocks_duplicates,
  coalesce(main.balance, 0) as main, coalesce(bonus.balance, 0) as bonus`;
export const CREATOR_BALANCES = sql`
  left join balances as main on main.owner = phone and main.kind = 'user_main'
  left join balances as bonus on bonus.owner = phone and bonus.kind = 'user_bonus'`;

export function openCreators(db: Sql): (phone: string) => Promise<Creator | undefined> {
  return batched(async (phones) => {
    const rows = await db<Creator>`
      select ${CREATOR_COLUMNS}
      from accounts
      join partners on partners.id = partner_id
      ${CREATOR_BALANCES}
      where phone = any(${phones})`;
    return new Map(rows.map((row) => [row.phone, row]));
  });
}
