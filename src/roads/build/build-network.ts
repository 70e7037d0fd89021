// From an extract to a network of one profile: cut, forbid, mark, contract, lay out. Same extract, same bytes.

import { isRefusal, type Refusal, refuse } from "../../domain/refusal.ts";
import type { Profile } from "../../domain/roads.ts";
import type { Extract } from "../../extract/extract.ts";
import type { Network } from "../network.ts";
import { ROAD_CLASSES } from "../path.ts";
import { PROFILE_VEHICLES, type Vehicle } from "../profile/vehicle.ts";
import { drawArcs } from "./arc-lines.ts";
import type { Arcs } from "./arc-lists.ts";
import { type Core, coreSizeFor } from "./core.ts";
import { buildGrid } from "./grid.ts";
import { groupBy } from "./group-by.ts";
import type { Hierarchy } from "./hierarchy.ts";
import { type Marked, markApart, PART_STATES_MIN } from "./mark-apart.ts";
import { type Raised, raiseHierarchy, type ToRaise } from "./raise.ts";
import { findRestrictions } from "./restrictions.ts";
import { cutSegments, type Segments } from "./segments.ts";
import { buildTurnGraph, type TurnGraph } from "./turn-graph.ts";

const FERRY = ROAD_CLASSES.indexOf("ferry");

export type BuildOptions = {
  // Parts of the map smaller than this are apart, unless there is no larger; in a drawn map none is with 1.
  readonly partStatesMin?: number;
  // States of the hierarchy's top that are kept as a table.
  readonly coreSize?: number;
  // The profile's own unless an operator wrote another.
  readonly vehicle?: Vehicle;
  readonly onProgress?: (done: number, total: number) => void;
};

// The network before its hierarchy is raised, which is nearly all of the work and may be done on another thread.
export type Prepared = {
  readonly segments: Segments;
  readonly graph: TurnGraph;
  readonly apart: Marked["apart"];
  readonly toRaise: ToRaise;
};

export function buildNetwork(
  extract: Extract,
  profile: Profile,
  options: BuildOptions = {},
): Network | Refusal<"NO_ROADS"> {
  const prepared = prepareNetwork(extract, profile, options);
  if (isRefusal(prepared)) return prepared;
  return finishNetwork(prepared, raiseHierarchy(prepared.toRaise, options.onProgress));
}

export function prepareNetwork(
  extract: Extract,
  profile: Profile,
  options: Omit<BuildOptions, "onProgress"> = {},
): Prepared | Refusal<"NO_ROADS"> {
  const vehicle = options.vehicle ?? PROFILE_VEHICLES[profile];
  const cut = cutSegments(extract, vehicle);
  const arms = groupArms(cut);
  const graph = buildTurnGraph(cut, arms, findRestrictions(extract, cut, arms, vehicle), vehicle);
  const { segments, apart } = markApart(cut, graph, options.partStatesMin ?? PART_STATES_MIN);
  if (graph.stateCount === 0) return refuse("NO_ROADS", `The extract holds no road for the ${profile} profile.`);
  const coreSize = Math.min(options.coreSize ?? coreSizeFor(graph.stateCount), graph.stateCount);
  return { segments, graph, apart, toRaise: { nodeCount: graph.stateCount, arcs: arcsOf(segments, graph), coreSize } };
}

export function finishNetwork({ segments, graph }: Prepared, { hierarchy, core }: Raised): Network {
  return layOut(segments, graph, hierarchy, core);
}

function groupArms({ junctionCount, count, from, to }: Segments) {
  return groupBy(junctionCount, count * 2, (edge) => (edge & 1 ? to[edge >> 1]! : from[edge >> 1]!));
}

// An arc's cost is the cost of driving its edge to the end and turning: a search then needs no cost at its nodes.
function arcsOf(segments: Segments, graph: TurnGraph): Arcs {
  const count = graph.to.length;
  const arcs = { tail: new Int32Array(count), head: graph.to, ms: new Int32Array(count), cm: new Int32Array(count) };
  for (let state = 0; state < graph.stateCount; state++) {
    const edge = graph.edgeOf[state]!;
    for (let turn = graph.start[state]!; turn < graph.start[state + 1]!; turn++) {
      arcs.tail[turn] = state;
      arcs.ms[turn] = segments.edgeMs[edge]! + graph.turnMs[turn]!;
      arcs.cm[turn] = segments.lengthCm[edge >> 1]!;
    }
  }
  return arcs;
}

function layOut(segments: Segments, graph: TurnGraph, hierarchy: Hierarchy, core: Core): Network {
  const { numberOf } = hierarchy;
  const arms = groupArms(segments);
  // Nobody is met in the middle of a river.
  const grid = buildGrid(segments.shapeStart, segments.shape, (segment) => segments.roadClass[segment] !== FERRY);
  const stateEdge = new Int32Array(graph.stateCount);
  const stateAt = new Int32Array(graph.stateCount);
  const bound: { edge: number; number: number }[] = [];
  for (let state = 0; state < graph.stateCount; state++) {
    const number = numberOf[state]!;
    const edge = graph.edgeOf[state]!;
    stateEdge[number] = edge;
    stateAt[number] = state;
    if (graph.freeState[edge] !== state) bound.push({ edge, number });
  }
  bound.sort((a, b) => a.edge - b.edge || a.number - b.number);
  return {
    segmentFrom: segments.from,
    segmentTo: segments.to,
    shapeStart: segments.shapeStart,
    shape: segments.shape,
    pointNode: segments.pointNode,
    pointNodeHigh: segments.pointNodeHigh,
    segmentCm: segments.lengthCm,
    ...layOutStrings(segments),
    segmentClass: Uint8Array.from(segments.roadClass),
    segmentFlags: Uint8Array.from(segments.flags),
    edgeMs: segments.edgeMs,
    edgeState: graph.freeState.map((state) => (state < 0 ? -1 : numberOf[state]!)),
    stateEdge,
    boundEdge: Int32Array.from(bound, ({ edge }) => edge),
    boundState: Int32Array.from(bound, ({ number }) => number),
    armStart: Int32Array.from(arms.start),
    arms: Int32Array.from(arms.items),
    junctionLights: segments.junctionLights,
    ...layOutTurns(graph, numberOf, stateAt, segments.hourRules),
    arcStart: hierarchy.arcStart,
    arcPairs: hierarchy.arcPairs,
    arcCm: hierarchy.arcCm,
    arcChildren: hierarchy.arcChildren,
    ...drawArcs(hierarchy, stateEdge, segments),
    ...core,
    gridOrigin: grid.origin,
    gridRowStart: grid.rowStart,
    cellColumn: grid.cellColumn,
    cellStart: grid.cellStart,
    cellPieces: grid.pieces,
  };
}

function layOutTurns(graph: TurnGraph, numberOf: Int32Array, stateAt: Int32Array, edgeRules: Int32Array) {
  const turnStart = new Int32Array(graph.stateCount + 1);
  const turnTo = new Int32Array(graph.to.length);
  const turnMs = new Int32Array(graph.to.length);
  const newTurn = new Int32Array(graph.to.length);
  let at = 0;
  for (let number = 0; number < graph.stateCount; number++) {
    const state = stateAt[number]!;
    for (let turn = graph.start[state]!; turn < graph.start[state + 1]!; turn++) {
      newTurn[turn] = at;
      turnTo[at] = numberOf[graph.to[turn]!]!;
      turnMs[at++] = graph.turnMs[turn]!;
    }
    turnStart[number + 1] = at;
  }
  const turnRules = graph.hourRules.map((one, i) => (i % 4 === 0 ? -1 - newTurn[one]! : one));
  return { turnStart, turnTo, turnMs, hourRules: Int32Array.from([...edgeRules, ...turnRules]) };
}

// Only the names of segments that were kept, in the order they are met.
function layOutStrings(segments: Segments) {
  const indexOf = new Map<number, number>();
  const kept: Buffer[] = [];
  const keep = (old: number): number => {
    const known = indexOf.get(old);
    if (known !== undefined) return known;
    indexOf.set(old, kept.length);
    return kept.push(Buffer.from(segments.strings[old]!)) - 1;
  };
  const segmentName = segments.name.map(keep);
  const segmentRef = segments.ref.map(keep);
  const segmentSigns = segments.signs.map(keep);
  const stringStart = new Int32Array(kept.length + 1);
  for (const [i, text] of kept.entries()) stringStart[i + 1] = stringStart[i]! + text.length;
  return { segmentName, segmentRef, segmentSigns, stringStart, stringBytes: new Uint8Array(Buffer.concat(kept)) };
}
