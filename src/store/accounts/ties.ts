// What still ties an account to the platform. Asked with the account's row locked, so that nothing new can tie it.
import type { Phone } from "../../domain/phone.ts";
import type { Sql } from "../db.ts";

export async function hasOngoingOrders(tx: Sql, phone: Phone): Promise<boolean> {
  const rows = await tx`
    select 1
    from orders
    where creator_phone = ${phone}
      and status not in ('COMPLETED', 'CANCELLED')
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
