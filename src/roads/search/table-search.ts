// Costs and lengths from every source to every target. Each target climbs once and leaves its cost in a bucket at every
// state it settles; each source climbs once and looks into the buckets it passes. A hundred by a hundred is two hundred
// climbs, not ten thousand searches. Paths through the core come last.
import { NEVER } from "../build/arc-lists.ts";
import { IntRow } from "../int-row.ts";
import type { Network } from "../network.ts";
import { BACKWARD, FORWARD } from "./climb.ts";
import { Core } from "./core.ts";
import type { End } from "./ends.ts";
import type { Place } from "./grid.ts";
import { type Climbed, PlaceClimb, ROW } from "./place-climb.ts";

// Row by row, sources × targets; Infinity where no way leads.
export type Costs = { readonly ms: Float64Array; readonly cm: Float64Array };

type Arrivals = ReadonlyMap<number, readonly { readonly target: number; readonly finish: End }[]>;

export class TableSearch {
  readonly #forward: PlaceClimb;
  readonly #backward: PlaceClimb;
  readonly #core: CoreTable;
  // By state: the first entry of its bucket plus one.
  readonly #bucket: Int32Array;
  readonly #bucketStates = new IntRow();
  // Entries of all buckets.
  readonly #target = new IntRow();
  readonly #targetMs = new IntRow();
  readonly #targetCm = new IntRow();
  readonly #nextEntry = new IntRow();

  constructor(network: Network) {
    this.#forward = new PlaceClimb(network, FORWARD);
    this.#backward = new PlaceClimb(network, BACKWARD);
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
  #fillBuckets(targets: readonly Place[]): Arrivals {
    const ends = targets.flatMap((place, target) => {
      const climbed = this.#backward.from(place);
      const { rows, coreFrom } = climbed;
      for (let i = 0; i < coreFrom; i += ROW) this.#leave(rows[i]!, target, rows[i + 1]!, rows[i + 2]!);
      this.#core.addTarget(climbed);
      return climbed.ends.map((finish) => ({ target, finish }));
    });
    return Map.groupBy(ends, ({ finish }) => finish.state);
  }

  #findFrom(place: Place, arrivals: Arrivals, costs: Costs, row: number): void {
    const climbed = this.#climbPast(place, arrivals, costs, row);
    const { rows, coreFrom } = climbed;
    for (let i = 0; i < coreFrom; i += ROW) this.#collect(rows[i]!, rows[i + 1]!, rows[i + 2]!, costs, row);
    this.#core.join(climbed, costs, row);
  }

  // A target ahead on the same edge is driven to directly; other paths begin behind that edge.
  #climbPast(place: Place, arrivals: Arrivals, costs: Costs, row: number): Climbed {
    const climbed = this.#forward.from(place);
    const isOnWay = ({ state }: End): boolean => arrivals.has(state);
    if (!climbed.ends.some(isOnWay)) return climbed;
    for (const start of climbed.ends) {
      for (const { target, finish } of arrivals.get(start.state) ?? []) {
        if (finish.behindCm < start.behindCm) continue;
        keepCheaper(costs, row + target, finish.behindMs - start.behindMs, finish.behindCm - start.behindCm);
      }
    }
    return this.#forward.fromEnds(climbed.ends, isOnWay);
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
  // For each exit state what it costs to get there, and from which entry of the source under way.
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

  addTarget({ rows, coreFrom }: Climbed): void {
    this.#exitStart.push(this.#exit.length);
    for (let i = coreFrom; i < rows.length; i += ROW) {
      const at = rows[i]! - this.base;
      if (this.#numberOf[at] === 0) this.#numberOf[at] = this.#exitStates.push(rows[i]!) + 1;
      this.#exit.push(this.#numberOf[at]! - 1);
      this.#exitMs.push(rows[i + 1]!);
      this.#exitCm.push(rows[i + 2]!);
    }
  }

  // Each target's cheapest path through the core, if there is one.
  join({ rows, coreFrom }: Climbed, costs: Costs, row: number): void {
    this.#reachExits(rows, coreFrom);
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
      if (best >= 0) keepCheaper(costs, row + target, bestMs, this.#cmOver(best, rows));
    }
  }

  #reachExits(rows: Int32Array, coreFrom: number): void {
    for (let exit = 0; exit < this.#exitStates.length; exit++) this.#reachMs[exit] = NEVER;
    for (let i = coreFrom; i < rows.length; i += ROW) {
      const [from, ms] = [rows[i]!, rows[i + 1]!];
      for (let exit = 0; exit < this.#exitStates.length; exit++) {
        const across = this.#core.ms(from, this.#exitStates.at(exit));
        const offered = ms + across;
        if (across === NEVER || offered >= this.#reachMs[exit]!) continue;
        this.#reachMs[exit] = offered;
        this.#reachFrom[exit] = i;
      }
    }
  }

  #cmOver(i: number, rows: Int32Array): number {
    const exit = this.#exit.at(i);
    const entry = this.#reachFrom[exit]!;
    const across = this.#core.cm(rows[entry]!, this.#exitStates.at(exit));
    return rows[entry + 2]! + across + this.#exitCm.at(i);
  }
}
