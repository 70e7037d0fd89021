// Programs that let old orders and journals go are killed again and again: nothing is left half, and in the end everything has left that may.
import assert from "node:assert/strict";
import { test } from "node:test";
import { monthAfter, monthOf } from "../../src/domain/months.ts";
import { verifyLedger } from "../../src/operations/ledger/verify-ledger.ts";
import { useDatabase } from "../harness/database.ts";
import { insertOldOrders, JOURNALS_EACH } from "../harness/old-orders.ts";
import { type Program, startProgram } from "../harness/program.ts";
import { until } from "../harness/until.ts";

const ORDERS = 4_000;
const KILLS = 2;
const { db, url } = await useDatabase();
const env = {
  DATABASE_URL: url,
  DATA_DIR: "/nowhere",
  PORT: "0",
  ROBOTS: "off",
  LOG_LEVEL: "error",
  ORDER_MONTHS: "2",
  LEDGER_MONTHS: "2",
};

async function counts() {
  const [row] = await db<{ orders: number; journals: number; loose: number; split: number }>`
    select (select count(*)::int from orders) as orders,
      (select count(*)::int from journals) as journals,
      (select count(*)::int from tracking_numbers where order_id not in (select id from orders))
        + (select count(*)::int from order_words where number not in (select number from orders)) as loose,
      (
        select count(*)::int
        from (select order_id from journals where order_id is not null group by order_id having count(*) <> ${JOURNALS_EACH}) as part
      ) as split`;
  return row!;
}

async function kill(program: Program): Promise<void> {
  program.process.kill("SIGKILL");
  await program.exit();
}

test("two programs at once, one killed after the other, leave all of an order or nothing", async () => {
  await insertOldOrders(db, monthAfter(monthOf(new Date()), -5), ORDERS);
  const before = await counts();
  assert.deepEqual([before.orders, before.split], [ORDERS, 0]);
  const balances = await db`select owner, kind, balance from balances order by 1, 2`;
  let running = startProgram(["serve"], env);
  for (let killed = 0; killed < KILLS; killed++) {
    const { orders, journals } = await counts();
    const next = startProgram(["serve"], env);
    await until(
      "something has left",
      async () => {
        const now = await counts();
        return (
          now.orders + now.journals < orders + journals || now.journals === before.journals - ORDERS * JOURNALS_EACH
        );
      },
      { secondsMax: 120, everyMs: 100 },
    );
    await kill(running);
    running = next;
    const { loose, split } = await counts();
    assert.deepEqual([loose, split], [0, 0]);
    assert.deepEqual((await verifyLedger({ db })).problems, []);
  }
  await until(
    "all of it has left",
    async () => (await counts()).journals === before.journals - ORDERS * JOURNALS_EACH,
    {
      secondsMax: 240,
      everyMs: 200,
    },
  );
  await kill(running);
  const { orders, loose, split } = await counts();
  assert.deepEqual([orders, loose, split], [0, 0, 0]);
  assert.deepEqual((await verifyLedger({ db })).problems, []);
  assert.deepEqual(await db`select owner, kind, balance from balances order by 1, 2`, balances);
});
