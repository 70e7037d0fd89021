// Where on a leg a driver must be told something, junction by junction. What belongs together is put together in collapse.ts.

import { turnDegrees } from "../micro.ts";
import type { Around, Junction, Piece, Street } from "../path.ts";
import { type Instruction, instructOnce } from "./instruct.ts";
import { isSameRoad } from "./names.ts";
import { hasExit, hasExitBefore, judgeRing, type RingKind } from "./ring.ts";
import { type Modifier, modifierOf, opposite } from "./turn.ts";

export type ManeuverType = Instruction["type"] | RingKind | `exit ${RingKind}`;

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
      const instruction = isRingCrossed(junction) ? crossRing(street, junction, next) : instructOnce(junction);
      if (instruction) turnings.push({ ...turning(i, junction, next), ...instruction });
    }
  }
  return turnings;
}

function turning(at: number, junction: Junction, { street }: Piece): Omit<Turning, "type"> {
  const { edge } = junction.arms[junction.out]!;
  return { at, modifier: modifierOf(turnOf(junction)), exit: undefined, street, edge, rotaryName: "" };
}

// Straight on along the same road is no way round a ring.
function crossRing(street: Street, junction: Junction, next: Piece) {
  const isStraight = modifierOf(turnOf(junction)) === "straight";
  if (isStraight && isSameRoad(street, next.street)) return instructOnce(junction);
  return { type: "exit roundabout", exit: 1 } as const;
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
