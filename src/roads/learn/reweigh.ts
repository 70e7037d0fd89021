// The same roads with other times. The order in which their hierarchy is raised depends on where they lie and not on how long they take, so it
// is found once; with it a city takes up other times in seconds, and every search is exact on them. States keep their numbers, so
// that all but the hierarchy is taken over as it is.
import { groupBy } from "../build/group-by.ts";
import type { Network } from "../network.ts";
import { customize } from "./customize.ts";
import { dissect, type Neighbours } from "./dissect.ts";

// A table of the top and lines for every arc make questions faster, and would take longer to make than they save in an hour.
const NO_LINES = { arcLines: new Int32Array(0), lineSteps: new Int16Array(0) };
const NO_CORE = { coreMs: new Int32Array(0), coreCm: new Int32Array(0), coreNext: new Int16Array(0) };

// Factors by edge. Turns cost what they did.
export function reweigh(network: Network, factors: Float32Array, order = stateOrderOf(network)): Network {
  const edgeMs = network.edgeMs.map((ms, edge) => (ms > 0 ? Math.max(1, Math.round(ms * factors[edge]!)) : ms));
  const hierarchy = customize(order, neighboursOf(network), turnArcs(network, edgeMs));
  const { arcStart, arcPairs, arcCm, arcChildren } = hierarchy;
  return { ...network, edgeMs, arcStart, arcPairs, arcCm, arcChildren, ...NO_LINES, ...NO_CORE };
}

// The order states are taken out in, for any times.
export function stateOrderOf(network: Network): Int32Array {
  const { stateEdge, shape, shapeStart } = network;
  // A state is where its edge begins: its turns then lead to where it ends.
  const pointOf = (state: number): number => {
    const edge = stateEdge[state]!;
    return (edge & 1 ? shapeStart[(edge >> 1) + 1]! - 1 : shapeStart[edge >> 1]!) * 2;
  };
  const axis = (side: 0 | 1): Float64Array => Float64Array.from(stateEdge, (_, state) => shape[pointOf(state) + side]!);
  return dissect(axis(0), axis(1), neighboursOf(network));
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
