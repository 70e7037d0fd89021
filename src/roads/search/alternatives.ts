// Other ways worth offering between two places, by the via-node method: a way is the cheapest path to some state and on
// from there. It is offered when it is not much dearer, mostly elsewhere, and nowhere round about.
import type { Network } from "../network.ts";
import type { Climb } from "./climb.ts";
import { finishesAt, startsAt } from "./ends.ts";
import type { Position } from "./grid.ts";
import type { FoundLeg, LegSearch } from "./leg-search.ts";
import { TwoWaySearch } from "./two-way-search.ts";
import { type FoundPath, statesOf } from "./unpack.ts";

// At most a quarter dearer than the best way and three quarters of it in common with any way offered before.
const DEARER_MAX = 0.25;
const SHARED_MAX = 0.75;
// A stretch of this share of the best way around the via state must itself be a cheapest path: no detour for its own sake.
const LOCAL_SHARE = 0.25;
// Of the ways over via states, the cheapest that are looked at.
const CANDIDATES_MAX = 80;

const CANDIDATE_NUMBERS = 2 ** 31 - 1;

type Candidate = { readonly up: number; readonly via: number; readonly down: number; readonly ms: number };

export class Alternatives {
  readonly #network: Network;
  readonly #search: LegSearch;
  // The local test needs labels of its own while candidates are still read from the first search's.
  readonly #check: TwoWaySearch;
  // By edge: a bit for every way it is part of already, and the candidate that drove it last.
  readonly #waysOn: Uint8Array;
  readonly #drivenBy: Int32Array;
  #candidate = 0;

  constructor(network: Network, search: LegSearch) {
    this.#network = network;
    this.#search = search;
    this.#check = new TwoWaySearch(network);
    this.#waysOn = new Uint8Array(network.edgeMs.length);
    this.#drivenBy = new Int32Array(network.edgeMs.length);
  }

  find(from: Position, to: Position, best: FoundPath & { readonly ms: number }, wanted: number): readonly FoundLeg[] {
    const starts = startsAt(this.#network, from).map((end) => ({ ...end, spentMs: 0 }));
    const finishes = finishesAt(this.#network, to);
    const offset = starts.reduce((max, start) => Math.max(max, start.behindMs), 0);
    const dearerMs = best.ms * DEARER_MAX;
    this.#search.seed(starts, finishes, offset);
    this.#search.search.run(dearerMs);
    const ways = [statesOf(this.#network, best)];
    const found: FoundLeg[] = [];
    this.#markWay(ways[0]!, 0);
    for (const { up, via, down, ms } of this.#candidates(this.#search.search.bestMs + dearerMs)) {
      const leg = this.#search.pathOver(up, via, down, ms - offset);
      const states = statesOf(this.#network, leg);
      if (this.#sharedMs(states, ways.length) > best.ms * SHARED_MAX) continue;
      if (!this.#isLocallyBest(states, via, best.ms * LOCAL_SHARE)) continue;
      this.#markWay(states, ways.length);
      ways.push(states);
      found.push(leg);
      if (found.length === wanted) break;
    }
    for (const way of ways) for (const state of way) this.#waysOn[this.#network.stateEdge[state]!] = 0;
    return found;
  }

  #markWay(states: Int32Array, way: number): void {
    for (const state of states) this.#waysOn[this.#network.stateEdge[state]!]! |= 1 << way;
  }

  // The most it has in common with any way so far. Infinity for a way that drives an edge twice, or there and back.
  #sharedMs(states: Int32Array, ways: number): number {
    const { stateEdge, edgeMs } = this.#network;
    if (this.#candidate === CANDIDATE_NUMBERS) {
      this.#drivenBy.fill(0);
      this.#candidate = 0;
    }
    const candidate = ++this.#candidate;
    const shared = new Array<number>(ways).fill(0);
    for (const state of states) {
      const edge = stateEdge[state]!;
      if (this.#drivenBy[edge] === candidate || this.#drivenBy[edge ^ 1] === candidate) return Number.POSITIVE_INFINITY;
      this.#drivenBy[edge] = candidate;
      for (let way = 0; way < ways; way++) if (this.#waysOn[edge]! & (1 << way)) shared[way]! += edgeMs[edge]!;
    }
    return Math.max(...shared);
  }

  // Via states with a path dearer than the best and not too dear, the cheapest first. A way is found once for every state
  // on it, at the same cost each time: one of them stands for all.
  #candidates(msMax: number): readonly Candidate[] {
    const { search } = this.#search;
    const { forward, backward, core, meetings } = search;
    const candidates = new Map<number, Candidate>();
    const consider = (up: number, via: number, down: number, ms: number): void => {
      if (ms > search.bestMs && ms <= msMax && !candidates.has(ms)) candidates.set(ms, { up, via, down, ms });
    };
    for (let i = 0; i < meetings.length; i++) {
      const state = meetings.at(i);
      consider(state, state, state, forward.cost(forward.labelOf(state)) + backward.cost(backward.labelOf(state)));
    }
    for (let via = core.base; via < core.base + core.size; via++) {
      const up = cheapestInCore(forward, (entry) => core.ms(entry, via));
      if (up.ms > msMax) continue;
      const down = cheapestInCore(backward, (exit) => core.ms(via, exit));
      consider(up.state, via, down.state, up.ms + down.ms);
    }
    return [...candidates.values()].sort((a, b) => a.ms - b.ms).slice(0, CANDIDATES_MAX);
  }

  #isLocallyBest(states: Int32Array, via: number, aroundMs: number): boolean {
    const at = states.indexOf(via);
    let first = at;
    let last = at;
    let before = 0;
    let after = 0;
    while (first > 0 && before < aroundMs) before += this.#stepMs(states[--first]!, states[first + 1]!);
    while (last + 1 < states.length && after < aroundMs) after += this.#stepMs(states[last]!, states[++last]!);
    this.#check.begin();
    this.#check.forward.seed(states[first]!, 0, 0);
    this.#check.backward.seed(states[last]!, 0, 0);
    this.#check.run();
    return this.#check.bestMs === before + after;
  }

  #stepMs(state: number, next: number): number {
    const { stateEdge, edgeMs, turnStart, turnTo, turnMs } = this.#network;
    for (let turn = turnStart[state]!; turn < turnStart[state + 1]!; turn++) {
      if (turnTo[turn] === next) return edgeMs[stateEdge[state]!]! + turnMs[turn]!;
    }
    throw new Error(`no turn leads from state ${state} to ${next}`);
  }
}

// Of the states of the core a side came to, the one that is cheapest with what it costs from there.
function cheapestInCore(side: Climb, onward: (state: number) => number) {
  let state = -1;
  let ms = Number.POSITIVE_INFINITY;
  for (let i = 0; i < side.inCore.length; i++) {
    const label = side.inCore.at(i);
    const offered = side.cost(label) + onward(side.stateOf(label));
    if (offered >= ms) continue;
    ms = offered;
    state = side.stateOf(label);
  }
  return { state, ms };
}
