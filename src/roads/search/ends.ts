// Where paths may begin and end: the states of a place on the network, and how much of their edge is behind it.
import type { Network } from "../network.ts";
import { ROAD_CLASSES } from "../path.ts";
import { DIRECTION_BACKWARD, DIRECTION_FORWARD, type Place, type Position } from "./grid.ts";

// A place on an edge that is driven: how much of the edge lies behind it.
export type End = {
  readonly state: number;
  readonly behindMs: number;
  readonly behindCm: number;
};

const FERRY = ROAD_CLASSES.indexOf("ferry");

// A path may set out either way, where the edge may be driven; from a junction, along every road that meets it there. Nobody stands on a
// ferry already: from its landing one boards it, as whoever came there by a road does.
export function startsAt(network: Network, place: Place): End[] {
  const { edgeState, edgeMs, segmentCm, segmentClass } = network;
  const ends = endsAlong(network, place);
  const arms = otherArms(network, place);
  if (arms.length === 0) return ends;
  const isFerry = (arm: number): boolean => segmentClass[arm >> 1] === FERRY && segmentClass[place.segment] !== FERRY;
  const roads = arms.filter((arm) => !isFerry(arm));
  for (const arm of roads) {
    if (edgeState[arm]! >= 0) ends.push({ state: edgeState[arm]!, behindMs: 0, behindCm: 0 });
  }
  if (roads.length === arms.length) return ends;
  for (const arm of roads) {
    const [came, state] = [arm ^ 1, edgeState[arm ^ 1]!];
    if (state >= 0) ends.push({ state, behindMs: edgeMs[came]!, behindCm: segmentCm[came >> 1]! });
  }
  return ends;
}

function endsAlong(network: Network, place: Place): End[] {
  const ends: End[] = [];
  for (let edge = 2 * place.segment; edge <= 2 * place.segment + 1; edge++) {
    const state = network.edgeState[edge]!;
    if (state >= 0 && mayHead(place, edge)) ends.push(endOn(network, edge, state, place));
  }
  return ends;
}

// A path may arrive in any state of either edge: it may be bound by a restriction when it gets there.
export function finishesOn(network: Network, place: Place): End[] {
  const ends = endsAlong(network, place);
  for (const edge of [2 * place.segment, 2 * place.segment + 1]) {
    if (!mayHead(place, edge)) continue;
    for (const state of boundStates(network, edge)) ends.push(endOn(network, edge, state, place));
  }
  return ends;
}

// And at a junction along any road that meets there.
export function finishesAt(network: Network, place: Place): readonly End[] {
  const ends = finishesOn(network, place);
  for (const arm of otherArms(network, place)) {
    const edge = arm ^ 1;
    const [behindMs, behindCm] = [network.edgeMs[edge]!, network.segmentCm[edge >> 1]!];
    const state = network.edgeState[edge]!;
    if (state >= 0) ends.push({ state, behindMs, behindCm });
    for (const bound of boundStates(network, edge)) ends.push({ state: bound, behindMs, behindCm });
  }
  return ends;
}

function boundStates({ boundEdge, boundState }: Network, edge: number): Int32Array {
  const first = firstAtLeast(boundEdge, edge);
  let end = first;
  while (end < boundEdge.length && boundEdge[end] === edge) end++;
  return boundState.subarray(first, end);
}

// Edges that begin where the place is, when it is at a junction, without those of its own segment; none where it is told which way
// one heads there.
function otherArms(network: Network, { segment, alongCm, directions }: Place): readonly number[] {
  const { segmentFrom, segmentTo, segmentCm, armStart, arms } = network;
  const junction = alongCm === 0 ? segmentFrom[segment]! : alongCm === segmentCm[segment] ? segmentTo[segment]! : -1;
  if (junction < 0 || directions !== undefined) return NO_ARMS;
  const found: number[] = [];
  for (let i = armStart[junction]!; i < armStart[junction + 1]!; i++) {
    if (arms[i]! >> 1 !== segment) found.push(arms[i]!);
  }
  return found;
}

const NO_ARMS: readonly number[] = [];

// The position as a place on an edge so much of which lies behind it: at a junction the edge may be of another road than the one it
// was found on.
export function onEdge(
  { shapeStart, segmentCm }: Network,
  edge: number,
  behindCm: number,
  position: Position,
): Position {
  const segment = edge >> 1;
  if (segment === position.segment) return position;
  const alongCm = edge & 1 ? segmentCm[segment]! - behindCm : behindCm;
  return { ...position, segment, alongCm, piece: alongCm === 0 ? shapeStart[segment]! : shapeStart[segment + 1]! - 2 };
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
