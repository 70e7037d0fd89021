// What opening an order costs without us: the same rows, copied from one of ours, inserted by a bare loop over a pool of the
// same size. Once as a plain program would (a transaction with a statement for each table), once as one statement.

import { startStopwatch } from "../src/ports/clock.ts";
import { secureRandom } from "../src/ports/random.ts";
import { type Database, inTransaction } from "../src/store/db.ts";

export type Sample = {
  // The accounts that orders are opened for, in turn.
  readonly phones: readonly string[];
  // Like ours: orders that wait for drivers would keep the server beside the loop looking for some.
  readonly status: string;
  readonly content: string;
  readonly state: string;
  readonly event: string;
  readonly total: number;
};

const ID_ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";
const TOKEN_ALPHABET = `${ID_ALPHABET}abcdefghijklmnopqrstuvwxyz`;
const AT_ONCE = 32;
const MONTH_SECONDS = 30 * 86_400;

// The server beside the loop would otherwise begin to end these orders, and be measured doing it.
const NEVER_DUE = new Date("2126-01-01T00:00:00Z");

let turn = 0;

export async function readSample(db: Database, orderId: string, phones: readonly string[]): Promise<Sample> {
  const [row] = await db<Omit<Sample, "phones">>`
    select status, content::text as content, state::text as state, told_body(body, packed, false) as event, held_main as total
    from orders
    join callback_events on order_id = id
    where id = ${orderId}`;
  if (!row) throw new Error("no sample order");
  return { ...row, phones };
}

const newId = () => `26${secureRandom.text(8, ID_ALPHABET)}`;
const newToken = () => secureRandom.text(22, TOKEN_ALPHABET);

export async function insertInSteps(db: Database, sample: Sample, at: Date): Promise<void> {
  const { status, content, state, event, total } = sample;
  const phone = sample.phones[turn++ % sample.phones.length]!;
  const id = newId();
  await inTransaction(db, async (tx) => {
    const [journal] = await tx<{ id: number }>`
      insert into journals (kind, reference, order_id, posted_at) values ('hold', ${id}, ${id}, ${at}) returning id`;
    await tx`
      insert into postings (journal_id, line, kind, owner, amount)
      values (${journal!.id}, 0, 'user_main', ${phone}, ${-total}), (${journal!.id}, 1, 'user_held', ${phone}, ${total})`;
    const [order] = await tx<{ number: number }>`
      insert into orders (
        id, partner_id, creator_phone, service_id, city_id, status, seq, due_at, tracking_token, held_main, created_at, content, state
      )
      values (
        ${id}, 'demo', ${phone}, 'SGN-BIKE', 'SGN', ${status}, 1, ${NEVER_DUE}, ${newToken()}, ${total}, ${at}, ${content}, ${state}
      )
      returning number`;
    await tx`
      insert into tracking_numbers (partner_id, tracking_number, order_id, order_number, created_at)
      values ('demo', ${id}, ${id}, ${order!.number}, ${at})`;
    await tx`
      insert into order_history (order_id, seq, event, actor, status, sub_status, happened_at)
      values (${id}, 1, 'create', 'user', ${status}, '', ${at})`;
    await tx`select append_callback_event(${id}, 1, 'demo', 'create', ${event}, ${at})`;
  });
}

export async function insertAtOnce(db: Database, sample: Sample, at: Date): Promise<void> {
  const { status, content, state, event, total } = sample;
  const phone = sample.phones[turn++ % sample.phones.length]!;
  const id = newId();
  await db`
    with journal as (
      insert into journals (kind, reference, order_id, posted_at) values ('hold', ${id}, ${id}, ${at}) returning id
    ),
    posting as (
      insert into postings (journal_id, line, kind, owner, amount)
      select id, line, kind, ${phone}, amount
      from journal, (values (0, 'user_main', ${-total}::bigint), (1, 'user_held', ${total}::bigint)) as line (line, kind, amount)
    ),
    opened as (
      insert into orders (
        id, partner_id, creator_phone, service_id, city_id, status, seq, due_at, tracking_token, held_main, created_at, content, state
      )
      values (
        ${id}, 'demo', ${phone}, 'SGN-BIKE', 'SGN', ${status}, 1, ${NEVER_DUE}, ${newToken()}, ${total}, ${at}, ${content}, ${state}
      )
      returning number
    ),
    tracked as (
      insert into tracking_numbers (partner_id, tracking_number, order_id, order_number, created_at)
      select 'demo', ${id}, ${id}, number, ${at}
      from opened
    ),
    history as (
      insert into order_history (order_id, seq, event, actor, status, sub_status, happened_at)
      values (${id}, 1, 'create', 'user', ${status}, '', ${at})
    )
    select append_callback_event(${id}, 1, 'demo', 'create', ${event}, ${at})`;
}

export async function perSecond(seconds: number, act: () => Promise<unknown>, atOnce = AT_ONCE): Promise<number> {
  const stopwatch = startStopwatch();
  let done = 0;
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      while (stopwatch.elapsedMs() < seconds * 1_000) {
        await act();
        done += 1;
      }
    }),
  );
  return done / (stopwatch.elapsedMs() / 1_000);
}

// Adds so many copies of the sample, finished long ago; quick, and of the size real ones have. Says how far it is.
export async function fill(
  db: Database,
  sample: Sample,
  orders: number,
  onBatch: (made: number) => void,
): Promise<void> {
  const BATCH = 50_000;
  for (let made = 0; made < orders; made += BATCH) {
    const batch = Math.min(BATCH, orders - made);
    await db`
      with numbered as (
        select 'F' || ${made} || '-' || n as tracking_number,
          '25' || upper(lpad(to_hex(${made}::int + n), 6, '0')) as id, ${made}::int + n as nth,
          -- As far back as a month, in the order of their numbers.
          now() - make_interval(secs => (${orders - made}::int - n) * ${MONTH_SECONDS / orders}::float8) as at
        from generate_series(1, ${batch}::int) as n
      ),
      opened as (
        insert into orders (
          id, partner_id, creator_phone, service_id, city_id, status, seq, tracking_token, created_at, content, state
        )
        select id, 'demo', ${sample.phones[0]}, 'SGN-BIKE', 'SGN', 'COMPLETED', 1,
          substr(md5(id) || md5(id || 'x'), 1, 22), at,
          -- In three hundred streets, each for somebody else.
          replace(
            replace(${sample.content}, '12 Lê Lợi', right(tracking_number, 2) || ' Đường Số ' || nth % 300),
            '0900000001', '09' || lpad(nth::text, 8, '0')
          )::json, ${sample.state}::json
        from numbered
        returning id, number, created_at
      )
      insert into tracking_numbers (partner_id, tracking_number, order_id, order_number, created_at)
      select 'demo', tracking_number, id, number, created_at
      from opened
      join numbered using (id)`;
    onBatch(made + batch);
  }
  await db.session((ask) => ask`vacuum analyze orders`);
  await db.session((ask) => ask`vacuum analyze tracking_numbers`);
  // What is still to be written to disk would be written while the reads are measured.
  await db`checkpoint`;
}
