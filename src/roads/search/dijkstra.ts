// Dijkstra's algorithm on the turns themselves, without the hierarchy: slow, short, and what the tests and the benchmark
// hold the hierarchy against.
import type { Network } from "../network.ts";
import { finishesAt, startsAt } from "./ends.ts";
import type { Place } from "./grid.ts";
import { Heap } from "./heap.ts";

export class PlainDijkstra {
  readonly #network: Network;
  readonly #heap = new Heap(1 << 16);
  readonly #cost: Float64Array;
  readonly #search: Int32Array;
  #now = 0;
  settled = 0;

  constructor(network: Network) {
    this.#network = network;
    this.#cost = new Float64Array(network.stateEdge.length);
    this.#search = new Int32Array(network.stateEdge.length);
  }

  // Infinity where no way leads.
  cheapestMs(from: Place, to: Place): number {
    const { stateEdge, edgeMs, turnStart, turnTo, turnMs } = this.#network;
    const heap = this.#heap;
    const starts = startsAt(this.#network, from);
    const finishes = finishesAt(this.#network, to);
    let best = Number.POSITIVE_INFINITY;
    this.#now++;
    heap.clear();
    this.settled = 0;
    for (const start of starts) {
      for (const finish of finishes) {
        if (finish.state !== start.state || finish.behindCm < start.behindCm) continue;
        best = Math.min(best, finish.behindMs - start.behindMs);
      }
      // Every path that is not along one edge drives its first edge to the end.
      const atEnd = edgeMs[stateEdge[start.state]!]! - start.behindMs;
      for (let turn = turnStart[start.state]!; turn < turnStart[start.state + 1]!; turn++) {
        this.#offer(turnTo[turn]!, atEnd + turnMs[turn]!);
      }
    }
    while (heap.size > 0) {
      const ms = heap.topKey();
      const state = heap.pop();
      if (ms >= best) return best;
      if (ms > this.#cost[state]!) continue;
      this.settled++;
      for (const finish of finishes) if (finish.state === state) best = Math.min(best, ms + finish.behindMs);
      const atEnd = ms + edgeMs[stateEdge[state]!]!;
      for (let turn = turnStart[state]!; turn < turnStart[state + 1]!; turn++) {
        this.#offer(turnTo[turn]!, atEnd + turnMs[turn]!);
      }
    }
    return best;
  }

  #offer(state: number, ms: number): void {
    if (this.#search[state] === this.#now && this.#cost[state]! <= ms) return;
    this.#search[state] = this.#now;
    this.#cost[state] = ms;
    this.#heap.push(state, ms);
  }
}
