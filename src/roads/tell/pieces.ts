// Tells a leg edge by edge, with what one sees at each junction on the way.
import { bearingAlong } from "../micro.ts";
import type { Network } from "../network.ts";
import type { Arm, Junction, Piece } from "../path.ts";
import { type Driven, pieceCm, pieceMs } from "./leg-path.ts";
import type { Streets } from "./streets.ts";

// How far along a road one looks to tell which way it leaves a junction.
const LOOK_METERS = 10;

export function tellPieces(driven: Driven, streets: Streets): readonly Piece[] {
  const { network, states, ends, turnRoundMs } = driven;
  return Array.from(states, (state, i) => {
    const next = states[i + 1];
    const lineFrom = i === 0 ? 0 : ends[i - 1]!;
    const lineTo = ends[i]!;
    return {
      ...streets.of(network.stateEdge[state]! >> 1),
      distanceMeters: pieceCm(driven, i) / 100,
      durationSeconds: pieceMs(driven, i) / 1000,
      turnSeconds: (next === undefined ? turnRoundMs : turnMsBetween(network, state, next)) / 1000,
      lineFrom,
      lineTo,
      ...bearings(driven, i, lineFrom, lineTo),
      junction: next === undefined ? undefined : tellJunction(network, streets, state, next),
    };
  });
}

function bearings({ network, states, line }: Driven, i: number, lineFrom: number, lineTo: number) {
  if (lineFrom < lineTo) {
    return {
      bearingStart: whole(bearingAlong(line, lineFrom, lineTo, LOOK_METERS)),
      bearingEnd: whole(bearingAlong(line, lineTo, lineFrom, LOOK_METERS) + 180),
    };
  }
  // Nothing of this edge is driven: the stop is at its end (first piece) or at its start.
  const edge = network.stateEdge[states[i]!]!;
  const heading = whole(i === 0 ? bearingOut(network, edge ^ 1) + 180 : bearingOut(network, edge));
  return { bearingStart: heading, bearingEnd: heading };
}

function turnMsBetween({ turnStart, turnTo, turnMs }: Network, state: number, next: number): number {
  for (let turn = turnStart[state]!; turn < turnStart[state + 1]!; turn++) {
    if (turnTo[turn] === next) return turnMs[turn]!;
  }
  throw new Error(`no turn leads from state ${state} to ${next}`);
}

function tellJunction(network: Network, streets: Streets, state: number, next: number): Junction {
  const { stateEdge, segmentFrom, segmentTo, armStart, arms, turnStart, turnTo, junctionLights } = network;
  const edge = stateEdge[state]!;
  const junction = edge & 1 ? segmentFrom[edge >> 1]! : segmentTo[edge >> 1]!;
  const open = new Set<number>();
  for (let turn = turnStart[state]!; turn < turnStart[state + 1]!; turn++) open.add(stateEdge[turnTo[turn]!]!);
  const seen = Array.from(arms.subarray(armStart[junction]!, armStart[junction + 1]!), (arm) => ({
    edge: arm,
    arm: {
      ...streets.of(arm >> 1),
      bearing: whole(bearingOut(network, arm)),
      mayEnter: open.has(arm),
    } satisfies Arm,
  })).sort((a, b) => a.arm.bearing - b.arm.bearing || a.edge - b.edge);
  return {
    arms: seen.map(({ arm }) => arm),
    in: seen.findIndex((arm) => arm.edge === (edge ^ 1)),
    out: seen.findIndex((arm) => arm.edge === stateEdge[next]),
    hasLights: junctionLights[junction] === 1,
  };
}

function bearingOut({ shapeStart, shape }: Network, edge: number): number {
  const first = shapeStart[edge >> 1]!;
  const last = shapeStart[(edge >> 1) + 1]! - 1;
  return edge & 1 ? bearingAlong(shape, last, first, LOOK_METERS) : bearingAlong(shape, first, last, LOOK_METERS);
}

function whole(degrees: number): number {
  return Math.round(degrees) % 360;
}
