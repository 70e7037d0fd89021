// Tells a leg as turn-by-turn steps in OSRM's manner: a manoeuvre, then the stretch driven until the next one. Every piece
// of the leg is in exactly one step, so that steps add up to the leg.

import { type LatLng, metersBetween } from "../../domain/geo.ts";
import { turnDegrees } from "../micro.ts";
import type { Junction, MicroLine, PathLeg, Piece } from "../path.ts";
import { type Instruction, instruct } from "./instruct.ts";
import { type Modifier, modifierOf, opposite } from "./turn.ts";

type ManeuverType =
  | Instruction["type"]
  | "depart"
  | "arrive"
  | "roundabout"
  | "rotary"
  | "exit roundabout"
  | "exit rotary";

export type Maneuver = {
  readonly type: ManeuverType;
  readonly modifier: Modifier | undefined;
  // Which exit of the roundabout is taken, from 1; undefined when the stop is on it.
  readonly exit: number | undefined;
  readonly bearingBefore: number;
  readonly bearingAfter: number;
};

export type Intersection = {
  // Point of the leg's line.
  readonly lineAt: number;
  readonly bearings: readonly number[];
  readonly entry: readonly boolean[];
  // Absent at the start and at the end of a leg.
  readonly in: number | undefined;
  readonly out: number | undefined;
};

export type Step = {
  readonly maneuver: Maneuver;
  readonly intersections: readonly Intersection[];
  readonly name: string;
  readonly ref: string;
  readonly rotaryName: string;
  readonly distanceMeters: number;
  readonly durationSeconds: number;
  readonly lineFrom: number;
  readonly lineTo: number;
};

// Where the caller's two points were before they were moved to the road: the side they lie on is told.
export type Doors = { readonly from: LatLng; readonly to: LatLng };

type Turning = { readonly type: ManeuverType; readonly modifier: Modifier; readonly exit: number | undefined };
// While driving on a roundabout: which kind, and how many exits have been passed.
type Ring = { readonly kind: "roundabout" | "rotary"; exits: number; readonly exit: number | undefined };

// A stop at a corner may lie a hand's breadth into the other street. Nobody is told to turn for that.
const TURN_METERS_MIN = 1;

export function tellSteps(leg: PathLeg, doors?: Doors): readonly Step[] {
  const pieces = leg.pieces();
  const end = leg.line.length / 2 - 1;
  const [lead, tail] = [shortPieces(pieces), pieces.length - 1 - shortPieces(pieces.toReversed())];
  const first = pieces[lead];
  const last = pieces[Math.max(lead, tail)];
  const steps: Step[] = [];
  let maneuver = departure(leg.line, first?.bearingStart ?? 0, doors?.from);
  let intersections = [endOfLeg(0, first?.bearingStart ?? 0, "out")];
  let begin = 0;
  let ring: Ring | undefined = first?.isRoundabout ? { kind: "roundabout", exits: 0, exit: undefined } : undefined;
  for (let i = lead; i < tail; i += 1) {
    const piece = pieces[i]!;
    const next = pieces[i + 1]!;
    if (!piece.junction) continue;
    const here = crossing(piece.lineTo, piece.junction);
    if (!piece.isRoundabout && next.isRoundabout) ring = enterRing(pieces, i, piece);
    const turning = turnAt(piece, next, piece.junction, ring);
    if (piece.isRoundabout && !next.isRoundabout) ring = undefined;
    if (!turning) {
      intersections.push(here);
      continue;
    }
    steps.push(makeStep(maneuver, intersections, pieces.slice(begin, i + 1), pieces[Math.max(begin, lead)]!));
    const [before, after] = [opposite(here.bearings[here.in!]!), here.bearings[here.out!]!];
    maneuver = { ...turning, bearingBefore: before, bearingAfter: after };
    intersections = [here];
    begin = i + 1;
  }
  steps.push(makeStep(maneuver, intersections, pieces.slice(begin), pieces[Math.max(begin, lead)]));
  const arriving = last?.bearingEnd ?? 0;
  const arrived = arrival(leg.line, arriving, doors?.to);
  steps.push({ ...makeStep(arrived, [endOfLeg(end, opposite(arriving), "in")], [], last), lineFrom: end, lineTo: end });
  return steps;
}

// How many pieces at the start together are too short to be driven knowingly; never all of them.
function shortPieces(pieces: readonly Piece[]): number {
  let meters = 0;
  for (const [i, piece] of pieces.entries()) {
    meters += piece.distanceMeters;
    if (meters >= TURN_METERS_MIN) return i;
  }
  return 0;
}

// `street` is what the step is driven on; the pieces of it may begin with a bit of another.
function makeStep(
  maneuver: Maneuver,
  intersections: readonly Intersection[],
  pieces: readonly Piece[],
  street: Piece | undefined,
): Step {
  let distanceMeters = 0;
  let durationSeconds = 0;
  for (const piece of pieces) {
    distanceMeters += piece.distanceMeters;
    durationSeconds += piece.durationSeconds + piece.turnSeconds;
  }
  const name = street?.name ?? "";
  return {
    maneuver,
    intersections,
    name,
    ref: street?.ref ?? "",
    rotaryName: maneuver.type === "rotary" ? name : "",
    distanceMeters,
    durationSeconds,
    lineFrom: pieces[0]?.lineFrom ?? 0,
    lineTo: pieces.at(-1)?.lineTo ?? 0,
  };
}

function turnAt(piece: Piece, next: Piece, junction: Junction, ring: Ring | undefined): Turning | undefined {
  const enters = next.isRoundabout && !piece.isRoundabout;
  const leaves = piece.isRoundabout && !next.isRoundabout;
  if (!ring || (!enters && !piece.isRoundabout)) {
    const instruction = instruct(piece, junction);
    return instruction && { ...instruction, exit: undefined };
  }
  const modifier = modifierOf(turnOf(junction));
  if (enters) return { type: ring.kind, modifier, exit: ring.exit };
  if (hasExit(junction)) ring.exits += 1;
  return leaves ? { type: `exit ${ring.kind}`, modifier, exit: ring.exits } : undefined;
}

// A ring with a name of its own is a rotary, as OSRM has it; one that bears the street's name is only a crossing of it.
function enterRing(pieces: readonly Piece[], at: number, from: Piece): Ring {
  const onRing = pieces.slice(at + 1);
  const length = onRing.findIndex((piece) => !piece.isRoundabout);
  const name = onRing[0]?.name ?? "";
  const exits = onRing.slice(0, Math.max(0, length)).filter(({ junction }) => junction && hasExit(junction)).length;
  return {
    kind: name !== "" && name !== from.name ? "rotary" : "roundabout",
    exits: 0,
    exit: length === -1 ? undefined : exits,
  };
}

function hasExit(junction: Junction): boolean {
  return junction.arms.some((arm, index) => index !== junction.in && !arm.isRoundabout && arm.mayEnter);
}

function turnOf(junction: Junction): number {
  return turnDegrees(opposite(junction.arms[junction.in]!.bearing), junction.arms[junction.out]!.bearing);
}

function crossing(lineAt: number, junction: Junction): Intersection {
  return {
    lineAt,
    bearings: junction.arms.map((arm) => arm.bearing),
    entry: junction.arms.map((arm, index) => arm.mayEnter || index === junction.out),
    in: junction.in,
    out: junction.out,
  };
}

function endOfLeg(lineAt: number, bearing: number, side: "in" | "out"): Intersection {
  return {
    lineAt,
    bearings: [bearing],
    entry: [true],
    in: side === "in" ? 0 : undefined,
    out: side === "out" ? 0 : undefined,
  };
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
