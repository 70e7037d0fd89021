import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { assign, type Candidates, columnPrices } from "./assignment.ts";

const COLUMNS = 6;

const row: fc.Arbitrary<Candidates> = fc
  .record({
    columns: fc.subarray(Array.from({ length: COLUMNS }, (_, at) => at)),
    stayOutCost: fc.integer({ min: 0, max: 120 }),
    prices: fc.array(fc.integer({ min: -20, max: 100 }), { minLength: COLUMNS, maxLength: COLUMNS }),
  })
  .map(({ columns, stayOutCost, prices }) => ({ columns, stayOutCost, costs: columns.map((at) => prices[at]!) }));

function totalOf(rows: readonly Candidates[], columnOf: ArrayLike<number>): number {
  return rows.reduce((sum, { columns, costs, stayOutCost }, at) => {
    const column = columnOf[at]!;
    return sum + (column < 0 ? stayOutCost : costs[columns.indexOf(column)]!);
  }, 0);
}

function cheapestByTryingAll(rows: readonly Candidates[], at = 0, taken = new Set<number>()): number {
  const here = rows[at];
  if (!here) return 0;
  let cheapest = here.stayOutCost + cheapestByTryingAll(rows, at + 1, taken);
  for (const [index, column] of here.columns.entries()) {
    if (taken.has(column)) continue;
    taken.add(column);
    cheapest = Math.min(cheapest, here.costs[index]! + cheapestByTryingAll(rows, at + 1, taken));
    taken.delete(column);
  }
  return cheapest;
}

test("no other assignment is cheaper, staying out included", () => {
  fc.assert(
    fc.property(fc.array(row, { maxLength: 7 }), (rows) => {
      assert.equal(totalOf(rows, assign(rows, COLUMNS)), cheapestByTryingAll(rows));
    }),
    { numRuns: 500 },
  );
});

test("no column is taken twice, and none that a row did not name", () => {
  fc.assert(
    fc.property(fc.array(row, { maxLength: 40 }), (rows) => {
      const taken = [...assign(rows, COLUMNS)];
      const used = taken.filter((column) => column >= 0);
      assert.equal(new Set(used).size, used.length);
      for (const [at, column] of taken.entries()) if (column >= 0) assert.ok(rows[at]!.columns.includes(column));
    }),
  );
});

test("a row without columns stays out, and no rows need no columns", () => {
  assert.deepEqual([...assign([{ columns: [], costs: [], stayOutCost: 1 }], 0)], [-1]);
  assert.deepEqual([...assign([], 3)], []);
});

test("less its column's price, no cost of a row is below the one it takes", () => {
  const columns = Array.from({ length: COLUMNS }, (_, at) => at);
  const full = fc
    .array(fc.integer({ min: 0, max: 100 }), { minLength: COLUMNS, maxLength: COLUMNS })
    .map((costs): Candidates => ({ columns, costs, stayOutCost: Infinity }));
  fc.assert(
    fc.property(fc.array(full, { minLength: COLUMNS, maxLength: COLUMNS }), (rows) => {
      const [taken, prices] = [assign(rows, COLUMNS), columnPrices(rows, COLUMNS)];
      for (const [at, { costs }] of rows.entries()) {
        const left = costs.map((cost, column) => cost - prices[column]!);
        assert.equal(left[taken[at]!], Math.min(...left));
      }
    }),
  );
});
