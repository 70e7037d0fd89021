// The top of the hierarchy, as a table: the cost of the cheapest path between every two of the highest states, and the
// state it gets to first. A search then climbs only to the foot of the top and reads the rest. Most of what a search used to
// settle was up there.

import { Heap } from "../search/heap.ts";
import { NEVER } from "./arc-lists.ts";
import { groupBy } from "./group-by.ts";
import type { Hierarchy } from "./hierarchy.ts";

export type Core = {
  // Row by row, size × size; NEVER where no way leads.
  readonly coreMs: Int32Array;
  // How long that path is.
  readonly coreCm: Int32Array;
  // The state a path from row to column gets to first, counted from the foot of the core; -1 on the diagonal and where no way leads.
  readonly coreNext: Int16Array;
};

// 13 MB of tables. 2,048 states would be 42 MB, and a route take 79 states off its heaps instead of some 100.
const CORE_STATES_MAX = 1152;

// A small map has a small top: a table of everything would only be a slower way to write Dijkstra's.
export function coreSizeFor(stateCount: number): number {
  return Math.min(CORE_STATES_MAX, stateCount >> 6);
}

// All arcs of the core's states lead to states of the core, and between them they keep every distance: what is left of a
// graph when the rest is contracted has the distances of the whole.
export function buildCore({ arcStart, arcPairs, arcCm }: Hierarchy, size: number): Core {
  const stateCount = (arcStart.length - 1) / 2;
  const base = stateCount - size;
  const into = arcsInto(arcStart, arcPairs, base, size);
  const coreMs = new Int32Array(size * size).fill(NEVER);
  const coreCm = new Int32Array(size * size);
  const coreNext = new Int16Array(size * size).fill(-1);
  const heap = new Heap(4096);
  for (let target = 0; target < size; target++) {
    // Backwards from each column, so that what a state is reached by is what a path from it begins with.
    coreMs[target * size + target] = 0;
    heap.push(target, 0);
    while (heap.size > 0) {
      const ms = heap.topKey();
      const state = heap.pop();
      if (ms > coreMs[state * size + target]!) continue;
      for (let i = into.start[state]!; i < into.start[state + 1]!; i++) {
        const arc = into.arcs[i]!;
        const at = into.tails[i]! * size + target;
        const offered = ms + arcPairs[2 * arc + 1]!;
        if (offered >= coreMs[at]!) continue;
        coreMs[at] = offered;
        coreCm[at] = coreCm[state * size + target]! + arcCm[arc]!;
        coreNext[at] = state;
        heap.push(into.tails[i]!, offered);
      }
    }
  }
  return { coreMs, coreCm, coreNext };
}

// The core's arcs by the state they lead to, with the state they come from; both counted from the foot of the core.
function arcsInto(arcStart: Int32Array, arcPairs: Int32Array, base: number, size: number) {
  const firstArc = arcStart[2 * base]!;
  const count = arcPairs.length / 2 - firstArc;
  const tailOf = new Int32Array(count);
  const headOf = new Int32Array(count);
  for (let state = base; state < base + size; state++) {
    for (let arc = arcStart[2 * state]!; arc < arcStart[2 * state + 2]!; arc++) {
      const isUp = arc < arcStart[2 * state + 1]!;
      const upper = arcPairs[2 * arc]!;
      tailOf[arc - firstArc] = (isUp ? state : upper) - base;
      headOf[arc - firstArc] = (isUp ? upper : state) - base;
    }
  }
  const { start, items } = groupBy(size, count, (arc) => headOf[arc]!);
  return {
    start,
    arcs: Int32Array.from(items, (arc) => arc + firstArc),
    tails: Int32Array.from(items, (arc) => tailOf[arc]!),
  };
}
