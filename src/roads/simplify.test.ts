import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { simplifyLine } from "./simplify.ts";

const points = (line: Int32Array) => Array.from({ length: line.length / 2 }, (_, i) => [line[2 * i], line[2 * i + 1]]);

test("points on a straight line go, a corner stays", () => {
  const line = Int32Array.from([0, 0, 1000, 0, 2000, 1, 3000, 0, 3000, 1000, 3000, 2000]);
  assert.deepEqual(points(simplifyLine(line)), [
    [0, 0],
    [3000, 0],
    [3000, 2000],
  ]);
});

test("a line of 5 km keeps what is 5 m aside and drops what is 1 m aside", () => {
  const metre = 9; // millionths of a degree, nearly
  const bulge = (metres: number) => Int32Array.from([0, 0, 22_500, metres * metre, 45_000, 0]);
  assert.equal(simplifyLine(bulge(5)).length, 6);
  assert.equal(simplifyLine(bulge(1)).length, 4);
});

test("a line that stands still or has two points is left as it is", () => {
  assert.deepEqual([...simplifyLine(Int32Array.from([5, 5, 5, 5]))], [5, 5, 5, 5]);
  assert.deepEqual([...simplifyLine(Int32Array.from([5, 5, 5, 5, 5, 5]))], [5, 5, 5, 5]);
});

test("what is left begins and ends as before, in order, and nothing is invented", () => {
  const coordinate = fc.tuple(fc.integer({ min: 105_000_000, max: 107_000_000 }), fc.integer({ min: 9e6, max: 22e6 }));
  fc.assert(
    fc.property(fc.array(coordinate, { minLength: 2, maxLength: 60 }), (walk) => {
      const simple = points(simplifyLine(Int32Array.from(walk.flat())));
      assert.deepEqual(simple[0], walk[0]);
      assert.deepEqual(simple.at(-1), walk.at(-1));
      let at = 0;
      for (const point of walk) if (simple[at] && point[0] === simple[at]![0] && point[1] === simple[at]![1]) at += 1;
      assert.equal(at, simple.length);
    }),
  );
});
