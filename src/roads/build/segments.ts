// Cuts the ways a vehicle may use into segments between junctions. What is shared by both directions of a segment (shape,
// length, name) is kept once; a directed edge is 2 × segment, plus 1 against the way it was drawn.
import { type Extract, nodeIndex, type Way } from "../../extract/extract.ts";
import { IntRow } from "../int-row.ts";
import { microMeters, toMicro } from "../micro.ts";
import {
  SEGMENT_LINK,
  SEGMENT_ONE_WAY,
  SEGMENT_RESTRICTED,
  SEGMENT_RESTRICTED_BACKWARD,
  SEGMENT_ROUNDABOUT,
  SEGMENT_TOLL,
  SEGMENT_TUNNEL,
} from "../network.ts";
import { ROAD_CLASSES } from "../path.ts";
import type { Direction } from "../profile/access.ts";
import { type Shut, shutHours } from "../profile/hours-rule.ts";
import { type NodeRule, nodeRule, WAIT_SIDES, type Wait, type WaitSide } from "../profile/node-rule.ts";
import { signsOf } from "../profile/signs.ts";
import type { Vehicle } from "../profile/vehicle.ts";
import { type DirectionRule, type WayRule, wayRule } from "../profile/way-rule.ts";
import { hilbertKey } from "./hilbert.ts";

// 3.3 km: any step between two points of a shape is a 16-bit number, also when its ends are rounded.
const STEP_MICRO_MAX = 30_000;

export type Segments = {
  readonly count: number;
  // Junctions at the two ends.
  readonly from: Int32Array;
  readonly to: Int32Array;
  // Where each segment's points begin in `shape` (counted in points), and one more for the end.
  readonly shapeStart: Int32Array;
  readonly shape: Int32Array;
  // By point of the shape, in halves.
  readonly pointNode: Int32Array;
  readonly pointNodeHigh: Uint8Array;
  readonly lengthCm: Int32Array;
  // By directed edge; 0 where it may not be driven.
  readonly edgeMs: Int32Array;
  readonly name: Int32Array;
  readonly ref: Int32Array;
  readonly signs: Int32Array;
  readonly roadClass: Int32Array;
  readonly flags: Int32Array;
  // Where traffic keeps left.
  readonly drivesLeft: Int32Array;
  // The way each was cut from, for turn restrictions.
  readonly wayId: Float64Array;
  readonly strings: readonly string[];
  // Edges that are closed to some at some hours; numbers as in the network's `hourRules`.
  readonly hourRules: Int32Array;
  readonly junctionCount: number;
  // Index of the junction's node in the extract.
  readonly junctionNode: Int32Array;
  readonly junctionBlocked: Uint8Array;
  // A gate for those who live behind it.
  readonly junctionRestricted: Uint8Array;
  // A place to turn round in.
  readonly junctionTurning: Uint8Array;
  // At lights and signs, and who waits (WAIT_SIDES).
  readonly junctionWaitMs: Int32Array;
  readonly junctionWaitSide: Uint8Array;
};

// A sign this near to a junction is for those who drive towards it.
const SIGN_METERS_MAX = 30;

// A stretch of a way whose nodes are all in the extract. A way clipped at the edge is several, never bridged.
type Run = {
  readonly way: Way;
  readonly rule: WayRule;
  readonly nodes: readonly number[];
  // By direction.
  readonly shut: readonly (readonly Shut[])[];
};

export function cutSegments(extract: Extract, vehicle: Vehicle): Segments {
  const runs = sortRuns(extract, findRuns(extract, vehicle));
  const rules = new Map<number, NodeRule>();
  for (const [node, tags] of extract.nodes.tags) {
    const rule = nodeRule(tags, vehicle);
    if (isCut(rule) || rule.wait) rules.set(node, rule);
  }
  return new Cutter(extract, rules, countUses(runs, extract.nodes.ids.length)).cut(runs);
}

// Whether a way ends here and another begins, also where nothing else meets it.
function isCut({ passing, isTurningPlace }: NodeRule): boolean {
  return passing !== "open" || isTurningPlace;
}

function findRuns(extract: Extract, vehicle: Vehicle): readonly Run[] {
  const runs: Run[] = [];
  for (const way of extract.ways) {
    const rule = wayRule(way.tags, vehicle);
    if (!rule) continue;
    const shut = [shutHours(way.tags, vehicle, "forward"), shutHours(way.tags, vehicle, "backward")];
    let nodes: number[] = [];
    const finish = (): void => {
      if (nodes.length > 1) runs.push({ way, rule: onTime(rule, extract, nodes), nodes, shut });
      nodes = [];
    };
    for (const ref of way.refs) {
      const node = nodeIndex(extract.nodes, ref);
      if (node < 0) finish();
      else if (node !== nodes.at(-1)) nodes.push(node);
    }
    finish();
  }
  return runs;
}

// At the speed that gets one to its end in the time the map tells.
function onTime(rule: WayRule, { nodes: { lats, lngs } }: Extract, nodes: readonly number[]): WayRule {
  if (rule.seconds === undefined) return rule;
  let meters = 0;
  for (let i = 1; i < nodes.length; i++) {
    const [a, b] = [nodes[i - 1]!, nodes[i]!];
    meters += microMeters(toMicro(lngs[a]!), toMicro(lats[a]!), toMicro(lngs[b]!), toMicro(lats[b]!));
  }
  const kmh = (meters / rule.seconds) * 3.6;
  const timed = (one: DirectionRule): DirectionRule => (one.kmh === 0 ? one : { ...one, kmh });
  return { ...rule, forward: timed(rule.forward), backward: timed(rule.backward) };
}

// By place, along a curve that fills the plane: the segments of one path then lie near each other in memory. Those of one
// way stay together.
function sortRuns({ nodes }: Extract, runs: readonly Run[]): readonly Run[] {
  const keys = new Map(
    runs.map((run) => {
      const middle = run.nodes[run.nodes.length >> 1]!;
      return [run, hilbertKey(nodes.lngs[middle]!, nodes.lats[middle]!)];
    }),
  );
  return runs.toSorted((a, b) => keys.get(a)! - keys.get(b)! || a.way.id - b.way.id);
}

// A node in the middle of one way is used once; an end counts twice, so that it always is a junction.
function countUses(runs: readonly Run[], nodeCount: number): Uint8Array {
  const uses = new Uint8Array(nodeCount);
  const add = (node: number, by: number): void => {
    uses[node] = Math.min(255, uses[node]! + by);
  };
  for (const { nodes } of runs) {
    for (const node of nodes) add(node, 1);
    add(nodes[0]!, 1);
    add(nodes.at(-1)!, 1);
  }
  return uses;
}

class Cutter {
  readonly #extract: Extract;
  readonly #rules: ReadonlyMap<number, NodeRule>;
  readonly #uses: Uint8Array;
  readonly #from = new IntRow();
  readonly #to = new IntRow();
  readonly #shapeStart = new IntRow();
  readonly #shape = new IntRow(1 << 16);
  readonly #pointNode = new IntRow(1 << 15);
  readonly #pointNodeHigh = new IntRow(1 << 15);
  readonly #lengthCm = new IntRow();
  readonly #edgeMs = new IntRow();
  readonly #name = new IntRow();
  readonly #ref = new IntRow();
  readonly #signs = new IntRow();
  readonly #roadClass = new IntRow();
  readonly #flags = new IntRow();
  readonly #drivesLeft = new IntRow();
  readonly #hourRules = new IntRow();
  readonly #wayId: number[] = [];
  readonly #words = new Map<string, number>([["", 0]]);
  readonly #junctionNode = new IntRow();
  // By node of the extract, junction + 1.
  readonly #junctionOf: Int32Array;

  constructor(extract: Extract, rules: ReadonlyMap<number, NodeRule>, uses: Uint8Array) {
    this.#extract = extract;
    this.#rules = rules;
    this.#uses = uses;
    this.#junctionOf = new Int32Array(uses.length);
  }

  cut(runs: readonly Run[]): Segments {
    for (const run of runs) {
      let first = 0;
      for (let i = 1; i < run.nodes.length; i++) {
        const node = run.nodes[i]!;
        const rule = this.#rules.get(node);
        if (this.#uses[node]! < 2 && !(rule && isCut(rule))) continue;
        this.#add(run, first, i);
        first = i;
      }
    }
    this.#shapeStart.push(this.#shape.length / 2);
    const junctionNode = this.#junctionNode.array();
    const rulesOf = (read: (rule: NodeRule) => number | boolean): Int32Array =>
      junctionNode.map((node) => {
        const rule = this.#rules.get(node);
        return rule ? Number(read(rule)) : 0;
      });
    const marksOf = (read: (rule: NodeRule) => number | boolean): Uint8Array => Uint8Array.from(rulesOf(read));
    return {
      count: this.#from.length,
      from: this.#from.array(),
      to: this.#to.array(),
      shapeStart: this.#shapeStart.array(),
      shape: this.#shape.array(),
      pointNode: this.#pointNode.array(),
      pointNodeHigh: Uint8Array.from(this.#pointNodeHigh.array()),
      lengthCm: this.#lengthCm.array(),
      edgeMs: this.#edgeMs.array(),
      name: this.#name.array(),
      ref: this.#ref.array(),
      signs: this.#signs.array(),
      roadClass: this.#roadClass.array(),
      flags: this.#flags.array(),
      drivesLeft: this.#drivesLeft.array(),
      wayId: Float64Array.from(this.#wayId),
      strings: [...this.#words.keys()],
      hourRules: this.#hourRules.array(),
      junctionCount: junctionNode.length,
      junctionNode,
      junctionBlocked: marksOf(({ passing }) => passing === "closed"),
      junctionRestricted: marksOf(({ passing }) => passing === "restricted"),
      junctionTurning: marksOf(({ isTurningPlace }) => isTurningPlace),
      junctionWaitMs: rulesOf(({ wait }) => Math.round((wait?.seconds ?? 0) * 1000)),
      junctionWaitSide: marksOf(({ wait }) => WAIT_SIDES.indexOf(wait?.side ?? "both")),
    };
  }

  #add(run: Run, first: number, last: number): void {
    const { way, rule, nodes } = run;
    const { lats, lngs } = this.#extract.nodes;
    const waits: { readonly wait: Wait; readonly meters: number }[] = [];
    let meters = 0;
    let [lngBefore, latBefore] = [0, 0];
    this.#shapeStart.push(this.#shape.length / 2);
    for (let i = first; i <= last; i++) {
      const node = nodes[i]!;
      const lng = toMicro(lngs[node]!);
      const lat = toMicro(lats[node]!);
      if (i > first) {
        this.#drawStraight(lngBefore, latBefore, lng, lat, this.#extract.nodes.ids[nodes[i - 1]!]!);
        meters += microMeters(lngBefore, latBefore, lng, lat);
      }
      this.#push(lng, lat, this.#extract.nodes.ids[node]!);
      [lngBefore, latBefore] = [lng, lat];
      const wait = i > first && i < last ? this.#rules.get(node)?.wait : undefined;
      if (wait) waits.push({ wait, meters });
    }
    const waited = (direction: Direction): number =>
      waits.reduce(
        (sum, { wait, meters: at }) =>
          sum + (sideAlong(wait.side, at, meters) === opposite(direction) ? 0 : wait.seconds),
        0,
      );
    for (const [side, shut] of run.shut.entries()) {
      const edge = 2 * this.#from.length + side;
      for (const { bit, from, to } of shut) for (const one of [edge, bit, from, to]) this.#hourRules.push(one);
    }
    this.#from.push(this.#junction(nodes[first]!));
    this.#to.push(this.#junction(nodes[last]!));
    this.#lengthCm.push(Math.max(1, Math.round(meters * 100)));
    this.#edgeMs.push(driveMs(meters, rule.forward.kmh, waited("forward")));
    this.#edgeMs.push(driveMs(meters, rule.backward.kmh, waited("backward")));
    this.#name.push(this.#word(way.tags.name ?? way.tags["name:vi"] ?? ""));
    this.#ref.push(this.#word(way.tags.ref ?? ""));
    const open = [rule.forward.kmh > 0, rule.backward.kmh > 0] as const;
    this.#signs.push(this.#word(signsOf(way.tags, open)));
    this.#roadClass.push(ROAD_CLASSES.indexOf(rule.roadClass));
    this.#flags.push(
      (rule.isLink ? SEGMENT_LINK : 0) |
        (rule.isRoundabout ? SEGMENT_ROUNDABOUT : 0) |
        (open[0] && open[1] ? 0 : SEGMENT_ONE_WAY) |
        (rule.forward.isRestricted ? SEGMENT_RESTRICTED : 0) |
        (rule.backward.isRestricted ? SEGMENT_RESTRICTED_BACKWARD : 0) |
        (rule.isToll ? SEGMENT_TOLL : 0) |
        (rule.isTunnel ? SEGMENT_TUNNEL : 0),
    );
    this.#drivesLeft.push(Number(way.tags.driving_side === "left"));
    this.#wayId.push(way.id);
  }

  // The points between two that are further apart than a step of a line may be.
  #drawStraight(lngA: number, latA: number, lngB: number, latB: number, id: number): void {
    const steps = Math.ceil(Math.max(Math.abs(lngB - lngA), Math.abs(latB - latA)) / STEP_MICRO_MAX);
    for (let step = 1; step < steps; step++) {
      const share = step / steps;
      this.#push(lngA + Math.round((lngB - lngA) * share), latA + Math.round((latB - latA) * share), id);
    }
  }

  #push(lng: number, lat: number, id: number): void {
    this.#shape.push(lng);
    this.#shape.push(lat);
    this.#pointNode.push(id | 0);
    this.#pointNodeHigh.push(Math.floor(id / 2 ** 32));
  }

  #junction(node: number): number {
    const known = this.#junctionOf[node]!;
    if (known > 0) return known - 1;
    const junction = this.#junctionNode.push(node);
    this.#junctionOf[node] = junction + 1;
    return junction;
  }

  #word(text: string): number {
    const known = this.#words.get(text);
    if (known !== undefined) return known;
    const index = this.#words.size;
    this.#words.set(text, index);
    return index;
  }
}

function opposite(direction: Direction): Direction {
  return direction === "forward" ? "backward" : "forward";
}

// Whose a wait in the middle of a stretch is, so far from its beginning.
function sideAlong(side: WaitSide, at: number, meters: number): Direction | "both" {
  if (side === "forward" || side === "backward" || side === "both") return side;
  const left = meters - at;
  if (Math.min(at, left) > SIGN_METERS_MAX) return "both";
  return left < at ? "forward" : "backward";
}

// Whole milliseconds, so that sums along any path are exact and two searches can be compared with ===.
function driveMs(meters: number, kmh: number, waitSeconds: number): number {
  if (kmh === 0) return 0;
  return Math.max(1, Math.round((meters / kmh) * 3600 + waitSeconds * 1000));
}
