import type { Network } from "../network.ts";
import { behindCm, behindMs } from "../search/ends.ts";
import type { Position } from "../search/grid.ts";

// A leg edge by edge, with all that is needed to tell it.
export type Driven = {
  readonly network: Network;
  readonly from: Position;
  readonly to: Position;
  readonly turnRoundMs: number;
  readonly line: Int32Array;
  readonly states: Int32Array;
  // By state, the last point of its piece.
  readonly ends: Int32Array;
};

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
