// Puts together what a driver hears as one: turns a few metres apart, names that change for a bridge.

import { turnDegrees } from "../micro.ts";
import type { Arm, Around, Junction, Piece } from "../path.ts";
import { lanesAt } from "./lanes.ts";
import { isSameRoad } from "./names.ts";
import { isSlip, isTurningBack, SLIP_METERS_MAX } from "./slips.ts";
import { isOn, isTurn, type Modifier, modifierOf, opposite } from "./turn.ts";
import type { Turning } from "./turnings.ts";

// A name that holds for less is nobody's news.
const NAME_METERS_MIN = 105;
// Two side streets that nearly face each other are one crossing.
const STAGGERED_METERS_MAX = 3;
// Two turns with no more than this between them are one.
const ONE_TURN_METERS_MAX = 30;
const ABOUT_DEGREES_MIN = 140;
// Two turns so near each other are made in one go, whatever the road between them is.
const ONE_GO_METERS_MAX = 10;
// A bend a driver turns the wheel for.
const BEND_DEGREES_MIN = 40;
const WHEEL_DEGREES_MIN = 60;
// More turns than this are never one crossing: two sides of two divided roads.
const WINDOW_MAX = 4;

export function collapse(
  pieces: readonly Piece[],
  turnings: readonly Turning[],
  first: number,
  around: Around | undefined,
): readonly Turning[] {
  const slips = joinSlips(pieces, turnings, around);
  const told = nameRuns(pieces, joinCrossings(pieces, slips), first);
  return told.map((turning, i) =>
    turning.type === "end of road" && passedBetween(pieces, told[i - 1]?.at ?? -1, turning.at) === 0
      ? { ...turning, type: turning.street && isKept(pieces, turning) ? "continue" : "turn" }
      : turning,
  );
}

function isKept(pieces: readonly Piece[], { at, street }: Turning): boolean {
  return street !== undefined && isSameRoad(pieces[at]!.street, street);
}

// Streets a driver drives straight past on the way: without one it is no road that ends.
function passedBetween(pieces: readonly Piece[], from: number, to: number): number {
  let passed = 0;
  for (let i = from + 1; i < to; i++) if (isCrossing(pieces[i]!)) passed += 1;
  return passed;
}

function isCrossing({ junction }: Piece): boolean {
  return junction !== undefined && junction.arms.length > 2;
}

// Driven after the one and up to the other.
function metersBetween(pieces: readonly Piece[], from: number, to: number): number {
  let meters = 0;
  for (let i = from + 1; i <= to; i++) meters += pieces[i]!.distanceMeters;
  return meters;
}

function sideOf(modifier: Modifier): number {
  return modifier.includes("left") ? -1 : modifier.includes("right") ? 1 : 0;
}

// Lanes of their own for turning.
function joinSlips(
  pieces: readonly Piece[],
  turnings: readonly Turning[],
  around: Around | undefined,
): readonly Turning[] {
  const joined: Turning[] = [];
  for (let i = 0; i < turnings.length; i++) {
    const [a, b] = [turnings[i]!, turnings[i + 1]];
    const one = b && around && metersBetween(pieces, a.at, b.at) <= SLIP_METERS_MAX && asSlip(pieces, a, b, around);
    joined.push(one || a);
    if (one) i += 1;
  }
  return joined;
}

function asSlip(pieces: readonly Piece[], a: Turning, b: Turning, around: Around): Turning | undefined {
  const [from, to] = [pieces[a.at]!, pieces[b.at + 1]!];
  const turn = turnDegrees(from.bearingEnd, to.bearingStart);
  const one = { ...b, at: a.at, until: b.at } as const;
  if (Math.abs(turn) >= ABOUT_DEGREES_MIN && isTurningBack(pieces, a, b)) {
    return { ...one, type: "continue", modifier: "uturn" };
  }
  if (!isSlip(pieces, a, b, around)) return undefined;
  const modifier = modifierOf(turn);
  const type = isSameRoad(from.street, to.street) ? "continue" : modifier === "straight" ? "new name" : "turn";
  return { ...one, type, modifier };
}

// Turns a few metres apart, as long a run of them as makes one.
function joinCrossings(pieces: readonly Piece[], turnings: readonly Turning[]): readonly Turning[] {
  const joined: Turning[] = [];
  for (let i = 0; i < turnings.length; ) {
    let length = 1;
    while (length < WINDOW_MAX && isNear(pieces, turnings[i + length - 1]!, turnings[i + length])) length += 1;
    let found: readonly Turning[] | undefined;
    while (!found && length > 0) {
      found = asOne(pieces, turnings.slice(i, i + length), turnings[i + length]);
      if (!found) length -= 1;
    }
    if (found) joined.push(...found);
    else joined.push(turnings[i]!);
    i += Math.max(1, length);
  }
  return joined;
}

function isNear(pieces: readonly Piece[], a: Turning, b: Turning | undefined): boolean {
  const isOneRun = b && isJoinable(a) && isJoinable(b);
  return isOneRun ? metersBetween(pieces, a.until, b.at) <= ONE_TURN_METERS_MAX : false;
}

// Who turns round has to be told.
function isJoinable(turning: Turning): boolean {
  return (isTurn(turning) || isOn(turning)) && turning.modifier !== "uturn";
}

// What a run of turnings is told as: one, or nothing; undefined when it is several. `next` is the one after it.
function asOne(
  pieces: readonly Piece[],
  run: readonly Turning[],
  next: Turning | undefined,
): readonly Turning[] | undefined {
  const [a, b] = [run[0]!, run.at(-1)!];
  if (!isJoinable(a)) return undefined;
  const bent = b.until + 1 < (next?.at ?? pieces.length) ? overDivided(pieces, a, b) : undefined;
  if (run.length === 1 && bent === undefined) return undefined;
  const until = bent ?? b.until;
  const [from, to] = [pieces[a.at]!, pieces[until + 1]!];
  const turn = turnDegrees(from.bearingEnd, to.bearingStart);
  const meters = metersBetween(pieces, a.at, until);
  const sides = sidesOf(run, until > a.at && isDivided(pieces[a.at]!, pieces[until]!));
  const isOneSide = sides.every((side) => side === sides[0]);
  const type = isSameRoad(from.street, to.street) ? "continue" : "turn";
  const one: Turning = { ...b, at: a.at, type, street: to.street, edge: edgeAfter(pieces, until) };
  if (isOneSide && Math.abs(turn) >= ABOUT_DEGREES_MIN && until > a.at && isAbout(from, to, meters)) {
    return [{ ...one, modifier: "uturn" }];
  }
  if (bent !== undefined && isOneSide) {
    const modifier = modifierOf(turn);
    // The road ends at the far side.
    const isEnd = type === "turn" && !leadsAhead(pieces[until]!.junction!);
    return [
      isEnd && !modifier.startsWith("sharp")
        ? { ...one, at: until, type: "end of road", modifier }
        : { ...one, modifier },
    ];
  }
  // A name that holds for a moment, on the only way on.
  if (type === "continue" && run.every(isOn)) return [];
  if (run.length === 2 && !isOneSide && type === "continue" && isPassedBy(pieces, a, b, turn)) return [];
  if (run.length === 2 && isNamedSoon(a, b, next)) return [{ ...a, type, street: b.street, edge: b.edge }];
  if (sides.length === 1) return [{ ...one, modifier: (run.find(isSharp) ?? run.find(isAside)!).modifier }];
  if (isOneSide && sides.length > 1 && isDivided(pieces[a.at]!, pieces[b.at]!)) {
    return [{ ...one, modifier: modifierOf(turn) }];
  }
  return undefined;
}

// Left and right, without straight on; and without a slight swerve where one turns across a divided road.
function sidesOf(run: readonly Turning[], isOverDivided: boolean): readonly number[] {
  const isSwerve = isOverDivided && run.some(isSharp);
  return run.filter((one) => !isSwerve || isSharp(one)).flatMap(({ modifier }) => sideOf(modifier) || []);
}

function edgeAfter(pieces: readonly Piece[], at: number): number {
  const junction = pieces[at]!.junction!;
  return junction.arms[junction.out]!.edge;
}

// Side streets that nearly face each other, or a road that swerves a little where it crosses another.
function isPassedBy(pieces: readonly Piece[], a: Turning, b: Turning, turn: number): boolean {
  if (b.at === a.until + 1 && metersBetween(pieces, a.until, b.at) <= STAGGERED_METERS_MAX) return true;
  const isSlight = [a, b].every(({ modifier }) => modifier.startsWith("slight"));
  return isSlight && Math.abs(turn) < BEND_DEGREES_MIN && pieces[a.at]!.street.isOneWay;
}

// Into a road that is called something else a few metres on, unless that is a bridge.
function isNamedSoon(a: Turning, b: Turning, next: Turning | undefined): boolean {
  const isBack = next && isOn(next) && a.street && next.street && isSameRoad(a.street, next.street);
  return isTurn(a) && isOn(b) && !isBack;
}

// Back along the other side of a divided road, or across two side streets of one.
function isAbout({ street: from }: Piece, { street: to }: Piece, meters: number): boolean {
  return isSameRoad(from, to) && ((from.isOneWay && to.isOneWay) || meters <= ONE_GO_METERS_MAX);
}

// Where the road turned into bends once more on the far side of a divided road, and nobody has to be told: the junction it does so at.
function overDivided(pieces: readonly Piece[], a: Turning, b: Turning): number | undefined {
  const at = b.until + 1;
  const [link, next] = [pieces[at]!, pieces[at + 1]];
  if (link.distanceMeters > ONE_TURN_METERS_MAX || !next?.street.isOneWay || !link.junction) return undefined;
  if (Math.abs(turnDegrees(link.bearingEnd, next.bearingStart)) < BEND_DEGREES_MIN) return undefined;
  return isDivided(pieces[a.at]!, link) ? at : undefined;
}

// The junctions at the ends of two pieces lie on the two sides of one road.
function isDivided(piece: Piece, other: Piece): boolean {
  return piece.junction!.arms.some(
    (arm) =>
      arm.street.isOneWay &&
      other.junction!.arms.some(
        (across) =>
          across.street.isOneWay &&
          Math.abs(turnDegrees(heading(arm), heading(across))) >= ABOUT_DEGREES_MIN &&
          isSameRoad(arm.street, across.street),
      ),
  );
}

// The way it is driven.
function heading({ bearing, mayLeave }: Arm): number {
  return mayLeave ? bearing : opposite(bearing);
}

function leadsAhead({ arms, in: into }: Junction): boolean {
  const before = opposite(arms[into]!.bearing);
  return arms.some((arm, i) => i !== into && Math.abs(turnDegrees(before, arm.bearing)) < BEND_DEGREES_MIN);
}

// Without the names that hold for a moment.
function nameRuns(pieces: readonly Piece[], turnings: readonly Turning[], first: number): readonly Turning[] {
  const kept: Turning[] = [];
  let announced = pieces[first]?.street;
  let isHidden = false;
  for (let i = 0; i < turnings.length; i++) {
    const turning = turnings[i]!;
    if (turning.type === "new name") {
      const meters = metersBetween(pieces, turning.at, turnings[i + 1]?.at ?? pieces.length - 1);
      const before = kept.at(-1);
      const isSoon = before && metersBetween(pieces, before.at, turning.at) < NAME_METERS_MIN;
      // Who has lanes to choose from is told.
      const hasLanes = lanesAt(pieces[turning.until]!.junction!) !== undefined;
      if (announced && isSameRoad(announced, turning.street!)) {
        isHidden = true;
        continue;
      }
      if ((meters < NAME_METERS_MIN && !hasLanes) || isSoon) {
        isHidden = true;
        if (isCorner(pieces, turning)) {
          kept.push({ ...turning, type: "turn" });
          announced = turning.street;
        }
        continue;
      }
    }
    const isSame = announced && turning.street && isSameRoad(announced, turning.street);
    if (isSame && turning.type === "turn" && turning.modifier === "straight") continue;
    announced = turning.street;
    // A road that was called something else a moment ago does not end: another begins.
    const isEnd = turning.type === "end of road";
    const type =
      (isHidden && isEnd) || turning.type === "turn" || turning.type === "continue"
        ? isSame
          ? "continue"
          : "turn"
        : turning.type;
    kept.push(type === turning.type ? turning : { ...turning, type });
    isHidden = false;
  }
  return kept;
}

// One turns the wheel a few metres behind a street one might take instead.
function isCorner(pieces: readonly Piece[], { at }: Turning): boolean {
  const [piece, before] = [pieces[at]!, pieces[at - 1]];
  if (!before || !isCrossing(before) || piece.distanceMeters > ONE_TURN_METERS_MAX) return false;
  return Math.abs(turnDegrees(piece.bearingEnd, pieces[at + 1]!.bearingStart)) > WHEEL_DEGREES_MIN;
}

function isAside({ modifier }: Turning): boolean {
  return sideOf(modifier) !== 0;
}

function isSharp(turning: Turning): boolean {
  return isAside(turning) && !turning.modifier.startsWith("slight");
}
