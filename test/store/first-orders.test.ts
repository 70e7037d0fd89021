// An installation whose first orders come fast: PostgreSQL planned what the worker asks all the time when there were none, and keeps those plans
// until it has counted again, a minute later. None of them may read all orders there are.
import assert from "node:assert/strict";
import { test } from "node:test";
import { listLiveDrivers } from "../../src/store/console/live-city.ts";
import { listWaitingLed } from "../../src/store/dispatch/leases.ts";
import { listEngaged, listWaitingCities } from "../../src/store/dispatch/round-rows.ts";
import { listSilentDrivers, removeAnsweredCheckIns } from "../../src/store/dispatch/silent-drivers.ts";
import { listCarriedOrders } from "../../src/store/orders/order-lists.ts";
import { crowRoads } from "../harness/crow-roads.ts";
import { explainAll, pagesTouched } from "../harness/explained.ts";
import { addOrder } from "../harness/fleet.ts";
import { startGiao } from "../harness/giao.ts";
import { directOf } from "../harness/server.ts";
import { until } from "../harness/until.ts";

const ORDERS = 10_000;
// What looking into a few indexes takes.
const PAGES_MAX = 100;
// On each of two connections, and more often than PostgreSQL plans anew.
const LOOKS = 16;

// Without a worker of its own, which asks the same and would be seen planning anew.
const giao = await startGiao({ ROLE: "api" }, { roads: crowRoads });
const { db } = giao.house;
await db.session((ask) => ask`alter table orders set (autovacuum_enabled = false)`);
const plans = await explainAll(directOf(giao.databaseUrl), { "auto_explain.log_buffers": "on" });
const { house } = await giao.replica({ databaseUrl: directOf(giao.databaseUrl), env: { DATABASE_POOL: "2" } });

const asked = {
  "cities in which somebody waits": () => listWaitingCities(house.db),
  "and who leads them": () => listWaitingLed(house.db),
  "questions to drivers that were answered": () => removeAnsweredCheckIns(house.db),
  "drivers of a city who have something in hand": () => listEngaged(house.db, "SGN"),
  "and who of them is on the map": () => listLiveDrivers(house.db, "SGN", new Date()),
  "drivers who are silent": () => listSilentDrivers(house.db, new Date(), 100),
};

async function look(): Promise<void> {
  for (const ask of Object.values(asked)) for (let nth = 0; nth < LOOKS; nth++) await ask();
}

async function copy(id: string, year: string, status: string, driver: string | null): Promise<void> {
  await db`
    insert into orders (
      id, partner_id, creator_phone, service_id, city_id, status, seq, tracking_token, created_at, content, state, driver_phone
    )
    select ${year} || lpad(nth::text, 8, '0'), partner_id, creator_phone, service_id, city_id, ${status}, 1,
      lpad(${year} || lpad(nth::text, 8, '0'), 22, '0'), created_at, content, state, ${driver}
    from orders
    cross join generate_series(1, ${ORDERS}::int) as nth
    where id = ${id}`;
}

test(`what was planned before the first order came does not read the ${ORDERS} that came since`, async () => {
  await look();
  const first = await addOrder(giao, await giao.signIn(), { payment_method: "CASH" });
  await copy(first, "27", "IDLE", null);
  plans.take();
  await look();
  const dear = plans.take().filter(({ Plan: plan }) => pagesTouched(plan) > PAGES_MAX);
  assert.deepEqual(
    dear.map((one) => one["Query Text"]),
    [],
  );
});

test("a table that has grown is counted within seconds, and what is asked of it is planned anew", async () => {
  await giao.replica({ env: { ROLE: "worker" } });
  const driver = "84911000001";
  const carried = async (): Promise<void> => {
    for (let nth = 0; nth < LOOKS; nth++) await listCarriedOrders(house.db, driver, 100);
  };
  await carried();
  const id = await addOrder(giao, await giao.signIn(), { payment_method: "CASH" });
  await copy(id, "28", "COMPLETED", driver);
  await until("no order of the driver's past is read", async () => {
    plans.take();
    await carried();
    return plans.take().every(({ Plan: plan }) => pagesTouched(plan) <= PAGES_MAX);
  });
});
