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
