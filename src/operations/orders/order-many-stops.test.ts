import assert from "node:assert/strict";
import { test } from "node:test";
import { seededChance } from "../../domain/chance.ts";
import { orderStops } from "../../domain/stop-order/stop-order.ts";
import { orderManyStops } from "./order-many-stops.ts";

test("many stops are put in order beside the event loop, in the same order", async () => {
  const chance = seededChance(14);
  for (const size of [5, 13, 14, 40]) {
    const costs = { size, costs: Float64Array.from({ length: size * size }, () => chance() * 1_000) };
    const ordered = orderManyStops(costs);
    assert.equal(ordered instanceof Promise, size > 13);
    assert.deepEqual(await ordered, orderStops(costs));
  }
});
