// Lays the streets of a demo city on a bent grid, in metres around its centre: arterials, side streets with one-ways in
// the middle, bridges where an arterial meets the river. Alleys, roundabouts and turn bans are added by others.
import type { Chance } from "../../domain/chance.ts";
import type { DemoCity } from "./demo-cities.ts";
import type { River, Spot } from "./river.ts";

export type StreetKind = "primary" | "secondary" | "tertiary" | "residential" | "alley" | "lane" | "roundabout";

export type Street = {
  readonly name: string;
  readonly kind: StreetKind;
  // Relative to the order of its stretches' corners.
  oneway: "forward" | "backward" | undefined;
};

// Corners are told apart by identity. Only corners shared by two stretches become junctions.
export type Corner = Spot & { readonly isWet: boolean; hasLights: boolean };

export type Stretch = {
  readonly street: Street;
  from: Corner;
  to: Corner;
  // Bends and the mouths of alleys, in order.
  readonly between: Corner[];
  readonly bridge: string | undefined;
};

type Axis = "row" | "column";
export type Grid = {
  readonly stretches: ReadonlyMap<string, Stretch>;
  readonly corner: (column: number, row: number) => Corner | undefined;
  // Lines between two primary streets; one-ways stay inside one such mesh around the centre.
  readonly mesh: number;
};

// A grid without gaps is the dearest thing to contract: with these the network builds in half the time, and looks grown.
const LOST: Readonly<Partial<Record<StreetKind, number>>> = { residential: 0.5, tertiary: 0.2 };
const BRIDGE_STRETCHES_MAX = 4;
const BEND_FROM_METERS = 500;

export function stretchKey(axis: Axis, line: number, at: number): string {
  return `${axis}:${line}:${at}`;
}

export function corner(x: number, y: number, isWet = false): Corner {
  return { x, y, isWet, hasLights: false };
}

export function layGrid(city: DemoCity, river: River, name: () => string, chance: Chance): Grid {
  const lines = city.linesPerSide;
  const mesh = lines >= 16 ? 8 : 4;
  const corners = layCorners(city, river, chance);
  const at = (column: number, row: number) => corners.get(`${column},${row}`);
  const stretches = new Map<string, Stretch>();
  for (const axis of ["row", "column"] as const) {
    for (let line = -lines; line <= lines; line += 1) {
      const kind = kindOf(line, mesh);
      const arterial = line % mesh === 0;
      const ends = (step: number) =>
        axis === "row"
          ? ([at(step, line), at(step + 1, line)] as const)
          : ([at(line, step), at(line, step + 1)] as const);
      const bridges = arterial ? findBridges(axis, lines, mesh, ends, river, name) : new Map<number, string>();
      const streets = new Map<number, Street>();
      for (let step = -lines; step < lines; step += 1) {
        const [from, to] = ends(step);
        const section = kind === "primary" || kind === "secondary" ? 0 : Math.floor(step / mesh);
        const street = streets.get(section) ?? {
          name: `Đường ${name()}`,
          kind,
          oneway: onewayOf(axis, line, section, mesh),
        };
        streets.set(section, street);
        const bridge = bridges.get(step);
        const lost = !from || !to || (!bridge && isOverWater(river, from, to));
        const gone = lost || (!street.oneway && chance() < (LOST[kind] ?? 0));
        // A one-way street cut by the river would be a trap: it is open both ways.
        if (gone) street.oneway = undefined;
        else stretches.set(stretchKey(axis, line, step), { street, from, to, between: bend(from, to, chance), bridge });
      }
    }
  }
  return { stretches, corner: at, mesh };
}

function kindOf(line: number, mesh: number): StreetKind {
  if (line % mesh === 0) return "primary";
  if (line % (mesh / 2) === 0) return "secondary";
  return line % 2 === 0 ? "tertiary" : "residential";
}

function onewayOf(axis: Axis, line: number, section: number, mesh: number): Street["oneway"] {
  const inTheMiddle = axis === "row" && Math.abs(line) < mesh && (section === 0 || section === -1);
  if (!inTheMiddle || line % 2 === 0) return undefined;
  return (line - 1) % 4 === 0 ? "forward" : "backward";
}

function layCorners(city: DemoCity, river: River, chance: Chance): ReadonlyMap<string, Corner> {
  const lines = city.linesPerSide;
  const reach = Math.max(city.eastMeters, city.northMeters);
  // Blocks grow with the square of the distance: narrow in the middle, wide at the edge, where nobody minds.
  const block = (out: number) => city.blockMeters + (reach / lines - city.blockMeters) * (out / lines) ** 2;
  const turn = (city.turnDegrees * Math.PI) / 180;
  const corners = new Map<string, Corner>();
  for (let row = -lines; row <= lines; row += 1) {
    for (let column = -lines; column <= lines; column += 1) {
      const out = Math.hypot(row, column);
      if (out > lines) continue;
      const shake = column % 4 === 0 || row % 4 === 0 ? 0.1 : 0.35;
      const u = block(out) * (column + shake * (chance() - 0.5));
      const v = block(out) * (row + shake * (chance() - 0.5));
      const x = ((u * Math.cos(turn) + v * Math.sin(turn)) * city.eastMeters) / reach;
      const y = ((v * Math.cos(turn) - u * Math.sin(turn)) * city.northMeters) / reach;
      corners.set(`${column},${row}`, corner(x, y, river.isWet({ x, y })));
    }
  }
  return corners;
}

// The stretches of an arterial that stand in or over the water, each run with a bridge's name. A run too long to be a
// bridge, or one that would meet another bridge in the middle of the river, is left out.
function findBridges(
  axis: Axis,
  lines: number,
  mesh: number,
  ends: (step: number) => readonly [Corner | undefined, Corner | undefined],
  river: River,
  name: () => string,
): ReadonlyMap<number, string> {
  const bridges = new Map<number, string>();
  let run: number[] = [];
  for (let step = -lines; step <= lines; step += 1) {
    const [from, to] = ends(step);
    if (from && to && isOverWater(river, from, to)) {
      run.push(step);
      continue;
    }
    const meets = axis === "column" && run.slice(1).some((over) => over % mesh === 0);
    if (run.length > 0 && run.length <= BRIDGE_STRETCHES_MAX && !meets) {
      const bridge = `Cầu ${name()}`;
      for (const over of run) bridges.set(over, bridge);
    }
    run = [];
  }
  return bridges;
}

function isOverWater(river: River, from: Corner, to: Corner): boolean {
  return from.isWet || to.isWet || river.parts(from, to);
}

function bend(from: Spot, to: Spot, chance: Chance): Corner[] {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  if (Math.hypot(dx, dy) < BEND_FROM_METERS) return [];
  const bow = (chance() - 0.5) * 0.08;
  return [1 / 3, 2 / 3].map((share) => corner(from.x + dx * share - dy * bow, from.y + dy * share + dx * bow));
}
