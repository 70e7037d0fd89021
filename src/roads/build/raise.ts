// Raises the hierarchy of a graph and the table of its top: the long part of a build, from rows of numbers to rows of
// numbers, so that another thread can do it.
import type { Arcs } from "./arc-lists.ts";
import { type ContractProgress, contract } from "./contract.ts";
import { buildCore, type Core } from "./core.ts";
import type { Hierarchy } from "./hierarchy.ts";

export type ToRaise = { readonly nodeCount: number; readonly arcs: Arcs; readonly coreSize: number };
export type Raised = { readonly hierarchy: Hierarchy; readonly core: Core };

export function raiseHierarchy({ nodeCount, arcs, coreSize }: ToRaise, onProgress?: ContractProgress): Raised {
  const hierarchy = contract(nodeCount, arcs, coreSize, onProgress);
  return { hierarchy, core: buildCore(hierarchy, coreSize) };
}
