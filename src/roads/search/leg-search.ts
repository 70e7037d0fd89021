// The cheapest path from one place to the next, when each may lie in the middle of an edge.
import type { Network } from "../network.ts";
import type { Climb } from "./climb.ts";
import type { End } from "./ends.ts";
import { TwoWaySearch } from "./two-way-search.ts";
import type { FoundPath } from "./unpack.ts";

// What was spent before the path gets to set out from here.
export type Start = End & { readonly spentMs: number };

export type FoundLeg = FoundPath & {
  readonly start: number;
  readonly finish: number;
  // Including what the start had spent.
  readonly ms: number;
};

// Undefined where no way leads.
export type FindLeg = { readonly find: (starts: readonly Start[], finishes: readonly End[]) => FoundLeg | undefined };

export const NO_ARCS = new Int32Array(0);

export class LegSearch implements FindLeg {
  readonly search: TwoWaySearch;
  readonly #network: Network;
  // Of the last search.
  #starts: readonly Start[] = [];

  constructor(network: Network) {
    this.#network = network;
    this.search = new TwoWaySearch(network);
  }

  find(starts: readonly Start[], finishes: readonly End[]): FoundLeg | undefined {
    const { search } = this;
    // A start in the middle of an edge has part of it behind it already; the offset keeps its seed from being negative.
    const offset = starts.reduce((max, start) => Math.max(max, start.behindMs), 0);
    const along = alongOneEdge(starts, finishes);
    this.seed(starts, finishes, offset);
    if (along) search.bestMs = along.ms + offset;
    search.run();
    if (search.meetingUp < 0) return along;
    return this.pathOver(search.meetingUp, search.meetingUp, search.meetingDown, search.bestMs - offset);
  }

  // Begins a search without running it.
  seed(starts: readonly Start[], finishes: readonly End[], offset: number): void {
    const { forward, backward } = this.search;
    this.#starts = starts;
    this.search.begin();
    for (let i = 0; i < starts.length; i++) {
      const start = starts[i]!;
      const ms = start.spentMs + offset - start.behindMs;
      // A finish on the same edge may lie behind the start: then the path has to leave the edge and come back to it, and
      // that is told from driving on by setting out from the edges after this one.
      if (finishes.some((finish) => finish.state === start.state)) this.#seedAfter(start.state, ms, i);
      else forward.seed(start.state, ms, 2 * i);
    }
    for (let i = 0; i < finishes.length; i++) backward.seed(finishes[i]!.state, finishes[i]!.behindMs, i);
  }

  #seedAfter(state: number, ms: number, start: number): void {
    const { stateEdge, edgeMs, turnStart, turnTo, turnMs } = this.#network;
    const atEnd = ms + edgeMs[stateEdge[state]!]!;
    for (let turn = turnStart[state]!; turn < turnStart[state + 1]!; turn++) {
      this.search.forward.seed(turnTo[turn]!, atEnd + turnMs[turn]!, 2 * start + 1);
    }
  }

  // The path over states the two sides of the last search came to, and over one of the core in between if they differ.
  pathOver(up: number, via: number, down: number, ms: number): FoundLeg {
    const { forward, backward } = this.search;
    const first = seedOf(forward, up);
    const last = seedOf(backward, down);
    const seed = forward.before(first);
    const start = seed >> 1;
    const setOut = [forward.stateOf(first)];
    // Seeded after its edge: the edge itself comes first.
    if (seed & 1) setOut.unshift(this.#starts[start]!.state);
    const arcs = this.search.arcsOver(up, via, down);
    return { start, finish: backward.before(last), ms, setOut, arcs, last: backward.stateOf(last) };
  }
}

// The best of the paths that never leave the edge they begin on.
export function alongOneEdge(starts: readonly Start[], finishes: readonly End[]): FoundLeg | undefined {
  let best: FoundLeg | undefined;
  for (let i = 0; i < starts.length; i++) {
    const start = starts[i]!;
    for (let j = 0; j < finishes.length; j++) {
      const finish = finishes[j]!;
      if (start.state !== finish.state || finish.behindCm < start.behindCm) continue;
      const ms = start.spentMs + finish.behindMs - start.behindMs;
      if (!best || ms < best.ms) {
        best = { start: i, finish: j, ms, setOut: [start.state], arcs: NO_ARCS, last: start.state };
      }
    }
  }
  return best;
}

function seedOf(side: Climb, state: number): number {
  let label = side.labelOf(state);
  while (side.arc(label) >= 0) label = side.before(label);
  return label;
}
