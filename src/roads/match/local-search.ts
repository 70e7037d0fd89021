// The cheapest ways from one place to a few others that are near: Dijkstra's search over the turns themselves, given up beyond a
// length. Between two sightings of a vehicle this is less work than climbing the hierarchy for every pair of places.
import type { Network } from "../network.ts";
import type { End } from "../search/ends.ts";
import { Heap } from "../search/heap.ts";

export type Reached = { readonly ms: number; readonly cm: number };

// Of a city's centre, some two kilometres around.
const SETTLED_MAX = 6_000;
// A few quarters that nobody may pass through are driven to get out of them, a dozen are no way.
const MS_MAX = 2 ** 30;

export class LocalSearch {
  readonly #network: Network;
  readonly #heap = new Heap();
  // By state, as the search of this stamp left it: what it costs to be at the start of its edge.
  readonly #stamp: Int32Array;
  readonly #ms: Int32Array;
  readonly #cm: Int32Array;
  // Which states the search of this stamp is for.
  readonly #wanted: Int32Array;
  #now = 0;
  #from: End | undefined;

  constructor(network: Network) {
    this.#network = network;
    const row = (): Int32Array => new Int32Array(network.stateEdge.length);
    [this.#stamp, this.#ms, this.#cm, this.#wanted] = [row(), row(), row(), row()];
  }

  run(from: End, targets: readonly End[], cmMax: number): void {
    const { stateEdge, edgeMs, segmentCm } = this.#network;
    const now = ++this.#now;
    const wanted = this.#wanted;
    let left = 0;
    for (const { state } of targets) {
      if (wanted[state] !== now) left += 1;
      wanted[state] = now;
    }
    this.#from = from;
    this.#heap.clear();
    const edge = stateEdge[from.state]!;
    this.#leave(from.state, edgeMs[edge]! - from.behindMs, segmentCm[edge >> 1]! - from.behindCm, cmMax);
    for (let settled = 0; this.#heap.size > 0 && settled < SETTLED_MAX; settled++) {
      const ms = this.#heap.topKey();
      const state = this.#heap.pop();
      if (ms > this.#ms[state]!) continue;
      if (wanted[state] === now && --left === 0) return;
      const next = stateEdge[state]!;
      this.#leave(state, ms + edgeMs[next]!, this.#cm[state]! + segmentCm[next >> 1]!, cmMax);
    }
  }

  // What it takes to get there from where the last search began; undefined when that is too far.
  to(target: End): Reached | undefined {
    const from = this.#from!;
    if (from.state === target.state && target.behindCm >= from.behindCm) {
      return { ms: target.behindMs - from.behindMs, cm: target.behindCm - from.behindCm };
    }
    if (this.#stamp[target.state] !== this.#now) return undefined;
    return { ms: this.#ms[target.state]! + target.behindMs, cm: this.#cm[target.state]! + target.behindCm };
  }

  #leave(state: number, ms: number, cm: number, cmMax: number): void {
    if (cm > cmMax) return;
    const { turnStart, turnTo, turnMs } = this.#network;
    for (let turn = turnStart[state]!; turn < turnStart[state + 1]!; turn++) {
      const next = turnTo[turn]!;
      const offered = ms + turnMs[turn]!;
      if (offered > MS_MAX || (this.#stamp[next] === this.#now && this.#ms[next]! <= offered)) continue;
      this.#stamp[next] = this.#now;
      this.#ms[next] = offered;
      this.#cm[next] = cm;
      this.#heap.push(next, offered);
    }
  }
}
