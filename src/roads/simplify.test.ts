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

test("whatever goes lies within half a pixel of what is left, there and back again", () => {
  const metre = 9; // millionths of a degree, nearly
  const step = fc.tuple(fc.integer({ min: -60, max: 90 }), fc.integer({ min: -40, max: 40 }));
  fc.assert(
    fc.property(fc.array(step, { minLength: 3, maxLength: 80 }), (steps) => {
      const walk: [number, number][] = [[0, 0]];
      for (const [east, north] of steps) {
        const [lng, lat] = walk.at(-1)!;
        walk.push([lng + east * metre, lat + north * metre]);
      }
      const line = Int32Array.from(walk.flat());
      const simple = points(simplifyLine(line)) as [number, number][];
      // At the zoom of its tolerance a line fills at least half of a screen of 2048 × 1280 pixels, unless that is the highest.
      const extent = (i: 0 | 1) => Math.max(...walk.map((p) => p[i])) - Math.min(...walk.map((p) => p[i]));
      const halfPixel = Math.max((0.5 / 1024) * extent(0), (0.5 / 640) * extent(1), (0.5 * 360e6) / (256 * 2 ** 18));
      let at = 0;
      for (const point of walk) {
        const next = simple[at + 1];
        if (next && point[0] === next[0] && point[1] === next[1]) at += 1;
        else if (next) assert.ok(awayFrom(point, simple[at]!, next) <= halfPixel, `${point} of ${walk.join(" ")}`);
      }
    }),
  );
});

function awayFrom([x, y]: [number, number], [ax, ay]: [number, number], [bx, by]: [number, number]): number {
  const square = (bx - ax) ** 2 + (by - ay) ** 2;
  const share = square === 0 ? 0 : Math.max(0, Math.min(1, ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / square));
  return Math.hypot(x - ax - share * (bx - ax), y - ay - share * (by - ay));
}
