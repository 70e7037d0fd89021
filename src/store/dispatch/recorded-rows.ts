// What a recorded stretch of dispatch is made of.
import type { Amount } from "../../domain/amount.ts";
import type { AskedDriver, Seen, Shift, Turn, WalletMove } from "../../domain/dispatch/recorded-day.ts";
import type { Order } from "../../domain/orders/order.ts";
import type { Phone } from "../../domain/phone.ts";
import type { Sql } from "../db.ts";
import { HAS_OWNER, journalsFrom } from "../ledger/journals.ts";
import { selectOrders } from "../orders/orders.ts";

export type Stretch = { readonly cityId: string; readonly from: Date; readonly to: Date };

export async function listOrdersPlaced(
  db: Sql,
  { cityId, from, to }: Stretch,
  limit: number,
): Promise<readonly Order[]> {
  return selectOrders(db)`
    where city_id = ${cityId}
      and created_at >= ${from}
      and created_at < ${to}
    order by number
    limit ${limit}`;
}

export async function listAsked(db: Sql, orderIds: readonly string[]) {
  return db<AskedDriver>`
    select order_id, driver_phone, offered_at, answer, answered_at, taken_from
    from offers
    where order_id = any(${orderIds})
    order by offered_at`;
}

export async function listTurns(db: Sql, orderIds: readonly string[]) {
  return db<Turn>`
    select order_id, happened_at as at, event, actor
    from order_history
    where order_id = any(${orderIds})
      and event in ('driver_cancel', 'accept', 'edit')
    order by order_id, seq`;
}

// Changes of these wallets since; those that completing an order makes are told with it.
export async function listWalletMoves(db: Sql, phones: readonly Phone[], since: Date) {
  return db<WalletMove>`
    select owner as driver_phone, posted_at as at, sum(amount)::bigint as amount,
      case when journals.kind in ('commission', 'capture', 'cod_settled') then order_id end as order_id
    from postings
    join journals on journals.id = journal_id
    where owner = any(${phones})
      and ${HAS_OWNER}
      and postings.kind = 'driver_wallet'
      and ${journalsFrom(since)}
      and posted_at >= ${since}
    group by journals.id, owner
    order by journals.id`;
}

export async function listDriverWallets(db: Sql, phones: readonly Phone[]): Promise<ReadonlyMap<Phone, Amount>> {
  const rows = await db<{ owner: Phone; balance: Amount }>`
    select owner, balance
    from balances
    where owner = any(${phones})
      and kind = 'driver_wallet'`;
  return new Map(rows.map(({ owner, balance }) => [owner, balance]));
}

const SEEN_MAX = 500_000;

// While they had one of these orders; elsewhere nobody is followed.
export async function listSeen(db: Sql, orderIds: readonly string[]) {
  return db<Seen>`
    select distinct driver_phone, at, lat, lng
    from trail_points
    where order_id = any(${orderIds})
    order by at
    limit ${SEEN_MAX}`;
}

// Shifts that touch the stretch, cut to it: a driver out since yesterday is out from its first second.
export async function listShifts(db: Sql, { cityId, from, to }: Stretch, limit: number) {
  return db<Shift>`
    select driver_phone, greatest(on_at, ${from}) as on_at, least(off_at, ${to}) as off_at, lat, lng
    from driver_shifts
    join drivers on phone = driver_phone
    where city_id = ${cityId}
      and on_at < ${to}
      and (off_at is null or off_at > ${from})
    order by on_at, driver_phone
    limit ${limit}`;
}
