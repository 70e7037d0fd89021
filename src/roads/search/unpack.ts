// What a path found in the hierarchy stands for, state by state.
import { IntRow } from "../int-row.ts";
import type { Network } from "../network.ts";

// A path as it was found: the states it sets out in, the arcs on from there, and the state it ends in. It drives the edges
// of all its states, the first and the last in part.
export type FoundPath = {
  // One; two when the path has to leave the edge it begins on before it is searched; all of them when it was found without the
  // hierarchy.
  readonly setOut: readonly number[];
  readonly arcs: Int32Array;
  readonly last: number;
};

const stack = new IntRow();
const states = new IntRow();

// At least one.
export function statesOf({ arcChildren }: Network, { setOut, arcs }: FoundPath): Int32Array {
  states.clear();
  for (const state of setOut) states.push(state);
  for (const arc of arcs) {
    stack.push(arc);
    while (stack.length > 0) {
      let at = stack.pop();
      // Down along the first children; the second ones wait on the stack.
      while (arcChildren[2 * at]! >= 0) {
        stack.push(arcChildren[2 * at + 1]!);
        at = arcChildren[2 * at]!;
      }
      states.push(arcChildren[2 * at + 1]!);
    }
  }
  return states.array();
}
