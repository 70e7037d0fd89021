// Tells a leg of a search as a path: the line and the sums at once, pieces and annotations when they are asked for.
import { microMeters } from "../micro.ts";
import type { Network } from "../network.ts";
import type { LineAnnotation, PathLeg, Piece } from "../path.ts";
import { onEdge } from "../search/ends.ts";
import type { Position } from "../search/grid.ts";
import type { StopsLeg } from "../search/stops-search.ts";
import { statesOf } from "../search/unpack.ts";
import type { Crossings } from "./crossings.ts";
import { type Drawn, drawLine } from "./draw-line.ts";
import { type Driven, pieceMs } from "./driven.ts";
import { nodesAlong } from "./nodes.ts";
import { piecesOf } from "./pieces.ts";
import type { Streets } from "./streets.ts";

export function legPath(
  network: Network,
  streets: Streets,
  crossings: Crossings,
  leg: StopsLeg,
  start: Position,
  end: Position,
): PathLeg {
  const from = onEdge(network, network.stateEdge[leg.setOut[0]!]!, leg.behindCm, start);
  const to = onEdge(network, network.stateEdge[leg.last]!, leg.arrivedCm, end);
  const drawn = drawLine(network, leg, from, to);
  const drive = (): Driven => driveAlong(network, leg, drawn, from, to);
  // Steps and the summary both read them.
  let pieces: readonly Piece[] | undefined;
  return {
    distanceMeters: drivenCm(network, leg) / 100,
    durationSeconds: leg.ms / 1000,
    line: drawn.line,
    pieces: () => {
      pieces ??= piecesOf(drive(), streets, crossings);
      return pieces;
    },
    around: crossings,
    annotation: () => annotate(drive()),
  };
}

// An arc is as long as the edges up to its end: all but the last, of which only what lies behind the stop is driven.
export function drivenCm({ stateEdge, segmentCm, arcCm }: Network, leg: StopsLeg): number {
  const { setOut, arcs } = leg;
  let cm = leg.arrivedCm - leg.behindCm;
  for (let i = 0; i + 1 < setOut.length; i++) cm += segmentCm[stateEdge[setOut[i]!]! >> 1]!;
  for (let i = 0; i < arcs.length; i++) cm += arcCm[arcs[i]!]!;
  return cm;
}

function driveAlong(network: Network, leg: StopsLeg, { line, firstEnd }: Drawn, from: Position, to: Position): Driven {
  const { stateEdge, shapeStart } = network;
  const states = statesOf(network, leg);
  const ends = new Int32Array(states.length);
  for (let i = 0, end = firstEnd; i < states.length; i++) {
    const segment = stateEdge[states[i]!]! >> 1;
    if (i > 0) end += shapeStart[segment + 1]! - shapeStart[segment]! - 1;
    ends[i] = end;
  }
  ends[states.length - 1] = line.length / 2 - 1;
  return { network, from, to, turnRoundMs: leg.turnRoundMs, line, states, ends };
}

// A piece's time is spread over its line by length.
function annotate(driven: Driven): LineAnnotation {
  const { line, ends, states } = driven;
  const distancesMeters = new Float64Array(line.length / 2 - 1);
  const durationsSeconds = new Float64Array(line.length / 2 - 1);
  let point = 0;
  for (let i = 0; i < states.length; i++) {
    let meters = 0;
    for (let at = point; at < ends[i]!; at++) {
      distancesMeters[at] = microMeters(line[2 * at]!, line[2 * at + 1]!, line[2 * at + 2]!, line[2 * at + 3]!);
      meters += distancesMeters[at]!;
    }
    const seconds = pieceMs(driven, i) / 1000;
    for (; point < ends[i]!; point++)
      durationsSeconds[point] = meters === 0 ? 0 : (seconds * distancesMeters[point]!) / meters;
  }
  const { network, from, to } = driven;
  const nodes = (): Float64Array =>
    nodesAlong(
      network,
      Array.from(states, (state) => network.stateEdge[state]!),
      from,
      to,
      line,
    );
  return { distancesMeters, durationsSeconds, nodes };
}
