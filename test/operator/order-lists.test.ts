// The operator's lists of orders cost the same however many orders there are, by date and by whose they are.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { crowRoads } from "../harness/crow-roads.ts";
import { copyOrders } from "../harness/crowd.ts";
import { explainAll, rowsTouched } from "../harness/explained.ts";
import { addOrder, CATHEDRAL, MARKET, ok } from "../harness/fleet.ts";
import { startGiao } from "../harness/giao.ts";
import { directOf } from "../harness/server.ts";

const COPIES = 3_000;
const PAGE = 50;
// A page of each of four ways to find an order, and a few looks more.
const ROWS_MAX = 16 * PAGE;
const DRIVER = "84911000091";

const giao = await startGiao({}, { roads: crowRoads });
const databaseUrl = directOf(giao.databaseUrl);
const plans = await explainAll(databaseUrl);
const explained = await giao.replica({ databaseUrl });
type Listed = { readonly _id: string; readonly create_time: number };
let start = 0;

before(async () => {
  const { db } = giao.house;
  const orderId = await addOrder(giao, await giao.signIn());
  const ways = Array.from({ length: COPIES }, () => [MARKET, CATHEDRAL] as const);
  await copyOrders(db, orderId, ways, { from: 1, status: "COMPLETED", drivers: ways.map(() => DRIVER) });
  // A minute after each other.
  await db`
    update orders
    set created_at = to_timestamp(1750000000) + make_interval(mins => number::int)`;
  await db`analyze orders`;
  start = 1_750_000_000;
});

async function list(query: string): Promise<{ readonly orders: readonly Listed[]; readonly rows: number }> {
  plans.take();
  const { orders } = ok(await explained.call("GET", `/operator/v1/orders?${query}`, { operator: true }));
  const listed = plans.take().filter((one) => /distinct on/.test(one["Query Text"]));
  assert.ok(listed.length > 0);
  return { orders, rows: listed.reduce((sum, one) => sum + rowsTouched(one.Plan), 0) };
}

test("a window in the past is found without reading what came after it", async () => {
  const [from, to] = [start + 600 * 60, start + 700 * 60];
  const { orders, rows } = await list(`from_time=${from}&to_time=${to}`);
  assert.equal(orders.length, PAGE);
  assert.deepEqual(
    orders.map((order) => order.create_time),
    Array.from({ length: PAGE }, (_, at) => to - at * 60),
  );
  assert.ok(rows <= ROWS_MAX, `${rows} rows`);
  const empty = await list(`from_time=${start + 1_000_000}&to_time=${start + 2_000_000}`);
  assert.deepEqual(empty.orders, []);
});

test("an account's and a driver's orders are found by phone, however spelled, a page at a time", async () => {
  for (const q of ["0900000001", "84900000001", DRIVER]) {
    const { orders, rows } = await list(`q=${q}`);
    assert.equal(orders.length, PAGE, q);
    assert.ok(rows <= ROWS_MAX, `${rows} rows for ${q}`);
  }
  assert.deepEqual((await list("q=0900000099")).orders, []);
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
