// Where on a leg a driver must be told something, junction by junction. What belongs together is put together in collapse.ts.

import { turnDegrees } from "../micro.ts";
import type { Arm, Around, Junction, Piece, Seen, Street } from "../path.ts";
import { type Instruction, instruct } from "./instruct.ts";
import { isSameRoad } from "./names.ts";
import { isMinor } from "./rank.ts";
import { type Modifier, modifierOf, opposite } from "./turn.ts";

export type ManeuverType = Instruction["type"] | RingKind | `exit ${RingKind}`;

// At a junction by itself.
export type Told = Instruction | { readonly type: "exit roundabout"; readonly exit: 1 } | "nothing";

export type Turning = {
  // The piece at whose end it is.
  readonly at: number;
  readonly type: ManeuverType;
  readonly modifier: Modifier;
  // Of a ring, from 1; undefined when the stop is on it.
  readonly exit: number | undefined;
  // What one is on afterwards, by name, and the edge it begins with.
  readonly street: Street | undefined;
  readonly edge: number;
  readonly rotaryName: string;
};

export function turningsOf(
  pieces: readonly Piece[],
  first: number,
  last: number,
  around: Around | undefined,
): readonly Turning[] {
  const turnings: Turning[] = [];
  let kind: RingKind = "roundabout";
  let exits = 0;
  for (let i = first; i < last; i += 1) {
    const { street, junction } = pieces[i]!;
    const next = pieces[i + 1]!;
    if (!junction) continue;
    if (street.isRoundabout) {
      if (next.street.isRoundabout) {
        if (hasExit(junction)) exits += 1;
        continue;
      }
      turnings.push({ ...turning(i, junction, next), type: `exit ${kind}`, exit: exits + 1 });
      exits = 0;
    } else if (next.street.isRoundabout) {
      kind = judgeRing(around, next.street, junction.arms[junction.out]!.edge);
      exits = hasExitBefore(junction) ? 1 : 0;
      turnings.push(enterRing(pieces, i, last, kind, exits, turning(i, junction, next)));
    } else {
      junction.told ??= tell(junction);
      if (junction.told !== "nothing") turnings.push({ ...turning(i, junction, next), ...junction.told });
    }
  }
  return turnings;
}

function turning(at: number, junction: Junction, { street }: Piece): Omit<Turning, "type"> {
  const { edge } = junction.arms[junction.out]!;
  return { at, modifier: modifierOf(turnOf(junction)), exit: undefined, street, edge, rotaryName: "" };
}

function tell(junction: Junction): Told {
  const { arms, in: into, out } = junction;
  const [from, to] = [arms[into]!.street, arms[out]!.street];
  // Straight on along the same road is no way round a ring.
  const isPast = modifierOf(turnOf(junction)) === "straight" && isSameRoad(from, to);
  if (isRingCrossed(junction) && !isPast) return { type: "exit roundabout", exit: 1 };
  return instruct(from, junction) ?? "nothing";
}

function enterRing(
  pieces: readonly Piece[],
  at: number,
  last: number,
  kind: RingKind,
  exitsBefore: number,
  here: Omit<Turning, "type">,
): Turning {
  let [exits, off] = [exitsBefore, at + 1];
  while (off < last && pieces[off + 1]!.street.isRoundabout) {
    if (hasExit(pieces[off]!.junction!)) exits += 1;
    off += 1;
  }
  const ring = pieces[at + 1]!.street;
  const rotaryName = kind === "rotary" ? ring.name : "";
  if (off >= last) return { ...here, type: kind === "roundabout turn" ? "roundabout" : kind, rotaryName };
  const street = pieces[off + 1]!.street;
  const leaving = pieces[off]!.junction!;
  const modifier =
    kind === "roundabout turn"
      ? modifierOf(turnDegrees(bearingIn(pieces[at]!.junction!), bearingOut(leaving)))
      : here.modifier;
  return { ...here, type: kind, modifier, exit: exits + 1, street, edge: leaving.arms[leaving.out]!.edge, rotaryName };
}

// From road to road over a point of a ring.
function isRingCrossed({ arms }: Junction): boolean {
  let count = 0;
  for (let i = 0; i < arms.length; i++) if (arms[i]!.street.isRoundabout) count += 1;
  return count > 1;
}

function turnOf(junction: Junction): number {
  return turnDegrees(bearingIn(junction), bearingOut(junction));
}

function bearingIn({ arms, in: into }: Junction): number {
  return opposite(arms[into]!.bearing);
}

function bearingOut({ arms, out }: Junction): number {
  return arms[out]!.bearing;
}

// Roundabouts: what kind one is, and by which of its exits one leaves.
type RingKind = "roundabout" | "rotary" | "roundabout turn";

// A ring this small is a crossing with something in the middle; one larger than that may have a name people know.
const TURN_RADIUS_METERS_MAX = 25;
const ROTARY_RADIUS_METERS_MIN = 15;
const TURN_ROADS_MAX = 4;
// Roads that a driver tells apart by left, straight and right.
const DISTINCT_DEGREES = 60;
const NODES_MAX = 200;

type RingNode = { readonly seen: Seen; readonly meters: number };

// `edge` is the first of the ring that is driven.
function judgeRing(around: Around | undefined, street: Street, edge: number): RingKind {
  if (street.signs?.isCircular) return "rotary";
  const nodes = around ? walk(around, edge) : undefined;
  if (!nodes) return "roundabout";
  const radius = nodes.reduce((sum, { meters }) => sum + meters, 0) / (2 * Math.PI);
  if (radius > ROTARY_RADIUS_METERS_MIN && hasOwnName(nodes, street)) return "rotary";
  return radius <= TURN_RADIUS_METERS_MAX && isTurn(nodes) ? "roundabout turn" : "roundabout";
}

// All the way round; undefined where it is no ring.
function walk(around: Around, first: number): readonly RingNode[] | undefined {
  const nodes: RingNode[] = [];
  for (let edge = first; nodes.length < NODES_MAX; ) {
    const seen = around.seenFrom(edge);
    if (!seen) return undefined;
    nodes.push({ seen, meters: around.meters(edge) });
    const next = seen.arms.find((arm, i) => i !== seen.in && arm.street.isRoundabout && arm.mayEnter);
    if (!next) return undefined;
    if (next.edge === first) return nodes;
    edge = next.edge;
  }
  return undefined;
}

function roadsOf({ seen }: RingNode): readonly Arm[] {
  return seen.arms.filter((arm) => !arm.street.isRoundabout);
}

function isTurn(nodes: readonly RingNode[]): boolean {
  const roads = nodes.map(roadsOf).filter((arms) => arms.length > 0);
  if (roads.length > TURN_ROADS_MAX || roads.some((arms) => arms.length > 1)) return false;
  const arms = roads.flat();
  if (arms.some((arm) => arm.street.isOneWay)) return false;
  return arms.every((arm, i) =>
    arms.every((other, j) => i === j || Math.abs(turnDegrees(arm.bearing, other.bearing)) >= DISTINCT_DEGREES),
  );
}

function hasOwnName(nodes: readonly RingNode[], { name }: Street): boolean {
  if (name === "") return false;
  return nodes.every(({ seen }) => seen.arms.every(({ street }) => street.isRoundabout === (street.name === name)));
}

// Whether a driver on the ring passes an exit there. Driveways are not counted, unless one is taken.
function hasExit(junction: Seen): boolean {
  return junction.arms.some(
    (arm, i) => i !== junction.in && !arm.street.isRoundabout && arm.mayEnter && !isMinor(arm.street),
  );
}

// Where one gets onto the ring there may be an exit before one does.
function hasExitBefore(junction: Junction): boolean {
  const { arms, in: into, out } = junction;
  const before = opposite(arms[into]!.bearing);
  const ring = turnDegrees(before, arms[out]!.bearing);
  // The ring comes from the other side: there are two of its arms.
  const other = arms.find((arm, i) => i !== out && arm.street.isRoundabout);
  const isRightward = other ? turnDegrees(before, other.bearing) < ring : ring > 0;
  return arms.some((arm, i) => {
    if (i === into || arm.street.isRoundabout || !arm.mayEnter || isMinor(arm.street)) return false;
    const turn = turnDegrees(before, arm.bearing);
    return isRightward ? turn > ring : turn < ring;
  });
}
