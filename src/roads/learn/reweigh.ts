// The same roads with other times. The order in which their hierarchy is raised depends on where they lie and not on how long they take, so it
// is found once; with it a city takes up other times in seconds, and every search is exact on them. States keep their numbers, so
// that all but the hierarchy is taken over as it is.
import { type Arcs, NEVER } from "../build/arc-lists.ts";
import { groupBy } from "../build/group-by.ts";
import type { Hierarchy } from "../build/hierarchy.ts";
import { IntRow } from "../int-row.ts";
import type { Network } from "../network.ts";
import { dissect } from "./dissect.ts";
import type { Neighbours } from "./flow-cut.ts";

// A table of the top and lines for every arc make questions faster, and would take longer to make than they save in an hour.
const NO_LINES = { arcLines: new Int32Array(0), lineSteps: new Int16Array(0) };
const NO_CORE = { coreMs: new Int32Array(0), coreCm: new Int32Array(0), coreNext: new Int16Array(0) };

// Factors by edge. Turns cost what they did.
export function reweigh(network: Network, factors: Float32Array, order = stateOrderOf(network)): Network {
  const edgeMs = network.edgeMs.map((ms, edge) => (ms > 0 ? Math.max(1, Math.round(ms * factors[edge]!)) : ms));
  const hierarchy = customize(order, turnArcs(network, edgeMs));
  const { arcStart, arcPairs, arcCm, arcChildren } = hierarchy;
  return { ...network, edgeMs, arcStart, arcPairs, arcCm, arcChildren, ...NO_LINES, ...NO_CORE };
}

// The order states are taken out in, and the links that this makes, for any times.
export type StateOrder = { readonly order: Int32Array; readonly links: Links };

export function stateOrderOf(network: Network): StateOrder {
  const { stateEdge, shape, shapeStart } = network;
  // A state is where its edge begins: its turns then lead to where it ends.
  const pointOf = (state: number): number => {
    const edge = stateEdge[state]!;
    return (edge & 1 ? shapeStart[(edge >> 1) + 1]! - 1 : shapeStart[edge >> 1]!) * 2;
  };
  const axis = (side: 0 | 1): Float64Array => Float64Array.from(stateEdge, (_, state) => shape[pointOf(state) + side]!);
  const neighbours = neighboursOf(network);
  const order = dissect(axis(0), axis(1), neighbours);
  return { order, links: linksOf(order, ranksOf(order), neighbours) };
}

function ranksOf(order: Int32Array): Int32Array {
  const rank = new Int32Array(order.length);
  for (const [at, node] of order.entries()) rank[node] = at;
  return rank;
}

function neighboursOf({ stateEdge, turnStart, turnTo }: Network): Neighbours {
  const turns = turnTo.length;
  const tail = new Int32Array(turns);
  for (let state = 0; state < stateEdge.length; state++) tail.fill(state, turnStart[state]!, turnStart[state + 1]!);
  // Each turn once from either end.
  const { start, items } = groupBy(stateEdge.length, 2 * turns, (i) => (i < turns ? tail[i]! : turnTo[i - turns]!));
  return { start, near: Int32Array.from(items, (i) => (i < turns ? turnTo[i]! : tail[i - turns]!)) };
}

function turnArcs({ stateEdge, segmentCm, turnStart, turnTo, turnMs }: Network, edgeMs: Int32Array) {
  const count = turnTo.length;
  const arcs = { tail: new Int32Array(count), head: turnTo, ms: new Int32Array(count), cm: new Int32Array(count) };
  for (let state = 0; state < stateEdge.length; state++) {
    const edge = stateEdge[state]!;
    for (let turn = turnStart[state]!; turn < turnStart[state + 1]!; turn++) {
      arcs.tail[turn] = state;
      arcs.ms[turn] = edgeMs[edge]! + turnMs[turn]!;
      arcs.cm[turn] = segmentCm[edge >> 1]!;
    }
  }
  return arcs;
}

// Customizable contraction (Dibbelt, Strasser, Wagner 2014): which shortcuts a network needs follows from the order alone, whatever its times are;
// what each costs is then a walk over triangles. Shortcuts that are dearer than the cheapest way between their ends are left out, so that
// what remains is a hierarchy like any other.

// Links from each node, by rank, to those above it, the lowest first.
type Links = { readonly start: Int32Array; readonly to: Int32Array };
// Costs, lengths and the rank in the middle (-1: a turn), one way along the links.
type Way = { readonly ms: Int32Array; readonly cm: Int32Array; readonly via: Int32Array };

function customize({ order, links }: StateOrder, arcs: Arcs): Hierarchy {
  const rank = ranksOf(order);
  const [up, down] = [newWay(links.to.length), newWay(links.to.length)];
  layTurns(links, rank, arcs, up, down);
  joinTriangles(links, up, down);
  const exact = cheapest(links, up, down);
  return layOut(order, rank, links, up, down, exact);
}

function newWay(length: number): Way {
  return {
    ms: new Int32Array(length).fill(NEVER),
    cm: new Int32Array(length),
    via: new Int32Array(length).fill(-1),
  };
}

// Taking out a node joins all that are above it: they become links of the lowest of them.
function linksOf(order: Int32Array, rank: Int32Array, { start, near }: Neighbours): Links {
  const count = order.length;
  const first = new Int32Array(count + 1);
  const to = new IntRow(near.length * 4);
  const childOf = new Int32Array(count).fill(-1);
  const sibling = new Int32Array(count).fill(-1);
  const seen = new Int32Array(count).fill(-1);
  for (let at = 0; at < count; at++) {
    const above: number[] = [];
    const add = (other: number): void => {
      if (other <= at || seen[other] === at) return;
      seen[other] = at;
      above.push(other);
    };
    const node = order[at]!;
    for (let i = start[node]!; i < start[node + 1]!; i++) add(rank[near[i]!]!);
    for (let child = childOf[at]!; child >= 0; child = sibling[child]!) {
      for (let i = first[child]!; i < first[child + 1]!; i++) add(to.at(i));
    }
    above.sort((a, b) => a - b);
    for (const other of above) to.push(other);
    first[at + 1] = to.length;
    const [lowest] = above;
    if (lowest === undefined) continue;
    sibling[at] = childOf[lowest]!;
    childOf[lowest] = at;
  }
  return { start: first, to: to.array() };
}

// The link between two ranks, which there must be.
function linkBetween({ start, to }: Links, low: number, high: number): number {
  let [from, end] = [start[low]!, start[low + 1]!];
  while (from < end) {
    const middle = (from + end) >> 1;
    if (to[middle]! < high) from = middle + 1;
    else end = middle;
  }
  return from;
}

function layTurns(links: Links, rank: Int32Array, { tail, head, ms, cm }: Arcs, up: Way, down: Way): void {
  for (let arc = 0; arc < tail.length; arc++) {
    const [from, to] = [rank[tail[arc]!]!, rank[head[arc]!]!];
    if (from === to) continue;
    const way = from < to ? up : down;
    const link = linkBetween(links, Math.min(from, to), Math.max(from, to));
    if (ms[arc]! >= way.ms[link]!) continue;
    way.ms[link] = ms[arc]!;
    way.cm[link] = cm[arc]!;
  }
}

// From the bottom: what two nodes cost by way of one below both. Rows and their entries are read once: these loops are all of the work.
function joinTriangles({ start, to }: Links, up: Way, down: Way): void {
  const [upMs, downMs] = [up.ms, down.ms];
  for (let at = 0; at + 1 < start.length; at++) {
    const end = start[at + 1]!;
    for (let i = start[at]!; i < end; i++) {
      const upHere = upMs[i]!;
      const downHere = downMs[i]!;
      if (upHere === NEVER && downHere === NEVER) continue;
      let link = start[to[i]!]!;
      for (let j = i + 1; j < end; j++) {
        const high = to[j]!;
        while (to[link]! < high) link++;
        const there = downHere + upMs[j]!;
        if (there < upMs[link]!) set(up, link, there, down.cm[i]! + up.cm[j]!, at);
        const back = downMs[j]! + upHere;
        if (back < downMs[link]!) set(down, link, back, down.cm[j]! + up.cm[i]!, at);
      }
    }
  }
}

function set(way: Way, link: number, ms: number, cm: number, via: number): void {
  way.ms[link] = ms;
  way.cm[link] = cm;
  way.via[link] = via;
}

// From the top: the cheapest cost between the ends of every link, over whatever lies above.
function cheapest({ start, to }: Links, up: Way, down: Way) {
  const [upMs, downMs] = [Int32Array.from(up.ms), Int32Array.from(down.ms)];
  for (let at = start.length - 2; at >= 0; at--) {
    const end = start[at + 1]!;
    for (let i = start[at]!; i < end; i++) {
      let upHere = upMs[i]!;
      let downHere = downMs[i]!;
      let link = start[to[i]!]!;
      for (let j = i + 1; j < end; j++) {
        const high = to[j]!;
        while (to[link]! < high) link++;
        const there = upMs[link]!;
        const back = downMs[link]!;
        const upFar = upMs[j]!;
        const downFar = downMs[j]!;
        if (upHere + there < upFar) upMs[j] = upHere + there;
        else if (upFar + back < upHere) upHere = upFar + back;
        if (back + downHere < downFar) downMs[j] = back + downHere;
        else if (there + downFar < downHere) downHere = there + downFar;
      }
      upMs[i] = upHere;
      downMs[i] = downHere;
    }
  }
  return { upMs, downMs };
}

function layOut(
  order: Int32Array,
  rank: Int32Array,
  links: Links,
  up: Way,
  down: Way,
  exact: ReturnType<typeof cheapest>,
): Hierarchy {
  const count = order.length;
  const arcStart = new Int32Array(2 * count + 1);
  const [upArc, downArc] = [new Int32Array(links.to.length).fill(-1), new Int32Array(links.to.length).fill(-1)];
  let arcs = 0;
  const number = (into: Int32Array, { ms }: Way, least: Int32Array, at: number): void => {
    for (let i = links.start[at]!; i < links.start[at + 1]!; i++) {
      if (ms[i]! < NEVER && ms[i] === least[i]) into[i] = arcs++;
    }
  };
  for (let node = 0; node < count; node++) {
    arcStart[2 * node] = arcs;
    number(upArc, up, exact.upMs, rank[node]!);
    arcStart[2 * node + 1] = arcs;
    number(downArc, down, exact.downMs, rank[node]!);
  }
  arcStart[2 * count] = arcs;
  const [arcPairs, arcCm, arcChildren] = [new Int32Array(2 * arcs), new Int32Array(arcs), new Int32Array(2 * arcs)];
  const lay = (arc: number, link: number, way: Way, ends: readonly [from: number, to: number]): void => {
    const [from, to] = ends;
    arcPairs[2 * arc] = order[Math.max(from, to)]!;
    arcPairs[2 * arc + 1] = way.ms[link]!;
    arcCm[arc] = way.cm[link]!;
    const via = way.via[link]!;
    arcChildren[2 * arc] = via < 0 ? -1 : downArc[linkBetween(links, via, from)]!;
    arcChildren[2 * arc + 1] = via < 0 ? order[to]! : upArc[linkBetween(links, via, to)]!;
  };
  for (let at = 0; at < count; at++) {
    for (let link = links.start[at]!; link < links.start[at + 1]!; link++) {
      const above = links.to[link]!;
      if (upArc[link]! >= 0) lay(upArc[link]!, link, up, [at, above]);
      if (downArc[link]! >= 0) lay(downArc[link]!, link, down, [above, at]);
    }
  }
  const numberOf = Int32Array.from({ length: count }, (_, node) => node);
  return { numberOf, arcStart, arcPairs, arcCm, arcChildren };
}
