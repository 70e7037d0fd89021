import assert from "node:assert/strict";
import { test } from "node:test";
import { drawTown } from "../../../test/fixtures/random-town.ts";
import { isRefusal } from "../../domain/refusal.ts";
import { buildNetwork } from "../build/build-network.ts";
import { Climb, FORWARD } from "./climb.ts";

test("labels of an old search never count in a new one, even after the numbers of searches have run out", () => {
  const network = buildNetwork(drawTown(1, 4).extract, "bike", { partStatesMin: 1 });
  assert.ok(!isRefusal(network));
  const climb = new Climb(network, FORWARD, 2 ** 31 - 4);
  for (let search = 0; search < 8; search++) {
    climb.begin();
    for (let state = 0; state < network.stateEdge.length; state++) assert.equal(climb.has(state), false);
    climb.seed(search, 7, 0);
    assert.equal(climb.has(search), true);
    assert.equal(climb.cost(search), 7);
  }
});
