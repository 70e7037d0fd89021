// Tells a leg edge by edge, with what one sees at each junction on the way.
import { bearingAlong } from "../micro.ts";
import { type Network, timeOf } from "../network.ts";
import type { Junction, Piece, Seen } from "../path.ts";
import type { Crossings } from "./crossings.ts";
import { type Driven, pieceCm, pieceMs } from "./leg-path.ts";
import { LOOK_METERS, type Streets, wholeDegrees } from "./streets.ts";

export function tellPieces(driven: Driven, streets: Streets, crossings: Crossings): readonly Piece[] {
  const { network, states, ends, turnRoundMs } = driven;
  return Array.from(states, (state, i) => {
    const next = states[i + 1];
    const lineFrom = i === 0 ? 0 : ends[i - 1]!;
    const lineTo = ends[i]!;
    const { bearingStart, bearingEnd } = bearings(driven, streets, i, lineFrom, lineTo);
    return {
      street: streets.of(network.stateEdge[state]! >> 1),
      distanceMeters: pieceCm(driven, i) / 100,
      durationSeconds: pieceMs(driven, i) / 1000,
      turnSeconds: (next === undefined ? turnRoundMs : turnMsBetween(network, state, next)) / 1000,
      lineFrom,
      lineTo,
      bearingStart,
      bearingEnd,
      junction: next === undefined ? undefined : leaving(crossings.seenIn(state), network.stateEdge[next]!),
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

function turnMsBetween({ turnStart, turnTo, turnMs }: Network, state: number, next: number): number {
  for (let turn = turnStart[state]!; turn < turnStart[state + 1]!; turn++) {
    if (turnTo[turn] === next) return timeOf(turnMs[turn]!);
  }
  throw new Error(`no turn leads from state ${state} to ${next}`);
}

function leaving({ arms, in: into, hasLights }: Seen, edge: number): Junction {
  return { arms, in: into, hasLights, out: arms.findIndex((arm) => arm.edge === edge) };
}
