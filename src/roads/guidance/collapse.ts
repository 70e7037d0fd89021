// Puts together what a driver hears as one: turns a few metres apart, names that change for a bridge.

import { turnDegrees } from "../micro.ts";
import type { Around, Piece, Street } from "../path.ts";
import { lanesAt } from "./lanes.ts";
import { isNameless, isNewName, isSameRoad } from "./names.ts";
import { type Modifier, modifierOf } from "./turn.ts";
import type { Turning } from "./turnings.ts";

// A name that holds for less is nobody's news.
const NAME_METERS_MIN = 105;
// Two side streets that nearly face each other are one crossing.
const STAGGERED_METERS_MAX = 3;
// Two turns with no more than this between them are one.
const ONE_TURN_METERS_MAX = 30;
// A lane for turning is no longer than this.
const SLIP_METERS_MAX = 100;
const ABOUT_DEGREES_MIN = 140;
// A road that is shorter has hardly begun when it ends.
const ROAD_METERS_MIN = 10;

export function collapse(
  pieces: readonly Piece[],
  turnings: readonly Turning[],
  first: number,
  around: Around | undefined,
): readonly Turning[] {
  return nameRuns(pieces, joinTurns(pieces, turnings, around), first).map((turning, i, all) =>
    turning.type === "end of road" && metersBetween(pieces, all[i - 1]?.at ?? -1, turning.at) < ROAD_METERS_MIN
      ? { ...turning, type: "turn" }
      : turning,
  );
}

// Driven after the one and up to the other.
function metersBetween(pieces: readonly Piece[], from: number, to: number): number {
  let meters = 0;
  for (let i = from + 1; i <= to; i++) meters += pieces[i]!.distanceMeters;
  return meters;
}

function isTurn({ type }: Turning): boolean {
  return type === "turn" || type === "continue" || type === "end of road";
}

function sideOf(modifier: Modifier): number {
  return modifier.includes("left") ? -1 : modifier.includes("right") ? 1 : 0;
}

function joinTurns(
  pieces: readonly Piece[],
  turnings: readonly Turning[],
  around: Around | undefined,
): readonly Turning[] {
  const joined: Turning[] = [];
  for (const turning of turnings) {
    const before = joined.at(-1);
    const one = before && asOne(pieces, before, turning, around);
    if (!one) joined.push(turning);
    else joined.splice(-1, 1, ...one);
  }
  return joined;
}

function asOne(
  pieces: readonly Piece[],
  a: Turning,
  b: Turning,
  around: Around | undefined,
): readonly Turning[] | undefined {
  const meters = metersBetween(pieces, a.at, b.at);
  const [from, to] = [pieces[a.at]!, pieces[b.at + 1]!];
  const turn = turnDegrees(from.bearingEnd, to.bearingStart);
  const [sideA, sideB] = [sideOf(a.modifier), sideOf(b.modifier)];
  if (around && meters <= SLIP_METERS_MAX && isSlip(pieces, a, b, around)) {
    return [
      { ...b, at: a.at, type: isSameRoad(from.street, to.street) ? "continue" : "turn", modifier: modifierOf(turn) },
    ];
  }
  if (meters > ONE_TURN_METERS_MAX || !(isTurn(a) || isOn(a)) || !(isTurn(b) || isOn(b))) return undefined;
  const type = isSameRoad(from.street, to.street) ? "continue" : "turn";
  if (sideA !== -sideB && Math.abs(turn) >= ABOUT_DEGREES_MIN && isAbout(from, to, meters)) {
    return [{ ...b, at: a.at, type, modifier: "uturn" }];
  }
  if (sideA === -sideB && sideA !== 0) {
    if (meters > STAGGERED_METERS_MAX) return undefined;
    return isNewName(from.street, to.street) ? [{ ...b, type: "new name", modifier: modifierOf(turn) }] : [];
  }
  // Straight on into the next road at once: the turn is into that one.
  if (sideA !== 0 && b.modifier === "straight") return [{ ...a, type, street: b.street }];
  if (a.modifier === "straight" && sideB !== 0) return [{ ...b, at: a.at, type }];
  return undefined;
}

function isOn({ type }: Turning): boolean {
  return type === "new name";
}

// Back along the other side of a divided road, or across two side streets of one.
function isAbout({ street: from }: Piece, { street: to }: Piece, meters: number): boolean {
  return isSameRoad(from, to) && ((from.isOneWay && to.isOneWay) || meters <= ROAD_METERS_MIN);
}

// A lane of its own for turning: it leaves the road before the crossing it saves one, and ends in the road one would have turned into there.
function isSlip(pieces: readonly Piece[], a: Turning, b: Turning, around: Around): boolean {
  const link = pieces[a.at + 1]!.street;
  const [from, to] = [pieces[a.at]!.street, pieces[b.at + 1]!.street];
  const junction = pieces[a.at]!.junction!;
  if (!link.isOneWay || !(link.isLink || isNameless(link)) || to.isLink || from.isLink || isNameless(to)) return false;
  if (!isTurn(a) && a.type !== "on ramp" && a.type !== "off ramp" && a.type !== "fork") return false;
  if (!isTurn(b) && b.type !== "merge") return false;
  return junction.arms.some(
    (arm, i) => i !== junction.out && i !== junction.in && arm.mayEnter && meets(around, arm.edge, to, SLIP_METERS_MAX),
  );
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

// Without the names that hold for a moment.
function nameRuns(pieces: readonly Piece[], turnings: readonly Turning[], first: number): readonly Turning[] {
  const kept: Turning[] = [];
  let announced = pieces[first]?.street;
  let isHidden = false;
  for (const [i, turning] of turnings.entries()) {
    if (turning.type === "new name") {
      const meters = metersBetween(pieces, turning.at, turnings[i + 1]?.at ?? pieces.length - 1);
      const before = kept.at(-1);
      const isSoon = before && metersBetween(pieces, before.at, turning.at) < NAME_METERS_MIN;
      // Who has lanes to choose from is told.
      const hasLanes = lanesAt(pieces[turning.at]!.junction!) !== undefined;
      if ((meters < NAME_METERS_MIN && !hasLanes) || isSoon || (announced && isSameRoad(announced, turning.street!))) {
        isHidden = true;
        continue;
      }
    }
    const isKept = announced && turning.street && isSameRoad(announced, turning.street);
    if (isKept && turning.type === "turn" && turning.modifier === "straight") continue;
    announced = turning.street;
    // A road that was called something else a moment ago does not end: another begins.
    const isEnd = turning.type === "end of road";
    const type =
      (isHidden && isEnd) || turning.type === "turn" || turning.type === "continue"
        ? isKept
          ? "continue"
          : "turn"
        : turning.type;
    kept.push({ ...turning, type });
    isHidden = false;
  }
  return kept;
}
