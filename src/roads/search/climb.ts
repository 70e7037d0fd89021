// One side of a search that only climbs the hierarchy, forwards from where a path begins or backwards from where it ends.
// The loops below are where nearly all time of a search goes; they are written out rather than shared, which measured a
// third faster.
import type { Network } from "../network.ts";
import { Heap } from "./heap.ts";

// Forwards a state's own arcs lead up and the arcs from above lead down to it; backwards it is the other way about.
export const FORWARD = 0;
export const BACKWARD = 1;
export type Side = typeof FORWARD | typeof BACKWARD;

// Four numbers a state, side by side so that reaching it costs one line of cache: the search that wrote the label, the
// cost, the arc it was reached by (-1 for a seed) and the state before. A label counts only when it bears the number of
// the search under way, so nothing needs to be wiped between two searches.
const SEARCH = 0;
const COST = 1;
const ARC = 2;
const BEFORE = 3;

const SEARCHES_MAX = 2 ** 31 - 1;

export class Climb {
  readonly heap = new Heap(4096);
  readonly #rows: Int32Array;
  readonly #arcStart: Int32Array;
  readonly #arcPairs: Int32Array;
  readonly #side: Side;
  #now: number;

  // `searches` done before, for a test of what happens when their numbers run out.
  constructor({ arcStart, arcPairs, stateEdge }: Network, side: Side, searches = 0) {
    this.#arcStart = arcStart;
    this.#arcPairs = arcPairs;
    this.#side = side;
    this.#rows = new Int32Array(stateEdge.length * 4);
    this.#now = searches;
  }

  begin(): void {
    // After weeks of searches the numbers run out; then every label is wiped, once.
    if (this.#now === SEARCHES_MAX) {
      this.#rows.fill(0);
      this.#now = 0;
    }
    this.#now++;
    this.heap.clear();
  }

  has(state: number): boolean {
    return this.#rows[4 * state + SEARCH] === this.#now;
  }

  // These three only of a state it has.
  cost(state: number): number {
    return this.#rows[4 * state + COST]!;
  }

  arc(state: number): number {
    return this.#rows[4 * state + ARC]!;
  }

  before(state: number): number {
    return this.#rows[4 * state + BEFORE]!;
  }

  // A state to climb from. `tag` is what `before` will answer for it.
  seed(state: number, cost: number, tag: number): void {
    const rows = this.#rows;
    const at = 4 * state;
    if (rows[at + SEARCH] === this.#now && rows[at + COST]! <= cost) return;
    rows[at + SEARCH] = this.#now;
    rows[at + COST] = cost;
    rows[at + ARC] = -1;
    rows[at + BEFORE] = tag;
    this.heap.push(state, cost);
  }

  // Whether a state above this one leads down to it for less: then no cheapest path climbs through it.
  isStalled(state: number, cost: number): boolean {
    const rows = this.#rows;
    const now = this.#now;
    const arcPairs = this.#arcPairs;
    const list = 2 * state + 1 - this.#side;
    const end = 2 * this.#arcStart[list + 1]!;
    for (let i = 2 * this.#arcStart[list]!; i < end; i += 2) {
      const at = 4 * arcPairs[i]!;
      if (rows[at + SEARCH] === now && rows[at + COST]! + arcPairs[i + 1]! < cost) return true;
    }
    return false;
  }

  // Labels what is directly above a settled state.
  climb(state: number, cost: number): void {
    const rows = this.#rows;
    const now = this.#now;
    const arcPairs = this.#arcPairs;
    const heap = this.heap;
    const list = 2 * state + this.#side;
    const end = 2 * this.#arcStart[list + 1]!;
    for (let i = 2 * this.#arcStart[list]!; i < end; i += 2) {
      const above = arcPairs[i]!;
      const offered = cost + arcPairs[i + 1]!;
      const at = 4 * above;
      if (rows[at + SEARCH] === now && rows[at + COST]! <= offered) continue;
      rows[at + SEARCH] = now;
      rows[at + COST] = offered;
      rows[at + ARC] = i >> 1;
      rows[at + BEFORE] = state;
      heap.push(above, offered);
    }
  }
}
