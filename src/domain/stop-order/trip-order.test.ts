import assert from "node:assert/strict";
import { test } from "node:test";
import { seededChance } from "../chance.ts";
import { orderTrip, type TripEnds } from "./trip-order.ts";

const SIZE = 6;
const KINDS: readonly TripEnds[] = [0, 1, 2, 3, 4, 5, 6, 7].map((bits) => ({
  isRound: (bits & 1) !== 0,
  isFirstFixed: (bits & 2) !== 0,
  isLastFixed: (bits & 4) !== 0,
}));

function everyOrder(points: readonly number[]): readonly (readonly number[])[] {
  if (points.length < 2) return [points];
  return points.flatMap((first) =>
    everyOrder(points.filter((point) => point !== first)).map((rest) => [first, ...rest]),
  );
}

function fits(order: readonly number[], { isFirstFixed, isLastFixed }: TripEnds): boolean {
  return (!isFirstFixed || order[0] === 0) && (!isLastFixed || order.at(-1) === SIZE - 1);
}

function costOf(costs: Float64Array, order: readonly number[], { isRound }: TripEnds): number {
  const visited = isRound ? [...order, order[0]!] : order;
  return visited.slice(1).reduce((sum, point, i) => sum + costs[visited[i]! * SIZE + point]!, 0);
}

for (const ends of KINDS) {
  test(`a trip with ${JSON.stringify(ends)} costs what the best of all orders costs`, () => {
    const chance = seededChance(7);
    for (let round = 0; round < 5; round++) {
      const costs = Float64Array.from({ length: SIZE * SIZE }, () => Math.round(chance() * 1000));
      const orders = everyOrder(Array.from({ length: SIZE }, (_, i) => i)).filter((order) => fits(order, ends));
      const best = Math.min(...orders.map((order) => costOf(costs, order, ends)));
      const found = orderTrip(costs, SIZE, ends);
      assert.ok(found && fits(found, ends), JSON.stringify(found));
      assert.equal(new Set(found).size, SIZE);
      assert.equal(costOf(costs, found, ends), best);
    }
  });
}

test("where some point cannot be reached there is no trip", () => {
  const costs = Float64Array.from({ length: 9 }, (_, at) => (at % 3 === 2 && at !== 8 ? Number.POSITIVE_INFINITY : 1));
  assert.equal(orderTrip(costs, 3, KINDS[1]!), undefined);
});
