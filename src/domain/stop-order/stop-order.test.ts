import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { syntheticRoadSeconds } from "../../../bench/synthetic-streets.ts";
import { seededChance } from "../chance.ts";
import { defaultBudget, EXACT_STOPS_MAX, orderStops, pathCost, type StopCosts, warmUp } from "./stop-order.ts";

// Directed costs without any triangle rule, now and then with a leg that no way serves.
function matrixOf(stopsMin: number, stopsMax: number): fc.Arbitrary<StopCosts> {
  const leg = fc.oneof(
    { weight: 30, arbitrary: fc.integer({ min: 0, max: 3_600 }) },
    { weight: 1, arbitrary: fc.constant(Infinity) },
  );
  return fc
    .integer({ min: stopsMin + 1, max: stopsMax + 1 })
    .chain((size) =>
      fc
        .array(leg, { minLength: size * size, maxLength: size * size })
        .map((costs) => ({ size, costs: Float64Array.from(costs) })),
    );
}

function shuffled(size: number): fc.Arbitrary<readonly number[]> {
  return fc.shuffledSubarray(
    Array.from({ length: size - 1 }, (_, at) => at + 1),
    { minLength: size - 1, maxLength: size - 1 },
  );
}

function cheapestByTryingAll(matrix: StopCosts): number {
  const visited = new Set<number>();
  let cheapest = Infinity;
  const walk = (from: number, spent: number): void => {
    if (spent >= cheapest) return;
    if (visited.size === matrix.size - 1) cheapest = spent;
    for (let stop = 1; stop < matrix.size; stop++) {
      if (visited.has(stop)) continue;
      visited.add(stop);
      walk(stop, spent + matrix.costs[from * matrix.size + stop]!);
      visited.delete(stop);
    }
  };
  walk(0, 0);
  return cheapest;
}

test("up to nine stops no order is cheaper than the one told", () => {
  fc.assert(
    fc.property(matrixOf(0, 9), (matrix) => {
      const found = orderStops(matrix);
      assert.equal(found.exact, true);
      assert.equal(found.cost, cheapestByTryingAll(matrix));
      assert.equal(found.cost, pathCost(matrix, found.stops));
    }),
    { numRuns: 60 },
  );
});

test("every stop is visited once, however many there are", () => {
  fc.assert(
    fc.property(matrixOf(1, 60), (matrix) => {
      const visited = orderStops(matrix, { looksMax: 500 }).stops.toSorted((a, b) => a - b);
      assert.deepEqual(
        visited,
        Array.from({ length: matrix.size - 1 }, (_, at) => at + 1),
      );
    }),
    { numRuns: 150 },
  );
});

test("the order told never costs more than the order given", () => {
  fc.assert(
    fc.property(
      matrixOf(1, 50).chain((matrix) => fc.tuple(fc.constant(matrix), shuffled(matrix.size))),
      fc.integer({ min: 0, max: 1_500 }),
      ([matrix, given], looksMax) => {
        const found = orderStops(matrix, { looksMax }, given);
        assert.ok(found.cost <= pathCost(matrix, given));
        assert.equal(found.cost, pathCost(matrix, found.stops));
      },
    ),
    { numRuns: 150 },
  );
});

test("the search finds what is found exactly, where a chain of stops that only goes on at the end makes them too many for that", () => {
  const [few, many] = [10, EXACT_STOPS_MAX + 2];
  for (let seed = 1; seed <= 40; seed++) {
    const chance = seededChance(seed);
    const size = many + 1;
    const costs = new Float64Array(size * size).fill(Infinity);
    for (let from = 0; from <= few; from++) {
      for (let to = 1; to <= few; to++) costs[from * size + to] = Math.floor(chance() * 3_600);
      if (from > 0) costs[from * size + few + 1] = 0;
    }
    for (let link = few + 1; link < many; link++) costs[link * size + link + 1] = 0;
    const real = Float64Array.from(
      { length: (few + 1) ** 2 },
      (_, at) => costs[Math.floor(at / (few + 1)) * size + (at % (few + 1))]!,
    );
    const [exact, searched] = [orderStops({ size: few + 1, costs: real }), orderStops({ size, costs })];
    assert.deepEqual([exact.exact, searched.exact], [true, false]);
    assert.equal(searched.cost, exact.cost, `seed ${seed}`);
  }
});

// A hidden path among noise, where leaving some points and entering others always costs much: a long drive, a ferry. The last point is left for nowhere, so every
// path pays the same at its points; the hidden one pays nothing else, and is the cheapest.
function hiddenPath(stops: number, seed: number): { readonly matrix: StopCosts; readonly cheapest: number } {
  const chance = seededChance(seed);
  const size = stops + 1;
  const drawn = (): readonly number[] => Array.from({ length: size }, () => Math.floor(chance() * 1_000));
  const [leaving, entering, keys] = [drawn(), drawn(), drawn()];
  const between = Array.from({ length: stops - 1 }, (_, at) => at + 1).sort((a, b) => keys[a]! - keys[b]!);
  const hidden = [0, ...between, stops];
  const costs = Float64Array.from({ length: size * size }, (_, at) => {
    const [from, to] = [Math.floor(at / size), at % size];
    if (from === stops) return Infinity;
    const isHidden = hidden[hidden.indexOf(from) + 1] === to;
    return leaving[from]! + entering[to]! + (isHidden ? 0 : 1 + Math.floor(chance() * 200));
  });
  const matrix = { size, costs };
  return { matrix, cheapest: pathCost(matrix, hidden.slice(1)) };
}

for (const [stops, most] of [
  [25, 0.001],
  [45, 0.001],
  [70, 0.001],
  [100, 0.002],
] as const) {
  test(`of ${stops} stops that are dear to leave or to enter no order told is ${100 * most} % above the cheapest`, () => {
    for (let seed = 1; seed <= 8; seed++) {
      const { matrix, cheapest } = hiddenPath(stops, seed);
      const above = orderStops(matrix).cost / cheapest - 1;
      assert.ok(above >= 0 && above < most, `seed ${seed}: ${(100 * above).toFixed(3)} % above`);
    }
  });
}

test("beyond the exact limit the search still finds the cheapest order of stops along one street", () => {
  // Driving up the street costs the distance, driving down it three times that: the cheapest path is the street upwards.
  const size = 31;
  const places = Array.from({ length: size }, (_, at) => (at === 0 ? 0 : 1 + ((at * 7) % 31)));
  const costs = Float64Array.from({ length: size * size }, (_, at) => {
    const climb = places[at % size]! - places[Math.floor(at / size)]!;
    return climb >= 0 ? climb : -3 * climb;
  });
  const found = orderStops({ size, costs });
  assert.equal(found.exact, false);
  assert.equal(found.cost, Math.max(...places));
});

test("the same costs and the same budget give the same order every time", () => {
  fc.assert(
    fc.property(matrixOf(EXACT_STOPS_MAX + 1, 30), (matrix) => {
      assert.deepEqual(orderStops(matrix, { looksMax: 1_000 }), orderStops(matrix, { looksMax: 1_000 }));
    }),
    { numRuns: 20 },
  );
});

test("a search whose time is up at once still answers a whole path", () => {
  const size = 41;
  const costs = Float64Array.from({ length: size * size }, (_, at) => (at * 7919) % 1_009);
  let asked = 0;
  const found = orderStops({ size, costs }, { looksMax: 1_000_000, expired: () => ++asked > 0 });
  assert.equal(asked, 1);
  assert.equal(new Set(found.stops).size, size - 1);
});

test("one stop, or none, needs no search", () => {
  assert.deepEqual(orderStops({ size: 1, costs: Float64Array.of(0) }), { stops: [], cost: 0, exact: true });
  assert.deepEqual(orderStops({ size: 2, costs: Float64Array.of(0, 5, 7, 0) }), { stops: [1], cost: 5, exact: true });
});

test("a stop that no way leads to is still told, at an infinite cost", () => {
  const found = orderStops({ size: 3, costs: Float64Array.of(0, 4, Infinity, 1, 0, Infinity, 1, 1, 0) });
  assert.equal(found.cost, Infinity);
  assert.deepEqual(found.stops.toSorted(), [1, 2]);
});

const nonsense = [
  ["no point at all", { size: 0, costs: new Float64Array(0) }, undefined],
  ["more stops than the limit", { size: 1_002, costs: new Float64Array(1_002 ** 2) }, undefined],
  ["a matrix that is not square", { size: 3, costs: new Float64Array(8) }, undefined],
  ["a negative cost", { size: 2, costs: Float64Array.of(0, -1, 1, 0) }, undefined],
  ["a cost that is not a number", { size: 2, costs: Float64Array.of(0, Number.NaN, 1, 0) }, undefined],
  ["a given order with a stop twice", { size: 3, costs: new Float64Array(9) }, [1, 1]],
  ["a given order with the start in it", { size: 3, costs: new Float64Array(9) }, [0, 1]],
  ["a given order that misses a stop", { size: 3, costs: new Float64Array(9) }, [1]],
] as const;
for (const [name, matrix, given] of nonsense) {
  test(`stop order refuses ${name}`, () => {
    assert.throws(() => orderStops(matrix, { looksMax: 1 }, given), RangeError);
  });
}

test("warming up needs nothing and leaves nothing", () => {
  assert.equal(warmUp(), undefined);
});

test("the search looks as often as the time for so many stops holds", () => {
  assert.deepEqual(
    [1, 25, 26, 40, 45, 50, 70, 100, 200, 400, 1_000].map((stops) => defaultBudget(stops).looksMax),
    [8_000, 8_000, 10_267, 42_000, 45_000, 48_000, 130_000, 180_000, 400_000, 200_000, 80_000],
  );
});

test("at 45 and 50 stops the order is as good as one searched for eight times as long", () => {
  for (const stops of [45, 50]) {
    const above = [1, 2, 3, 4, 5].map((set) => {
      const matrix = { size: stops + 1, costs: syntheticRoadSeconds(stops + 1, 1_000 * set + stops) };
      const found = orderStops(matrix);
      const long = orderStops(matrix, { looksMax: 8 * defaultBudget(stops).looksMax });
      return found.cost / Math.min(found.cost, long.cost) - 1;
    });
    const mean = above.reduce((sum, share) => sum + share, 0) / above.length;
    assert.ok(mean <= 0.0005, `${stops} stops: ${(100 * mean).toFixed(3)} % above`);
  }
});
