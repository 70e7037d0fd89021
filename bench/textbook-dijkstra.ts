// Dijkstra's algorithm as a textbook has it: a map of costs, a heap of pairs, one node after another until the target is
// settled. It knows the same turns and costs as the engine and nothing of its arrays; src/roads/search/dijkstra.ts is the
// same algorithm written for speed.
import type { Network } from "../src/roads/network.ts";
import { finishesAt, startsAt } from "../src/roads/search/ends.ts";
import type { Place } from "../src/roads/search/grid.ts";

type Entry = { readonly state: number; readonly ms: number };

const NOWHERE = -1;

// The cheapest way's cost and the edges it drives after the first; undefined where no way leads. For two places on different
// edges.
export function textbookRoute(
  network: Network,
  from: Place,
  to: Place,
): { readonly ms: number; readonly edges: readonly number[] } | undefined {
  const { stateEdge, edgeMs, turnStart, turnTo, turnMs } = network;
  const cost = new Map<number, number>();
  const before = new Map<number, number>();
  const settled = new Set<number>();
  const heap: Entry[] = [];
  const leave = (state: number, atEnd: number, cameFrom = state): void => {
    for (let turn = turnStart[state]!; turn < turnStart[state + 1]!; turn++) {
      const next = turnTo[turn]!;
      const ms = atEnd + turnMs[turn]!;
      if (ms >= (cost.get(next) ?? Number.POSITIVE_INFINITY)) continue;
      cost.set(next, ms);
      before.set(next, cameFrom);
      push(heap, { state: next, ms });
    }
  };
  const finishes = new Map(finishesAt(network, to).map((finish) => [finish.state, finish.behindMs]));
  let best: Entry | undefined;
  // The edge a way sets out on may be driven again later, so that it is no state before another.
  for (const { state, behindMs } of startsAt(network, from))
    leave(state, edgeMs[stateEdge[state]!]! - behindMs, NOWHERE);
  for (let entry = pop(heap); entry && entry.ms < (best?.ms ?? Number.POSITIVE_INFINITY); entry = pop(heap)) {
    const { state, ms } = entry;
    if (settled.has(state)) continue;
    settled.add(state);
    const rest = finishes.get(state);
    if (rest !== undefined && ms + rest < (best?.ms ?? Number.POSITIVE_INFINITY)) best = { state, ms: ms + rest };
    leave(state, ms + edgeMs[stateEdge[state]!]!);
  }
  if (!best) return undefined;
  const edges = [stateEdge[best.state]!];
  for (let state = before.get(best.state)!; state !== NOWHERE; state = before.get(state)!)
    edges.unshift(stateEdge[state]!);
  return { ms: best.ms, edges };
}

function push(heap: Entry[], entry: Entry): void {
  heap.push(entry);
  for (let at = heap.length - 1; at > 0; ) {
    const parent = (at - 1) >> 1;
    if (heap[parent]!.ms <= heap[at]!.ms) return;
    [heap[parent], heap[at]] = [heap[at]!, heap[parent]!];
    at = parent;
  }
}

function pop(heap: Entry[]): Entry | undefined {
  const top = heap[0];
  const last = heap.pop();
  if (!last || heap.length === 0) return top;
  heap[0] = last;
  for (let at = 0; ; ) {
    let least = at;
    for (const child of [2 * at + 1, 2 * at + 2]) {
      if (child < heap.length && heap[child]!.ms < heap[least]!.ms) least = child;
    }
    if (least === at) return top;
    [heap[least], heap[at]] = [heap[at]!, heap[least]!];
    at = least;
  }
}
