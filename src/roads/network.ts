// One profile of one map as rows of numbers, ready to be searched: what a snapshot file holds and what threads share.
// An edge is 2 × segment, plus 1 against the way it was drawn. A state is an edge being driven; states are numbered by
// their rank in the hierarchy. Costs are whole milliseconds, lengths whole centimetres, points millionths of a degree.

export const SECTIONS = {
  // The junctions a segment joins.
  segmentFrom: "ints",
  segmentTo: "ints",
  // Its points in `shape`, counted in points; one more for the end.
  shapeStart: "ints",
  shape: "ints",
  // By point of the shape, the number of its node in the map: the low 32 bits, and what is above them.
  pointNode: "ints",
  pointNodeHigh: "bytes",
  segmentCm: "ints",
  // Into the strings.
  segmentName: "ints",
  segmentRef: "ints",
  segmentSigns: "ints",
  // Into ROAD_CLASSES, and SEGMENT_… bits.
  segmentClass: "bytes",
  segmentFlags: "bytes",
  edgeMs: "ints",
  // The state a path begins an edge in; -1 where the edge may not be driven.
  edgeState: "ints",
  stateEdge: "ints",
  // States beyond the first of edges inside a via-way restriction, sorted by edge.
  boundEdge: "ints",
  boundState: "ints",
  // Edges that begin at a junction.
  armStart: "ints",
  arms: "ints",
  // Turns allowed at the end of a state, and what each costs.
  turnStart: "ints",
  turnTo: "ints",
  turnMs: "ints",
  // What is closed to some at some hours, four numbers each: the edge, or -1 - the turn; for whom (DRIVER_BITS); from and to in
  // minutes of the week.
  hourRules: "ints",
  // The hierarchy, as build/raise.ts lays it out.
  arcStart: "ints",
  arcPairs: "ints",
  arcCm: "ints",
  arcChildren: "ints",
  // What its arcs are drawn by, as build/build-network.ts makes it; nothing where times were learnt (learn/reweigh.ts).
  arcLines: "ints",
  lineSteps: "shorts",
  // The table of its top, as build/core.ts makes it.
  coreMs: "ints",
  coreCm: "ints",
  coreNext: "shorts",
  // The grid points are looked up in, as search/grid.ts reads it.
  gridOrigin: "ints",
  gridRowStart: "ints",
  cellColumn: "ints",
  cellStart: "ints",
  cellPieces: "ints",
  // UTF-8, one after another.
  stringStart: "ints",
  stringBytes: "bytes",
} as const;

export type SectionName = keyof typeof SECTIONS;
export type Network = {
  readonly [Name in SectionName]: Section<(typeof SECTIONS)[Name]>;
};
type Section<Kind> = Kind extends "ints" ? Int32Array : Kind extends "shorts" ? Int16Array : Uint8Array;

export const SECTION_NAMES = Object.keys(SECTIONS) as readonly SectionName[];

export const SEGMENT_LINK = 1;
export const SEGMENT_ROUNDABOUT = 2;
export const SEGMENT_ONE_WAY = 4;
// Not one with the large parts of the map (build/build-network.ts).
export const SEGMENT_APART = 8;
// For those who have a door on it, and for nobody's way through: as it was drawn, and against that.
export const SEGMENT_RESTRICTED = 16;
export const SEGMENT_RESTRICTED_BACKWARD = 32;
export const SEGMENT_TOLL = 64;
export const SEGMENT_TUNNEL = 128;

// What getting out of there costs beside the time, so that a path goes through only where it must: more than any leg takes. Costs
// carry it, times do not.
export const RESTRICTED_MS = 2 ** 27;

export function timeOf(costMs: number): number {
  return costMs === Infinity ? costMs : costMs % RESTRICTED_MS;
}
