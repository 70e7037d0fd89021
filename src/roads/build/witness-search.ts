// Looks, for a node about to be contracted, which pairs of its neighbours have a way round it that is as cheap; the others
// need a shortcut.
import { Heap } from "../search/heap.ts";
import type { ArcLists } from "./arc-lists.ts";

export class WitnessSearch {
  // Of the node last looked around: shortcuts it needs against arcs that go with it, and the turns both stand for.
  added = 0;
  deleted = 0;
  hopsAdded = 0;
  hopsDeleted = 0;
  readonly #lists: ArcLists;
  readonly #heap = new Heap(4096);
  readonly #cost: Int32Array;
  readonly #stamp: Int32Array;
  #now = 0;
  // Which nodes the search is for, by the number of the node last looked around.
  readonly #target: Int32Array;
  #lastTargets = 0;

  constructor(nodeCount: number, lists: ArcLists) {
    this.#lists = lists;
    this.#cost = new Int32Array(nodeCount);
    this.#stamp = new Int32Array(nodeCount);
    this.#target = new Int32Array(nodeCount);
  }

  around(node: number, popsMax: number, addShortcuts: boolean): void {
    const { firstIn, firstOut } = this.#lists;
    this.added = this.deleted = this.hopsAdded = this.hopsDeleted = 0;
    const lists = this.#lists;
    let dearest = 0;
    let heads = 0;
    const targets = ++this.#lastTargets;
    for (let out = firstOut[node]!; out >= 0; out = lists.nextOut[out]!) {
      this.deleted++;
      this.hopsDeleted += lists.hops[out]!;
      if (lists.ms[out]! > dearest) dearest = lists.ms[out]!;
      this.#target[lists.head[out]!] = targets;
      heads++;
    }
    for (let into = firstIn[node]!; into >= 0; into = lists.nextIn[into]!) {
      this.deleted++;
      this.hopsDeleted += lists.hops[into]!;
      const tail = lists.tail[into]!;
      const ms = lists.ms[into]!;
      this.#search(tail, node, ms + dearest, popsMax, heads);
      // Joining appends to lists while they are read, but only to those of other nodes.
      for (let out = firstOut[node]!; out >= 0; out = lists.nextOut[out]!) {
        const head = lists.head[out]!;
        if (head === tail) continue;
        if (this.#stamp[head] === this.#now && this.#cost[head]! <= ms + lists.ms[out]!) continue;
        this.added++;
        this.hopsAdded += lists.hops[into]! + lists.hops[out]!;
        if (addShortcuts) lists.join(into, out);
      }
    }
  }

  // Costs from `source` without going through `without`, up to `msMax` or until it has looked at enough.
  #search(source: number, without: number, msMax: number, popsMax: number, heads: number): void {
    const heap = this.#heap;
    const cost = this.#cost;
    const stamp = this.#stamp;
    const lists = this.#lists;
    const now = ++this.#now;
    heap.clear();
    cost[source] = 0;
    stamp[source] = now;
    heap.push(source, 0);
    let pops = 0;
    let left = heads;
    const target = this.#target;
    const targets = this.#lastTargets;
    while (heap.size > 0 && pops < popsMax) {
      const key = heap.topKey();
      if (key > msMax) return;
      const node = heap.pop();
      if (key > cost[node]!) continue;
      pops++;
      if (target[node] === targets && --left === 0) return;
      for (let arc = lists.firstOut[node]!; arc >= 0; arc = lists.nextOut[arc]!) {
        const head = lists.head[arc]!;
        const ms = key + lists.ms[arc]!;
        if (head === without || ms > msMax || (stamp[head] === now && cost[head]! <= ms)) continue;
        cost[head] = ms;
        stamp[head] = now;
        heap.push(head, ms);
      }
    }
  }
}
