import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { AHEAD, BEHIND, FlowCut, type Neighbours, ON_CUT } from "./flow-cut.ts";

const NODES = 9;

function neighboursOf(edges: readonly (readonly [number, number])[]): Neighbours {
  const lists = Array.from({ length: NODES }, (_, node) =>
    edges.flatMap(([a, b]) => (a === node ? [b] : b === node ? [a] : [])),
  );
  const start = Uint32Array.from([0, ...lists.map((_, at) => lists.slice(0, at + 1).flat().length)]);
  return { start, near: Int32Array.from(lists.flat()) };
}

// Whether taking these away parts the first from the last.
function parts({ start, near }: Neighbours, isGone: (node: number) => boolean, ends: number): boolean {
  const seen = new Set<number>();
  const open = Array.from({ length: ends }, (_, node) => node).filter((node) => !isGone(node));
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (seen.has(node)) continue;
    seen.add(node);
    for (let i = start[node]!; i < start[node + 1]!; i++) if (!isGone(near[i]!)) open.push(near[i]!);
  }
  return ![...seen].some((node) => node >= NODES - ends);
}

function fewest(graph: Neighbours, ends: number): number {
  const sets = Array.from({ length: 2 ** NODES }, (_, set) => set).filter((set) =>
    parts(graph, (node) => (set >> node) % 2 === 1, ends),
  );
  return Math.min(...sets.map((set) => set.toString(2).replaceAll("0", "").length));
}

const edge = fc.tuple(fc.nat(NODES - 1), fc.nat(NODES - 1)).filter(([a, b]) => a !== b);

test("the cut parts both ends through as few nodes as any does", () => {
  fc.assert(
    fc.property(fc.array(edge, { maxLength: 24 }), fc.integer({ min: 1, max: 4 }), (edges, ends) => {
      const graph = neighboursOf(edges);
      const row = Int32Array.from({ length: NODES }, (_, node) => node);
      const flow = new FlowCut(graph, new Int32Array(NODES));
      // A cut made before leaves nothing behind.
      flow.cut(row.toReversed(), 2);
      const width = flow.cut(row, ends);
      assert.equal(width, flow.side.filter((side) => side === ON_CUT).length);
      assert.equal(width, fewest(graph, ends));
      for (const [a, b] of edges) assert.notDeepEqual([flow.side[a], flow.side[b]].sort(), [BEHIND, AHEAD]);
      for (let node = 0; node < ends; node++) {
        assert.notEqual(flow.side[node], AHEAD);
        assert.notEqual(flow.side[NODES - 1 - node], BEHIND);
      }
    }),
    { numRuns: 200 },
  );
});
