// The line of a leg: the shapes of its edges one after another, the first and last from and to where the stops are.
import { IntRow } from "../int-row.ts";
import type { Network } from "../network.ts";
import type { MicroLine } from "../path.ts";
import type { Position } from "../search/grid.ts";

export type Drawn = {
  readonly line: MicroLine;
  // By state, the last point of its piece.
  readonly ends: Int32Array;
};

const line = new IntRow(1 << 14);
const ends = new IntRow(1 << 12);

export function drawLine(network: Network, states: Int32Array, from: Position, to: Position): Drawn {
  line.clear();
  ends.clear();
  line.push(from.lng);
  line.push(from.lat);
  const last = states.length - 1;
  for (let i = 0; i <= last; i++) {
    drawEdge(network, network.stateEdge[states[i]!]!, i === 0 ? from : undefined, i === last ? to : undefined);
    ends.push(line.length / 2 - 1);
  }
  // Two stops at one door are still a line.
  if (line.length === 2) {
    line.push(to.lng);
    line.push(to.lat);
    ends.clear();
    for (let i = 0; i <= last; i++) ends.push(i === last ? 1 : 0);
  }
  return { line: line.array(), ends: ends.array() };
}

// Adds the points after `from` (or after the first, which ended the edge before) up to `to` (or the end).
function drawEdge(network: Network, edge: number, from: Position | undefined, to: Position | undefined): void {
  const { shapeStart, shape } = network;
  const first = shapeStart[edge >> 1]!;
  const last = shapeStart[(edge >> 1) + 1]! - 1;
  if (edge & 1) {
    const stop = to ? to.piece + 1 : first;
    for (let point = from ? from.piece : last - 1; point >= stop; point--) addPoint(shape, point);
  } else {
    const stop = to ? to.piece : last;
    for (let point = from ? from.piece + 1 : first + 1; point <= stop; point++) addPoint(shape, point);
  }
  if (to) add(to.lng, to.lat);
}

function addPoint(shape: Int32Array, point: number): void {
  add(shape[2 * point]!, shape[2 * point + 1]!);
}

// A stop on a point of the shape would otherwise stand there twice.
function add(lng: number, lat: number): void {
  const length = line.length;
  if (line.at(length - 2) === lng && line.at(length - 1) === lat) return;
  line.push(lng);
  line.push(lat);
}
