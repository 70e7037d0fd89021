import assert from "node:assert/strict";
import { test } from "node:test";
import { drawTown } from "../../../test/fixtures/random-town.ts";
import { isRefusal } from "../../domain/refusal.ts";
import { buildNetwork } from "../build/build-network.ts";
import { Climb, FORWARD } from "./climb.ts";

test("a climb keeps every label however many it makes, and none from the climb before", () => {
  const network = buildNetwork(drawTown(1, 20).extract, "bike", { partStatesMin: 1, coreSize: 0 });
  assert.ok(!isRefusal(network));
  const states = network.stateEdge.length;
  assert.ok(states > 1000);
  const climb = new Climb(network, FORWARD);
  for (const seeds of [states, 3, states]) {
    climb.begin();
    for (let state = 0; state < seeds; state++) climb.seed(state, 7 + state, state);
    for (let state = 0; state < states; state++) {
      const label = climb.labelOf(state);
      assert.equal(label >= 0, state < seeds);
      if (label < 0) continue;
      assert.equal(climb.stateOf(label), state);
      assert.equal(climb.cost(label), 7 + state);
      assert.equal(climb.before(label), state);
      assert.equal(climb.arc(label), -1);
    }
  }
});
