// Where paths may begin and end: the states of a place on the network, and how much of their edge is behind it.
import type { Network } from "../network.ts";
import { DIRECTION_BACKWARD, DIRECTION_FORWARD, type Place } from "./grid.ts";

// A place on an edge that is driven: how much of the edge lies behind it.
export type End = {
  readonly state: number;
  readonly behindMs: number;
  readonly behindCm: number;
};

// A path may set out either way, where the edge may be driven.
export function startsAt(network: Network, place: Place): End[] {
  const ends: End[] = [];
  for (let edge = 2 * place.segment; edge <= 2 * place.segment + 1; edge++) {
    const state = network.edgeState[edge]!;
    if (state >= 0 && mayHead(place, edge)) ends.push(endOn(network, edge, state, place));
  }
  return ends;
}

// A path may arrive in any state of either edge: it may be bound by a restriction when it gets there.
export function finishesAt(network: Network, place: Place): readonly End[] {
  const ends = startsAt(network, place);
  const { boundEdge, boundState } = network;
  for (let edge = 2 * place.segment; edge <= 2 * place.segment + 1; edge++) {
    if (!mayHead(place, edge)) continue;
    for (let i = firstAtLeast(boundEdge, edge); i < boundEdge.length && boundEdge[i] === edge; i++) {
      ends.push(endOn(network, edge, boundState[i]!, place));
    }
  }
  return ends;
}

function mayHead({ directions }: Place, edge: number): boolean {
  return directions === undefined || (directions & (edge & 1 ? DIRECTION_BACKWARD : DIRECTION_FORWARD)) !== 0;
}

function endOn(network: Network, edge: number, state: number, place: Place): End {
  return { state, behindCm: behindCm(network, edge, place), behindMs: behindMs(network, edge, place) };
}

// How much of an edge lies behind a place on it.
export function behindCm(network: Network, edge: number, { segment, alongCm }: Place): number {
  return edge & 1 ? network.segmentCm[segment]! - alongCm : alongCm;
}

// Whole milliseconds, so that the parts of an edge add up to it.
export function behindMs(network: Network, edge: number, place: Place): number {
  const cm = network.segmentCm[place.segment]!;
  return Math.round((network.edgeMs[edge]! * behindCm(network, edge, place)) / cm);
}

function firstAtLeast(sorted: Int32Array, value: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle]! < value) low = middle + 1;
    else high = middle;
  }
  return low;
}
