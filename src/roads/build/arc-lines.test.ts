import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { draw } from "../../../test/fixtures/drawn-roads.ts";
import { drawTown } from "../../../test/fixtures/random-town.ts";
import { isRefusal } from "../../domain/refusal.ts";
import { microMeters } from "../micro.ts";
import type { Network } from "../network.ts";
import { statesOf } from "../search/unpack.ts";
import { buildNetwork } from "./build-network.ts";

// Steps from point to point along the edges of the states after the first.
function stepsAlong({ stateEdge, shapeStart, shape }: Network, states: Iterable<number>): readonly number[] {
  const steps: number[] = [];
  for (const state of states) {
    const edge = stateEdge[state]!;
    const [first, end] = [shapeStart[edge >> 1]!, shapeStart[(edge >> 1) + 1]!];
    const points = Array.from({ length: end - first }, (_, i) => first + i);
    if (edge & 1) points.reverse();
    for (const [i, point] of points.entries()) {
      const before = points[i - 1];
      if (before === undefined) continue;
      steps.push(shape[2 * point]! - shape[2 * before]!, shape[2 * point + 1]! - shape[2 * before + 1]!);
    }
  }
  return steps;
}

test("every arc is drawn by the shapes of the edges it leads over, in the order they are driven", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1e9 }), fc.integer({ min: 3, max: 7 }), (seed, side) => {
      const network = buildNetwork(drawTown(seed, side).extract, "bike", { partStatesMin: 1 });
      assert.ok(!isRefusal(network));
      const { arcLines, lineSteps } = network;
      for (let arc = 0; 2 * arc < arcLines.length; arc++) {
        const begin = 2 * arcLines[2 * arc]!;
        const drawn = lineSteps.slice(begin, begin + 2 * arcLines[2 * arc + 1]!);
        const states = statesOf(network, { setOut: [], arcs: Int32Array.of(arc), last: -1 });
        assert.deepEqual([...drawn], stepsAlong(network, states));
      }
    }),
    { numRuns: 20 },
  );
});

test("a straight road of twenty kilometres is drawn straight, and is as long as it is", () => {
  const map = draw("a-----------b-c", { gridMeters: 2000 });
  const answer = map.engine.route([map.at("a"), map.at("c")]);
  assert.ok(!isRefusal(answer));
  const { line, distanceMeters } = answer.routes[0]!.legs[0]!;
  const last = line.length - 2;
  const straight = microMeters(line[0]!, line[1]!, line[last]!, line[last + 1]!);
  assert.ok(straight > 20_000);
  assert.ok(Math.abs(distanceMeters - straight) < 0.1, `${distanceMeters} m for ${straight} m`);
  for (let i = 0; i < line.length; i += 2) assert.ok(Math.abs(line[i + 1]! - line[1]!) <= 1);
});
