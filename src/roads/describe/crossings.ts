// What one sees at the end of an edge: the roads that meet there, clockwise from north, and which of them one may enter. It is the same
// for everybody who comes along that edge, and looking takes longer than searching: what was seen is kept.
import { type Network, timeOf } from "../network.ts";
import type { Arm, Around, Junction, Seen, Street } from "../path.ts";
import type { Streets } from "./streets.ts";

// Some 20 MB when it is full; then it is begun anew.
const KEPT_MAX = 40_000;

// From one state to the next. Telling a leg waits for memory more than for arithmetic: all it needs of the junction and of the edge after
// it lies in one place.
type Passage = Junction & {
  readonly next: number;
  readonly turnMs: number;
  // Which way one drives up to it and away from it.
  readonly bearingIn: number;
  readonly bearingOut: number;
  // Of the edge after it, and how many points of a line that has.
  readonly street: Street;
  readonly cm: number;
  readonly ms: number;
  readonly points: number;
  // From the same state to another.
  readonly other: Passage | undefined;
};

export class Crossings implements Around {
  readonly #network: Network;
  readonly #streets: Streets;
  readonly #seen = new Map<number, Seen>();
  // By the state one comes from.
  readonly #passages: (Passage | undefined)[];

  constructor(network: Network, streets: Streets) {
    this.#network = network;
    this.#streets = streets;
    this.#passages = Array.from(network.stateEdge, () => undefined);
  }

  // The same object whenever it is asked for: what is told of it is kept in it by whoever tells it.
  leaving(state: number, next: number): Passage {
    const first = this.#passages[state];
    for (let known = first; known; known = known.other) if (known.next === next) return known;
    const passage = this.#pass(state, next);
    this.#passages[state] = passage;
    return passage;
  }

  seenFrom(edge: number): Seen | undefined {
    const state = this.#network.edgeState[edge]!;
    return state < 0 ? undefined : this.#keep(state);
  }

  meters(edge: number): number {
    return this.#network.segmentCm[edge >> 1]! / 100;
  }

  #pass(state: number, next: number): Passage {
    const { stateEdge, shapeStart, segmentCm, edgeMs } = this.#network;
    const { arms, in: into } = this.#keep(state);
    const edge = stateEdge[next]!;
    const segment = edge >> 1;
    const out = arms.findIndex((arm) => arm.edge === edge);
    const { bearing, street } = arms[out]!;
    return {
      arms,
      in: into,
      out,
      told: undefined,
      written: undefined,
      next,
      turnMs: turnMsBetween(this.#network, state, next),
      bearingIn: (arms[into]!.bearing + 180) % 360,
      bearingOut: bearing,
      street,
      cm: segmentCm[segment]!,
      ms: edgeMs[edge]!,
      points: shapeStart[segment + 1]! - shapeStart[segment]! - 1,
      // Read after what is kept may have been begun anew.
      other: this.#passages[state],
    };
  }

  #keep(state: number): Seen {
    const known = this.#seen.get(state);
    if (known) return known;
    if (this.#seen.size === KEPT_MAX) {
      this.#seen.clear();
      this.#passages.fill(undefined);
    }
    const seen = this.#look(state);
    this.#seen.set(state, seen);
    return seen;
  }

  #look(state: number): Seen {
    const { stateEdge, segmentFrom, segmentTo, armStart, arms } = this.#network;
    const edge = stateEdge[state]!;
    const junction = edge & 1 ? segmentFrom[edge >> 1]! : segmentTo[edge >> 1]!;
    const edges: number[] = [];
    for (let i = armStart[junction]!; i < armStart[junction + 1]!; i++) edges.push(arms[i]!);
    edges.sort((a, b) => this.#streets.bearingOut(a) - this.#streets.bearingOut(b) || a - b);
    return {
      arms: edges.map((arm) => this.#describeArm(state, arm)),
      in: edges.indexOf(edge ^ 1),
    };
  }

  #describeArm(state: number, edge: number): Arm {
    const street = this.#streets.of(edge >> 1);
    const bearing = this.#streets.bearingOut(edge);
    const mayLeave = this.#network.edgeState[edge]! >= 0;
    const mayEnter = mayTurn(this.#network, state, edge);
    return { street, edge, bearing, mayEnter, mayLeave };
  }
}

export function turnMsBetween({ turnStart, turnTo, turnMs }: Network, state: number, next: number): number {
  for (let turn = turnStart[state]!; turn < turnStart[state + 1]!; turn++) {
    if (turnTo[turn] === next) return timeOf(turnMs[turn]!);
  }
  throw new Error(`no turn leads from state ${state} to ${next}`);
}

function mayTurn({ turnStart, turnTo, stateEdge }: Network, state: number, edge: number): boolean {
  for (let turn = turnStart[state]!; turn < turnStart[state + 1]!; turn++) {
    if (stateEdge[turnTo[turn]!] === edge) return true;
  }
  return false;
}
