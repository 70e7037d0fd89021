// Orders for another day lie among those that are open, and nobody looks for a driver for them yet. What runs by itself every second must not read
// them all each time to find those that somebody waits for.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { listWaitingLed } from "../../src/store/dispatch/leases.ts";
import { listWaitingCities } from "../../src/store/dispatch/round-rows.ts";
import { crowRoads } from "../harness/crow-roads.ts";
import { explainAll, pagesTouched } from "../harness/explained.ts";
import { addOrder } from "../harness/fleet.ts";
import { startGiao } from "../harness/giao.ts";
import { directOf } from "../harness/server.ts";
import { until } from "../harness/until.ts";

const SCHEDULED = 10_000;
// What looking into a few indexes takes.
const PAGES_MAX = 100;

const giao = await startGiao({}, { roads: crowRoads });
const plans = await explainAll(directOf(giao.databaseUrl), { "auto_explain.log_buffers": "on" });
// Of the pool as it was, no connection tells its plans. Of three times one is not a connection's first, which reads what the schema says.
const explained = await giao.replica({ databaseUrl: directOf(giao.databaseUrl), env: { DATABASE_POOL: "2" } });
const { db } = giao.house;

before(async () => {
  const waiting = await addOrder(giao, await giao.signIn());
  await db`analyze orders`;
  await db`
    insert into orders (id, partner_id, creator_phone, service_id, city_id, status, seq, tracking_token, created_at, content, state)
    select '26' || lpad(nth::text, 8, '0'), partner_id, creator_phone, service_id, city_id, 'IDLE', 1, lpad(nth::text, 22, '0'), created_at,
      content, state
    from orders
    cross join generate_series(1, ${SCHEDULED}::int) as nth
    where id = ${waiting}`;
});

for (const [name, prepare] of [
  ["with statistics of a moment when all waited", async () => undefined],
  ["before the server has statistics", () => db`delete from pg_statistic where starelid = 'orders'::regclass`],
  ["when it has them", () => db.session((ask) => ask`vacuum analyze orders`)],
] as const) {
  test(`${name}, the cities in which orders wait are found among ${SCHEDULED} scheduled ones without reading these`, async () => {
    await prepare();
    plans.take();
    // More often than PostgreSQL plans anew.
    for (let nth = 0; nth < 8; nth++) assert.deepEqual(await listWaitingCities(explained.house.db), ["SGN"]);
    assert.deepEqual(await listWaitingLed(explained.house.db), [{ cityId: "SGN", isLed: false }]);
    const asked = plans.take().filter((one) => /orders/.test(one["Query Text"]));
    assert.ok(asked.length >= 9, `${asked.length} statements were seen`);
    const pages = Math.max(...asked.map(({ Plan: plan }) => pagesTouched(plan)));
    assert.ok(pages <= PAGES_MAX, `${pages} pages`);
  });
}

test("nothing that the worker asks by itself every second reads the scheduled ones", async () => {
  plans.take();
  const seen = new Map<string, number[]>();
  const often = () => [...seen.values()].filter((pages) => pages.length >= 3);
  await until("the worker has looked a few times", async () => {
    for (const { Plan: plan, "Query Text": text } of plans.take()) {
      seen.set(text, [...(seen.get(text) ?? []), pagesTouched(plan)]);
    }
    return often().length >= 5;
  });
  const dear = [...seen].filter(([, pages]) => pages.length >= 3 && Math.min(...pages) > PAGES_MAX);
  assert.deepEqual(dear, []);
});
