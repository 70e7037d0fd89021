// The cheapest path between seeds: two searches climb the hierarchy towards each other and meet, either at a state below
// the core or across the core's table.
import { NEVER } from "../build/arc-lists.ts";
import { IntRow } from "../int-row.ts";
import type { Network } from "../network.ts";
import { BACKWARD, Climb, FORWARD } from "./climb.ts";
import { Core } from "./core.ts";

// Seconds enough to reach the core from most places of a city.
const FIRST_CIRCLE_MS = 240_000;

export class TwoWaySearch {
  readonly forward: Climb;
  readonly backward: Climb;
  readonly core: Core;
  // States both sides came to, below the core.
  readonly meetings = new IntRow();
  // Of the last run: the cost, NEVER when nothing joins the seeds, and the states the two sides met at; they differ when
  // a path through the core joins them.
  bestMs = NEVER;
  meetingUp = -1;
  meetingDown = -1;
  readonly #arcs = new IntRow();
  readonly #network: Network;

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
    this.bestMs = NEVER;
    this.meetingUp = -1;
    this.meetingDown = -1;
  }

  // Climbs in growing circles until nothing can be better than the best, or better than the best and `slackMs` more: two
  // places next to each other in a large map should not pay for a climb to its top.
  run(slackMs = 0): void {
    const { forward, backward } = this;
    for (let untilMs = FIRST_CIRCLE_MS; ; untilMs *= 2) {
      const limitMs = Math.min(NEVER, this.bestMs + slackMs);
      forward.climb(Math.min(untilMs, limitMs));
      backward.climb(Math.min(untilMs, limitMs));
      this.#meetBelowCore();
      if (untilMs >= this.bestMs + slackMs || (forward.isOver && backward.isOver)) break;
    }
    this.#crossCore();
  }

  #meetBelowCore(): void {
    const { forward, backward, meetings } = this;
    meetings.clear();
    for (let i = 0; i < forward.settled.length; i++) {
      const label = forward.settled.at(i);
      const state = forward.stateOf(label);
      const met = backward.labelOf(state);
      if (met < 0) continue;
      meetings.push(state);
      this.#meet(forward.cost(label) + backward.cost(met), state, state);
    }
  }

  #crossCore(): void {
    const { coreMs } = this.#network;
    const { base, size } = this.core;
    const entries = this.forward.corePairs();
    const exits = this.backward.corePairs();
    const entriesEnd = 2 * this.forward.inCore.length;
    const exitsEnd = 2 * this.backward.inCore.length;
    let best = this.bestMs;
    let [up, down] = [-1, -1];
    for (let i = 0; i < entriesEnd; i += 2) {
      const row = (entries[i]! - base) * size - base;
      const ms = entries[i + 1]!;
      for (let j = 0; j < exitsEnd; j += 2) {
        const both = ms + exits[j + 1]!;
        if (both >= best) continue;
        const offered = both + coreMs[row + exits[j]!]!;
        if (offered >= best) continue;
        best = offered;
        up = i;
        down = j;
      }
    }
    if (up >= 0) this.#meet(best, entries[up]!, exits[down]!);
  }

  #meet(ms: number, up: number, down: number): void {
    if (ms >= this.bestMs) return;
    this.bestMs = ms;
    this.meetingUp = up;
    this.meetingDown = down;
  }

  // The arcs from a forward seed to `up`, across the core over `via` if they differ, and from `down` to a backward seed.
  arcsOver(up: number, via: number, down: number): Int32Array {
    const { forward, backward, core } = this;
    const arcs = this.#arcs;
    arcs.clear();
    for (let at = forward.labelOf(up); forward.arc(at) >= 0; at = forward.before(at)) arcs.push(forward.arc(at));
    arcs.reverse();
    core.arcsBetween(up, via, arcs);
    core.arcsBetween(via, down, arcs);
    for (let at = backward.labelOf(down); backward.arc(at) >= 0; at = backward.before(at)) arcs.push(backward.arc(at));
    return arcs.array();
  }
}
