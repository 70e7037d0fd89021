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
    const { coreArc } = this.#network;
    for (let state = from; state !== to; ) {
      const arc = coreArc[(state - this.base) * this.size + to - this.base]!;
      into.push(arc);
      state = this.#headOf(arc, state);
    }
  }

  // An arc is in the list of its lower state: either that is `tail`, or it has to be looked for. Lists lie in the order of
  // states.
  #headOf(arc: number, tail: number): number {
    const { arcStart, arcPairs } = this.#network;
    if (arc >= arcStart[2 * tail]! && arc < arcStart[2 * tail + 1]!) return arcPairs[2 * arc]!;
    let low = this.base;
    let high = this.base + this.size;
    while (low + 1 < high) {
      const middle = (low + high) >> 1;
      if (arcStart[2 * middle]! <= arc) low = middle;
      else high = middle;
    }
    return low;
  }
}
