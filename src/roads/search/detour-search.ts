// Paths that keep off some roads. What is kept off only takes ways away, so a cheapest path of the hierarchy that drives none of it is
// the cheapest still; only where it does is the search repeated turn by turn, without the hierarchy. Exact either way.

import { drivenCm } from "../describe/leg-path.ts";
import { type Network, timeOf } from "../network.ts";
import { type End, finishesAt, startsAt } from "./ends.ts";
import type { Place, Position } from "./grid.ts";
import { Heap } from "./heap.ts";
import { alongOneEdge, type FindLeg, type FoundLeg, NO_ARCS, type Start } from "./leg-search.ts";
import type { StopsLeg } from "./stops-search.ts";
import { type Costs, keepCheaper } from "./table-search.ts";
import { type FoundPath, statesOf } from "./unpack.ts";

// By edge, 1 where it may not be driven; and turns, as `turnStart` counts them.
export type KeptOff = { readonly edges: Uint8Array; readonly turns: ReadonlySet<number> };

export function findOff(network: Network, quick: FindLeg, detour: DetourSearch, off: KeptOff): FindLeg {
  return openOnly(
    network,
    {
      find: (starts, finishes) => {
        const found = quick.find(starts, finishes);
        return found && !isClear(network, off, found) ? detour.find(starts, finishes, off) : found;
      },
    },
    off,
  );
}

// Sets out and arrives on roads that are not kept off; in between it may drive any.
export function openOnly(network: Network, quick: FindLeg, off: KeptOff): FindLeg {
  return {
    find: (starts, finishes) => {
      const [from, to] = [openOf(network, starts, off), openOf(network, finishes, off)];
      const found = quick.find(from.ends, to.ends);
      return found && { ...found, start: from.indexes[found.start]!, finish: to.indexes[found.finish]! };
    },
  };
}

// Each pair is asked of the hierarchy; what it finds on roads kept off is searched for again, at once for all targets of a source.
export function tableOff(
  network: Network,
  detour: DetourSearch,
  ask: (from: Position, to: Position) => StopsLeg | undefined,
  sources: readonly Position[],
  targets: readonly Position[],
  off: KeptOff,
): Costs {
  const size = sources.length * targets.length;
  const costs: Costs = { ms: new Float64Array(size).fill(Infinity), cm: new Float64Array(size).fill(Infinity) };
  for (const [row, from] of sources.entries()) {
    const again = targets.flatMap((to, column) => {
      const leg = ask(from, to);
      if (leg && !isClear(network, off, leg)) return [column];
      if (leg) keepCheaper(costs, row * targets.length + column, leg.ms, drivenCm(network, leg));
      return [];
    });
    if (again.length === 0) continue;
    const others = detour.reach(
      from,
      again.map((column) => targets[column]!),
      off,
    );
    for (const [i, column] of again.entries()) {
      costs.ms[row * targets.length + column] = timeOf(others.ms[i]!);
      costs.cm[row * targets.length + column] = others.cm[i]!;
    }
  }
  return costs;
}

function openOf<T extends End>({ stateEdge }: Network, ends: readonly T[], off: KeptOff) {
  const indexes = [...ends.keys()].filter((i) => off.edges[stateEdge[ends[i]!.state]!] === 0);
  return { indexes, ends: indexes.map((i) => ends[i]!) };
}

function isClear(network: Network, off: KeptOff, path: FoundPath): boolean {
  const { stateEdge, turnStart, turnTo } = network;
  const states = statesOf(network, path);
  for (let i = 0; i < states.length; i++) {
    if (off.edges[stateEdge[states[i]!]!]) return false;
    if (off.turns.size === 0 || i + 1 === states.length) continue;
    for (let turn = turnStart[states[i]!]!; turn < turnStart[states[i]! + 1]!; turn++) {
      if (turnTo[turn] === states[i + 1] && off.turns.has(turn)) return false;
    }
  }
  return true;
}

// Dijkstra's algorithm on the turns themselves.
export class DetourSearch {
  readonly #network: Network;
  readonly #heap = new Heap(1 << 14);
  // By state, of the search that came to it last: what it costs to get to the start of its edge, how far that is, and from where.
  readonly #ms: Int32Array;
  readonly #cm: Int32Array;
  readonly #before: Int32Array;
  readonly #searchOf: Int32Array;
  #search = 0;

  constructor(network: Network) {
    const states = network.stateEdge.length;
    this.#network = network;
    this.#ms = new Int32Array(states);
    this.#cm = new Int32Array(states);
    this.#before = new Int32Array(states);
    this.#searchOf = new Int32Array(states);
  }

  find(starts: readonly Start[], finishes: readonly End[], off: KeptOff): FoundLeg | undefined {
    let best = alongOneEdge(starts, finishes);
    this.#run(starts, off, (state) => {
      if (best && this.#ms[state]! >= best.ms) return "stop";
      for (const [finish, end] of finishes.entries()) {
        const ms = this.#ms[state]! + end.behindMs;
        if (end.state === state && ms < (best?.ms ?? Infinity)) best = this.#pathTo(state, starts, finish, ms);
      }
      return "on";
    });
    return best;
  }

  // What it costs from one place to each of the others, and how far it is.
  reach(source: Place, targets: readonly Place[], off: KeptOff): Costs {
    const [ms, cm] = [new Float64Array(targets.length).fill(Infinity), new Float64Array(targets.length).fill(Infinity)];
    const arrivals = new Map<number, { readonly target: number; readonly end: End }[]>();
    for (const [target, place] of targets.entries()) {
      for (const end of openOf(this.#network, finishesAt(this.#network, place), off).ends) {
        arrivals.set(end.state, [...(arrivals.get(end.state) ?? []), { target, end }]);
      }
    }
    const starts = openOf(this.#network, startsAt(this.#network, source), off).ends;
    for (const start of starts) {
      for (const { target, end } of arrivals.get(start.state) ?? []) {
        if (end.behindCm < start.behindCm) continue;
        keepCheaper({ ms, cm }, target, end.behindMs - start.behindMs, end.behindCm - start.behindCm);
      }
    }
    let left = arrivals.size;
    const departing = starts.map((start) => ({ ...start, spentMs: 0 }));
    this.#run(departing, off, (state) => {
      const here = arrivals.get(state);
      for (const { target, end } of here ?? []) {
        keepCheaper({ ms, cm }, target, this.#ms[state]! + end.behindMs, this.#cm[state]! + end.behindCm);
      }
      if (here) left--;
      return left === 0 ? "stop" : "on";
    });
    return { ms, cm };
  }

  // Visits states the cheapest first; the edges the starts are on are not visited for that, only when the path comes back to them.
  #run(starts: readonly Start[], off: KeptOff, visit: (state: number) => "on" | "stop"): void {
    const heap = this.#heap;
    this.#search++;
    heap.clear();
    for (const [i, start] of starts.entries()) {
      this.#turnFrom(start.state, start.spentMs - start.behindMs, -start.behindCm, -1 - i, off);
    }
    while (heap.size > 0) {
      const ms = heap.topKey();
      const state = heap.pop();
      if (ms > this.#ms[state]!) continue;
      if (visit(state) === "stop") return;
      this.#turnFrom(state, ms, this.#cm[state]!, state, off);
    }
  }

  #turnFrom(state: number, ms: number, cm: number, before: number, off: KeptOff): void {
    const { stateEdge, edgeMs, segmentCm, turnStart, turnTo, turnMs } = this.#network;
    const edge = stateEdge[state]!;
    const [msAtEnd, cmAtEnd] = [ms + edgeMs[edge]!, cm + segmentCm[edge >> 1]!];
    for (let turn = turnStart[state]!; turn < turnStart[state + 1]!; turn++) {
      const next = turnTo[turn]!;
      if (off.edges[stateEdge[next]!] || off.turns.has(turn)) continue;
      const offered = msAtEnd + turnMs[turn]!;
      if (this.#searchOf[next] === this.#search && this.#ms[next]! <= offered) continue;
      this.#searchOf[next] = this.#search;
      this.#ms[next] = offered;
      this.#cm[next] = cmAtEnd;
      this.#before[next] = before;
      this.#heap.push(next, offered);
    }
  }

  #pathTo(last: number, starts: readonly Start[], finish: number, ms: number): FoundLeg {
    const setOut = [last];
    let at = this.#before[last]!;
    for (; at >= 0; at = this.#before[at]!) setOut.push(at);
    const start = -1 - at;
    setOut.push(starts[start]!.state);
    return { start, finish, ms, setOut: setOut.reverse(), arcs: NO_ARCS, last };
  }
}
