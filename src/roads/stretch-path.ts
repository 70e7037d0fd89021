// A path that takes so many times longer than its engine says, in all its parts.
import type { LineAnnotation, Path, PathLeg, Piece } from "./path.ts";

export function stretchPath(path: Path, times: number): Path {
  return {
    ...path,
    durationSeconds: path.durationSeconds * times,
    legs: path.legs.map((leg) => stretchLeg(leg, times)),
  };
}

function stretchLeg(leg: PathLeg, times: number): PathLeg {
  return {
    ...leg,
    durationSeconds: leg.durationSeconds * times,
    pieces: () => leg.pieces().map((piece) => stretchPiece(piece, times)),
    annotation: () => stretchAnnotation(leg.annotation(), times),
  };
}

function stretchPiece(piece: Piece, times: number): Piece {
  const { durationSeconds, turnSeconds } = piece;
  return {
    ...piece,
    durationSeconds: durationSeconds * times,
    turnSeconds: turnSeconds * times,
  };
}

function stretchAnnotation(annotation: LineAnnotation, times: number): LineAnnotation {
  return { ...annotation, durationsSeconds: annotation.durationsSeconds.map((seconds) => seconds * times) };
}
