// Tells a leg edge by edge, with what one sees at each junction on the way.
import { bearingAlong } from "../micro.ts";
import type { Junction, Piece } from "../path.ts";
import type { Crossings } from "./crossings.ts";
import { type Driven, pieceCm, pieceMs } from "./driven.ts";
import { LOOK_METERS, type Streets, wholeDegrees } from "./streets.ts";

// What a junction knows of the roads that meet there is taken from it: looking each piece up once more takes as long as all else.
export function piecesOf(driven: Driven, streets: Streets, crossings: Crossings): readonly Piece[] {
  const { network, states, ends, turnRoundMs } = driven;
  const { stateEdge } = network;
  const last = states.length - 1;
  const pieces: Piece[] = [];
  let before: Junction | undefined;
  for (let i = 0; i <= last; i++) {
    const state = states[i]!;
    const junction = i === last ? undefined : crossings.leaving(state, states[i + 1]!);
    const came = before && before.arms[before.out]!;
    const lineFrom = i === 0 ? 0 : ends[i - 1]!;
    const isWhole = came !== undefined && junction !== undefined;
    const atEnds = isWhole ? undefined : endBearings(driven, streets, i, lineFrom, ends[i]!);
    pieces.push({
      street: came ? came.street : streets.of(stateEdge[state]! >> 1),
      distanceMeters: pieceCm(driven, i) / 100,
      durationSeconds: pieceMs(driven, i) / 1000,
      turnSeconds: junction ? junction.turnSeconds : turnRoundMs / 1000,
      lineFrom,
      lineTo: ends[i]!,
      bearingStart: atEnds ? atEnds.bearingStart : came!.bearing,
      bearingEnd: atEnds ? atEnds.bearingEnd : (junction!.arms[junction!.in]!.bearing + 180) % 360,
      junction,
    });
    before = junction;
  }
  return pieces;
}

// Of the first and the last piece, which are driven in part.
function endBearings(
  { network, states, line }: Driven,
  streets: Streets,
  i: number,
  lineFrom: number,
  lineTo: number,
): Pick<Piece, "bearingStart" | "bearingEnd"> {
  const edge = network.stateEdge[states[i]!]!;
  // Nothing of this edge is driven: the stop is at its end (first piece) or at its start.
  if (lineFrom === lineTo) {
    const heading = i === 0 ? wholeDegrees(streets.bearingOut(edge ^ 1) + 180) : streets.bearingOut(edge);
    return { bearingStart: heading, bearingEnd: heading };
  }
  return {
    bearingStart: wholeDegrees(bearingAlong(line, lineFrom, lineTo, LOOK_METERS)),
    bearingEnd: wholeDegrees(bearingAlong(line, lineTo, lineFrom, LOOK_METERS) + 180),
  };
}
