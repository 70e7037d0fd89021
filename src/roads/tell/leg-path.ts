// Tells a leg of a search as a path: the line and the sums at once, pieces and annotations when they are asked for.
import { microMeters } from "../micro.ts";
import type { Network } from "../network.ts";
import type { LineAnnotation, PathLeg } from "../path.ts";
import { behindCm, behindMs } from "../search/ends.ts";
import type { Position } from "../search/grid.ts";
import type { StopsLeg } from "../search/stops-search.ts";
import { type Drawn, drawLine } from "./draw-line.ts";
import { tellPieces } from "./pieces.ts";
import type { Streets } from "./streets.ts";

// A leg with all that is needed to tell it.
export type Driven = Drawn & StopsLeg & { readonly network: Network; readonly from: Position; readonly to: Position };

export function legPath(network: Network, streets: Streets, leg: StopsLeg, from: Position, to: Position): PathLeg {
  const driven: Driven = { ...leg, ...drawLine(network, leg.states, from, to), network, from, to };
  return {
    distanceMeters: drivenCm(network, leg.states, from, to) / 100,
    durationSeconds: leg.ms / 1000,
    line: driven.line,
    pieces: () => tellPieces(driven, streets),
    annotation: () => annotate(driven),
  };
}

// All edges whole, less what lies behind the start of the first and ahead of the end of the last.
function drivenCm({ stateEdge, segmentCm }: Network, states: Int32Array, from: Position, to: Position): number {
  const first = stateEdge[states[0]!]!;
  const last = stateEdge[states[states.length - 1]!]!;
  let cm = 0;
  for (let i = 0; i < states.length; i++) cm += segmentCm[stateEdge[states[i]!]! >> 1]!;
  const behind = first & 1 ? segmentCm[first >> 1]! - from.alongCm : from.alongCm;
  const ahead = last & 1 ? to.alongCm : segmentCm[last >> 1]! - to.alongCm;
  return cm - behind - ahead;
}

// What is driven of the edge of the i-th state.
export function pieceCm({ network, states, from, to }: Driven, i: number): number {
  const edge = network.stateEdge[states[i]!]!;
  const begin = i === 0 ? behindCm(network, edge, from) : 0;
  const end = i === states.length - 1 ? behindCm(network, edge, to) : network.segmentCm[edge >> 1]!;
  return end - begin;
}

export function pieceMs({ network, states, from, to }: Driven, i: number): number {
  const edge = network.stateEdge[states[i]!]!;
  const begin = i === 0 ? behindMs(network, edge, from) : 0;
  const end = i === states.length - 1 ? behindMs(network, edge, to) : network.edgeMs[edge]!;
  return end - begin;
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
  return { distancesMeters, durationsSeconds };
}
