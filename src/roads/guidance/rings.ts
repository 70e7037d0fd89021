// Roundabouts: what kind one is, and by which of its exits one leaves.
import { turnDegrees } from "../micro.ts";
import type { Arm, Around, Junction, Seen, Street } from "../path.ts";
import { isBeforeOnRing, isInsideRing, isSameSide, type RingPoint } from "../ring-point.ts";
import { isMinor } from "./rank.ts";
import type { RingKind } from "./turn.ts";

// A ring this small is a crossing with something in the middle; one larger than that may have a name people know.
const TURN_RADIUS_METERS_MAX = 25;
const ROTARY_RADIUS_METERS_MIN = 15;
const TURN_ROADS_MAX = 4;
// Roads that a driver tells apart by left, straight and right.
const DISTINCT_DEGREES = 60;
const NODES_MAX = 200;

type RingNode = { readonly seen: Seen; readonly meters: number };

// `edge` is the first of the ring that is driven.
export function judgeRing(around: Around | undefined, street: Street, edge: number): RingKind {
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
  return arms.every((arm, i) =>
    arms.every((other, j) => i === j || Math.abs(turnDegrees(arm.bearing, other.bearing)) >= DISTINCT_DEGREES),
  );
}

function hasOwnName(nodes: readonly RingNode[], { name }: Street): boolean {
  if (name === "") return false;
  return nodes.every(({ seen }) => seen.arms.every(({ street }) => street.isRoundabout === (street.name === name)));
}

// Whether a driver on the ring passes an exit there. Driveways are not counted, unless one is taken.
export function hasExit(junction: Seen): boolean {
  return junction.arms.some((arm, i) => i !== junction.in && isExit(arm));
}

function isExit({ street, mayEnter }: Arm): boolean {
  return !street.isRoundabout && mayEnter && !isMinor(street);
}

// Where one gets onto the ring there may be an exit before one does.
export function hasExitBefore(junction: Junction): boolean {
  const { arms, in: into } = junction;
  const ring = ringAt(junction);
  if (!ring) return false;
  const { bearing } = arms[into]!;
  return arms.some(
    (arm, i) =>
      i !== into &&
      isExit(arm) &&
      (isSameSide(ring.point, bearing, arm.bearing)
        ? isBeforeOnRing(ring.point, bearing, arm.bearing)
        : isInsideRing(ring.point, bearing)),
  );
}

// The ring one is on for a moment, from a road outside into the next; none where a road leads across it.
export function ringPassed(junction: Junction): Arm | undefined {
  const ring = ringAt(junction);
  const [came, leaves] = [junction.arms[junction.in]!.bearing, junction.arms[junction.out]!.bearing];
  return ring && isSameSide(ring.point, came, leaves) ? ring.on : undefined;
}

function ringAt({ arms }: Seen): { readonly on: Arm; readonly point: RingPoint } | undefined {
  let from: Arm | undefined;
  let on: Arm | undefined;
  for (let i = 0; i < arms.length; i++) {
    const arm = arms[i]!;
    if (!arm.street.isRoundabout) continue;
    if (arm.mayLeave) on = arm;
    else from = arm;
  }
  return from && on && { on, point: { from: from.bearing, to: on.bearing } };
}
