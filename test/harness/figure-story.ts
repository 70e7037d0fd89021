// Orders of every kind, over some hours and two cities, and what their figures must be: counted plainly, by one statement over the orders'
// own rows and those of their offers and journals.
import type { Chance } from "../../src/domain/chance.ts";
import { OUTCOMES } from "../../src/domain/orders/outcome.ts";
import { keepFigures } from "../../src/operations/figures/keep-figures.ts";
import type { Sql } from "../../src/store/db.ts";
import { joined, sql } from "../../src/store/db.ts";
import { countMarks } from "../../src/store/figures/marks.ts";
import { hasOutcome } from "../../src/store/orders/by-outcome.ts";
import { assertOk } from "./expect.ts";
import { DELIVERY, HANOI, type OrderTests, orderBody, point } from "./orders.ts";
import { until } from "./until.ts";

const HANOI_DOOR = { lat: 21.03, lng: 105.86 };

// One order, as far as chance lets it come; `between` is called after each step.
export async function liveOrder(giao: OrderTests, chance: Chance, between: () => Promise<void>): Promise<string> {
  const inHanoi = chance() < 0.3;
  const cod = chance() < 0.3 ? 50_000 : 0;
  const path = inHanoi
    ? [point(HANOI), point({ ...HANOI_DOOR, cod })]
    : [point(), point({ ...DELIVERY, cod }), ...(chance() < 0.4 ? [point({ lat: 10.785, lng: 106.705 })] : [])];
  const { _id: id } = await giao.created(
    orderBody({
      service_id: inHanoi ? "HAN-BIKE" : "SGN-BIKE",
      payment_method: chance() < 0.7 ? "BALANCE" : "CASH",
      path,
    }),
  );
  // Where the clock has moved on, an order may have ended or found another driver by itself.
  const play = async (type: string, more: object = {}): Promise<void> => {
    await between();
    const answer = await giao.play(id, type, { ...more });
    if (!["INVALID_ORDER_STATUS", "ORDER_NOT_FOUND"].includes(answer.body.code)) assertOk(answer);
  };
  const ending = chance();
  if (ending < 0.1) return id;
  if (ending < 0.2) {
    await giao.call("POST", `/v3/orders/${id}/cancel`, { token: giao.token, body: { comment: "WRONG_TIME" } });
    return id;
  }
  await play("accept");
  if (chance() < 0.2) {
    await play("driver_cancel", { comment: "VEHICLE_BROKEN" });
    if (chance() < 0.3) return id;
    await play("accept");
  }
  if (ending < 0.3) return id;
  await play("arrive");
  await play("pickup");
  for (let at = 1; at < path.length; at++)
    await play(chance() < 0.8 ? "deliver" : "fail", { path_index: at, comment: "x" });
  if ((await giao.detail(id)).status === "COMPLETED" && chance() < 0.4) {
    await between();
    const refund = await giao.call("POST", `/operator/v1/orders/${id}/refunds`, {
      operator: true,
      body: { amount: 1_000, reference: "r", reason: "late" },
    });
    assertOk(refund);
  }
  return id;
}

// Until nothing is marked: the server's own worker may be at some of it.
export async function countAll(house: OrderTests["house"]): Promise<void> {
  await until("all figures are counted", async () => {
    await keepFigures(house);
    const { marks, unfilled } = await countMarks(house.db);
    return marks + unfilled === 0;
  });
}

type PlainRow = { readonly key: string; readonly counts: Readonly<Record<string, number>> };

// Of whole hours, by city and service, and by whose orders they are.
export async function recount(db: Sql): Promise<readonly PlainRow[]> {
  const outcomes = joined(
    OUTCOMES.map((outcome) => sql`when ${hasOutcome([outcome])} then ${outcome}`),
    " ",
  );
  const rows = await db<PlainRow>`
    with plain as materialized (
      select orders.*, date_trunc('hour', created_at, 'Asia/Ho_Chi_Minh') as hour, case ${outcomes} end as outcome,
        (state ->> 'acceptedAt')::timestamptz as accepted_at, (state ->> 'pickedUpAt')::timestamptz as picked_up_at,
        (state ->> 'completedAt')::timestamptz as completed_at
      from orders
    ), money as (
      select order_id, posting.kind, journal.kind as journal, amount
      from journals as journal
      join postings as posting on journal_id = journal.id
    ), named as (
      select id, 'orders' as name, 1::numeric as n from plain
      union all select id, 'outcome.' || outcome, 1 from plain
      union all select id, 'cancelled.' || (state ->> 'cancelledBy'), 1 from plain where status = 'CANCELLED'
      union all
      select id, 'assign.' || floor(ln(greatest(1, extract(epoch from accepted_at - created_at))) / ln(1.1)), 1
      from plain where accepted_at is not null
      union all
      select id, 'pickUp.' || floor(ln(greatest(1, extract(epoch from picked_up_at - accepted_at))) / ln(1.1)), 1
      from plain where picked_up_at is not null
      union all
      select id, 'deliver.' || floor(ln(greatest(1, extract(epoch from completed_at - picked_up_at))) / ln(1.1)), 1
      from plain where completed_at is not null
      union all select id, 'meters', round((content -> 'route' ->> 'distanceMeters')::numeric) from plain where status = 'COMPLETED'
      union all select id, 'revenue', (content -> 'price' ->> 'total')::numeric from plain where status = 'COMPLETED'
      union all
      select id, 'earnings', (content -> 'price' ->> 'subtotal')::numeric - (content -> 'price' ->> 'commission')::numeric
      from plain where status = 'COMPLETED'
      union all select order_id, 'commission', amount from money where kind = 'platform_revenue'
      union all select order_id, 'vat', amount from money where kind = 'platform_vat'
      union all select order_id, 'discounts', -amount from money where kind = 'platform_promo'
      union all select order_id, 'refunds', -amount from money where kind = 'platform_refund'
      union all select order_id, 'codCollected', amount from money where kind = 'user_cod' and journal = 'cod_collected'
      union all select order_id, 'codOwed', amount from money where kind = 'user_cod'
    ), summed as (
      select hour, city_id, service_id, coalesce(creator_phone, '') as subject, name, sum(n) as total
      from named
      join plain on plain.id = named.id
      group by grouping sets ((hour, city_id, service_id, creator_phone, name), (hour, city_id, service_id, name))
    )
    select concat_ws(' ', extract(epoch from hour)::bigint, city_id, service_id, subject) as key, json_object_agg(name, total order by name) as counts
    from summed
    where total <> 0
    group by hour, city_id, service_id, subject
    order by key`;
  return rows;
}

const PLAINLY =
  /^(orders|meters|revenue|earnings|commission|vat|discounts|refunds|codCollected|codOwed)$|^(outcome|cancelled|assign|pickUp|deliver)\./;

// The same of what is kept.
export async function keptCounts(db: Sql): Promise<readonly PlainRow[]> {
  const rows = await db<PlainRow>`
    select concat_ws(' ', extract(epoch from at)::bigint, city_id, service_id, subject) as key, counts
    from figures
    where span = 'hour'
      and kind in ('orders', 'account')
    order by key`;
  return rows.map(({ key, counts }) => ({
    key,
    counts: Object.fromEntries(
      Object.entries(counts)
        .filter(([name]) => PLAINLY.test(name))
        .sort(([a], [b]) => (a < b ? -1 : 1)),
    ),
  }));
}

// Every row there is, as text.
export async function allFigures(db: Sql): Promise<readonly string[]> {
  const rows = await db<{ row: string }>`
    select concat_ws(' ', kind, span, at, city_id, service_id, subject, counts) as row
    from figures
    order by row`;
  return rows.map(({ row }) => row);
}
