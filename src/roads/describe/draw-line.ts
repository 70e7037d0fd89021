// The line of a leg: the first edge from where the leg begins, the lines of its arcs, the last edge to where it ends.
import type { Network } from "../network.ts";
import type { MicroLine } from "../path.ts";
import type { Position } from "../search/grid.ts";
import { type FoundPath, statesOf } from "../search/unpack.ts";

export type Drawn = {
  readonly line: MicroLine;
  // The last point of the first edge.
  readonly firstEnd: number;
};

// Where lines are drawn before their length is known; `drawn` numbers of it are in use.
let board = new Int32Array(1 << 14);
let drawn = 0;

export function drawLine(network: Network, path: FoundPath, from: Position, to: Position): Drawn {
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
