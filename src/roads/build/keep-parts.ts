// Drops what a path could not leave again, or not get to: a stop must never be put on a stretch of road cut off from the
// rest by a clipped edge of the map or a one-way drawn backwards.
import { findParts } from "./parts.ts";
import type { Segments } from "./segments.ts";
import type { TurnGraph } from "./turn-graph.ts";

// Largest but one in Hồ Chí Minh City: 245 states, an industrial park. The smallest city worth routing in has thousands.
export const PART_STATES_MIN = 500;

export type Kept = {
  readonly segments: Segments;
  readonly graph: TurnGraph;
};

// Keeps the largest part and every other of at least `statesMin`: two cities in one file are both whole.
export function keepParts(segments: Segments, graph: TurnGraph, statesMin: number): Kept {
  const { partOf, sizes } = findParts(graph);
  const largest = sizes.reduce((max, size) => Math.max(max, size), 0);
  const isIn = (state: number): boolean => sizes[partOf[state]!]! >= Math.min(statesMin, largest);
  const edgeKept = new Uint8Array(segments.count * 2);
  for (let state = 0; state < graph.stateCount; state++) if (isIn(state)) edgeKept[graph.edgeOf[state]!] = 1;

  // A free state may have no turn into it, when every one leads into a bound state of its edge; paths still begin in it.
  const isKept = (state: number): boolean => {
    const edge = graph.edgeOf[state]!;
    return isIn(state) || (edgeKept[edge] === 1 && graph.freeState[edge] === state);
  };
  const cut = keepSegments(segments, (segment) => edgeKept[2 * segment] === 1 || edgeKept[2 * segment + 1] === 1);
  return { segments: cut.segments, graph: keepStates(graph, isKept, cut.segmentOf, cut.segments.count) };
}

function keepSegments(segments: Segments, isKept: (segment: number) => boolean) {
  const kept = Int32Array.from({ length: segments.count }, (_, segment) => segment).filter(isKept);
  const segmentOf = new Int32Array(segments.count).fill(-1);
  for (const [to, from] of kept.entries()) segmentOf[from] = to;
  const junctionOf = new Int32Array(segments.junctionCount).fill(-1);
  const junctions: number[] = [];
  const junction = (old: number): number => {
    if (junctionOf[old] === -1) junctionOf[old] = junctions.push(old) - 1;
    return junctionOf[old]!;
  };
  const shapeStart = new Int32Array(kept.length + 1);
  for (const [to, from] of kept.entries()) {
    shapeStart[to + 1] = shapeStart[to]! + segments.shapeStart[from + 1]! - segments.shapeStart[from]!;
  }
  const shape = new Int32Array(shapeStart[kept.length]! * 2);
  const edgeMs = new Int32Array(kept.length * 2);
  for (const [to, from] of kept.entries()) {
    const points = segments.shape.subarray(segments.shapeStart[from]! * 2, segments.shapeStart[from + 1]! * 2);
    shape.set(points, shapeStart[to]! * 2);
    edgeMs[2 * to] = segments.edgeMs[2 * from]!;
    edgeMs[2 * to + 1] = segments.edgeMs[2 * from + 1]!;
  }
  const pick = (row: Int32Array): Int32Array => kept.map((segment) => row[segment]!);
  const from = pick(segments.from).map(junction);
  const to = pick(segments.to).map(junction);
  const result: Segments = {
    count: kept.length,
    from,
    to,
    shapeStart,
    shape,
    lengthCm: pick(segments.lengthCm),
    edgeMs,
    name: pick(segments.name),
    ref: pick(segments.ref),
    roadClass: pick(segments.roadClass),
    flags: pick(segments.flags),
    wayId: Float64Array.from(kept, (segment) => segments.wayId[segment]!),
    strings: segments.strings,
    junctionCount: junctions.length,
    junctionNode: Int32Array.from(junctions, (old) => segments.junctionNode[old]!),
    junctionBlocked: Uint8Array.from(junctions, (old) => segments.junctionBlocked[old]!),
    junctionLights: Uint8Array.from(junctions, (old) => segments.junctionLights[old]!),
  };
  return { segments: result, segmentOf };
}

function keepStates(
  graph: TurnGraph,
  isKept: (state: number) => boolean,
  segmentOf: Int32Array,
  segmentCount: number,
): TurnGraph {
  const stateOf = new Int32Array(graph.stateCount).fill(-1);
  let stateCount = 0;
  for (let state = 0; state < graph.stateCount; state++) if (isKept(state)) stateOf[state] = stateCount++;
  const edgeOf = new Int32Array(stateCount);
  const freeState = new Int32Array(segmentCount * 2).fill(-1);
  const start = new Int32Array(stateCount + 1);
  const to: number[] = [];
  const turnMs: number[] = [];
  for (let old = 0; old < graph.stateCount; old++) {
    const state = stateOf[old]!;
    if (state < 0) continue;
    const oldEdge = graph.edgeOf[old]!;
    const edge = 2 * segmentOf[oldEdge >> 1]! + (oldEdge & 1);
    edgeOf[state] = edge;
    if (graph.freeState[oldEdge] === old) freeState[edge] = state;
    for (let turn = graph.start[old]!; turn < graph.start[old + 1]!; turn++) {
      const target = stateOf[graph.to[turn]!]!;
      if (target < 0) continue;
      to.push(target);
      turnMs.push(graph.turnMs[turn]!);
    }
    start[state + 1] = to.length;
  }
  return { stateCount, edgeOf, freeState, start, to: Int32Array.from(to), turnMs: Int32Array.from(turnMs) };
}
