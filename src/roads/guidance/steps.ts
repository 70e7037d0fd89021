// Tells a leg turn by turn, in OSRM's words.
import { type LatLng, metersBetween } from "../../domain/geo.ts";
import { turnDegrees } from "../micro.ts";
import type { Junction, MicroLine, PathLeg, Piece, Street } from "../path.ts";
import { collapse } from "./collapse.ts";
import { type Modifier, opposite } from "./turn.ts";
import { type ManeuverType, type Turning, turningsOf } from "./turnings.ts";

export type Maneuver = {
  readonly type: ManeuverType | "depart" | "arrive";
  readonly modifier: Modifier | undefined;
  // Which exit of the roundabout is taken, from 1; undefined when the stop is on it.
  readonly exit: number | undefined;
  readonly bearingBefore: number;
  readonly bearingAfter: number;
};

export type Intersection = {
  // Point of the leg's line.
  readonly lineAt: number;
  // At the start and at the end of a leg there is only the road itself, which one leaves or comes by.
  readonly seen:
    | Junction
    | { readonly bearing: number; readonly side: "in" | "out"; readonly street: Street | undefined };
};

export type Step = {
  readonly maneuver: Maneuver;
  readonly intersections: readonly Intersection[];
  // What one drives on; by name, after a turn, the road one leaves a ring by.
  readonly street: Street | undefined;
  // Against the way it was drawn.
  readonly isBackward: boolean;
  readonly name: string;
  readonly rotaryName: string;
  readonly distanceMeters: number;
  readonly durationSeconds: number;
  readonly lineFrom: number;
  readonly lineTo: number;
};

// Where the caller's two points were before they were moved to the road: the side they lie on is told.
export type Doors = { readonly from: LatLng; readonly to: LatLng };

type Named = Pick<Turning, "street" | "edge" | "rotaryName">;

// A stop at a corner may lie a hand's breadth into the other street. Nobody is told to turn for that.
const TURN_METERS_MIN = 1;

export function describeSteps(leg: PathLeg, doors?: Doors): readonly Step[] {
  const pieces = leg.pieces();
  const end = leg.line.length / 2 - 1;
  const [lead, tail] = [knownFrom(pieces, 0, 1), knownFrom(pieces, pieces.length - 1, -1)];
  const first = pieces[lead];
  const last = pieces[Math.max(lead, tail)];
  const turnings = collapse(pieces, turningsOf(pieces, lead, tail, leg.around), lead, leg.around);
  const steps: Step[] = [];
  let maneuver = departure(leg.line, first?.bearingStart ?? 0, doors?.from);
  let named: Named = { street: first?.street, edge: leg.firstEdge, rotaryName: "" };
  let intersections: Intersection[] = [endOfLeg(0, first, first?.bearingStart ?? 0, "out")];
  let begin = 0;
  let next = 0;
  for (let i = lead; i < tail; i += 1) {
    const piece = pieces[i]!;
    if (!piece.junction) continue;
    const here = { lineAt: piece.lineTo, seen: piece.junction };
    const turning = turnings[next]?.at === i ? turnings[next++] : undefined;
    if (!turning) {
      intersections.push(here);
      continue;
    }
    steps.push(makeStep(maneuver, intersections, pieces, begin, i, named));
    const { type, modifier, exit } = turning;
    const { arms, in: into, out } = piece.junction;
    const [before, after] = [opposite(arms[into]!.bearing), arms[out]!.bearing];
    maneuver = { type, modifier, exit, bearingBefore: before, bearingAfter: after };
    named = turning;
    intersections = [here];
    begin = i + 1;
  }
  steps.push(makeStep(maneuver, intersections, pieces, begin, pieces.length - 1, named));
  const arriving = last?.bearingEnd ?? 0;
  const arrived = arrival(leg.line, arriving, doors?.to);
  const there = [endOfLeg(end, last, opposite(arriving), "in")];
  steps.push({
    ...makeStep(arrived, there, [], 0, -1, { street: last?.street, edge: leg.lastEdge, rotaryName: "" }),
    lineFrom: end,
    lineTo: end,
  });
  return steps;
}

// Seen from one end, the first piece with which one has driven far enough to know it; that end itself where there is none.
function knownFrom(pieces: readonly Piece[], end: number, step: 1 | -1): number {
  let meters = 0;
  for (let i = end; i >= 0 && i < pieces.length; i += step) {
    meters += pieces[i]!.distanceMeters;
    if (meters >= TURN_METERS_MIN) return i;
  }
  return end;
}

function makeStep(
  maneuver: Maneuver,
  intersections: readonly Intersection[],
  pieces: readonly Piece[],
  from: number,
  to: number,
  { street, edge, rotaryName }: Named,
): Step {
  let distanceMeters = 0;
  let durationSeconds = 0;
  for (let i = from; i <= to; i++) {
    const piece = pieces[i]!;
    distanceMeters += piece.distanceMeters;
    durationSeconds += piece.durationSeconds + piece.turnSeconds;
  }
  return {
    maneuver,
    intersections,
    street,
    isBackward: (edge & 1) === 1,
    name: street?.name ?? "",
    rotaryName,
    distanceMeters,
    durationSeconds,
    lineFrom: pieces[from]?.lineFrom ?? 0,
    lineTo: pieces[to]?.lineTo ?? 0,
  };
}

function endOfLeg(lineAt: number, piece: Piece | undefined, bearing: number, side: "in" | "out"): Intersection {
  return { lineAt, seen: { bearing, side, street: piece?.street } };
}

function departure(line: MicroLine, bearing: number, door: LatLng | undefined): Maneuver {
  const modifier = door && sideOf(door, pointAt(line, 0), bearing);
  return { type: "depart", modifier, exit: undefined, bearingBefore: 0, bearingAfter: bearing };
}

function arrival(line: MicroLine, bearing: number, door: LatLng | undefined): Maneuver {
  const modifier = door && sideOf(door, pointAt(line, line.length / 2 - 1), bearing);
  return { type: "arrive", modifier, exit: undefined, bearingBefore: bearing, bearingAfter: 0 };
}

function pointAt(line: MicroLine, index: number): LatLng {
  return { lat: line[2 * index + 1]! / 1e6, lng: line[2 * index]! / 1e6 };
}

// OSRM tells a side from 5 to 300 m: nearer one stands on the road, farther one sees no door.
const SIDE_METERS_MIN = 5;
const SIDE_METERS_MAX = 300;

function sideOf(door: LatLng, stop: LatLng, bearing: number): Modifier | undefined {
  const away = metersBetween(door, stop);
  if (away < SIDE_METERS_MIN || away > SIDE_METERS_MAX) return undefined;
  const east = (door.lng - stop.lng) * Math.cos((stop.lat * Math.PI) / 180);
  const toDoor = (Math.atan2(east, door.lat - stop.lat) * 180) / Math.PI;
  return turnDegrees(bearing, toDoor) > 0 ? "right" : "left";
}
