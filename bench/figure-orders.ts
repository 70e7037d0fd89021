// A year of finished orders, with their offers, books and shifts, straight into the tables: two cities, four services, a thousand accounts of
// twenty partners, one of which is a parent and its children, and three hundred drivers. Nine of ten were delivered, for the others
// nobody came.
import { expire } from "../src/domain/orders/steps/by-clock.ts";
import type { Database } from "../src/store/db.ts";
import { contentOf, stateOf } from "../src/store/orders/order-document.ts";
import { completedOrder, openedOrder } from "../test/fixtures/an-order.ts";

export const ACCOUNTS = 1_000;
export const PARTNERS = 20;
export const DRIVERS = 300;
const SERVICES = ["SGN-BIKE", "SGN-VAN", "HAN-BIKE", "HAN-VAN"];
const CITIES = ["SGN", "SGN", "HAN", "HAN"];
const BATCH = 20_000;

export const accountOf = (nth: number): string => `849${String(10_000_000 + nth)}`;
export const driverOf = (nth: number): string => `849${String(20_000_000 + nth)}`;
export const partnerOf = (nth: number): string => `bench-${nth}`;

export async function fillYear(
  db: Database,
  orders: number,
  until: Date,
  onBatch: (made: number) => void,
): Promise<void> {
  const long = db.with({ seconds: 600 });
  await addPeople(db, until);
  const delivered = completedOrder();
  const cancelled = expire(openedOrder(), new Date(delivered.createdAt.getTime() + 86_400_000))!.order;
  const [pickup] = delivered.points;
  for (let made = 0; made < orders; made += BATCH) {
    await long`
      with nth as materialized (
        select n, abs(hashint4(n)) as chance,
          ${until}::timestamptz - (1 - n::float8 / ${orders}::int) * interval '365 days' as at
        from generate_series(${made}::int, ${Math.min(orders, made + BATCH) - 1}::int) as n
      ),
      opened as (
        insert into orders (
          id, partner_id, creator_phone, service_id, city_id, status, seq, driver_phone, tracking_token, created_at, content, state
        )
        select '25' || lpad(upper(to_hex(n)), 6, '0'), 'bench-' || chance % ${ACCOUNTS}::int % ${PARTNERS}::int, (84910000000 + chance % ${ACCOUNTS}::int)::text,
          (${SERVICES}::text[])[1 + n % 4], (${CITIES}::text[])[1 + n % 4],
          case when n % 10 = 9 then 'CANCELLED' else 'COMPLETED' end, 7,
          case when n % 10 = 9 then null else (84920000000 + chance / 1000 % ${DRIVERS}::int)::text end,
          substr(md5(n::text) || md5('x' || n), 1, 22), at,
          replace(
            case when n % 10 = 9 then ${contentOf(cancelled)} else ${contentOf(delivered)} end,
            ${String(pickup!.lat)}, (10.7 + chance % 40 * 0.005)::text
          )::json,
          case
            when n % 10 = 9 then ${stateOf(cancelled)}::json
            else (
              ${stateOf(delivered)}::jsonb || jsonb_build_object(
                'driver', ${JSON.stringify(delivered.driver)}::jsonb || jsonb_build_object('phone', (84920000000 + chance / 1000 % ${DRIVERS}::int)::text),
                'acceptedAt', at + make_interval(secs => 10 + chance % 200),
                'pickedUpAt', at + make_interval(secs => 300 + chance % 900),
                'completedAt', at + make_interval(secs => 1500 + chance % 2400)
              )
            )::json
          end
        from nth
        returning id, driver_phone, created_at, status
      ),
      offered as (
        insert into offers
          (id, order_id, driver_phone, kind, seq, offered_at, expires_at, pickup_seconds, pickup_meters, answer, answered_at)
        select gen_random_uuid(), id, driver_phone, 'assign', 1, created_at, created_at, 200, 900, 'accepted', created_at
        from opened
        where driver_phone is not null
      ),
      journal as (
        insert into journals (kind, reference, order_id, posted_at)
        select 'capture', id, id, created_at
        from opened
        where status = 'COMPLETED'
        returning id
      )
      insert into postings (journal_id, line, kind, owner, amount)
      select journal.id, line, kind, '', amount
      from journal
      cross join (values (0, 'platform_revenue', 4000), (1, 'platform_vat', 400), (2, 'platform_promo', -4400)) as posted (line, kind, amount)`;
    onBatch(Math.min(orders, made + BATCH));
  }
  await addWindows(db, until);
  await db.session((ask) => ask`vacuum analyze orders, offers, journals, postings, driver_shifts, order_times`);
}

// Shifts of eight hours, which begin in turn.
async function addPeople(db: Database, until: Date): Promise<void> {
  await db`
    insert into partners (id, name, created_at)
    select 'bench-' || n, 'Bench ' || n, now()
    from generate_series(0, ${PARTNERS}::int - 1) as n`;
  await db`
    insert into accounts (phone, partner_id, name, address, referral_code, created_at, parent_phone)
    select (84910000000 + n)::text, 'bench-' || n % ${PARTNERS}::int, 'Bench', '1 Bench', 'B' || n, now(),
      case when n % ${PARTNERS}::int = 0 and n > 0 then '84910000000' end
    from generate_series(0, ${ACCOUNTS}::int - 1) as n`;
  await db`
    insert into drivers (phone, name, plate_number, vehicle, city_id, pin_hash, created_at)
    select (84920000000 + n)::text, 'Bench', 'B', 'BIKE', (array['SGN', 'HAN'])[1 + n % 2], decode(repeat('00', 48), 'hex'), now()
    from generate_series(0, ${DRIVERS}::int - 1) as n`;
  await db`
    insert into driver_shifts (driver_phone, on_at, lat, lng, off_at)
    select (84920000000 + n)::text, begins, 10.77, 106.7, begins + interval '8 hours'
    from generate_series(0, ${DRIVERS}::int - 1) as n
    cross join generate_series(1, 365) as day
    cross join lateral (select ${until}::timestamptz - make_interval(days => day) + make_interval(hours => n % 16) as begins) as shift`;
}

// Windows are kept for four weeks.
async function addWindows(db: Database, until: Date): Promise<void> {
  await db.with({ seconds: 600 })`
    insert into order_times (number, city_id, settled, windows)
    select number, city_id, true, array_agg(
      packed_window(stage, 'delivery', created_at, 3000, 600, 1800, 1200, 2400, 1500 + abs(hashtext(id)) % 1200))
    from orders
    cross join unnest(array['quoted', 'accepted']) as stage
    where created_at > ${until}::timestamptz - interval '26 days'
      and status = 'COMPLETED'
    group by id`;
}
