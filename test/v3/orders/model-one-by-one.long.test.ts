// The server against a small model of it, with every order and every step saved by itself.
import assert from "node:assert/strict";
import { test } from "node:test";
import { assertBothEnds, openLanes, type Play, play, seed } from "../../harness/model-lanes.ts";
import { startOrderTests } from "../../harness/orders.ts";

const SIZE: Play = { lanes: 4, rounds: 25, calls: 25 };

const orders = await startOrderTests({ DATABASE_GROUP: "1" });

test(`the server does what the model says, over ${SIZE.lanes * SIZE.rounds * SIZE.calls} random calls (seed ${seed})`, async () => {
  const lanes = await openLanes(orders, SIZE.lanes);
  await play(orders, lanes, SIZE, false);
  assertBothEnds(lanes);
  assert.deepEqual((await orders.verify()).problems, []);
  const { statements } = orders.house.db.usage;
  for (const together of ["open_order_columns", "save_steps"]) assert.equal(statements.get(together), undefined);
});
