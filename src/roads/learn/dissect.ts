// An order in which a network can be raised whatever its times are: nested dissection. A straight cut parts the states in two, the few that
// lie along it come last, and each side is parted again. Of four directions and many places the cut through the fewest is taken:
// rivers and railways find themselves.

// Neighbours of node n are `near[start[n]]` up to `near[start[n + 1]]`, both ways.
export type Neighbours = { readonly start: Uint32Array; readonly near: Int32Array };

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
  const work = { order, part, beyond: new Int32Array(count), isBehind: new Uint8Array(count) };
  let parts = 1;
  const open: [from: number, to: number][] = [[0, count]];
  for (let next = open.pop(); next; next = open.pop()) {
    const [from, to] = next;
    if (to - from <= PART_MIN) continue;
    const cut = bestCut(x, y, graph, work, from, to);
    const isOnCut = (node: number): boolean => hasBeyond(graph, part, cut.rank, node, cut.at);
    const behind = cut.nodes.slice(0, cut.at);
    const on = behind.filter(isOnCut);
    const rest = behind.filter((node) => !isOnCut(node));
    const ahead = cut.nodes.slice(cut.at);
    order.set(rest, from);
    order.set(ahead, from + rest.length);
    order.set(on, to - on.length);
    for (const [at, side] of [rest, ahead, on].entries()) for (const node of side) part[node] = parts + at;
    parts += 3;
    open.push([from, from + rest.length], [from + rest.length, to - on.length]);
  }
  return order;
}

type Work = {
  readonly order: Int32Array;
  readonly part: Int32Array;
  readonly beyond: Int32Array;
  readonly isBehind: Uint8Array;
};
type Cut = { readonly nodes: Int32Array; readonly rank: Int32Array; readonly at: number; readonly width: number };

function bestCut(x: Float64Array, y: Float64Array, graph: Neighbours, work: Work, from: number, to: number): Cut {
  let best: Cut | undefined;
  const nodes = work.order.slice(from, to);
  for (const [dx, dy] of DIRECTIONS) {
    const along = nodes.toSorted((a, b) => x[a]! * dx + y[a]! * dy - (x[b]! * dx + y[b]! * dy) || a - b);
    const { at, width } = narrowest(along, graph, work);
    if (!best || width < best.width) best = { nodes: along, rank: work.beyond, at, width };
  }
  // Where each lies in the order of the best direction.
  for (const [at, node] of best!.nodes.entries()) work.beyond[node] = at;
  return best!;
}

// Sweeps from one end to the other, counting those behind that have a neighbour ahead.
function narrowest(along: Int32Array, { start, near }: Neighbours, { part, beyond, isBehind }: Work) {
  const here = part[along[0]!]!;
  for (const node of along) {
    let count = 0;
    for (let i = start[node]!; i < start[node + 1]!; i++) if (part[near[i]!] === here) count++;
    beyond[node] = count;
    isBehind[node] = 0;
  }
  const [least, most] = [Math.floor(along.length * BALANCE), Math.ceil(along.length * (1 - BALANCE))];
  let width = 0;
  let best = { at: along.length >> 1, width: Infinity };
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
    if (at + 1 >= least && width < best.width) best = { at: at + 1, width };
  }
  return best;
}

function hasBeyond({ start, near }: Neighbours, part: Int32Array, rank: Int32Array, node: number, at: number): boolean {
  for (let i = start[node]!; i < start[node + 1]!; i++) {
    const other = near[i]!;
    if (part[other] === part[node] && rank[other]! >= at) return true;
  }
  return false;
}
