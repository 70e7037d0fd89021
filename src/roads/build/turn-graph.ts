// The graph that is searched: its nodes are states, a state is "driving along this edge", its arcs are the turns that are
// allowed at the end of it. Most edges have one state. An edge inside a via-way restriction has more: driving along it
// having come from where the restriction begins is another state, which lacks the banned turn.

import { IntRow } from "../int-row.ts";
import { bearingAlong, turnDegrees } from "../micro.ts";
import { RESTRICTED_MS, SEGMENT_RESTRICTED, SEGMENT_RESTRICTED_BACKWARD, SEGMENT_ROUNDABOUT } from "../network.ts";
import { ROAD_CLASSES } from "../path.ts";
import { WAIT_SIDES } from "../profile/node-rule.ts";
import { turnSeconds } from "../profile/turn-cost.ts";
import type { Vehicle } from "../profile/vehicle.ts";
import { isBeforeOnRing, isSameSide, type RingPoint } from "../ring-point.ts";
import type { Grouped } from "./group-by.ts";
import { type BannedTurn, edgeEnd } from "./restrictions.ts";
import type { Segments } from "./segments.ts";

export type TurnGraph = {
  readonly stateCount: number;
  readonly edgeOf: Int32Array;
  // The state of an edge nobody is bound on, or -1: where a path may begin.
  readonly freeState: Int32Array;
  readonly start: Int32Array;
  readonly to: Int32Array;
  // What the turn costs, without the edge that leads to it.
  readonly turnMs: Int32Array;
  // Turns that are closed to some at some hours, four numbers each: the turn, for whom, from, to.
  readonly hourRules: Int32Array;
};

// How far along a road one looks to tell which way it leaves a junction.
const LOOK_METERS = 10;
const FERRY = ROAD_CLASSES.indexOf("ferry");

// Restrictions under way: which chain, and how many of its edges have been driven.
type Bound = { readonly chain: BannedTurn; readonly driven: number };

export function buildTurnGraph(
  segments: Segments,
  arms: Grouped,
  banned: readonly BannedTurn[],
  vehicle: Vehicle,
): TurnGraph {
  return new TurnGraphBuilder(segments, arms, banned, vehicle).build();
}

class TurnGraphBuilder {
  readonly #segments: Segments;
  readonly #arms: Grouped;
  readonly #vehicle: Vehicle;
  readonly #pairs = new Map<number, BannedTurn[]>();
  readonly #chains = new Map<number, BannedTurn[]>();
  readonly #freeState: Int32Array;
  readonly #edgeOf = new IntRow(1 << 16);
  readonly #bounds = new Map<number, readonly Bound[]>();
  readonly #boundStates = new Map<string, number>();
  readonly #chainIds = new Map<BannedTurn, number>();
  readonly #start = new IntRow(1 << 16);
  readonly #to = new IntRow(1 << 16);
  readonly #turnMs = new IntRow(1 << 16);
  readonly #hourRules = new IntRow();

  constructor(segments: Segments, arms: Grouped, banned: readonly BannedTurn[], vehicle: Vehicle) {
    this.#segments = segments;
    this.#arms = arms;
    this.#vehicle = vehicle;
    for (const [id, turn] of banned.entries()) {
      this.#chainIds.set(turn, id);
      const lists = turn.chain.length === 2 ? this.#pairs : this.#chains;
      const first = turn.chain[0]!;
      lists.set(first, [...(lists.get(first) ?? []), turn]);
    }
    this.#freeState = new Int32Array(segments.count * 2).fill(-1);
    for (let edge = 0; edge < segments.count * 2; edge++) {
      if (segments.edgeMs[edge]! > 0) this.#freeState[edge] = this.#edgeOf.push(edge);
    }
  }

  build(): TurnGraph {
    // Bound states are found while turning into them, so the row grows under the loop.
    for (let state = 0; state < this.#edgeOf.length; state++) this.#addTurns(state);
    this.#start.push(this.#to.length);
    return {
      stateCount: this.#edgeOf.length,
      edgeOf: this.#edgeOf.array(),
      freeState: this.#freeState,
      start: this.#start.array(),
      to: this.#to.array(),
      turnMs: this.#turnMs.array(),
      hourRules: this.#hourRules.array(),
    };
  }

  #addTurns(state: number): void {
    const edge = this.#edgeOf.at(state);
    const bounds = this.#bounds.get(state) ?? [];
    const junction = edgeEnd(this.#segments, edge);
    const backs: number[] = [];
    this.#start.push(this.#to.length);
    const before = this.#to.length;
    const isBlocked = this.#segments.junctionBlocked[junction] === 1;
    const ring = this.#isRing(edge) ? undefined : this.#ringAt(junction);
    for (let i = this.#arms.start[junction]!; i < this.#arms.start[junction + 1]!; i++) {
      const next = this.#arms.items[i]!;
      if (next === edge || this.#freeState[next]! < 0 || this.#isBanned(edge, next, bounds)) continue;
      if (this.#leadsBack(edge, next)) {
        backs.push(next);
        continue;
      }
      if (isBlocked || (ring && this.#isAgainst(ring, edge, next))) continue;
      const ms =
        this.#turnMsOf(edge, next, junction) + (this.#leavesRestricted(edge, next, junction) ? RESTRICTED_MS : 0);
      this.#addTurn(edge, next, bounds, ms);
    }
    // One turns round only where there is nothing else to do, or room made for it.
    const isTurningPlace = this.#segments.junctionTurning[junction] === 1 && !isBlocked;
    if (this.#to.length > before && !isTurningPlace) return;
    const { turningPlaceSeconds, uTurnSeconds } = this.#vehicle;
    const seconds = isTurningPlace ? turningPlaceSeconds : uTurnSeconds;
    for (const back of backs) this.#addTurn(edge, back, bounds, Math.round(seconds * 1000));
  }

  // The other side of the road one came by: the same way, or another drawn along the same line for those who come the other way.
  #leadsBack(edge: number, next: number): boolean {
    if (next === (edge ^ 1)) return true;
    const { lengthCm } = this.#segments;
    return (
      lengthCm[edge >> 1] === lengthCm[next >> 1] &&
      edgeEnd(this.#segments, edge ^ 1) === edgeEnd(this.#segments, next) &&
      this.#bearingOut(edge ^ 1) === this.#bearingOut(next)
    );
  }

  #isRing(edge: number): boolean {
    return (this.#segments.flags[edge >> 1]! & SEGMENT_ROUNDABOUT) !== 0;
  }

  #ringAt(junction: number): RingPoint | undefined {
    let [from, to] = [-1, -1];
    for (let i = this.#arms.start[junction]!; i < this.#arms.start[junction + 1]!; i++) {
      const arm = this.#arms.items[i]!;
      if (!this.#isRing(arm)) continue;
      if (this.#freeState[arm]! >= 0) to = arm;
      else from = arm;
    }
    if (from < 0 || to < 0) return undefined;
    return { from: this.#bearingOut(from), to: this.#bearingOut(to) };
  }

  // Where an exit and the entry after it are drawn to one point of a roundabout, whoever comes in goes all the way round to that exit.
  #isAgainst(ring: RingPoint, edge: number, next: number): boolean {
    if (this.#isRing(next)) return false;
    const [came, leaves] = [this.#bearingOut(edge ^ 1), this.#bearingOut(next)];
    return isSameSide(ring, came, leaves) && !isBeforeOnRing(ring, came, leaves);
  }

  // Out of a quarter of doors, or past a gate to one between two roads that are everybody's. Whoever only goes in has a door there.
  #leavesRestricted(edge: number, next: number, junction: number): boolean {
    const { flags, junctionRestricted } = this.#segments;
    const isRestricted = (one: number): boolean =>
      (flags[one >> 1]! & (one & 1 ? SEGMENT_RESTRICTED_BACKWARD : SEGMENT_RESTRICTED)) !== 0;
    return !isRestricted(next) && (isRestricted(edge) || junctionRestricted[junction] === 1);
  }

  #addTurn(edge: number, next: number, bounds: readonly Bound[], ms: number): void {
    const turn = this.#to.push(this.#stateAfter(edge, next, bounds));
    this.#turnMs.push(ms);
    const over = bounds.filter(({ chain, driven }) => driven === chain.chain.length - 1).map(({ chain }) => chain);
    for (const { chain, kind, shut = [] } of [...(this.#pairs.get(edge) ?? []), ...over]) {
      if ((kind === "no") !== (chain.at(-1) === next)) continue;
      for (const { bit, from, to } of shut) for (const one of [turn, bit, from, to]) this.#hourRules.push(one);
    }
  }

  #isBanned(edge: number, next: number, bounds: readonly Bound[]): boolean {
    const pairs = this.#pairs.get(edge)?.filter(({ shut }) => !shut);
    if (pairs) {
      const only = pairs.filter((turn) => turn.kind === "only");
      if (only.length > 0 && !only.some((turn) => turn.chain[1] === next)) return true;
      if (pairs.some((turn) => turn.kind === "no" && turn.chain[1] === next)) return true;
    }
    return bounds.some(({ chain: { chain, kind, shut }, driven }) => {
      if (driven < chain.length - 1 || shut) return false;
      return (kind === "no") === (chain.at(-1) === next);
    });
  }

  #stateAfter(edge: number, next: number, bounds: readonly Bound[]): number {
    const begun = (this.#chains.get(edge) ?? []).map((chain) => ({ chain, driven: 1 }));
    const after = [...bounds, ...begun]
      .filter(({ chain: { chain }, driven }) => driven < chain.length - 1 && chain[driven] === next)
      .map(({ chain, driven }) => ({ chain, driven: driven + 1 }));
    if (after.length === 0) return this.#freeState[next]!;
    const key = `${next}:${after.map(({ chain, driven }) => `${this.#chainIds.get(chain)}.${driven}`).join()}`;
    const known = this.#boundStates.get(key);
    if (known !== undefined) return known;
    const state = this.#edgeOf.push(next);
    this.#boundStates.set(key, state);
    this.#bounds.set(state, after);
    return state;
  }

  #turnMsOf(edge: number, next: number, junction: number): number {
    const { roadClass } = this.#segments;
    const isBoarding = roadClass[next >> 1] === FERRY && roadClass[edge >> 1] !== FERRY;
    const boardingMs = isBoarding ? this.#vehicle.ferryBoardingSeconds * 1000 : 0;
    const waitMs = (this.#waits(edge, junction) ? this.#segments.junctionWaitMs[junction]! : 0) + boardingMs;
    const armCount = this.#arms.start[junction + 1]! - this.#arms.start[junction]!;
    if (armCount < 3) return waitMs;
    const bend = turnDegrees(this.#bearingIn(edge), this.#bearingOut(next));
    const crossing = this.#segments.drivesLeft[edge >> 1] ? -bend : bend;
    return Math.round(waitMs + turnSeconds(crossing, this.#vehicle) * 1000);
  }

  // Where two ways were cut at lights for one direction, those who come the other way do not see them.
  #waits(edge: number, junction: number): boolean {
    const side = WAIT_SIDES[this.#segments.junctionWaitSide[junction]!];
    if (side === "forward" || side === "backward") return side === (edge & 1 ? "backward" : "forward");
    return side !== "minor" || this.#comesByLesser(edge, junction);
  }

  #comesByLesser(edge: number, junction: number): boolean {
    const { roadClass } = this.#segments;
    const arms = this.#arms.items.subarray(this.#arms.start[junction]!, this.#arms.start[junction + 1]!);
    return arms.some((arm) => roadClass[arm >> 1]! < roadClass[edge >> 1]!);
  }

  // Heading at the end of an edge: the way back, turned round.
  #bearingIn(edge: number): number {
    return (this.#bearingOut(edge ^ 1) + 180) % 360;
  }

  #bearingOut(edge: number): number {
    const segment = edge >> 1;
    const first = this.#segments.shapeStart[segment]!;
    const last = this.#segments.shapeStart[segment + 1]! - 1;
    const { shape } = this.#segments;
    return edge & 1 ? bearingAlong(shape, last, first, LOOK_METERS) : bearingAlong(shape, first, last, LOOK_METERS);
  }
}
