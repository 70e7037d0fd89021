// Raises the hierarchy of a graph and the table of its top: the long part of a build, from rows of numbers to rows of
// numbers, so that another thread can do it.

import { Heap } from "../search/heap.ts";
import { ArcLists, type Arcs } from "./arc-lists.ts";
import { buildCore, type Core } from "./core.ts";
import { type Hierarchy, layOutHierarchy } from "./hierarchy.ts";
import { WitnessSearch } from "./witness-search.ts";

export type ToRaise = { readonly nodeCount: number; readonly arcs: Arcs; readonly coreSize: number };
export type Raised = { readonly hierarchy: Hierarchy; readonly core: Core };

export function raiseHierarchy({ nodeCount, arcs, coreSize }: ToRaise, onProgress?: ContractProgress): Raised {
  const hierarchy = contract(nodeCount, arcs, coreSize, onProgress);
  return { hierarchy, core: buildCore(hierarchy, coreSize) };
}

// Contracts a graph into a hierarchy: nodes are taken out one by one, the unimportant first, and where a cheapest path ran
// through a node a shortcut is put in its place. A search then only ever climbs.
type ContractProgress = (done: number, total: number) => void;

// Searches for a way round a node may give up: a missed one costs a superfluous shortcut, never a wrong answer. Rated by 40 pops instead of
// 20, Hồ Chí Minh City takes a quarter longer for 1 % fewer arcs.
const POPS_WHEN_RATING = 20;
const POPS_WHEN_CONTRACTING = 100;
// Of nine mixtures tried on Hồ Chí Minh City this one was contracted fastest (10 s against 14 to 30) and searched as fast
// as any: 153 nodes settled a side.
const LEVEL_WEIGHT = 1000;
const ARCS_WEIGHT = 4000;
const PROGRESS_EVERY = 4096;

// The last `coreSize` nodes to be contracted get the highest numbers, for build/core.ts.
function contract(nodeCount: number, arcs: Arcs, coreSize: number, onProgress: ContractProgress = () => {}): Hierarchy {
  const lists = new ArcLists(nodeCount, arcs);
  const witness = new WitnessSearch(nodeCount, lists);
  const level = new Int32Array(nodeCount);
  const nodeAt = new Int32Array(nodeCount);
  // Whether a neighbour was contracted since the node was rated.
  const isStale = new Uint8Array(nodeCount);
  const queue = new Heap(nodeCount + 1);
  const rate = (node: number): number => {
    witness.around(node, POPS_WHEN_RATING, false);
    return priority(level[node]!, witness);
  };
  for (let node = 0; node < nodeCount; node++) queue.push(node, rate(node));

  let done = 0;
  while (queue.size > 0) {
    const node = queue.pop();
    // Neighbours of what was contracted are rated again only when their turn comes.
    if (queue.size > 0 && isStale[node]) {
      isStale[node] = 0;
      const key = rate(node);
      if (key > queue.topKey()) {
        queue.push(node, key);
        continue;
      }
    }
    witness.around(node, POPS_WHEN_CONTRACTING, true);
    lists.detach(node);
    touchNeighbours(node, lists, level, isStale);
    nodeAt[done++] = node;
    if (done % PROGRESS_EVERY === 0) onProgress(done, nodeCount);
  }
  onProgress(nodeCount, nodeCount);
  return layOutHierarchy(nodeAt, lists, coreSize);
}

function priority(level: number, witness: WitnessSearch): number {
  const { added, deleted, hopsAdded, hopsDeleted } = witness;
  if (deleted === 0) return LEVEL_WEIGHT * level;
  return LEVEL_WEIGHT * level + Math.round(ARCS_WEIGHT * (added / deleted + hopsAdded / hopsDeleted));
}

function touchNeighbours(node: number, lists: ArcLists, level: Int32Array, isStale: Uint8Array): void {
  const next = level[node]! + 1;
  for (let arc = lists.firstOut[node]!; arc >= 0; arc = lists.nextOut(arc)) {
    const other = lists.head(arc);
    if (level[other]! < next) level[other] = next;
    isStale[other] = 1;
  }
  for (let arc = lists.firstIn[node]!; arc >= 0; arc = lists.nextIn[arc]!) {
    const other = lists.tail[arc]!;
    if (level[other]! < next) level[other] = next;
    isStale[other] = 1;
  }
}
