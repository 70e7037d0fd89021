// The server against a small model of it, with orders and steps that come together saved together, and with the database's connections cut in the
// middle of that.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { openDatabase } from "../../../src/store/db.ts";
import { assertBothEnds, type Lane, openLanes, type Play, play, seed } from "../../harness/model-lanes.ts";
import { startOrderTests } from "../../harness/orders.ts";
import { directOf } from "../../harness/server.ts";

const SIZE: Play = { lanes: 8, rounds: 13, calls: 24 };
const CUT_EVERY_MS = 60;

const orders = await startOrderTests();
let lanes: readonly Lane[] = [];

test(`the server does what the model says, over ${SIZE.lanes * SIZE.rounds * SIZE.calls} random calls (seed ${seed})`, async () => {
  lanes = await openLanes(orders, SIZE.lanes);
  await play(orders, lanes, SIZE, false);
  assertBothEnds(lanes);
  assert.deepEqual((await orders.verify()).problems, []);
});

test(`it does so although its connections are cut in the middle, again and again (seed ${seed})`, async () => {
  let isDone = false;
  let cuts = 0;
  const cutting = (async () => {
    const cutter = openDatabase(directOf(orders.databaseUrl));
    after(() => cutter.close());
    while (!isDone) {
      const ended = await cutter`
        select pg_terminate_backend(pid)
        from pg_stat_activity
        where datname = current_database()
          and pid <> pg_backend_pid()
          and state = 'active'
          and query ~ 'open_order|save_step'`;
      cuts += ended.length;
      await sleep(CUT_EVERY_MS);
    }
  })();
  await play(orders, lanes, { rounds: 1, calls: 40 }, true).finally(() => {
    isDone = true;
  });
  await cutting;
  assert.ok(cuts > 0, "nothing was cut");
  // What fell due in the meantime is done: its timer may have lost its connection.
  await orders.advance(1);
  for (const lane of lanes) await lane.settle();
  assert.deepEqual((await orders.verify()).problems, []);
  const { statements } = orders.house.db.usage;
  const groups = ["open_order_columns", "save_steps"].map((together) => statements.get(together)?.count ?? 0);
  assert.ok(groups[0]! > 10 && groups[1]! > 0, `groups were ${groups}`);
});
