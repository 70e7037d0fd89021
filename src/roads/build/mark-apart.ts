// Marks the roads that are not one with the large parts of the map: a yard behind a gate, an island, a stretch at the clipped edge, a
// one-way drawn backwards. They are driven like any other, but a stop that has no way to the others is put elsewhere.
import { SEGMENT_APART } from "../network.ts";
import { findParts } from "./parts.ts";
import type { Segments } from "./segments.ts";
import type { TurnGraph } from "./turn-graph.ts";

// Largest but one in Hồ Chí Minh City: 245 states, an industrial park. The smallest city worth routing in has thousands.
export const PART_STATES_MIN = 500;

export type Marked = {
  readonly segments: Segments;
  // Parts in which one can drive about, and kilometres, that are apart.
  readonly apart: { readonly parts: number; readonly kilometres: number };
};

// The largest part and every other of at least `statesMin` are the ground: two cities in one file both are.
export function markApart(segments: Segments, graph: TurnGraph, statesMin: number): Marked {
  const { partOf, sizes } = findParts(graph);
  const largest = sizes.reduce((max, size) => Math.max(max, size), 0);
  const groundMin = Math.min(statesMin, largest);
  const isGround = new Uint8Array(segments.count);
  for (let state = 0; state < graph.stateCount; state++) {
    if (sizes[partOf[state]!]! >= groundMin) isGround[graph.edgeOf[state]! >> 1] = 1;
  }
  const cm = segments.lengthCm.reduce((sum, length, at) => sum + (isGround[at] ? 0 : length), 0);
  return {
    segments: {
      ...segments,
      flags: segments.flags.map((flags, at) => (isGround[at] ? flags : flags | SEGMENT_APART)),
    },
    apart: {
      parts: sizes.filter((size) => size > 1 && size < groundMin).length,
      kilometres: Math.round(cm / 1e5),
    },
  };
}
