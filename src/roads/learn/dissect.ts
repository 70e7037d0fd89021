// An order in which a network can be raised whatever its times are: nested dissection. A cut parts the states in two, the few that
// lie on it come last, and each side is parted again. Of four directions the one with the narrowest straight cut is taken, and along it the
// fewest states that part both ends (Schild, Sommer 2015): rivers and railways find themselves.
import { AHEAD, BEHIND, FlowCut, type Neighbours, ON_CUT } from "./flow-cut.ts";

// Smaller parts are not worth a cut.
const PART_MIN = 24;
// Each side has at least this share.
const BALANCE = 0.3;
const DIRECTIONS = [0, 1, 2, 3].map(
  (eighth) => [Math.cos((eighth * Math.PI) / 4), Math.sin((eighth * Math.PI) / 4)] as const,
);

// The node that comes first, second …
export function dissect(x: Float64Array, y: Float64Array, graph: Neighbours): Int32Array {
  const count = x.length;
  const order = Int32Array.from({ length: count }, (_, node) => node);
  const part = new Int32Array(count);
  const work = { part, beyond: new Int32Array(count), isBehind: new Uint8Array(count) };
  const flow = new FlowCut(graph, part);
  let parts = 1;
  const open: [from: number, to: number][] = [[0, count]];
  for (let next = open.pop(); next; next = open.pop()) {
    const [from, to] = next;
    if (to - from <= PART_MIN) continue;
    const row = bestRow(x, y, graph, work, order.subarray(from, to));
    flow.cut(row, Math.floor(row.length * BALANCE));
    const [behind, on, ahead] = [BEHIND, ON_CUT, AHEAD].map((side) => row.filter((node) => flow.side[node] === side));
    order.set(behind!, from);
    order.set(ahead!, from + behind!.length);
    order.set(on!, to - on!.length);
    for (const [at, side] of [behind!, ahead!, on!].entries()) for (const node of side) part[node] = parts + at;
    parts += 3;
    open.push([from, from + behind!.length], [from + behind!.length, to - on!.length]);
  }
  return order;
}

type Work = { readonly part: Int32Array; readonly beyond: Int32Array; readonly isBehind: Uint8Array };

// The nodes in the order of the direction in which a straight cut goes through the fewest.
function bestRow(x: Float64Array, y: Float64Array, graph: Neighbours, work: Work, nodes: Int32Array): Int32Array {
  let [best, least] = [nodes, Infinity];
  for (const [dx, dy] of DIRECTIONS) {
    const row = nodes.toSorted((a, b) => x[a]! * dx + y[a]! * dy - (x[b]! * dx + y[b]! * dy) || a - b);
    const width = narrowest(row, graph, work);
    if (width < least) [best, least] = [row, width];
  }
  return best;
}

// Sweeps from one end to the other, counting those behind that have a neighbour ahead.
function narrowest(along: Int32Array, { start, near }: Neighbours, { part, beyond, isBehind }: Work): number {
  const here = part[along[0]!]!;
  for (const node of along) {
    let count = 0;
    for (let i = start[node]!; i < start[node + 1]!; i++) if (part[near[i]!] === here) count++;
    beyond[node] = count;
    isBehind[node] = 0;
  }
  const [least, most] = [Math.floor(along.length * BALANCE), Math.ceil(along.length * (1 - BALANCE))];
  let width = 0;
  let best = Infinity;
  for (let at = 0; at < most; at++) {
    const node = along[at]!;
    for (let i = start[node]!; i < start[node + 1]!; i++) {
      const other = near[i]!;
      if (part[other] !== here) continue;
      beyond[other]!--;
      if (isBehind[other] === 1 && beyond[other] === 0) width--;
    }
    isBehind[node] = 1;
    if (beyond[node]! > 0) width++;
    if (at + 1 >= least) best = Math.min(best, width);
  }
  return best;
}
