// The same roads with other times: the hierarchy is raised again, and every search on it is exact. States keep their numbers, so that all
// but the hierarchy is taken over as it is; the table of its top is left out, which takes longer to make than it saves in an hour.
import { drawArcs } from "../build/arc-lines.ts";
import { contract } from "../build/contract.ts";
import type { Network } from "../network.ts";

const NO_CORE = { coreMs: new Int32Array(0), coreCm: new Int32Array(0), coreArc: new Int32Array(0) };

// Factors by edge. Turns cost what they did.
export function reweigh(network: Network, factors: Float32Array): Network {
  const edgeMs = network.edgeMs.map((ms, edge) => (ms > 0 ? Math.max(1, Math.round(ms * factors[edge]!)) : ms));
  const nodeCount = network.stateEdge.length;
  const numbers = Int32Array.from({ length: nodeCount }, (_, state) => state);
  const hierarchy = contract(nodeCount, turnArcs(network, edgeMs), 0, undefined, numbers);
  const { arcStart, arcPairs, arcCm, arcChildren } = hierarchy;
  const lines = drawArcs(hierarchy, network.stateEdge, network);
  return { ...network, edgeMs, arcStart, arcPairs, arcCm, arcChildren, ...lines, ...NO_CORE };
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
