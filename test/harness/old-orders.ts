// Delivered orders of a month, with what hangs on them and their journals, straight into the tables: more than the doors could make in time.
import { firstIdOf, type Month, monthAfter, startOf } from "../../src/domain/months.ts";
import type { Database } from "../../src/store/db.ts";
import { sumNextJournals } from "../../src/store/ledger/platform-sums.ts";
import { contentOf, stateOf } from "../../src/store/orders/order-document.ts";
import { completedOrder } from "../fixtures/an-order.ts";

const BATCH = 20_000;
const ACCOUNTS = 200;
const DRIVERS = 300;
// Each with its postings; they come to what docs/money.md says.
const JOURNALS = [
  [
    "hold",
    "",
    [
      ["user_main", -27_000],
      ["user_held", 27_000],
    ],
  ],
  [
    "capture",
    "",
    [
      ["user_held", -27_000],
      ["driver_wallet", 19_700],
      ["platform_revenue", 5_300],
      ["platform_vat", 2_000],
    ],
  ],
  [
    "cod_collected",
    "/1",
    [
      ["driver_cod", -500_000],
      ["user_cod", 500_000],
    ],
  ],
  [
    "cod_settled",
    "",
    [
      ["driver_wallet", -500_000],
      ["driver_cod", 500_000],
      ["user_cod", -500_000],
      ["user_main", 500_000],
    ],
  ],
] as const;
export const JOURNALS_EACH = JOURNALS.length;

// Evenly over the month. Nothing of them is left for figures to count.
export async function insertOldOrders(db: Database, month: Month, count: number): Promise<void> {
  const long = db.with({ seconds: 600 });
  const begins = startOf(month);
  const seconds = (startOf(monthAfter(month)).getTime() - begins.getTime()) / 1000 - 7_200;
  await addPeople(db, begins);
  const order = completedOrder();
  for (let made = 0; made < count; made += BATCH) {
    const [first, last] = [made, Math.min(count, made + BATCH) - 1];
    await long`
      with made as (
        insert into orders (
          id, partner_id, creator_phone, service_id, city_id, status, seq, driver_phone, tracking_token, created_at, content, state
        )
        select ${firstIdOf(month)} || lpad(n::text, 7, '0'), 'old', (84950000000 + n % ${ACCOUNTS}::int)::text, 'SGN-BIKE', 'SGN', 'COMPLETED', 7,
          (84960000000 + n % ${DRIVERS}::int)::text, substr(md5(n::text || ${firstIdOf(month)}) || md5('x' || n), 1, 22), at, ${contentOf(order)}::json,
          (${stateOf(order)}::jsonb || jsonb_build_object('completedAt', at + interval '1 hour'))::json
        from generate_series(${first}::int, ${last}::int) as n
        cross join lateral (select ${begins}::timestamptz + make_interval(secs => n::float8 / ${count}::int * ${seconds}::int) as at) as moment
        returning id, number, created_at, driver_phone
      ), tracked as (
        insert into tracking_numbers (partner_id, tracking_number, order_id, order_number, created_at)
        select 'old', 'T' || id, id, number, created_at from made
      ), rated as (
        insert into ratings (order_id, rated_by, driver_phone, rating, rated_at)
        select id, 'user', driver_phone, 5, created_at from made where number % 3 = 0
      ), told as (
        insert into recipient_messages (order_id, path_index, status, queued_at, ended_at)
        select id, 1, 'sent', created_at, created_at from made where number % 3 = 1
      )
      select count(*) from made`;
    for (const [kind, suffix, postings] of JOURNALS) {
      await long`
        with posted as (
          insert into journals (kind, reference, order_id, posted_at)
          select ${kind}, id || ${suffix}, id, created_at + interval '1 hour'
          from orders
          where id >= ${firstIdOf(month)} || lpad(${first}::text, 7, '0')
            and id <= ${firstIdOf(month)} || lpad(${last}::text, 7, '0')
          order by number
          returning id, order_id
        )
        insert into postings (journal_id, line, kind, owner, amount)
        select posted.id, line - 1, kind,
          case when starts_with(kind, 'user') then creator_phone when starts_with(kind, 'driver') then driver_phone else '' end, amount
        from posted
        join orders on orders.id = order_id
        cross join unnest(
          ${postings.map(([account]) => account)}::text[], ${postings.map(([, amount]) => amount)}::bigint[]
        ) with ordinality as posting (kind, amount, line)`;
    }
  }
  await keepAllWords(db);
  await sumAllJournals(db);
  await db`delete from figure_marks`;
  await db`update figure_progress set closed_at = greatest(closed_at, ${startOf(monthAfter(month))}), filled_up_to = fill_up_to`;
}

async function addPeople(db: Database, at: Date): Promise<void> {
  await db`insert into partners (id, name, created_at) values ('old', 'Old', ${at}) on conflict do nothing`;
  await db`
    insert into accounts (phone, partner_id, name, address, referral_code, created_at)
    select (84950000000 + n)::text, 'old', 'Old', '1 Old Street', 'O' || n, ${at}
    from generate_series(0, ${ACCOUNTS}::int - 1) as n
    on conflict do nothing`;
  await db`
    insert into drivers (phone, name, plate_number, vehicle, city_id, pin_hash, created_at)
    select (84960000000 + n)::text, 'Old', 'O', 'BIKE', 'SGN', decode(repeat('00', 48), 'hex'), ${at}
    from generate_series(0, ${DRIVERS}::int - 1) as n
    on conflict do nothing`;
}

// Words for every order that has none: the worker takes them up half a minute later.
export async function keepAllWords(db: Database): Promise<void> {
  await db.with({ seconds: 600 })`
    insert into order_words (number, keys)
    select number, array(select hashint8(number * 31 + key) from generate_series(1, 12) as key)
    from orders
    where number > (select kept_up_to from order_words_progress)`;
  await db`
    update order_words_progress
    set kept_up_to = greatest(kept_up_to, last), named_up_to = greatest(kept_up_to, last), drawn = greatest(drawn, last)
    from (select max(number) as last from orders) as made`;
}

// The worker takes them up a minute later.
export async function sumAllJournals(db: Database): Promise<void> {
  for (let turn = 0; turn < 2; turn++) while (await sumNextJournals(db, 0));
}
