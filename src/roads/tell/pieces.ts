// Tells a leg edge by edge, with what one sees at each junction on the way.
import { bearingAlong } from "../micro.ts";
import { type Network, timeOf } from "../network.ts";
import type { Arm, Junction, Piece } from "../path.ts";
import { type Driven, pieceCm, pieceMs } from "./driven.ts";
import { LOOK_METERS, type Streets, wholeDegrees } from "./streets.ts";

export function tellPieces(driven: Driven, streets: Streets): readonly Piece[] {
  const { network, states, ends, turnRoundMs } = driven;
  return Array.from(states, (state, i) => {
    const next = states[i + 1];
    const lineFrom = i === 0 ? 0 : ends[i - 1]!;
    const lineTo = ends[i]!;
    const { bearingStart, bearingEnd } = bearings(driven, streets, i, lineFrom, lineTo);
    // Street by street and word by word, here and below: spreading one object into another takes three times as long.
    const { name, ref, roadClass, isLink, isRoundabout, isOneWay } = streets.of(network.stateEdge[state]! >> 1);
    return {
      name,
      ref,
      roadClass,
      isLink,
      isRoundabout,
      isOneWay,
      distanceMeters: pieceCm(driven, i) / 100,
      durationSeconds: pieceMs(driven, i) / 1000,
      turnSeconds: (next === undefined ? turnRoundMs : turnMsBetween(network, state, next)) / 1000,
      lineFrom,
      lineTo,
      bearingStart,
      bearingEnd,
      junction: next === undefined ? undefined : tellJunction(network, streets, state, next),
    };
  });
}

function bearings(
  { network, states, line }: Driven,
  streets: Streets,
  i: number,
  lineFrom: number,
  lineTo: number,
): Pick<Piece, "bearingStart" | "bearingEnd"> {
  const edge = network.stateEdge[states[i]!]!;
  const atStart = streets.bearingOut(edge);
  const atEnd = wholeDegrees(streets.bearingOut(edge ^ 1) + 180);
  const isWhole = i > 0 && i < states.length - 1;
  if (isWhole) return { bearingStart: atStart, bearingEnd: atEnd };
  // Nothing of this edge is driven: the stop is at its end (first piece) or at its start.
  if (lineFrom === lineTo) {
    const heading = i === 0 ? atEnd : atStart;
    return { bearingStart: heading, bearingEnd: heading };
  }
  return {
    bearingStart: wholeDegrees(bearingAlong(line, lineFrom, lineTo, LOOK_METERS)),
    bearingEnd: wholeDegrees(bearingAlong(line, lineTo, lineFrom, LOOK_METERS) + 180),
  };
}

export function turnMsBetween({ turnStart, turnTo, turnMs }: Network, state: number, next: number): number {
  for (let turn = turnStart[state]!; turn < turnStart[state + 1]!; turn++) {
    if (turnTo[turn] === next) return timeOf(turnMs[turn]!);
  }
  throw new Error(`no turn leads from state ${state} to ${next}`);
}

function tellJunction(network: Network, streets: Streets, state: number, next: number): Junction {
  const { stateEdge, segmentFrom, segmentTo, armStart, arms, junctionLights } = network;
  const edge = stateEdge[state]!;
  const junction = edge & 1 ? segmentFrom[edge >> 1]! : segmentTo[edge >> 1]!;
  const edges: number[] = [];
  for (let i = armStart[junction]!; i < armStart[junction + 1]!; i++) edges.push(arms[i]!);
  edges.sort((a, b) => streets.bearingOut(a) - streets.bearingOut(b) || a - b);
  return {
    arms: edges.map((arm) => tellArm(network, streets, state, arm)),
    in: edges.indexOf(edge ^ 1),
    out: edges.indexOf(stateEdge[next]!),
    hasLights: junctionLights[junction] !== 0,
  };
}

function tellArm(network: Network, streets: Streets, state: number, edge: number): Arm {
  const { name, ref, roadClass, isLink, isRoundabout, isOneWay } = streets.of(edge >> 1);
  const bearing = streets.bearingOut(edge);
  return { name, ref, roadClass, isLink, isRoundabout, isOneWay, bearing, mayEnter: mayTurn(network, state, edge) };
}

function mayTurn({ turnStart, turnTo, stateEdge }: Network, state: number, edge: number): boolean {
  for (let turn = turnStart[state]!; turn < turnStart[state + 1]!; turn++) {
    if (stateEdge[turnTo[turn]!] === edge) return true;
  }
  return false;
}
