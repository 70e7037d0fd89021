// The line of a leg: the shapes of its edges one after another, the first and last from and to where the stops are.
import type { Network } from "../network.ts";
import type { MicroLine } from "../path.ts";
import type { Position } from "../search/grid.ts";

export type Drawn = {
  readonly line: MicroLine;
  // By state, the last point of its piece.
  readonly ends: Int32Array;
};

// Where lines are drawn before their length is known; `drawn` numbers of it are in use.
let board = new Int32Array(1 << 14);
let drawn = 0;

export function drawLine(network: Network, states: Int32Array, from: Position, to: Position): Drawn {
  const ends = new Int32Array(states.length);
  const last = states.length - 1;
  drawn = 0;
  addPoint(from.lng, from.lat);
  for (let i = 0; i <= last; i++) {
    const edge = network.stateEdge[states[i]!]!;
    const first = network.shapeStart[edge >> 1]!;
    const end = network.shapeStart[(edge >> 1) + 1]! - 1;
    // After where the piece begins, which the piece before it has drawn, up to its end or to the stop.
    if (edge & 1) drawBackward(network.shape, i === 0 ? from.piece : end - 1, i === last ? to.piece + 1 : first);
    else drawForward(network.shape, i === 0 ? from.piece + 1 : first + 1, i === last ? to.piece : end);
    if (i === last) addPoint(to.lng, to.lat);
    ends[i] = drawn / 2 - 1;
  }
  // Two stops at one door are still a line.
  if (drawn === 2) {
    board[2] = to.lng;
    board[3] = to.lat;
    drawn = 4;
    ends[last] = 1;
  }
  return { line: board.slice(0, drawn), ends };
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
