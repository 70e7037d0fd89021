// A junction as a driver sees it who comes in: the ways before them from left to right.

import { turnDegrees } from "../micro.ts";
import type { Arm, Around, Seen, Street } from "../path.ts";
import { isSameRoad } from "./names.ts";
import { opposite } from "./turn.ts";

export type Way = {
  readonly street: Street;
  readonly edge: number;
  // How far one turns into it; positive to the right.
  readonly turn: number;
  readonly isOpen: boolean;
  // Which arm it is.
  readonly arm: number;
  // To its next junction; 0 where nobody knows.
  readonly meters: number;
};

export type View = {
  readonly from: Street;
  // Without the one back; from the sharpest left to the sharpest right.
  readonly ways: readonly Way[];
  // Arms that meet here, the one back among them, both sides of a divided road as one.
  readonly size: number;
};

const DIVIDED_GAP_MAX = 60;

export function look(seen: Seen, around: Around | undefined): View {
  const into = seen.arms[seen.in]!;
  const before = opposite(into.bearing);
  const ways: Way[] = [];
  for (const [i, arm] of seen.arms.entries()) {
    if (i === seen.in) continue;
    const turn = turnDegrees(before, arm.bearing);
    const meters = around ? around.meters(arm.edge) : 0;
    ways.push({ street: arm.street, edge: arm.edge, turn, isOpen: arm.mayEnter, arm: i, meters });
  }
  ways.sort((a, b) => a.turn - b.turn);
  const merged = mergeDivided(seen.arms, ways, into);
  return { from: into.street, ways: merged, size: merged.length + 1 };
}

// The two sides of a divided road are one road, in the middle between them.
function mergeDivided(arms: readonly Arm[], ways: readonly Way[], into: Arm): readonly Way[] {
  const merged: Way[] = [];
  for (const way of ways) {
    const before = merged.at(-1);
    if (before && areSides(arms[before.arm]!, arms[way.arm]!) && way.turn - before.turn <= DIVIDED_GAP_MAX) {
      const [kept, turn] = [before.isOpen ? before : way, (before.turn + way.turn) / 2];
      merged[merged.length - 1] = { ...kept, turn };
    } else merged.push(way);
  }
  // The other side of the road one came in by is the way back.
  return merged.filter((way) => !(Math.abs(way.turn) > 180 - DIVIDED_GAP_MAX && areSides(arms[way.arm]!, into)));
}

function areSides(a: Arm, b: Arm): boolean {
  return (
    a.street.isOneWay &&
    b.street.isOneWay &&
    a.mayLeave !== b.mayLeave &&
    !a.street.isRoundabout &&
    !b.street.isRoundabout &&
    !a.street.isLink &&
    a.street.roadClass === b.street.roadClass &&
    isSameRoad(a.street, b.street)
  );
}
