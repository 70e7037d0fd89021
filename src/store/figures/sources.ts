// What figures are counted from: the orders of an hour with their offers and money, what drivers did with their time, what came of ETAs.
import type { OrderMoney, OrderOffer } from "../../domain/figures/order-counts.ts";
import { type Sql, sql } from "../db.ts";
import { type NumberedOrder, selectNumberedOrders } from "../orders/orders.ts";
import type { Mark } from "./marks.ts";

// Numbers are given in the order of creation, but for clocks of replicas that differ and statements that wait.
const OUT_OF_ORDER_MS = 600_000;

export type OrderSpan = { readonly fromNumber: number; readonly toNumber: number };

export async function orderSpan(db: Sql, { at, until }: Pick<Mark, "at" | "until">): Promise<OrderSpan> {
  const [span] = await db<OrderSpan>`
    select order_number_at(${new Date(at.getTime() - OUT_OF_ORDER_MS)}) as from_number,
      order_number_at(${new Date(until.getTime() + OUT_OF_ORDER_MS)}) as to_number`;
  return span!;
}

export async function listOrdersOfHour(
  db: Sql,
  { cityId, at, until }: Mark,
  { fromNumber, toNumber }: OrderSpan,
  limit: number,
): Promise<readonly NumberedOrder[]> {
  return selectNumberedOrders(db)`
    where city_id = ${cityId}
      and number >= ${fromNumber}
      and number < ${toNumber}
      and created_at >= ${at}
      and created_at < ${until}
    order by number
    limit ${limit}`;
}

// Offers to take an order over from somebody come and go without a step of the order.
export async function listOffersOf(db: Sql, orderIds: readonly string[]) {
  return db<OrderOffer & { readonly orderId: string }>`
    select order_id, driver_phone as driver, answer
    from offers
    where order_id = any(${orderIds})
      and taken_from is null`;
}

export async function listMoneyOf(db: Sql, orderIds: readonly string[]) {
  return db<OrderMoney & { readonly orderId: string }>`
    select order_id, journal.kind as journal, posting.kind as account, sum(amount)::bigint as amount
    from journals as journal
    join postings as posting on posting.journal_id = journal.id
    where order_id = any(${orderIds})
    group by order_id, journal.kind, posting.kind`;
}

export type WorkedRow = {
  readonly driver: string;
  readonly kind: "online" | "busy";
  readonly from: Date;
  readonly to: Date;
};

const HELD_HOURS_MAX = 24;
const BEGAN = sql`(state ->> 'acceptedAt')::timestamptz`;
const ENDED = sql`coalesce((state ->> 'completedAt')::timestamptz, (state ->> 'cancelledAt')::timestamptz, 'infinity')`;

// The shifts of a city's drivers that touch an hour, and what of their orders does.
export async function listWorked(db: Sql, { cityId, at, until }: Mark) {
  return db<WorkedRow>`
    with online as materialized (
      select driver_phone, on_at, coalesce(off_at, 'infinity') as off_at
      from driver_shifts
      join drivers on phone = driver_phone
      where city_id = ${cityId}
        and tstzrange(on_at, off_at) && tstzrange(${at}, ${until})
    )
    select driver_phone as driver, 'online' as kind, on_at as from, least(off_at, ${until}) as to
    from online
    union all
    select driver_phone, 'busy', began, least(ended, ${until})
    from (
      select held.*
      from (select distinct driver_phone from online) as driver
      cross join lateral (
        select orders.driver_phone, ${BEGAN} as began, ${ENDED} as ended
        from orders
        where orders.driver_phone = driver.driver_phone
          and number >= (select order_number_at(${at}::timestamptz - make_interval(hours => ${HELD_HOURS_MAX})))
          and number < (select order_number_at(${until}::timestamptz + interval '10 minutes'))
      ) as held
      union all
      -- Made before that, and asked for at a later hour: by when they were accepted.
      select orders.driver_phone, ${BEGAN}, ${ENDED}
      from offers
      join orders on orders.id = offers.order_id and orders.driver_phone = offers.driver_phone
      where answer = 'accepted'
        and answered_at >= ${at}::timestamptz - make_interval(hours => ${HELD_HOURS_MAX})
        and answered_at < ${until}
        and offers.driver_phone in (select driver_phone from online)
        and number < (select order_number_at(${at}::timestamptz - make_interval(hours => ${HELD_HOURS_MAX})))
    ) as held
    where began < ${until}
      and ended > ${at}`;
}

export type EtaRow = {
  readonly serviceId: string;
  readonly partner: string;
  readonly account: string;
  readonly driver: string | null;
  readonly counts: Readonly<Record<string, number>>;
};

// Of orders made within the hour, those whose windows are all still there: the window that was told when a driver had it, and for orders without a
// time to be there by, whether the first that was told was kept.
export async function listEtaCounts(db: Sql, { cityId, at, until }: Mark, { fromNumber, toNumber }: OrderSpan) {
  return db<EtaRow>`
    select service_id, partner_id as partner, creator_phone as account, driver_phone as driver,
      json_build_object(
        'told', count(*) filter (where stage = 'accepted'),
        'held', count(*) filter (where stage = 'accepted' and actual_seconds between low_seconds and high_seconds),
        'etaError', coalesce(sum(abs(actual_seconds - eta_seconds)) filter (where stage = 'accepted'), 0),
        'promised', count(*) filter (where stage = 'quoted' and content ->> 'deliverBy' is null),
        'kept', count(*) filter (where stage = 'quoted' and content ->> 'deliverBy' is null and actual_seconds <= high_seconds)
      ) as counts
    from orders
    join told_windows using (number)
    where settled
      and orders.city_id = ${cityId}
      and number >= ${fromNumber}
      and number < ${toNumber}
      and created_at >= ${at}
      and created_at < ${until}
      and target = 'delivery'
      and actual_seconds is not null
    group by service_id, partner_id, creator_phone, driver_phone`;
}
