// Processes that let old orders and journals go, two at a time, are killed again and again: nothing is left half, and in the end everything has left that may.
import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { after, test } from "node:test";
import { monthAfter, monthOf } from "../../src/domain/months.ts";
import { verifyLedger } from "../../src/operations/ledger/verify-ledger.ts";
import { useDatabase } from "../harness/database.ts";
import { insertOldOrders, JOURNALS_EACH } from "../harness/old-orders.ts";
import { until } from "../harness/until.ts";

const ORDERS = 6_000;
// Rows of either kind that are to leave before the next one is killed: in the middle of orders, and of journals.
const BETWEEN_KILLS = 5_000;
const { db, url } = await useDatabase();

function startLeaving(): ChildProcess {
  const child = spawn(process.execPath, [`${import.meta.dirname}/leaving-process.ts`, url, "2"], { stdio: "inherit" });
  const ended = once(child, "exit");
  after(async () => {
    child.kill("SIGKILL");
    await ended;
  });
  return child;
}

async function counts() {
  const [row] = await db<{ orders: number; journals: number; loose: number; split: number }>`
    select (select count(*)::int from orders) as orders,
      (select count(*)::int from journals where order_id is not null) as journals,
      (select count(*)::int from tracking_numbers where order_id not in (select id from orders))
        + (select count(*)::int from order_words where number not in (select number from orders)) as loose,
      (
        select count(*)::int
        from (select order_id from journals where order_id is not null group by order_id having count(*) <> ${JOURNALS_EACH}) as part
      ) as split`;
  return row!;
}

async function assertWhole(): Promise<void> {
  const { loose, split } = await counts();
  assert.deepEqual([loose, split], [0, 0]);
  assert.deepEqual((await verifyLedger({ db })).problems, []);
}

test("whoever is killed leaves all of an order or nothing, and the other goes on", async () => {
  const month = monthAfter(monthOf(new Date()), -5);
  await insertOldOrders(db, month, ORDERS);
  // As the worker has it by the time orders leave.
  await db`update figure_progress set closed_at = now()`;
  const balances = await db`select owner, kind, balance from balances order by 1, 2`;
  let left = ORDERS * (1 + JOURNALS_EACH);
  let killed = 0;
  let running = [startLeaving(), startLeaving()];
  while (left > BETWEEN_KILLS) {
    const before = left;
    left = await until("some have left", async () => {
      const { orders, journals } = await counts();
      return orders + journals <= before - BETWEEN_KILLS && orders + journals + 1;
    });
    left -= 1;
    const [first, second] = running;
    first?.kill("SIGKILL");
    killed += left > 0 ? 1 : 0;
    running = [second!, startLeaving()];
    await assertWhole();
  }
  await until("all of it has left", async () => {
    const { orders, journals } = await counts();
    return orders + journals === 0;
  });
  assert.ok(killed >= 2, `${killed} were killed at work`);
  await assertWhole();
  assert.deepEqual(await db`select owner, kind, balance from balances order by 1, 2`, balances);
});
