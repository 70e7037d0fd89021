// What a recorded stretch of dispatch is made of.
import type { Amount } from "../../domain/amount.ts";
import type { AskedDriver, Seen, Shift, Turn, WalletMove } from "../../domain/dispatch/recorded-day.ts";
import type { Phone } from "../../domain/phone.ts";
import { type Sql, sql } from "../db.ts";
import { HAS_OWNER, journalsFrom, journalsUntil } from "../ledger/journals.ts";
import { type NumberedOrder, selectNumberedOrders } from "../orders/orders.ts";

export type Stretch = { readonly cityId: string; readonly from: Date; readonly to: Date };

// Numbers follow the moments orders were made, but for those that were made at once.
const AT_ONCE_MS = 60_000;
const placedIn = ({ cityId, from, to }: Stretch) => sql`
  city_id = ${cityId}
  and number >= (select order_number_at(${new Date(from.getTime() - AT_ONCE_MS)}))
  and number < (select order_number_at(${new Date(to.getTime() + AT_ONCE_MS)}))
  and created_at >= ${from}
  and created_at < ${to}`;

export async function countOrdersPlaced(db: Sql, stretch: Stretch): Promise<number> {
  const [row] = await db<{ orders: number }>`select count(*) as orders from orders where ${placedIn(stretch)}`;
  return row!.orders;
}

// Where drivers were seen with these orders, up to a limit.
export async function countSeen(db: Sql, stretch: Stretch, limit: number): Promise<number> {
  const [row] = await db<{ seen: number }>`
    select count(*) as seen
    from (
      select
      from orders
      join trail_points on order_id = orders.id and at >= ${stretch.from}
      where ${placedIn(stretch)}
      limit ${limit}
    ) as places`;
  return row!.seen;
}

export async function listOrdersPlaced(
  db: Sql,
  stretch: Stretch,
  after: number,
  limit: number,
): Promise<readonly NumberedOrder[]> {
  return selectNumberedOrders(db)`
    where ${placedIn(stretch)}
      and number > ${after}
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

// Changes of these wallets in the stretch; those that completing an order makes are told with it.
export async function listWalletMoves(db: Sql, phones: readonly Phone[], { from, to }: Stretch) {
  return db<WalletMove>`
    select owner as driver_phone, posted_at as at, sum(amount)::bigint as amount,
      case when journals.kind in ('commission', 'capture', 'cod_settled') then order_id end as order_id
    from postings
    join journals on journals.id = journal_id
    where owner = any(${phones})
      and ${HAS_OWNER}
      and postings.kind = 'driver_wallet'
      and ${journalsFrom(from)}
      and ${journalsUntil(to)}
      and posted_at >= ${from}
      and posted_at < ${to}
    group by journals.id, owner
    order by journals.id`;
}

// What these held when the stretch began.
export async function listDriverWallets(
  db: Sql,
  phones: readonly Phone[],
  { from }: Stretch,
): Promise<ReadonlyMap<Phone, Amount>> {
  const rows = await db<{ owner: Phone; balance: Amount }>`
    select owner,
      balance - coalesce(
        (
          select sum(amount)
          from postings
          join journals on journals.id = journal_id
          where postings.owner = balances.owner
            and ${HAS_OWNER}
            and postings.kind = 'driver_wallet'
            and ${journalsFrom(from)}
            and posted_at >= ${from}
        ), 0
      )::bigint as balance
    from balances
    where owner = any(${phones})
      and kind = 'driver_wallet'`;
  return new Map(rows.map(({ owner, balance }) => [owner, balance]));
}

// While they had one of these orders; elsewhere nobody is followed.
export async function listSeen(db: Sql, orderIds: readonly string[], since: Date) {
  return db<Seen>`
    select distinct driver_phone, extract(epoch from at)::float8 as at_seconds, lat, lng
    from trail_points
    where order_id = any(${orderIds})
      and at >= ${since}
    order by at_seconds`;
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
