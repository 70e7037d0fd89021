// Reads the table of the top of the hierarchy that build/core.ts made.
import type { IntRow } from "../int-row.ts";
import type { Network } from "../network.ts";

export class Core {
  // The first state of the core.
  readonly base: number;
  readonly size: number;
  readonly #network: Network;

  constructor(network: Network) {
    this.size = Math.round(Math.sqrt(network.coreMs.length));
    this.base = network.stateEdge.length - this.size;
    this.#network = network;
  }

  // Both states of the core; NEVER where no way leads.
  ms(from: number, to: number): number {
    return this.#network.coreMs[(from - this.base) * this.size + to - this.base]!;
  }

  cm(from: number, to: number): number {
    return this.#network.coreCm[(from - this.base) * this.size + to - this.base]!;
  }

  // Appends the arcs of the path between two states of the core, which must have one, or be the same.
  arcsBetween(from: number, to: number, into: IntRow): void {
    const { coreNext } = this.#network;
    for (let state = from; state !== to; ) {
      const next = this.base + coreNext[(state - this.base) * this.size + to - this.base]!;
      into.push(this.#arcBetween(state, next));
      state = next;
    }
  }

  // The cheapest. An arc is in the list of its lower state, which may be either.
  #arcBetween(tail: number, head: number): number {
    const up = this.#cheapest(2 * tail, head);
    const down = this.#cheapest(2 * head + 1, tail);
    const { arcPairs } = this.#network;
    if (up < 0 || down < 0) return up < 0 ? down : up;
    return arcPairs[2 * up + 1]! <= arcPairs[2 * down + 1]! ? up : down;
  }

  #cheapest(list: number, upper: number): number {
    const { arcStart, arcPairs } = this.#network;
    let best = -1;
    for (let arc = arcStart[list]!; arc < arcStart[list + 1]!; arc++) {
      if (arcPairs[2 * arc] === upper && (best < 0 || arcPairs[2 * arc + 1]! < arcPairs[2 * best + 1]!)) best = arc;
    }
    return best;
  }
}
