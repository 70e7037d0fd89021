// A short play of the server against a small model of it; model.long.test.ts plays four times as long, and with connections cut.
import assert from "node:assert/strict";
import { test } from "node:test";
import { openLanes, type Play, play, seed } from "../../harness/model-lanes.ts";
import { startOrderTests } from "../../harness/orders.ts";

const SIZE: Play = { lanes: 8, rounds: 3, calls: 24 };

const orders = await startOrderTests();

test(`the server does what the model says, over ${SIZE.lanes * SIZE.rounds * SIZE.calls} random calls (seed ${seed})`, async () => {
  const lanes = await openLanes(orders, SIZE.lanes);
  await play(orders, lanes, SIZE, false);
  assert.deepEqual((await orders.verify()).problems, []);
});
