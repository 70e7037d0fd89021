// Tells a leg of a search as a path: the line and the sums at once, pieces and annotations when they are asked for.
import { bearingAlong, microMeters } from "../micro.ts";
import type { Network } from "../network.ts";
import type { LineAnnotation, MicroLine, PathLeg, Piece } from "../path.ts";
import { behindCm, behindMs, onEdge } from "../search/ends.ts";
import type { Position } from "../search/grid.ts";
import type { StopsLeg } from "../search/stops-search.ts";
import { type FoundPath, statesOf } from "../search/unpack.ts";
import type { Crossings } from "./crossings.ts";
import { nodesAlong } from "./nodes.ts";
import { LOOK_METERS, type Streets, wholeDegrees } from "./streets.ts";

export function legPath(
  network: Network,
  streets: Streets,
  crossings: Crossings,
  leg: StopsLeg,
  start: Position,
  end: Position,
): PathLeg {
  const [firstEdge, lastEdge] = [network.stateEdge[leg.setOut[0]!]!, network.stateEdge[leg.last]!];
  const from = onEdge(network, firstEdge, leg.behindCm, start);
  const to = onEdge(network, lastEdge, leg.arrivedCm, end);
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
    firstEdge,
    lastEdge,
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
  return { network, from, to, turnRoundMs: leg.turnRoundMs, line, firstEnd, states: statesOf(network, leg) };
}

// The last point of each piece.
function endsOf({ network, states, line, firstEnd }: Driven): Int32Array {
  const { stateEdge, shapeStart } = network;
  const ends = new Int32Array(states.length);
  for (let i = 0, end = firstEnd; i < states.length; i++) {
    const segment = stateEdge[states[i]!]! >> 1;
    if (i > 0) end += shapeStart[segment + 1]! - shapeStart[segment]! - 1;
    ends[i] = end;
  }
  ends[states.length - 1] = line.length / 2 - 1;
  return ends;
}

// A piece's time is spread over its line by length.
function annotate(driven: Driven): LineAnnotation {
  const { line, states } = driven;
  const ends = endsOf(driven);
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

// Tells a leg edge by edge, with what one sees at each junction on the way.

function piecesOf(driven: Driven, streets: Streets, crossings: Crossings): readonly Piece[] {
  const { network, states, line, from, to, turnRoundMs } = driven;
  const { stateEdge, segmentCm, edgeMs } = network;
  const last = states.length - 1;
  const firstEdge = stateEdge[states[0]!]!;
  const pieces: Piece[] = [];
  let street = streets.of(firstEdge >> 1);
  let bearingStart = 0;
  let cm = segmentCm[firstEdge >> 1]!;
  let ms = edgeMs[firstEdge]!;
  let lineFrom = 0;
  let lineTo = driven.firstEnd;
  for (let i = 0; i <= last; i++) {
    const passage = i < last ? crossings.leaving(states[i]!, states[i + 1]!) : undefined;
    let bearingEnd = passage ? passage.bearingIn : 0;
    if (i === last) {
      const edge = stateEdge[states[i]!]!;
      cm = behindCm(network, edge, to);
      ms = behindMs(network, edge, to);
      lineTo = line.length / 2 - 1;
    }
    if (i === 0) {
      cm -= behindCm(network, firstEdge, from);
      ms -= behindMs(network, firstEdge, from);
    }
    if (i === 0 || i === last) ({ bearingStart, bearingEnd } = endBearings(driven, streets, i, lineFrom, lineTo));
    pieces.push({
      street,
      distanceMeters: cm / 100,
      durationSeconds: ms / 1000,
      turnSeconds: (passage ? passage.turnMs : turnRoundMs) / 1000,
      lineFrom,
      lineTo,
      bearingStart,
      bearingEnd,
      junction: passage,
    });
    if (!passage) break;
    ({ street, cm, ms } = passage);
    bearingStart = passage.bearingOut;
    lineFrom = lineTo;
    lineTo += passage.points;
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

// The line of a leg: the first edge from where the leg begins, the lines of its arcs, the last edge to where it ends.
type Drawn = {
  readonly line: MicroLine;
  // The last point of the first edge.
  readonly firstEnd: number;
};

// Where lines are drawn before their length is known; `drawn` numbers of it are in use.
let board = new Int32Array(1 << 14);
let drawn = 0;

function drawLine(network: Network, path: FoundPath, from: Position, to: Position): Drawn {
  const { stateEdge, shapeStart } = network;
  const { setOut, arcs } = path;
  const last = stateEdge[path.last]!;
  drawn = 0;
  addPoint(from.lng, from.lat);
  let firstEnd = 0;
  if (setOut.length === 1 && arcs.length === 0) {
    drawEdge(network, last, from, to);
  } else {
    drawEdge(network, stateEdge[setOut[0]!]!, from, undefined);
    firstEnd = drawn / 2 - 1;
    // The last edge is driven in part: its points are left out at the end of the last arc, which leads onto it.
    const lastPoints = shapeStart[(last >> 1) + 1]! - shapeStart[last >> 1]! - 1;
    const whole = arcs.length > 0 ? setOut.length : setOut.length - 1;
    for (let i = 1; i < whole; i++) drawEdge(network, stateEdge[setOut[i]!]!, undefined, undefined);
    if (network.arcLines.length === 0) drawStates(network, path);
    else for (let i = 0; i < arcs.length; i++) drawArc(network, arcs[i]!, i + 1 < arcs.length ? 0 : lastPoints);
    drawEdge(network, last, undefined, to);
  }
  addPoint(to.lng, to.lat);
  // Two stops at one door are still a line.
  if (drawn === 2) {
    board[2] = to.lng;
    board[3] = to.lat;
    drawn = 4;
  }
  return { line: board.slice(0, drawn), firstEnd };
}

// Edge by edge, all but the last: of a network whose arcs have no lines.
function drawStates(network: Network, { arcs, last }: FoundPath): void {
  const states = statesOf(network, { setOut: [], arcs, last });
  for (let i = 0; i + 1 < states.length; i++) drawEdge(network, network.stateEdge[states[i]!]!, undefined, undefined);
}

// The points of an edge after where it is entered, up to where it is left: its ends, unless a stop lies on it.
function drawEdge(
  { shape, shapeStart }: Network,
  edge: number,
  from: Position | undefined,
  to: Position | undefined,
): void {
  const first = shapeStart[edge >> 1]!;
  const last = shapeStart[(edge >> 1) + 1]! - 1;
  if (edge & 1) drawBackward(shape, from ? from.piece : last - 1, to ? to.piece + 1 : first);
  else drawForward(shape, from ? from.piece + 1 : first + 1, to ? to.piece : last);
}

function drawForward(shape: Int32Array, first: number, last: number): void {
  if (first > last) return;
  addPoint(shape[2 * first]!, shape[2 * first + 1]!);
  reserve(2 * (last - first));
  for (let i = 2 * first + 2; i <= 2 * last + 1; i++) board[drawn++] = shape[i]!;
}

function drawBackward(shape: Int32Array, first: number, last: number): void {
  if (first < last) return;
  addPoint(shape[2 * first]!, shape[2 * first + 1]!);
  reserve(2 * (first - last));
  for (let point = first - 1; point >= last; point--) {
    board[drawn++] = shape[2 * point]!;
    board[drawn++] = shape[2 * point + 1]!;
  }
}

function drawArc({ arcLines, lineSteps }: Network, arc: number, without: number): void {
  const begin = 2 * arcLines[2 * arc]!;
  const end = begin + 2 * (arcLines[2 * arc + 1]! - without);
  reserve(end - begin);
  const into = board;
  let at = drawn;
  let lng = into[at - 2]!;
  let lat = into[at - 1]!;
  for (let step = begin; step < end; step += 2) {
    lng += lineSteps[step]!;
    lat += lineSteps[step + 1]!;
    into[at++] = lng;
    into[at++] = lat;
  }
  drawn = at;
}

// A stop on a point of the shape would otherwise stand there twice.
function addPoint(lng: number, lat: number): void {
  if (drawn > 0 && board[drawn - 2] === lng && board[drawn - 1] === lat) return;
  reserve(2);
  board[drawn++] = lng;
  board[drawn++] = lat;
}

function reserve(numbers: number): void {
  if (drawn + numbers <= board.length) return;
  const wider = new Int32Array(2 * (drawn + numbers));
  wider.set(board);
  board = wider;
}

// A leg edge by edge, with all that is needed to tell it.
type Driven = {
  readonly network: Network;
  readonly from: Position;
  readonly to: Position;
  readonly turnRoundMs: number;
  readonly line: Int32Array;
  // The last point of the first edge.
  readonly firstEnd: number;
  readonly states: Int32Array;
};

// What is driven of the edge of the i-th state.
function pieceMs({ network, states, from, to }: Driven, i: number): number {
  const edge = network.stateEdge[states[i]!]!;
  const begin = i === 0 ? behindMs(network, edge, from) : 0;
  const end = i === states.length - 1 ? behindMs(network, edge, to) : network.edgeMs[edge]!;
  return end - begin;
}
