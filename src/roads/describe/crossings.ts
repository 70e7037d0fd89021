// What one sees at the end of an edge: the roads that meet there, clockwise from north, and which of them one may enter. It is the same
// for everybody who comes along that edge, and looking takes longer than searching: what was seen is kept.
import { type Network, timeOf } from "../network.ts";
import type { Arm, Around, Junction, Seen } from "../path.ts";
import type { Streets } from "./streets.ts";

// Some 20 MB when it is full; then it is begun anew.
const KEPT_MAX = 40_000;

type Kept = { readonly seen: Seen; readonly junctions: Junction[] };

export class Crossings implements Around {
  readonly #network: Network;
  readonly #streets: Streets;
  readonly #seen = new Map<number, Kept>();

  constructor(network: Network, streets: Streets) {
    this.#network = network;
    this.#streets = streets;
  }

  // The same object whenever it is left by the same edge: what is told of it is kept by whoever tells it. Into whichever state of that
  // edge, bound by a restriction or not, turning takes as long.
  leaving(state: number, next: number): Junction {
    const edge = this.#network.stateEdge[next]!;
    const { seen, junctions } = this.#keep(state);
    for (let i = 0; i < junctions.length; i++) {
      const known = junctions[i]!;
      if (known.arms[known.out]!.edge === edge) return known;
    }
    const { arms, in: into, hasLights } = seen;
    const out = arms.findIndex((arm) => arm.edge === edge);
    const junction = { arms, in: into, hasLights, out, turnSeconds: turnMsBetween(this.#network, state, next) / 1000 };
    junctions.push(junction);
    return junction;
  }

  seenFrom(edge: number): Seen | undefined {
    const state = this.#network.edgeState[edge]!;
    return state < 0 ? undefined : this.#keep(state).seen;
  }

  #keep(state: number): Kept {
    const known = this.#seen.get(state);
    if (known) return known;
    if (this.#seen.size === KEPT_MAX) this.#seen.clear();
    const kept = { seen: this.#look(state), junctions: [] };
    this.#seen.set(state, kept);
    return kept;
  }

  meters(edge: number): number {
    return this.#network.segmentCm[edge >> 1]! / 100;
  }

  #look(state: number): Seen {
    const { stateEdge, segmentFrom, segmentTo, armStart, arms, junctionLights } = this.#network;
    const edge = stateEdge[state]!;
    const junction = edge & 1 ? segmentFrom[edge >> 1]! : segmentTo[edge >> 1]!;
    const edges: number[] = [];
    for (let i = armStart[junction]!; i < armStart[junction + 1]!; i++) edges.push(arms[i]!);
    edges.sort((a, b) => this.#streets.bearingOut(a) - this.#streets.bearingOut(b) || a - b);
    return {
      arms: edges.map((arm) => this.#describeArm(state, arm)),
      in: edges.indexOf(edge ^ 1),
      hasLights: junctionLights[junction] !== 0,
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
