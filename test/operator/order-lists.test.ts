// The operator's lists of orders cost the same however many orders there are, by date and by whose they are.
import assert from "node:assert/strict";
import { test } from "node:test";
import { DEMO } from "../../src/operations/seed.ts";
import { sql } from "../../src/store/db.ts";
import { crowRoads } from "../harness/crow-roads.ts";
import { explainAll, pagesTouched, rowsTouched } from "../harness/explained.ts";
import { addOrder, ok } from "../harness/fleet.ts";
import { type Answer, startGiao } from "../harness/giao.ts";
import { directOf } from "../harness/server.ts";
import { signInPage } from "../harness/web-session.ts";

// Most are one account's, in one city; a few came later.
const COPIES = 30_000;
const LATER = 1_200;
// And then many at once.
const RUSH = 3_000;
const START = 1_750_000_000;
const PAGE = 50;
const OWN_PAGE = 20;
// A page of each of four ways to find an order, and a few looks more.
const ROWS_MAX = 16 * PAGE;
// With the contents, which lie beside the rows; 20 ms are 4,000 pages and more.
const PAGES_MAX = 6 * PAGE;
// Of twenty orders: an index of all that an account ever ordered is more.
const WINDOW_PAGES_MAX = 4 * PAGE;
const DRIVER = "84911000091";
const OTHER = "84900000077";

const giao = await startGiao({}, { roads: crowRoads });
const databaseUrl = directOf(giao.databaseUrl);
const { db } = giao.house;
type Listed = { readonly _id: string; readonly create_time: number };

// A minute after each other, as their numbers are.
const IN_TURN = sql`to_timestamp(${START}) + make_interval(mins => number::int + nth)`;

async function copy(
  orderId: string,
  copies: number,
  idsFrom: number,
  driver: string | null,
  at = IN_TURN,
): Promise<void> {
  await db.with({ seconds: 200 })`
    insert into orders (id, partner_id, creator_phone, service_id, city_id, status, seq, driver_phone, tracking_token, created_at, content, state)
    select '26' || upper(lpad(to_hex(${idsFrom}::int + nth), 8, '0')), partner_id, creator_phone, service_id, city_id, 'COMPLETED', seq,
      ${driver}, lpad((${idsFrom}::int + nth)::text, 22, '0'), ${at}, content, state
    from orders
    cross join generate_series(1, ${copies}::int) as nth
    where id = ${orderId}
    order by nth`;
}

const token = await giao.signIn();
await copy(await addOrder(giao, token), COPIES, 0, DRIVER);
// Of somebody else, in another city, who came later.
const latest = await addOrder(giao, await giao.register(OTHER), { payment_method: "CASH" });
await db`update orders set city_id = 'HAN' where id = ${latest}`;
await copy(latest, LATER, COPIES, null);
await db`update orders set created_at = to_timestamp(${START}) + make_interval(mins => number::int) where status <> 'COMPLETED'`;
const [newest] = await db<{ at: Date }>`select max(created_at) as at from orders`;
const rush = sql`${newest!.at}::timestamptz + interval '2 minutes' + nth * interval '100 milliseconds'`;
await copy(latest, RUSH, COPIES + LATER, null, rush);
await db.with({ seconds: 200 })`analyze orders`;

// What is explained takes its time: from here on.
const plans = await explainAll(databaseUrl, { "auto_explain.log_buffers": "on" });
const explained = await giao.replica({ databaseUrl });

type Seen = { readonly orders: readonly Listed[]; readonly rows: number; readonly pages: number };

const list = (query: string): Promise<Seen> =>
  seen(explained.call("GET", `/operator/v1/orders?${query}`, { operator: true }));

async function seen(asked: Promise<Answer>): Promise<Seen> {
  plans.take();
  const { orders } = ok(await asked);
  const listed = plans.take().filter((one) => /distinct on|creator.phone/.test(one["Query Text"]));
  assert.ok(listed.length > 0);
  const sum = (of: (plan: (typeof listed)[number]["Plan"]) => number) =>
    listed.reduce((total, { Plan: plan }) => total + of(plan), 0);
  return { orders, rows: sum(rowsTouched), pages: sum(pagesTouched) };
}

test("a window in the past is found without reading what came after it", async () => {
  const [from, to] = [START + 600 * 60, START + 700 * 60];
  const { orders, rows } = await list(`from_time=${from}&to_time=${to}`);
  assert.equal(orders.length, PAGE);
  assert.deepEqual(
    orders.map((order) => order.create_time),
    Array.from({ length: PAGE }, (_, at) => to - at * 60),
  );
  assert.ok(rows <= ROWS_MAX, `${rows} rows`);
  const empty = await list(`from_time=${START + 3_000_000}&to_time=${START + 4_000_000}`);
  assert.deepEqual(empty.orders, []);
});

test("what a rush brought two minutes after the window is not read", async () => {
  const to = newest!.at.getTime() / 1000;
  const { orders, rows } = await list(`to_time=${to}`);
  assert.deepEqual([orders.length, orders[0]!.create_time], [PAGE, to]);
  assert.ok(rows <= ROWS_MAX, `${rows} rows`);
});

test("what others ordered since is not read for an account's own list", async () => {
  for (const [query, listed] of Object.entries({ "": OWN_PAGE, "?status=COMPLETED": OWN_PAGE, "?outcome=OPEN": 1 })) {
    // Often: from the sixth time on PostgreSQL may keep one plan for every account.
    for (let times = 0; times < 8; times++) {
      const { orders, rows } = await seen(explained.call("GET", `/v3/orders${query}`, { token }));
      assert.equal(orders.length, listed, query);
      assert.ok(rows <= ROWS_MAX, `${rows} rows for ${query}`);
    }
  }
});

test("an account's own list of a window reads that window, by the API and in the portal", async () => {
  const mobile = DEMO.phone;
  const page = await signInPage(explained, "portal", { api_key: DEMO.apiKey, mobile });
  const [from, to] = [START + 600 * 60, START + 620 * 60];
  for (const window of [
    `from_time=${from}&to_time=${to}`,
    `from_time=${START + 3_000_000}&to_time=${START + 4_000_000}`,
  ]) {
    for (const asked of [
      () => explained.call("GET", `/v3/orders?${window}`, { token }),
      () => page.call("GET", `/portal/v1/orders?${window}`),
    ]) {
      const { orders, pages } = await seen(asked());
      assert.ok(orders.every(({ create_time }) => create_time >= from && create_time <= to));
      assert.ok(pages <= WINDOW_PAGES_MAX, `${pages} pages for ${orders.length} orders of ${window}`);
    }
  }
});

test("an account's and a driver's orders are found by phone, however spelled, a page at a time", async () => {
  for (const q of ["0900000001", "84900000001", DRIVER]) {
    const { orders, rows } = await list(`q=${q}`);
    assert.equal(orders.length, PAGE, q);
    assert.ok(rows <= ROWS_MAX, `${rows} rows for ${q}`);
  }
  assert.deepEqual((await list("q=0900000099")).orders, []);
});

test("what others ordered since is not read: by account, driver and city, counted in pages", async () => {
  for (const query of ["q=0900000001", `q=${DRIVER}`, "city_id=SGN", `q=${OTHER}`, "city_id=HAN"]) {
    const { orders, rows, pages } = await list(query);
    assert.equal(orders.length, PAGE, query);
    assert.ok(rows <= ROWS_MAX, `${rows} rows for ${query}`);
    assert.ok(pages > 0 && pages <= PAGES_MAX, `${pages} pages for ${query}`);
  }
});

test("the few that are open are found among all that are not, by status, outcome and city", async () => {
  for (const query of [
    "status=ASSIGNING",
    "status=IDLE",
    "outcome=OPEN",
    "outcome=OPEN&city_id=HAN",
    "status=PAYING",
  ]) {
    // Often: from the sixth time on PostgreSQL may keep one plan for every status.
    for (let times = 0; times < 12; times++) await list(query);
    const { orders, rows, pages } = await list(query);
    const few = { "outcome=OPEN": 2, "status=ASSIGNING": 2, "outcome=OPEN&city_id=HAN": 1 }[query] ?? 0;
    assert.equal(orders.length, few, query);
    assert.ok(rows <= ROWS_MAX, `${rows} rows for ${query}`);
    assert.ok(pages > 0 && pages <= PAGES_MAX, `${pages} pages for ${query}`);
  }
});

test("an order is listed once, however many ways lead to it", async () => {
  const { orders } = await list("q=84900000001");
  assert.equal(new Set(orders.map(({ _id }) => _id)).size, PAGE);
  const [one] = orders;
  assert.deepEqual(
    (await list(`q=${one!._id.toLowerCase()}`)).orders.map(({ _id }) => _id),
    [one!._id],
  );
});
