// What stands between and on the streets of the grid: alleys into the blocks, roundabouts on the great crossings, lights
// and a few banned left turns.
import type { Chance } from "../../domain/chance.ts";
import type { Spot } from "./river.ts";
import { type Corner, corner, type Grid, type Street, type Stretch, stretchKey } from "./street-grid.ts";

export type TurnBan = { readonly from: Stretch; readonly via: Corner; readonly to: Stretch };

const ALLEYS = 0.3;
const THROUGH = 0.4;
const TOO_NARROW_FOR_CARS = 0.5;
const ALLEY_FROM_METERS = 120;
const BANNED_LEFT_TURNS = 0.15;
const RING_METERS = 35;
const RING_CORNERS = 12;

export function addAlleys(grid: Grid, alleyWord: string, chance: Chance): readonly Stretch[] {
  const alleys: Stretch[] = [];
  let houseNumber = 1;
  for (const [key, stretch] of grid.stretches) {
    const [axis, line, at] = key.split(":") as ["row" | "column", string, string];
    const { kind } = stretch.street;
    if ((kind !== "residential" && kind !== "tertiary") || chance() > ALLEYS || !canHoldMouth(stretch)) continue;
    const across = grid.stretches.get(stretchKey(axis, Number(line) + 1, Number(at)));
    const facing = spotFacing(grid, axis, Number(line) + 1, Number(at));
    if (!facing) continue;
    const mouth = addMouth(stretch, 0.35 + chance() * 0.3);
    const far = between(mouth, facing, 0.45);
    const bendSpot = between(mouth, far, 0.5);
    const bend = corner(bendSpot.x + (chance() - 0.5) * 20, bendSpot.y + (chance() - 0.5) * 20);
    const through = across && canHoldMouth(across) && chance() < THROUGH;
    houseNumber = (houseNumber + 7) % 400;
    alleys.push({
      street: {
        name: `${alleyWord} ${houseNumber + 1} ${stretch.street.name.replace("Đường ", "")}`,
        kind: chance() < TOO_NARROW_FOR_CARS ? "lane" : "alley",
        oneway: undefined,
      },
      from: mouth,
      to: through ? addMouth(across, 0.5) : corner(far.x, far.y),
      between: [bend],
      bridge: undefined,
    });
  }
  return alleys;
}

function canHoldMouth(stretch: Stretch): boolean {
  const wide = Math.hypot(stretch.to.x - stretch.from.x, stretch.to.y - stretch.from.y) >= ALLEY_FROM_METERS;
  return wide && stretch.between.length === 0 && stretch.bridge === undefined;
}

function addMouth(stretch: Stretch, share: number): Corner {
  const spot = between(stretch.from, stretch.to, share);
  const mouth = corner(spot.x, spot.y);
  stretch.between.push(mouth);
  return mouth;
}

function spotFacing(grid: Grid, axis: "row" | "column", line: number, at: number): Spot | undefined {
  const a = axis === "row" ? grid.corner(at, line) : grid.corner(line, at);
  const b = axis === "row" ? grid.corner(at + 1, line) : grid.corner(line, at + 1);
  return a && b ? between(a, b, 0.5) : undefined;
}

function between(a: Spot, b: Spot, share: number): Spot {
  return { x: a.x + (b.x - a.x) * share, y: a.y + (b.y - a.y) * share };
}

// Turns the crossing of the great streets nearest the centre, and those one mesh around it, into a ring driven
// anticlockwise. Every other crossing of main streets gets lights.
export function addCrossings(grid: Grid, name: () => string, chance: Chance) {
  const rings: Stretch[] = [];
  const bans: TurnBan[] = [];
  const arms = armsByCorner(grid);
  for (const [center, meeting] of arms) {
    const main = meeting.filter(({ street }) => street.kind === "primary" || street.kind === "secondary");
    if (main.length < 4 || main.some((stretch) => stretch.bridge !== undefined)) continue;
    const isRing = isRingCrossing(grid, center);
    if (isRing) rings.push(...layRing(center, meeting, name()));
    else center.hasLights = true;
    if (!isRing && chance() < BANNED_LEFT_TURNS) bans.push(...banLeft(center, main));
  }
  return { rings, bans };
}

function armsByCorner(grid: Grid): ReadonlyMap<Corner, readonly Stretch[]> {
  const arms = new Map<Corner, Stretch[]>();
  for (const stretch of grid.stretches.values()) {
    for (const end of [stretch.from, stretch.to]) {
      const meeting = arms.get(end);
      if (meeting) meeting.push(stretch);
      else arms.set(end, [stretch]);
    }
  }
  return arms;
}

function isRingCrossing(grid: Grid, center: Corner): boolean {
  const around = [-grid.mesh, 0, grid.mesh];
  return around.some((column) =>
    around.some((row) => (column === 0) === (row === 0) && grid.corner(column, row) === center),
  );
}

function layRing(center: Corner, meeting: readonly Stretch[], name: string): readonly Stretch[] {
  const street: Street = { name: `Vòng xoay ${name}`, kind: "roundabout", oneway: "forward" };
  const joints = meeting.map((stretch) => {
    const toward =
      stretch.from === center ? (stretch.between[0] ?? stretch.to) : (stretch.between.at(-1) ?? stretch.from);
    const angle = Math.atan2(toward.y - center.y, toward.x - center.x);
    const joint = onRing(center, angle);
    if (stretch.from === center) stretch.from = joint;
    else stretch.to = joint;
    return { angle, joint };
  });
  joints.sort((a, b) => a.angle - b.angle);
  return joints.map(({ angle, joint }, i) => {
    const next = joints[(i + 1) % joints.length]!;
    const sweep = (next.angle - angle + 2 * Math.PI) % (2 * Math.PI);
    const bends = Math.floor((sweep / (2 * Math.PI)) * RING_CORNERS);
    return {
      street,
      from: joint,
      to: next.joint,
      between: Array.from({ length: bends }, (_, k) => onRing(center, angle + (sweep * (k + 1)) / (bends + 1))),
      bridge: undefined,
    };
  });
}

function onRing(center: Spot, angle: number): Corner {
  return corner(center.x + RING_METERS * Math.cos(angle), center.y + RING_METERS * Math.sin(angle));
}

// From the first arm, the turn into the arm that is nearest a right angle to the left.
function banLeft(center: Corner, main: readonly Stretch[]): readonly TurnBan[] {
  const from = main[0]!;
  const angleOf = (stretch: Stretch): number => {
    const other = stretch.from === center ? stretch.to : stretch.from;
    return Math.atan2(other.y - center.y, other.x - center.x);
  };
  // Coming in along `from`, one leaves its own arm behind: left is a quarter turn before that arm, seen anticlockwise.
  const left = angleOf(from) - Math.PI / 2;
  const to = main.find((stretch) => stretch !== from && Math.cos(angleOf(stretch) - left) > 0.9);
  return to ? [{ from, via: center, to }] : [];
}
