// The part of a table of costs that runs through the core: what sources came to it, what targets left it, and the core's
// own table in between.
import { NEVER } from "../build/arc-lists.ts";
import { IntRow } from "../int-row.ts";
import type { Network } from "../network.ts";
import { Core } from "./core.ts";

export class CoreTable {
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

  addExit(state: number, ms: number, cm: number): void {
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

  addEntry(state: number, ms: number, cm: number): void {
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
