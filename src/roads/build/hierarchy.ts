// Lays a contracted graph out for searching: numbers its nodes so that what is searched together lies together, and its
// arcs node by node.
import type { ArcLists } from "./arc-lists.ts";
import { groupBy } from "./group-by.ts";

export type Hierarchy = {
  // By node of the graph: its number in all rows below.
  readonly numberOf: Int32Array;
  // Node n climbs by the arcs from arcStart[2n] and is reached from above by those from arcStart[2n + 1].
  readonly arcStart: Int32Array;
  // Two numbers an arc, side by side because they are read together: the upper node and the cost.
  readonly arcPairs: Int32Array;
  readonly arcCm: Int32Array;
  // The two arcs a shortcut stands for, side by side. For a turn, -1 and the node it leads to.
  readonly arcChildren: Int32Array;
};

// `nodeAt` is the order of contraction; the last `coreSize` are the core. Every arc is in the lists of its lower node by now. Nodes keep
// the numbers they are given, if they are given any.
export function layOutHierarchy(
  nodeAt: Int32Array,
  lists: ArcLists,
  coreSize: number,
  numberOf: Int32Array = numberNodes(nodeAt, lists, coreSize),
): Hierarchy {
  const nodeCount = nodeAt.length;
  const arcCount = lists.count;
  const nodeOf = new Int32Array(nodeCount);
  for (const [node, number] of numberOf.entries()) nodeOf[number] = node;
  const arcStart = new Int32Array(2 * nodeCount + 1);
  const upper = new Int32Array(arcCount);
  const oldArc = new Int32Array(arcCount);
  const byUpper = (a: number, b: number): number => upper[a]! - upper[b]!;
  let at = 0;
  for (let number = 0; number < nodeCount; number++) {
    const node = nodeOf[number]!;
    arcStart[2 * number] = at;
    for (let arc = lists.firstOut[node]!; arc >= 0; arc = lists.nextOut[arc]!) {
      upper[arc] = numberOf[lists.head[arc]!]!;
      oldArc[at++] = arc;
    }
    arcStart[2 * number + 1] = at;
    for (let arc = lists.firstIn[node]!; arc >= 0; arc = lists.nextIn[arc]!) {
      upper[arc] = numberOf[lists.tail[arc]!]!;
      oldArc[at++] = arc;
    }
    // So that a search reads its labels in one direction (7 % faster).
    oldArc.subarray(arcStart[2 * number]!, arcStart[2 * number + 1]!).sort(byUpper);
    oldArc.subarray(arcStart[2 * number + 1]!, at).sort(byUpper);
  }
  arcStart[2 * nodeCount] = at;
  return { numberOf, arcStart, ...layOutArcs(lists, oldArc, upper, numberOf) };
}

function layOutArcs(lists: ArcLists, oldArc: Int32Array, upper: Int32Array, numberOf: Int32Array) {
  const newArc = new Int32Array(oldArc.length);
  for (const [arc, old] of oldArc.entries()) newArc[old] = arc;
  const arcPairs = new Int32Array(2 * oldArc.length);
  const arcCm = new Int32Array(oldArc.length);
  const arcChildren = new Int32Array(2 * oldArc.length);
  for (const [arc, old] of oldArc.entries()) {
    arcPairs[2 * arc] = upper[old]!;
    arcPairs[2 * arc + 1] = lists.ms[old]!;
    arcCm[arc] = lists.cm[old]!;
    const isTurn = lists.first[old]! < 0;
    arcChildren[2 * arc] = isTurn ? -1 : newArc[lists.first[old]!]!;
    arcChildren[2 * arc + 1] = isTurn ? numberOf[lists.head[old]!]! : newArc[lists.second[old]!]!;
  }
  return { arcPairs, arcCm, arcChildren };
}

// The core comes last. A search climbs from a node to the lowest above it, from there to the next, and so on: along a
// tree. Numbered as that tree is walked, the nodes of one climb are neighbours in memory, and so are the core's nodes of
// one quarter in the rows of its table; in the order of contraction they were anywhere.
function numberNodes(nodeAt: Int32Array, lists: ArcLists, coreSize: number): Int32Array {
  const count = nodeAt.length;
  const rankOf = new Int32Array(count);
  for (const [rank, node] of nodeAt.entries()) rankOf[node] = rank;
  // By rank; the root of all is number `count`.
  const parent = new Int32Array(count).fill(count);
  for (const [rank, node] of nodeAt.entries()) {
    let lowest = count;
    for (let arc = lists.firstOut[node]!; arc >= 0; arc = lists.nextOut[arc]!) {
      lowest = Math.min(lowest, rankOf[lists.head[arc]!]!);
    }
    for (let arc = lists.firstIn[node]!; arc >= 0; arc = lists.nextIn[arc]!) {
      lowest = Math.min(lowest, rankOf[lists.tail[arc]!]!);
    }
    parent[rank] = lowest;
  }
  const children = groupBy(count + 1, count, (rank) => parent[rank]!);
  const numberOf = new Int32Array(count);
  const stack = [count];
  let nextInCore = count;
  let next = count - coreSize;
  for (let rank = stack.pop(); rank !== undefined; rank = stack.pop()) {
    if (rank < count) numberOf[nodeAt[rank]!] = rank >= count - coreSize ? --nextInCore : --next;
    for (let i = children.start[rank]!; i < children.start[rank + 1]!; i++) stack.push(children.items[i]!);
  }
  return numberOf;
}
