// The cheapest path between seeds: two searches climb the hierarchy towards each other and meet, either at a state below
// the core or across the core's table.
import { NEVER } from "../build/core.ts";
import { IntRow } from "../int-row.ts";
import type { Network } from "../network.ts";
import { BACKWARD, Climb, FORWARD } from "./climb.ts";
import { Core } from "./core.ts";

export class TwoWaySearch {
  readonly forward: Climb;
  readonly backward: Climb;
  readonly core: Core;
  // States both sides came to, below the core.
  readonly meetings = new IntRow();
  // States of the core each side came to.
  readonly entries = new IntRow();
  readonly exits = new IntRow();
  // Of the last run: the cost, NEVER when nothing joins the seeds, and the states the two sides met at; they differ when
  // a path through the core joins them.
  bestMs = NEVER;
  meetingUp = -1;
  meetingDown = -1;
  readonly #network: Network;
  readonly #stack = new IntRow();

  constructor(network: Network) {
    this.#network = network;
    this.forward = new Climb(network, FORWARD);
    this.backward = new Climb(network, BACKWARD);
    this.core = new Core(network);
  }

  // Then seed `forward` and `backward`, with no cost below 0, and run.
  begin(): void {
    this.forward.begin();
    this.backward.begin();
    this.meetings.clear();
    this.entries.clear();
    this.exits.clear();
    this.bestMs = NEVER;
    this.meetingUp = -1;
    this.meetingDown = -1;
  }

  // Goes on until nothing can be better than the best, or better than the best and `slackMs` more.
  run(slackMs = 0): void {
    const up = this.forward.heap;
    const down = this.backward.heap;
    for (;;) {
      const upKey = up.size > 0 ? up.topKey() : NEVER;
      const downKey = down.size > 0 ? down.topKey() : NEVER;
      const limit = Math.min(NEVER, this.bestMs + slackMs);
      if (upKey >= limit && downKey >= limit) return;
      if (upKey <= downKey) this.#stepUp(upKey);
      else this.#stepDown(downKey);
    }
  }

  #stepUp(ms: number): void {
    const { forward, backward } = this;
    const state = forward.heap.pop();
    if (ms > forward.cost(state)) return;
    if (backward.has(state)) this.#meetAt(state, ms + backward.cost(state));
    if (state < this.core.base) {
      if (!forward.isStalled(state, ms)) forward.climb(state, ms);
      return;
    }
    this.entries.push(state);
    for (let i = 0; i < this.exits.length; i++) {
      const exit = this.exits.at(i);
      this.#meet(ms + this.core.ms(state, exit) + backward.cost(exit), state, exit);
    }
  }

  #stepDown(ms: number): void {
    const { forward, backward } = this;
    const state = backward.heap.pop();
    if (ms > backward.cost(state)) return;
    if (forward.has(state)) this.#meetAt(state, ms + forward.cost(state));
    if (state < this.core.base) {
      if (!backward.isStalled(state, ms)) backward.climb(state, ms);
      return;
    }
    this.exits.push(state);
    for (let i = 0; i < this.entries.length; i++) {
      const entry = this.entries.at(i);
      this.#meet(forward.cost(entry) + this.core.ms(entry, state) + ms, entry, state);
    }
  }

  #meetAt(state: number, ms: number): void {
    this.meetings.push(state);
    this.#meet(ms, state, state);
  }

  #meet(ms: number, up: number, down: number): void {
    if (ms >= this.bestMs) return;
    this.bestMs = ms;
    this.meetingUp = up;
    this.meetingDown = down;
  }

  // Appends the states from a forward seed to `up`.
  pathTo(up: number, into: IntRow): void {
    const stack = this.#stack;
    stack.clear();
    let seed = up;
    for (; this.forward.arc(seed) >= 0; seed = this.forward.before(seed)) stack.push(this.forward.arc(seed));
    into.push(seed);
    this.#unpack(into);
  }

  // Appends the states after `from` to `to`, both in the core or the same.
  pathAcross(from: number, to: number, into: IntRow): void {
    this.core.eachArc(from, to, (arc) => {
      this.#stack.push(arc);
      this.#unpack(into);
    });
  }

  // Appends the states after `down` to a backward seed.
  pathFrom(down: number, into: IntRow): void {
    for (let at = down; this.backward.arc(at) >= 0; at = this.backward.before(at)) {
      this.#stack.push(this.backward.arc(at));
      this.#unpack(into);
    }
  }

  // Appends the states the arcs on the stack lead to, the top one first.
  #unpack(into: IntRow): void {
    const { arcChildren } = this.#network;
    const stack = this.#stack;
    while (stack.length > 0) {
      let arc = stack.pop();
      // Down along the first children; the second ones wait on the stack.
      while (arcChildren[2 * arc]! >= 0) {
        stack.push(arcChildren[2 * arc + 1]!);
        arc = arcChildren[2 * arc]!;
      }
      into.push(arcChildren[2 * arc + 1]!);
    }
  }
}
