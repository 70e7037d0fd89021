import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { isCostly, orderCallCost, type RouteSize, routeCallCost, tableCost } from "./call-costs.ts";

const PLAIN: RouteSize = { points: 2, alternatives: 0, hasSteps: false, hasAnnotations: false, hasWholeLine: false };

for (const [what, change, cost] of [
  ["a plain route", {}, 1],
  ["with its whole line", { hasWholeLine: true }, 1],
  ["turn by turn", { hasSteps: true }, 4],
  ["turn by turn with annotations", { hasSteps: true, hasAnnotations: true }, 5],
  ["with two other ways", { alternatives: 2 }, 13],
  ["over four points", { points: 4 }, 1],
  ["over a hundred points", { points: 100 }, 33],
  ["over a hundred points there are no other ways", { points: 100, alternatives: 2 }, 33],
  ["over a hundred points, turn by turn", { points: 100, hasSteps: true }, 330],
  ["over a hundred points with all there is", { points: 100, hasSteps: true, hasAnnotations: true }, 429],
] as const) {
  test(`a route: ${what} costs ${cost}`, () => assert.equal(routeCallCost({ ...PLAIN, ...change }), cost));
}

test("a table costs by its cells", () => {
  assert.deepEqual([tableCost(1, 1), tableCost(10, 10), tableCost(10, 11), tableCost(100, 100)], [1, 1, 2, 100]);
});

const placed = (count: number) => Array(count).fill({ lat: 10.7, lng: 106.7 });
const asked = (count: number) => Array(count).fill({ _id: "SGN-BIKE" });

for (const [what, body, cost] of [
  ["an order with one delivery", { path: placed(2), service_id: "SGN-BIKE" }, 1],
  ["one whose addresses are to be found", { path: [{ address: "a" }, { address: "b" }] }, 1],
  ["an estimate of six points for seven services", { path: placed(6), services: asked(7) }, 1],
  ["a hundred deliveries", { path: placed(101), group_services: asked(1) }, 103],
  ["a hundred deliveries put in order", { path: placed(101), services: asked(1), route_optimized: true }, 307],
  ["two hundred addresses", { path: Array(200).fill({ address: "a" }) }, 468],
  ["points that nobody takes, for many services", { path: placed(1_500), services: asked(50) }, 775],
  ["nothing", undefined, 1],
  ["a body that is something else", [1, "x", null], 1],
  ["fields that are something else", { path: 7, services: "x", route_optimized: "true" }, 1],
] as const) {
  test(`orders and estimates: ${what} costs ${cost}`, () => assert.equal(orderCallCost(body), cost));
}

test("plain calls stay where they are, a hundred points do not", () => {
  assert.equal(isCostly(routeCallCost({ ...PLAIN, hasSteps: true, hasAnnotations: true })), false);
  assert.equal(isCostly(routeCallCost({ ...PLAIN, points: 100 })), true);
});

test("asking for more never costs less, and everything costs at least one whole request", () => {
  const size = fc.record({
    points: fc.integer({ min: 2, max: 99 }),
    alternatives: fc.constant(0),
    hasSteps: fc.boolean(),
    hasAnnotations: fc.boolean(),
    hasWholeLine: fc.boolean(),
  });
  fc.assert(
    fc.property(size, (asked) => {
      const cost = routeCallCost(asked);
      assert.ok(Number.isInteger(cost) && cost >= 1);
      for (const more of [
        { points: asked.points + 1 },
        { hasSteps: true },
        { hasAnnotations: true },
        { hasWholeLine: true },
      ]) {
        assert.ok(routeCallCost({ ...asked, ...more }) >= cost);
      }
    }),
  );
});
