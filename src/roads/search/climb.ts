// One side of a search that only climbs the hierarchy, forwards from where a path begins or backwards from where it ends,
// up to the foot of the core. Nearly all time of a search goes here.
import { IntRow } from "../int-row.ts";
import type { Network } from "../network.ts";
import { Core } from "./core.ts";
import { Heap } from "./heap.ts";

// Forwards a state's own arcs lead up and the arcs from above lead down to it; backwards it is the other way about.
export const FORWARD = 0;
export const BACKWARD = 1;
export type Side = typeof FORWARD | typeof BACKWARD;

// Room to begin with: in Hồ Chí Minh City a climb makes about eighty labels.
const LABELS = 256;
// Most slots stay empty, so that a state without a label is known at the first look.
const SLOTS_PER_LABEL = 4;
// Knuth's multiplier, which sends neighbours far apart.
const SPREAD = 0x9e3779b1;

// A climb labels a few dozen of hundreds of thousands of states. Labels are numbered as they are made and found by their
// state through a hash table: all of it stays in the nearest cache, and nothing of the size of the map has to be kept.
export class Climb {
  // Labels in the order they were settled: states no cheaper way leads to, below the core.
  readonly settled = new IntRow();
  // Labels of states of the core. They are as cheap as they get once the climb is over.
  readonly inCore = new IntRow();
  readonly #arcStart: Int32Array;
  readonly #arcPairs: Int32Array;
  readonly #side: Side;
  readonly #coreBase: number;
  readonly #corePairs: Int32Array;
  readonly #heap = new Heap(LABELS);
  #count = 0;
  // By label: its state, the cost, the arc it was reached by (-1 for a seed) and the label before.
  #state = new Int32Array(LABELS);
  #cost = new Int32Array(LABELS);
  #arc = new Int32Array(LABELS);
  #before = new Int32Array(LABELS);
  // Where a state hashes to, or in the next slot that was free: its label plus one.
  #slots = new Int32Array(LABELS * SLOTS_PER_LABEL);
  #shift = 32 - Math.log2(LABELS * SLOTS_PER_LABEL);

  constructor(network: Network, side: Side) {
    this.#arcStart = network.arcStart;
    this.#arcPairs = network.arcPairs;
    this.#side = side;
    const { base, size } = new Core(network);
    this.#coreBase = base;
    this.#corePairs = new Int32Array(2 * size);
  }

  begin(): void {
    this.#slots.fill(0);
    this.#count = 0;
    this.#heap.clear();
    this.settled.clear();
    this.inCore.clear();
  }

  // -1 where it has none.
  labelOf(state: number): number {
    return this.#slots[this.#slotOf(state)]! - 1;
  }

  stateOf(label: number): number {
    return this.#state[label]!;
  }

  cost(label: number): number {
    return this.#cost[label]!;
  }

  arc(label: number): number {
    return this.#arc[label]!;
  }

  // Of a seed, the tag it was given.
  before(label: number): number {
    return this.#before[label]!;
  }

  // State and cost of each label in the core, side by side and in that order, once the climb is over.
  corePairs(): Int32Array {
    const pairs = this.#corePairs;
    for (let i = 0; i < this.inCore.length; i++) {
      const label = this.inCore.at(i);
      pairs[2 * i] = this.#state[label]!;
      pairs[2 * i + 1] = this.#cost[label]!;
    }
    return pairs;
  }

  get isOver(): boolean {
    return this.#heap.size === 0;
  }

  // A state to climb from.
  seed(state: number, cost: number, tag: number): void {
    this.#reserve(1);
    const slot = this.#slotOf(state);
    const known = this.#slots[slot]! - 1;
    if (known >= 0 && this.#cost[known]! <= cost) return;
    const label = known >= 0 ? known : this.#make(state, slot);
    this.#reach(label, state, cost, -1, tag);
  }

  // Settles every state that costs less than this.
  climb(untilMs: number): void {
    const heap = this.#heap;
    while (heap.size > 0) {
      const cost = heap.topKey();
      if (cost >= untilMs) return;
      const label = heap.pop();
      if (cost > this.#cost[label]! || this.#isStalled(label, cost)) continue;
      this.settled.push(label);
      this.#expand(label, cost);
    }
  }

  // Whether a state above this one leads down to it for less: then no cheapest path climbs through it.
  #isStalled(label: number, cost: number): boolean {
    const arcPairs = this.#arcPairs;
    const slots = this.#slots;
    const states = this.#state;
    const costs = this.#cost;
    const shift = this.#shift;
    const mask = slots.length - 1;
    const list = 2 * states[label]! + 1 - this.#side;
    const end = 2 * this.#arcStart[list + 1]!;
    for (let i = 2 * this.#arcStart[list]!; i < end; i += 2) {
      const above = arcPairs[i]!;
      let slot = Math.imul(above, SPREAD) >>> shift;
      let known = slots[slot]! - 1;
      while (known >= 0 && states[known] !== above) {
        slot = (slot + 1) & mask;
        known = slots[slot]! - 1;
      }
      if (known >= 0 && costs[known]! + arcPairs[i + 1]! < cost) return true;
    }
    return false;
  }

  // Labels what is directly above a settled state.
  #expand(label: number, cost: number): void {
    const arcPairs = this.#arcPairs;
    const list = 2 * this.#state[label]! + this.#side;
    const begin = 2 * this.#arcStart[list]!;
    const end = 2 * this.#arcStart[list + 1]!;
    this.#reserve((end - begin) >> 1);
    const slots = this.#slots;
    const states = this.#state;
    const costs = this.#cost;
    const shift = this.#shift;
    const mask = slots.length - 1;
    const arcs = this.#arc;
    const befores = this.#before;
    const heap = this.#heap;
    const coreBase = this.#coreBase;
    for (let i = begin; i < end; i += 2) {
      const above = arcPairs[i]!;
      const offered = cost + arcPairs[i + 1]!;
      let slot = Math.imul(above, SPREAD) >>> shift;
      let known = slots[slot]! - 1;
      while (known >= 0 && states[known] !== above) {
        slot = (slot + 1) & mask;
        known = slots[slot]! - 1;
      }
      if (known < 0) known = this.#make(above, slot);
      else if (costs[known]! <= offered) continue;
      costs[known] = offered;
      arcs[known] = i >> 1;
      befores[known] = label;
      if (above < coreBase) heap.push(known, offered);
    }
  }

  #make(state: number, slot: number): number {
    const label = this.#count++;
    this.#slots[slot] = label + 1;
    this.#state[label] = state;
    if (state >= this.#coreBase) this.inCore.push(label);
    return label;
  }

  #reach(label: number, state: number, cost: number, arc: number, before: number): void {
    this.#cost[label] = cost;
    this.#arc[label] = arc;
    this.#before[label] = before;
    if (state < this.#coreBase) this.#heap.push(label, cost);
  }

  #slotOf(state: number): number {
    const slots = this.#slots;
    let slot = Math.imul(state, SPREAD) >>> this.#shift;
    while (slots[slot] !== 0 && this.#state[slots[slot]! - 1] !== state) slot = (slot + 1) & (slots.length - 1);
    return slot;
  }

  #reserve(labels: number): void {
    while (this.#count + labels > this.#state.length) this.#grow();
  }

  #grow(): void {
    const wider = (row: Int32Array): Int32Array<ArrayBuffer> => {
      const copy = new Int32Array(row.length * 2);
      copy.set(row);
      return copy;
    };
    this.#state = wider(this.#state);
    this.#cost = wider(this.#cost);
    this.#arc = wider(this.#arc);
    this.#before = wider(this.#before);
    this.#slots = new Int32Array(this.#slots.length * 2);
    this.#shift -= 1;
    for (let label = 0; label < this.#count; label++) this.#slots[this.#slotOf(this.#state[label]!)] = label + 1;
  }
}
