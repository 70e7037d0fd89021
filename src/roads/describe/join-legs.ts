// One leg of several, for a route that passes by a point without stopping there.
import { joinLines } from "../join-lines.ts";
import { turnDegrees } from "../micro.ts";
import type { Junction, LineAnnotation, PathLeg, Piece } from "../path.ts";

// From each of `stops` (numbers of points, the first and the last among them) to the next.
export function joinLegs(legs: readonly PathLeg[], stops: readonly number[]): readonly PathLeg[] {
  return stops.slice(1).map((to, i) => joinAll(legs.slice(stops[i], to)));
}

function joinAll(legs: readonly PathLeg[]): PathLeg {
  if (legs.length === 1) return legs[0]!;
  const sum = (amount: (leg: PathLeg) => number): number => legs.reduce((total, leg) => total + amount(leg), 0);
  let pieces: readonly Piece[] | undefined;
  return {
    distanceMeters: sum((leg) => leg.distanceMeters),
    durationSeconds: sum((leg) => leg.durationSeconds),
    line: joinLines(legs.map((leg) => leg.line)),
    pieces: () => {
      pieces ??= joinPieces(legs);
      return pieces;
    },
    firstEdge: legs[0]!.firstEdge,
    lastEdge: legs.at(-1)!.lastEdge,
    around: legs[0]!.around,
    annotation: () => joinAnnotations(legs),
  };
}

function joinPieces(legs: readonly PathLeg[]): readonly Piece[] {
  const joined: Piece[] = [];
  let shift = 0;
  for (const leg of legs) {
    const own = leg.pieces().map((piece) => ({
      ...piece,
      lineFrom: piece.lineFrom + shift,
      lineTo: piece.lineTo + shift,
    }));
    const [before, first] = [joined.at(-1), own[0]!];
    shift += leg.line.length / 2 - 1;
    if (!before) joined.push(...own);
    else if (Math.abs(turnDegrees(before.bearingEnd, first.bearingStart)) > 135)
      joined.splice(-1, 1, { ...before, junction: aboutTurn(before) }, ...own);
    else joined.splice(-1, 1, driveOn(before, first), ...own.slice(1));
  }
  return joined;
}

// The point lies on the edge that is driven: both parts of it are one.
function driveOn(before: Piece, after: Piece): Piece {
  return {
    ...after,
    distanceMeters: before.distanceMeters + after.distanceMeters,
    durationSeconds: before.durationSeconds + after.durationSeconds,
    lineFrom: before.lineFrom,
    bearingStart: before.bearingStart,
  };
}

// Where one turns round at the point there is one road, the one back.
function aboutTurn({ bearingEnd, street }: Piece): Junction {
  const back = { street, edge: -1, bearing: (bearingEnd + 180) % 360, mayEnter: true, mayLeave: true };
  return { arms: [back], in: 0, out: 0 };
}

function joinAnnotations(legs: readonly PathLeg[]): LineAnnotation {
  const annotations = legs.map((leg) => leg.annotation());
  const join = (column: (annotation: LineAnnotation) => Float64Array): Float64Array =>
    Float64Array.from(annotations.flatMap((annotation) => Array.from(column(annotation))));
  return {
    distancesMeters: join(({ distancesMeters }) => distancesMeters),
    durationsSeconds: join(({ durationsSeconds }) => durationsSeconds),
    // The leg after begins at a point of the one before.
    nodes: () => join((annotation) => annotation.nodes().subarray(annotation === annotations[0] ? 0 : 1)),
  };
}
