// Raises the hierarchy of a graph and the table of its top: the long part of a build, from rows of numbers to rows of
// numbers, so that another thread can do it.
import { Heap } from "../search/heap.ts";
import { ArcLists, type Arcs } from "./arc-lists.ts";
import { buildCore, type Core } from "./core.ts";
import { type Hierarchy, layOutHierarchy } from "./hierarchy.ts";

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

// Looks, for a node about to be contracted, which pairs of its neighbours have a way round it that is as cheap; the others
// need a shortcut.
class WitnessSearch {
  // Of the node last looked around: shortcuts it needs against arcs that go with it, and the turns both stand for.
  added = 0;
  deleted = 0;
  hopsAdded = 0;
  hopsDeleted = 0;
  readonly #lists: ArcLists;
  readonly #heap = new Heap(4096);
  // Two numbers a node: the search that came to it last, and what it costs there.
  readonly #labels: Int32Array;
  #now = 0;
  // Which nodes the search is for, by the number of the node last looked around.
  readonly #target: Int32Array;
  #lastTargets = 0;

  constructor(nodeCount: number, lists: ArcLists) {
    this.#lists = lists;
    this.#labels = new Int32Array(2 * nodeCount);
    this.#target = new Int32Array(nodeCount);
  }

  around(node: number, popsMax: number, addShortcuts: boolean): void {
    const { firstIn, firstOut } = this.#lists;
    this.added = this.deleted = this.hopsAdded = this.hopsDeleted = 0;
    const lists = this.#lists;
    const labels = this.#labels;
    let dearest = 0;
    let heads = 0;
    const targets = ++this.#lastTargets;
    for (let out = firstOut[node]!; out >= 0; out = lists.nextOut(out)) {
      this.deleted++;
      this.hopsDeleted += lists.hops(out);
      if (lists.ms(out) > dearest) dearest = lists.ms(out);
      this.#target[lists.head(out)] = targets;
      heads++;
    }
    for (let into = firstIn[node]!; into >= 0; into = lists.nextIn[into]!) {
      this.deleted++;
      this.hopsDeleted += lists.hops(into);
      const tail = lists.tail[into]!;
      const ms = lists.ms(into);
      this.#search(tail, node, ms + dearest, popsMax, heads);
      // Joining appends to lists while they are read, but only to those of other nodes.
      for (let out = firstOut[node]!; out >= 0; out = lists.nextOut(out)) {
        const head = lists.head(out);
        if (head === tail) continue;
        if (labels[2 * head] === this.#now && labels[2 * head + 1]! <= ms + lists.ms(out)) continue;
        this.added++;
        this.hopsAdded += lists.hops(into) + lists.hops(out);
        if (addShortcuts) lists.join(into, out);
      }
    }
  }

  // Costs from `source` without going through `without`, up to `msMax` or until it has looked at enough.
  #search(source: number, without: number, msMax: number, popsMax: number, heads: number): void {
    const heap = this.#heap;
    const labels = this.#labels;
    const { out, firstOut } = this.#lists;
    const now = ++this.#now;
    heap.clear();
    labels[2 * source] = now;
    labels[2 * source + 1] = 0;
    heap.push(source, 0);
    let pops = 0;
    let left = heads;
    const target = this.#target;
    const targets = this.#lastTargets;
    while (heap.size > 0 && pops < popsMax) {
      const key = heap.topKey();
      if (key > msMax) return;
      const node = heap.pop();
      if (key > labels[2 * node + 1]!) continue;
      pops++;
      if (target[node] === targets && --left === 0) return;
      for (let at = 4 * firstOut[node]!; at >= 0; at = 4 * out[at + 2]!) {
        const head = out[at]!;
        const ms = key + out[at + 1]!;
        if (head === without || ms > msMax || (labels[2 * head] === now && labels[2 * head + 1]! <= ms)) continue;
        labels[2 * head] = now;
        labels[2 * head + 1] = ms;
        heap.push(head, ms);
      }
    }
  }
}
