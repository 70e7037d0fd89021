// From an extract to a network of one profile: cut, forbid, mark, contract, lay out. Same extract, same bytes.

import { isRefusal, type Refusal, refuse } from "../../domain/refusal.ts";
import type { Profile } from "../../domain/roads.ts";
import type { Extract } from "../../extract/extract.ts";
import { type Network, SEGMENT_APART } from "../network.ts";
import { ROAD_CLASSES } from "../path.ts";
import { PROFILE_VEHICLES, type Vehicle } from "../profile/vehicle.ts";
import type { Arcs } from "./arc-lists.ts";
import { type Core, coreSizeFor } from "./core.ts";
import { buildGrid } from "./grid.ts";
import { groupBy } from "./group-by.ts";
import type { Hierarchy } from "./hierarchy.ts";
import { findParts } from "./parts.ts";
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

// The line every arc of the hierarchy is drawn by: the edges it leads over after the one it begins on, point by point. A
// path of eighty edges is some ten arcs, and then drawn by reading ten stretches of memory instead of eighty.
type ArcLines = {
  // Two numbers an arc: where its points begin in `lineSteps` (counted in points), and how many they are.
  readonly arcLines: Int32Array;
  // Two numbers a point: how far east and north of the point before it lies, in millionths of a degree.
  readonly lineSteps: Int16Array;
};

type Shapes = Pick<Segments, "shapeStart" | "shape">;

// The line of a shortcut is those of its two arcs, one after the other: only arcs that are part of no other are written
// out, and the rest lie somewhere inside of them. That halves what is written.
function drawArcs({ arcChildren }: Hierarchy, stateEdge: Int32Array, shapes: Shapes): ArcLines {
  const arcCount = arcChildren.length / 2;
  const points = countPoints(arcChildren, stateEdge, shapes);
  const isPart = new Uint8Array(arcCount);
  for (let arc = 0; arc < arcCount; arc++) {
    if (arcChildren[2 * arc]! < 0) continue;
    isPart[arcChildren[2 * arc]!] = 1;
    isPart[arcChildren[2 * arc + 1]!] = 1;
  }
  const arcLines = new Int32Array(2 * arcCount);
  let total = 0;
  for (let arc = 0; arc < arcCount; arc++) {
    arcLines[2 * arc] = -1;
    arcLines[2 * arc + 1] = points[arc]!;
    if (isPart[arc] === 0) total += points[arc]!;
  }
  const lineSteps = new Int16Array(2 * total);
  const draw = (arc: number, at: number): void => {
    const known = arcLines[2 * arc]!;
    if (known >= 0) {
      lineSteps.copyWithin(2 * at, 2 * known, 2 * (known + points[arc]!));
      return;
    }
    arcLines[2 * arc] = at;
    const [first, second] = [arcChildren[2 * arc]!, arcChildren[2 * arc + 1]!];
    if (first < 0) {
      drawEdge(stateEdge[second]!, shapes, lineSteps, at);
      return;
    }
    draw(first, at);
    draw(second, at + points[first]!);
  };
  let at = 0;
  for (let arc = 0; arc < arcCount; arc++) {
    if (isPart[arc] === 1) continue;
    draw(arc, at);
    at += points[arc]!;
  }
  return { arcLines, lineSteps };
}

function countPoints(arcChildren: Int32Array, stateEdge: Int32Array, { shapeStart }: Shapes): Int32Array {
  const points = new Int32Array(arcChildren.length / 2);
  const count = (arc: number): number => {
    if (points[arc]! > 0) return points[arc]!;
    const [first, second] = [arcChildren[2 * arc]!, arcChildren[2 * arc + 1]!];
    const segment = first < 0 ? stateEdge[second]! >> 1 : -1;
    const own = first < 0 ? shapeStart[segment + 1]! - shapeStart[segment]! - 1 : count(first) + count(second);
    points[arc] = own;
    return own;
  };
  for (let arc = 0; arc < points.length; arc++) count(arc);
  return points;
}

function drawEdge(edge: number, { shapeStart, shape }: Shapes, steps: Int16Array, at: number): void {
  const first = shapeStart[edge >> 1]!;
  const last = shapeStart[(edge >> 1) + 1]! - 1;
  const onward = edge & 1 ? -1 : 1;
  let step = 2 * at;
  for (let point = edge & 1 ? last : first; point !== (edge & 1 ? first : last); point += onward) {
    steps[step++] = shape[2 * (point + onward)]! - shape[2 * point]!;
    steps[step++] = shape[2 * (point + onward) + 1]! - shape[2 * point + 1]!;
  }
}

// Marks the roads that are not one with the large parts of the map: a yard behind a gate, an island, a stretch at the clipped edge, a
// one-way drawn backwards. They are driven like any other, but a stop that has no way to the others is put elsewhere.

// Largest but one in Hồ Chí Minh City: 245 states, an industrial park. The smallest city worth routing in has thousands.
const PART_STATES_MIN = 500;

type Marked = {
  readonly segments: Segments;
  // Parts in which one can drive about, and kilometres, that are apart.
  readonly apart: { readonly parts: number; readonly kilometres: number };
};

// The largest part and every other of at least `statesMin` are the ground: two cities in one file both are.
function markApart(segments: Segments, graph: TurnGraph, statesMin: number): Marked {
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
