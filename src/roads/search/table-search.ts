// Costs and lengths from every source to every target. Each target climbs once and leaves its cost in a bucket at every
// state it settles; each source climbs once and looks into the buckets it passes. A hundred by a hundred is two hundred
// climbs, not ten thousand searches. Paths through the core come last.
import { NEVER } from "../build/arc-lists.ts";
import { IntRow } from "../int-row.ts";
import type { Network } from "../network.ts";
import { BACKWARD, Climb, FORWARD } from "./climb.ts";
import { Core } from "./core.ts";
import { type End, finishesAt, startsAt } from "./ends.ts";
import type { Place } from "./grid.ts";

// Row by row, sources × targets; Infinity where no way leads.
export type Costs = { readonly ms: Float64Array; readonly cm: Float64Array };

type Settle = (state: number, ms: number, cm: number) => void;
type Arrival = { readonly target: number; readonly finish: End };

export class TableSearch {
  readonly #network: Network;
  readonly #forward: Climb;
  readonly #backward: Climb;
  readonly #core: CoreTable;
  // By state: the first entry of its bucket plus one.
  readonly #bucket: Int32Array;
  readonly #bucketStates = new IntRow();
  // Entries of all buckets.
  readonly #target = new IntRow();
  readonly #targetMs = new IntRow();
  readonly #targetCm = new IntRow();
  readonly #nextEntry = new IntRow();
  // Of the seeds of the climb under way.
  readonly #seedCm = new IntRow();
  // By label of the climb under way: the length of the path it stands for.
  readonly #cm = new IntRow();

  constructor(network: Network) {
    this.#network = network;
    this.#forward = new Climb(network, FORWARD);
    this.#backward = new Climb(network, BACKWARD);
    this.#core = new CoreTable(network);
    this.#bucket = new Int32Array(network.stateEdge.length);
  }

  find(sources: readonly Place[], targets: readonly Place[]): Costs {
    const size = sources.length * targets.length;
    const costs: Costs = {
      ms: new Float64Array(size).fill(Number.POSITIVE_INFINITY),
      cm: new Float64Array(size).fill(Number.POSITIVE_INFINITY),
    };
    const arrivals = this.#fillBuckets(targets);
    for (const [source, place] of sources.entries()) {
      this.#findFrom(place, arrivals, costs, source * targets.length);
    }
    this.#emptyBuckets();
    return costs;
  }

  // Gives, by state, the targets that lie on its edge.
  #fillBuckets(targets: readonly Place[]): ReadonlyMap<number, readonly Arrival[]> {
    const arrivals = new Map<number, Arrival[]>();
    for (const [target, place] of targets.entries()) {
      this.#begin(this.#backward);
      for (const finish of finishesAt(this.#network, place)) {
        this.#seed(this.#backward, finish.state, finish.behindMs, finish.behindCm);
        const known = arrivals.get(finish.state);
        if (known) known.push({ target, finish });
        else arrivals.set(finish.state, [{ target, finish }]);
      }
      this.#core.beginTarget();
      this.#climb(
        this.#backward,
        (state, ms, cm) => this.#leave(state, target, ms, cm),
        (state, ms, cm) => this.#core.addExit(state, ms, cm),
      );
    }
    return arrivals;
  }

  #findFrom(place: Place, arrivals: ReadonlyMap<number, readonly Arrival[]>, costs: Costs, row: number): void {
    const starts = startsAt(this.#network, place);
    // As in leg-search.ts: the offset keeps seeds from being negative.
    const offsetMs = starts.reduce((max, start) => Math.max(max, start.behindMs), 0);
    this.#begin(this.#forward);
    for (const start of starts) {
      const here = arrivals.get(start.state);
      if (!here) {
        this.#seed(this.#forward, start.state, offsetMs - start.behindMs, -start.behindCm);
        continue;
      }
      this.#seedAfter(start, offsetMs);
      for (const { target, finish } of here) {
        if (finish.behindCm < start.behindCm) continue;
        keepCheaper(costs, row + target, finish.behindMs - start.behindMs, finish.behindCm - start.behindCm);
      }
    }
    this.#core.beginSource();
    this.#climb(
      this.#forward,
      (state, ms, cm) => this.#collect(state, ms - offsetMs, cm, costs, row),
      (state, ms, cm) => this.#core.addEntry(state, ms - offsetMs, cm),
    );
    this.#core.join((target, ms, cm) => keepCheaper(costs, row + target, ms, cm));
  }

  #begin(side: Climb): void {
    side.begin();
    this.#seedCm.clear();
  }

  #seed(side: Climb, state: number, ms: number, cm: number): void {
    side.seed(state, ms, this.#seedCm.push(cm));
  }

  #seedAfter(start: End, offsetMs: number): void {
    const { stateEdge, edgeMs, segmentCm, turnStart, turnTo, turnMs } = this.#network;
    const edge = stateEdge[start.state]!;
    const ms = offsetMs - start.behindMs + edgeMs[edge]!;
    const cm = segmentCm[edge >> 1]! - start.behindCm;
    for (let turn = turnStart[start.state]!; turn < turnStart[start.state + 1]!; turn++) {
      this.#seed(this.#forward, turnTo[turn]!, ms + turnMs[turn]!, cm);
    }
  }

  #climb(side: Climb, settle: Settle, settleInCore: Settle): void {
    side.climb(NEVER);
    const { settled, inCore } = side;
    // In this order the label before always has its length already.
    for (let i = 0; i < settled.length; i++) this.#tell(side, settled.at(i), settle);
    for (let i = 0; i < inCore.length; i++) this.#tell(side, inCore.at(i), settleInCore);
  }

  #tell(side: Climb, label: number, settle: Settle): void {
    const arc = side.arc(label);
    const before = side.before(label);
    const cm = arc < 0 ? this.#seedCm.at(before) : this.#cm.at(before) + this.#network.arcCm[arc]!;
    this.#cm.put(label, cm);
    settle(side.stateOf(label), side.cost(label), cm);
  }

  #collect(state: number, ms: number, cm: number, costs: Costs, row: number): void {
    for (let entry = this.#bucket[state]! - 1; entry >= 0; entry = this.#nextEntry.at(entry)) {
      keepCheaper(costs, row + this.#target.at(entry), ms + this.#targetMs.at(entry), cm + this.#targetCm.at(entry));
    }
  }

  #leave(state: number, target: number, ms: number, cm: number): void {
    if (this.#bucket[state] === 0) this.#bucketStates.push(state);
    this.#nextEntry.push(this.#bucket[state]! - 1);
    this.#targetMs.push(ms);
    this.#targetCm.push(cm);
    this.#bucket[state] = this.#target.push(target) + 1;
  }

  #emptyBuckets(): void {
    for (let i = 0; i < this.#bucketStates.length; i++) this.#bucket[this.#bucketStates.at(i)] = 0;
    this.#bucketStates.clear();
    this.#target.clear();
    this.#targetMs.clear();
    this.#targetCm.clear();
    this.#nextEntry.clear();
    this.#core.clear();
  }
}

export function keepCheaper({ ms, cm }: Costs, at: number, offeredMs: number, offeredCm: number): void {
  if (offeredMs > ms[at]! || (offeredMs === ms[at] && offeredCm >= cm[at]!)) return;
  ms[at] = offeredMs;
  cm[at] = offeredCm;
}

// The part of a table of costs that runs through the core: what sources came to it, what targets left it, and the core's
// own table in between.
class CoreTable {
  // The first state of the core.
  readonly base: number;
  readonly #core: Core;
  // Exits of all targets, one target after another; `#exit` numbers the states among them.
  readonly #exitStart = new IntRow();
  readonly #exit = new IntRow();
  readonly #exitMs = new IntRow();
  readonly #exitCm = new IntRow();
  readonly #exitStates = new IntRow();
  // By state of the core: its number among the exit states, plus one.
  readonly #numberOf: Int32Array;
  // Entries of the source under way, and for each exit state what it costs to get there and from which entry.
  readonly #entry = new IntRow();
  readonly #entryMs = new IntRow();
  readonly #entryCm = new IntRow();
  readonly #reachMs: Float64Array;
  readonly #reachFrom: Int32Array;

  constructor(network: Network) {
    this.#core = new Core(network);
    this.base = this.#core.base;
    this.#numberOf = new Int32Array(this.#core.size);
    this.#reachMs = new Float64Array(this.#core.size);
    this.#reachFrom = new Int32Array(this.#core.size);
  }

  clear(): void {
    for (let i = 0; i < this.#exitStates.length; i++) this.#numberOf[this.#exitStates.at(i) - this.base] = 0;
    for (const row of [this.#exitStart, this.#exit, this.#exitMs, this.#exitCm, this.#exitStates]) row.clear();
  }

  beginTarget(): void {
    this.#exitStart.push(this.#exit.length);
  }

  // In the order in which they were settled, the cheapest first. One that leads to the target better over another is left out.
  addExit(state: number, ms: number, cm: number): void {
    for (let i = this.#exitStart.at(this.#exitStart.length - 1); i < this.#exit.length; i++) {
      const over = this.#exitStates.at(this.#exit.at(i));
      if (isNoWorse(this.#core, state, over, this.#exitMs.at(i), this.#exitCm.at(i), ms, cm)) return;
    }
    const at = state - this.base;
    if (this.#numberOf[at] === 0) this.#numberOf[at] = this.#exitStates.push(state) + 1;
    this.#exit.push(this.#numberOf[at]! - 1);
    this.#exitMs.push(ms);
    this.#exitCm.push(cm);
  }

  beginSource(): void {
    this.#entry.clear();
    this.#entryMs.clear();
    this.#entryCm.clear();
  }

  // The same.
  addEntry(state: number, ms: number, cm: number): void {
    for (let i = 0; i < this.#entry.length; i++) {
      const over = this.#entry.at(i);
      if (isNoWorse(this.#core, over, state, this.#entryMs.at(i), this.#entryCm.at(i), ms, cm)) return;
    }
    this.#entry.push(state);
    this.#entryMs.push(ms);
    this.#entryCm.push(cm);
  }

  // Tells each target its cheapest path through the core, if there is one.
  join(tell: (target: number, ms: number, cm: number) => void): void {
    this.#reachExits();
    for (let target = 0; target < this.#exitStart.length; target++) {
      const end = target + 1 < this.#exitStart.length ? this.#exitStart.at(target + 1) : this.#exit.length;
      let bestMs = NEVER;
      let best = -1;
      for (let i = this.#exitStart.at(target); i < end; i++) {
        const ms = this.#reachMs[this.#exit.at(i)]! + this.#exitMs.at(i);
        if (ms >= bestMs) continue;
        bestMs = ms;
        best = i;
      }
      if (best >= 0) tell(target, bestMs, this.#cmOver(best));
    }
  }

  #reachExits(): void {
    for (let exit = 0; exit < this.#exitStates.length; exit++) this.#reachMs[exit] = NEVER;
    for (let i = 0; i < this.#entry.length; i++) {
      const from = this.#entry.at(i);
      const ms = this.#entryMs.at(i);
      for (let exit = 0; exit < this.#exitStates.length; exit++) {
        const across = this.#core.ms(from, this.#exitStates.at(exit));
        const offered = ms + across;
        if (across === NEVER || offered >= this.#reachMs[exit]!) continue;
        this.#reachMs[exit] = offered;
        this.#reachFrom[exit] = i;
      }
    }
  }

  #cmOver(i: number): number {
    const exit = this.#exit.at(i);
    const entry = this.#reachFrom[exit]!;
    const across = this.#core.cm(this.#entry.at(entry), this.#exitStates.at(exit));
    return this.#entryCm.at(entry) + across + this.#exitCm.at(i);
  }
}

// Whether a known end of the core and the way on through it cost no more than coming or leaving directly.
function isNoWorse(
  core: Core,
  from: number,
  to: number,
  knownMs: number,
  knownCm: number,
  ms: number,
  cm: number,
): boolean {
  const overMs = knownMs + core.ms(from, to);
  return overMs < ms || (overMs === ms && knownCm + core.cm(from, to) <= cm);
}
