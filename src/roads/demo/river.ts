// A river through a demo city, in metres east (x) and north (y) of its centre: its course, its banks, and who is wet.
import type { DemoCity } from "./demo-cities.ts";

export type Spot = { readonly x: number; readonly y: number };

export type River = {
  readonly course: readonly Spot[];
  // A closed outline; the first spot is not repeated.
  readonly banks: readonly Spot[];
  readonly isWet: (spot: Spot) => boolean;
  // Whether the straight line between two dry spots crosses the water.
  readonly parts: (a: Spot, b: Spot) => boolean;
};

const PIECES = 48;

export function layRiver(city: DemoCity): River {
  const { bearing, besideMeters, widthMeters, meanderMeters } = city.river;
  const flow = { x: Math.sin((bearing * Math.PI) / 180), y: Math.cos((bearing * Math.PI) / 180) };
  const reach = Math.max(city.eastMeters, city.northMeters) * 1.15;
  const course = Array.from({ length: PIECES + 1 }, (_, i) => {
    const along = (i / PIECES) * 2 - 1;
    const beside = besideMeters + meanderMeters * (Math.sin(along * 7) + 0.5 * Math.sin(along * 17 + 1));
    return { x: flow.x * along * reach + flow.y * beside, y: flow.y * along * reach - flow.x * beside };
  });
  const half = widthMeters / 2;
  const bank = (side: 1 | -1) =>
    course.map((spot, i) => {
      const before = course[Math.max(0, i - 1)]!;
      const after = course[Math.min(PIECES, i + 1)]!;
      const length = Math.hypot(after.x - before.x, after.y - before.y);
      return {
        x: spot.x + (side * half * (after.y - before.y)) / length,
        y: spot.y - (side * half * (after.x - before.x)) / length,
      };
    });
  return {
    course,
    banks: [...bank(1), ...bank(-1).reverse()],
    isWet: (spot) =>
      course.some((from, i) => i < PIECES && squareToPiece(spot, from, course[i + 1]!) < (half * 1.1) ** 2),
    parts: (a, b) => course.some((from, i) => i < PIECES && cross(a, b, from, course[i + 1]!)),
  };
}

function squareToPiece(spot: Spot, from: Spot, to: Spot): number {
  const dx = to.x - from.x;
  const dy = to.y - from.y;
  const share = Math.max(0, Math.min(1, ((spot.x - from.x) * dx + (spot.y - from.y) * dy) / (dx * dx + dy * dy)));
  return (spot.x - from.x - share * dx) ** 2 + (spot.y - from.y - share * dy) ** 2;
}

function cross(a: Spot, b: Spot, c: Spot, d: Spot): boolean {
  return side(a, b, c) !== side(a, b, d) && side(c, d, a) !== side(c, d, b);
}

function side(from: Spot, to: Spot, spot: Spot): boolean {
  return (to.x - from.x) * (spot.y - from.y) > (to.y - from.y) * (spot.x - from.x);
}
