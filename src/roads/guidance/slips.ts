// Lanes of their own for turning, which leave a road before the crossing they save one.
import { turnDegrees } from "../micro.ts";
import type { Around, Junction, Piece, Seen, Street } from "../path.ts";
import { isNameless, isSameRoad } from "./names.ts";
import { isOn, isTurn, type Worded } from "./turn.ts";

// What is told at the end of a piece.
type Placed = Worded & { readonly at: number };

// They are no longer than this.
export const SLIP_METERS_MAX = 100;

// By the junction a lane ends at: looking around takes longer than anything else that is told.
const known = new WeakMap<Junction, { readonly start: Junction; readonly is: boolean }>();

// From one turning to the next: it ends in the road one would have turned into at the crossing.
export function isSlip(pieces: readonly Piece[], a: Placed, b: Placed, around: Around): boolean {
  if (!pieces[a.at + 1]!.street.isOneWay || !isLeaving(a) || !isJoining(b)) return false;
  const [start, end] = [pieces[a.at]!.junction!, pieces[b.at]!.junction!];
  const before = known.get(end);
  if (before?.start === start) return before.is;
  const is = looksLikeSlip(pieces, a, b, around);
  known.set(end, { start, is });
  return is;
}

function looksLikeSlip(pieces: readonly Piece[], a: Placed, b: Placed, around: Around): boolean {
  const link = pieces[a.at + 1]!.street;
  const [from, to] = [pieces[a.at]!.street, pieces[b.at + 1]!.street];
  const [start, end] = [pieces[a.at]!.junction!, pieces[b.at]!.junction!];
  if (to.isLink || from.isLink || isNameless(to)) return false;
  // A lane that bears a name ends where it ends.
  const hasOwnName = !link.isLink && !isNameless(link);
  if (hasOwnName && end.arms.some(({ street }, i) => i !== end.in && isSameRoad(street, link))) return false;
  return start.arms.some(
    (arm, i) =>
      i !== start.out &&
      i !== start.in &&
      arm.mayEnter &&
      (hasOwnName
        ? closes(around, arm.edge, end, isSameRoad(link, from) ? undefined : to)
        : meets(around, arm.edge, to, SLIP_METERS_MAX)),
  );
}

function isLeaving(told: Worded): boolean {
  return isTurn(told) || told.type === "on ramp" || told.type === "off ramp" || told.type === "fork";
}

function isJoining(told: Worded): boolean {
  return isTurn(told) || isOn(told) || told.type === "merge";
}

// A lane from one side of a divided road to the other.
export function isTurningBack(pieces: readonly Piece[], a: Placed, b: Placed): boolean {
  const link = pieces[a.at + 1]!.street;
  const [from, to] = [pieces[a.at]!.street, pieces[b.at + 1]!.street];
  return link.isOneWay && from.isOneWay && to.isOneWay && (link.isLink || isNameless(link)) && isSameRoad(from, to);
}

// A ramp that is only such a lane.
export function isSlipRamp({ arms, in: into, out }: Junction, around: Around): boolean {
  const { street, edge } = arms[out]!;
  const end = street.isOneWay && around.meters(edge) <= SLIP_METERS_MAX ? around.seenFrom(edge) : undefined;
  return (
    end !== undefined && arms.some((arm, i) => i !== out && i !== into && arm.mayEnter && closes(around, arm.edge, end))
  );
}

// Whether a road leads to a crossing from which another leads to `end`.
function closes(around: Around, edge: number, end: Seen, road?: Street): boolean {
  const seen = around.meters(edge) <= SLIP_METERS_MAX ? around.seenFrom(edge) : undefined;
  if (!seen || isAt(seen, end)) return false;
  return seen.arms.some((arm, i) => {
    if (i === seen.in || arm.street.isLink || arm.street.isRoundabout) return false;
    if (around.meters(arm.edge) > SLIP_METERS_MAX) return false;
    if (road && !isSameRoad(arm.street, road) && arm.street.roadClass !== road.roadClass) return false;
    const after = around.seenFrom(arm.edge);
    return after !== undefined && isAt(after, end);
  });
}

// The arms of a junction are in one order whoever sees them.
function isAt(seen: Seen, other: Seen): boolean {
  return seen.arms[0]!.edge === other.arms[0]!.edge;
}

// Whether a road meets another within so many metres, going straight on.
function meets(around: Around, edge: number, road: Street, metersMax: number): boolean {
  const seen = around.seenFrom(edge);
  const left = metersMax - around.meters(edge);
  if (!seen || left < 0) return false;
  if (seen.arms.some((arm, i) => i !== seen.in && isSameRoad(arm.street, road))) return true;
  const ahead = seen.arms.find(
    (arm, i) =>
      i !== seen.in && arm.mayEnter && Math.abs(turnDegrees(seen.arms[seen.in]!.bearing + 180, arm.bearing)) < 30,
  );
  return ahead !== undefined && meets(around, ahead.edge, road, left);
}
