import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { findParts } from "./parts.ts";

// By definition: two states are in one part when each can be reached from the other.
function reachable(count: number, arcs: readonly (readonly [number, number])[]): boolean[][] {
  const reach = Array.from({ length: count }, (_, i) => Array.from({ length: count }, (_unused, j) => i === j));
  for (const [from, to] of arcs) reach[from]![to] = true;
  for (let k = 0; k < count; k++) {
    for (const row of reach) if (row[k]) for (let j = 0; j < count; j++) row[j] ||= reach[k]![j]!;
  }
  return reach;
}

const graphs = fc.integer({ min: 1, max: 12 }).chain((count) =>
  fc.tuple(
    fc.constant(count),
    fc.array(fc.tuple(fc.integer({ min: 0, max: count - 1 }), fc.integer({ min: 0, max: count - 1 })), {
      maxLength: 30,
    }),
  ),
);

test("two states are in one part exactly when each leads to the other", () => {
  fc.assert(
    fc.property(graphs, ([count, drawn]) => {
      const arcs = drawn.toSorted(([a], [b]) => a - b);
      const start = Int32Array.from({ length: count + 1 }, (_, node) => arcs.filter(([from]) => from < node).length);
      const { partOf, sizes } = findParts({ start, to: Int32Array.from(arcs, ([, to]) => to) });
      const reach = reachable(count, arcs);
      for (let a = 0; a < count; a++) {
        for (let b = 0; b < count; b++) assert.equal(partOf[a] === partOf[b], reach[a]![b]! && reach[b]![a]!);
        assert.equal(sizes[partOf[a]!], partOf.filter((part) => part === partOf[a]).length);
      }
    }),
  );
});
