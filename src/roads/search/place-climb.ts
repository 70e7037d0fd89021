// What the climb from a place, or backwards from one, tells a table. It is the same whatever the table asks for besides: drivers who
// wait and counters where many orders begin are asked about again and again, and climb once.
import { NEVER } from "../build/arc-lists.ts";
import { IntRow } from "../int-row.ts";
import type { Network } from "../network.ts";
import { Climb, FORWARD, type Side } from "./climb.ts";
import { Core } from "./core.ts";
import { type End, finishesAt, startsAt } from "./ends.ts";
import type { Place } from "./grid.ts";

// State, time and length of each in turn: first those below the core, then, from `coreFrom` on, where the core is entered or left.
export type Climbed = { readonly ends: readonly End[]; readonly rows: Int32Array; readonly coreFrom: number };

export const ROW = 3;

export class PlaceClimb {
  readonly #network: Network;
  readonly #side: Side;
  readonly #climb: Climb;
  readonly #core: Core;
  readonly #seedCm = new IntRow();
  // By label of the climb under way: the length of the path it stands for.
  readonly #cm = new IntRow();
  readonly #rows = new IntRow();
  readonly #known = new WeakMap<Place, Climbed>();

  constructor(network: Network, side: Side) {
    this.#network = network;
    this.#side = side;
    this.#climb = new Climb(network, side);
    this.#core = new Core(network);
  }

  from(place: Place): Climbed {
    const known = this.#known.get(place);
    if (known) return known;
    const ends = (this.#side === FORWARD ? startsAt : finishesAt)(this.#network, place);
    const climbed = this.fromEnds(ends);
    this.#known.set(place, climbed);
    return climbed;
  }

  // `isLeft`: an end whose edge is driven to its end, and the climb goes on from the edges after it.
  fromEnds(ends: readonly End[], isLeft?: (end: End) => boolean): Climbed {
    this.#climb.begin();
    this.#seedCm.clear();
    // As in leg-search.ts: the offset keeps seeds from being negative.
    const offsetMs = this.#side === FORWARD ? ends.reduce((max, { behindMs }) => Math.max(max, behindMs), 0) : 0;
    const sign = this.#side === FORWARD ? -1 : 1;
    for (const end of ends) {
      if (isLeft?.(end)) this.#seedAfter(end, offsetMs);
      else this.#seed(end.state, offsetMs + sign * end.behindMs, sign * end.behindCm);
    }
    this.#climb.climb(NEVER);
    return { ends, ...this.#tell(offsetMs) };
  }

  #seed(state: number, ms: number, cm: number): void {
    this.#climb.seed(state, ms, this.#seedCm.push(cm));
  }

  #seedAfter(start: End, offsetMs: number): void {
    const { stateEdge, edgeMs, segmentCm, turnStart, turnTo, turnMs } = this.#network;
    const edge = stateEdge[start.state]!;
    const ms = offsetMs - start.behindMs + edgeMs[edge]!;
    const cm = segmentCm[edge >> 1]! - start.behindCm;
    for (let turn = turnStart[start.state]!; turn < turnStart[start.state + 1]!; turn++) {
      this.#seed(turnTo[turn]!, ms + turnMs[turn]!, cm);
    }
  }

  #tell(offsetMs: number): Pick<Climbed, "rows" | "coreFrom"> {
    const { settled, inCore } = this.#climb;
    this.#rows.clear();
    // In this order the label before always has its length already.
    for (let i = 0; i < settled.length; i++) {
      const label = settled.at(i);
      this.#add(label, this.#climb.cost(label) - offsetMs, this.#lengthOf(label));
    }
    const coreFrom = this.#rows.length;
    for (let i = 0; i < inCore.length; i++) {
      const label = inCore.at(i);
      const [ms, cm] = [this.#climb.cost(label) - offsetMs, this.#lengthOf(label)];
      if (!this.#isBeaten(this.#climb.stateOf(label), ms, cm, coreFrom)) this.#add(label, ms, cm);
    }
    return { rows: this.#rows.array(), coreFrom };
  }

  #add(label: number, ms: number, cm: number): void {
    this.#rows.push(this.#climb.stateOf(label));
    this.#rows.push(ms);
    this.#rows.push(cm);
  }

  #lengthOf(label: number): number {
    const arc = this.#climb.arc(label);
    const before = this.#climb.before(label);
    const cm = arc < 0 ? this.#seedCm.at(before) : this.#cm.at(before) + this.#network.arcCm[arc]!;
    this.#cm.put(label, cm);
    return cm;
  }

  // Whether a state of the core that is known already and the way between the two cost no more.
  #isBeaten(state: number, ms: number, cm: number, coreFrom: number): boolean {
    const [rows, core] = [this.#rows, this.#core];
    for (let i = coreFrom; i < rows.length; i += ROW) {
      const [from, to] = this.#side === FORWARD ? [rows.at(i), state] : [state, rows.at(i)];
      const overMs = rows.at(i + 1) + core.ms(from, to);
      if (overMs < ms || (overMs === ms && rows.at(i + 2) + core.cm(from, to) <= cm)) return true;
    }
    return false;
  }
}
