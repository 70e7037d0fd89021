// Where on a leg a driver must be told something, junction by junction. What belongs together is put together in collapse.ts.

import { turnDegrees } from "../micro.ts";
import type { Around, Junction, Piece, Street } from "../path.ts";
import { instruct } from "./instruct.ts";
import { isSameRoad } from "./names.ts";
import { hasExit, hasExitBefore, judgeRing, ringPassed } from "./rings.ts";
import { isSlipRamp } from "./slips.ts";
import {
  type Instruction,
  type Modifier,
  modifierOf,
  opposite,
  type RingExit,
  type RingKind,
  type Told,
} from "./turn.ts";

export type ManeuverType = Instruction["type"] | RingKind | RingExit;

export type Turning = {
  // The piece at whose end it is, and the last of those whose ends it stands for.
  readonly at: number;
  readonly until: number;
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
  // On a ring that is left at once one hears of the way in alone.
  let kind: RingKind | "unknown" = "unknown";
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
      // Who sets out on a ring leaves it knowingly.
      const left =
        kind === "unknown" ? exitOf(judgeRing(around, street, junction.arms[junction.in]!.edge ^ 1)) : exitOf(kind);
      if (kind !== "roundabout turn") {
        turnings.push(turning(i, junction, next, left, modifierOf(turnOf(junction)), exits + 1));
      }
      [kind, exits] = ["unknown", 0];
    } else if (next.street.isRoundabout) {
      junction.ring ??= judgeRing(around, next.street, junction.arms[junction.out]!.edge);
      kind = junction.ring;
      exits = hasExitBefore(junction) ? 1 : 0;
      turnings.push(enterRing(pieces, i, last, kind, exits));
    } else {
      junction.told ??= tell(junction, around);
      if (junction.told === "nothing") continue;
      const { type, modifier } = junction.told;
      turnings.push(turning(i, junction, next, type, modifier, isExit(type) ? 1 : undefined));
    }
  }
  return turnings;
}

function turning(
  at: number,
  junction: Junction,
  { street }: Piece,
  type: ManeuverType,
  modifier: Modifier,
  exit: number | undefined,
): Turning {
  const { edge } = junction.arms[junction.out]!;
  return { at, until: at, type, modifier, exit, street, edge, rotaryName: "" };
}

function tell(junction: Junction, around: Around | undefined): Told {
  const { arms, in: into, out } = junction;
  const [from, to] = [arms[into]!.street, arms[out]!.street];
  // Straight on along the same road is no way round a ring.
  const isPast = modifierOf(turnOf(junction)) === "straight" && isSameRoad(from, to);
  const ring = isPast ? undefined : ringPassed(junction);
  if (!ring) return tellPlain(junction, around);
  return { type: exitOf(judgeRing(around, ring.street, ring.edge)), modifier: modifierOf(turnOf(junction)) };
}

function tellPlain(junction: Junction, around: Around | undefined): Told {
  const { arms, in: into, out } = junction;
  const [from, to] = [arms[into]!.street, arms[out]!.street];
  const told = instruct(from, junction, around);
  if (!told) return "nothing";
  const isRamp = told.type === "on ramp" || told.type === "off ramp";
  if (!isRamp || !around || !isSlipRamp(junction, around)) return told;
  return { ...told, type: isSameRoad(from, to) ? "continue" : "turn" };
}

function exitOf(kind: RingKind): RingExit {
  return kind === "rotary" ? "exit rotary" : "exit roundabout";
}

function isExit(type: ManeuverType): boolean {
  return type === "exit roundabout" || type === "exit rotary";
}

function enterRing(pieces: readonly Piece[], at: number, last: number, kind: RingKind, exitsBefore: number): Turning {
  const { junction } = pieces[at]!;
  const here = turning(at, junction!, pieces[at + 1]!, kind, modifierOf(turnOf(junction!)), undefined);
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
    kind === "roundabout turn" ? modifierOf(turnDegrees(bearingIn(junction!), bearingOut(leaving))) : here.modifier;
  return { ...here, modifier, exit: exits + 1, street, edge: leaving.arms[leaving.out]!.edge, rotaryName };
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
