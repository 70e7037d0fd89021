// A shape in the whole units of one tile, as its bytes will have it.
import type { Shape } from "../../domain/vector-tile/vector-tile.ts";
import { ringArea } from "../feature.ts";

// How far a shape may reach over a tile's edge, so that outlines are not seen along it.
export const BUFFER = 64;

// From places on the zoom's grid (EXTENT units a tile) to units of the tile. Undefined when nothing is left to see.
export function tileShape(
  shape: Shape,
  parts: readonly ArrayLike<number>[],
  originX: number,
  originY: number,
): readonly (readonly number[])[] | undefined {
  const whole = parts.map((part) => wholeUnits(part, originX, originY, shape === "area"));
  const kept =
    shape === "area" ? keepRings(parts, whole) : whole.filter((part) => part.length >= (shape === "line" ? 4 : 2));
  return kept.length === 0 ? undefined : kept;
}

// Rounded, without the points that now stand on the one before.
function wholeUnits(part: ArrayLike<number>, originX: number, originY: number, isRing: boolean): readonly number[] {
  const units: number[] = [];
  for (let i = 0; i < part.length; i += 2) {
    const x = Math.round(part[i]!) - originX;
    const y = Math.round(part[i + 1]!) - originY;
    const length = units.length;
    if (length === 0 || units[length - 2] !== x || units[length - 1] !== y) units.push(x, y);
  }
  while (isRing && units.length > 2 && units[0] === units.at(-2) && units[1] === units.at(-1)) units.length -= 2;
  return units;
}

// Rings that rounding folded or turned round are left out, holes together with their outline.
function keepRings(
  parts: readonly ArrayLike<number>[],
  whole: readonly (readonly number[])[],
): readonly (readonly number[])[] {
  let hasOutline = false;
  return whole.filter((ring, i) => {
    const isOutline = ringArea(parts[i]!) > 0;
    const area = ring.length < 6 ? 0 : ringArea(ring);
    const survives = isOutline ? area > 0 : area < 0 && hasOutline;
    if (isOutline) hasOutline = survives;
    return survives;
  });
}
