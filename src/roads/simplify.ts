// Thins a line to what can be seen: Douglas–Peucker on the Mercator plane with the tolerance OSRM uses, half a pixel of the
// highest zoom at which the whole line fits on a large screen.
import type { MicroLine } from "./path.ts";

const TILE_PIXELS = 256;
const SCREEN_WIDTH_PIXELS = 8 * TILE_PIXELS;
const SCREEN_HEIGHT_PIXELS = 5 * TILE_PIXELS;
const ZOOM_MIN = 1;
const ZOOM_MAX = 18;
const TOLERANCE_PIXELS = 0.5;

export function simplifyLine(line: MicroLine): MicroLine {
  const length = line.length / 2;
  if (length <= 2) return line;
  const xs = new Float64Array(length);
  const ys = new Float64Array(length);
  for (let i = 0; i < length; i += 1) {
    xs[i] = line[2 * i]! / 1e6;
    ys[i] = mercatorDegrees(line[2 * i + 1]! / 1e6);
  }
  const tolerance = (TOLERANCE_PIXELS * 360) / (TILE_PIXELS * 2 ** fittingZoom(xs, ys));
  const kept = keepFarthest(xs, ys, tolerance * tolerance);
  const simple = new Int32Array(2 * kept.reduce((sum, keep) => sum + keep, 0));
  let at = 0;
  for (let i = 0; i < length; i += 1) {
    if (kept[i] === 0) continue;
    simple[at++] = line[2 * i]!;
    simple[at++] = line[2 * i + 1]!;
  }
  return simple;
}

function mercatorDegrees(lat: number): number {
  const sine = Math.sin((lat * Math.PI) / 180);
  return (90 / Math.PI) * Math.log((1 + sine) / (1 - sine));
}

function fittingZoom(xs: Float64Array, ys: Float64Array): number {
  const pixels = (TILE_PIXELS * 2 ** ZOOM_MAX) / 360;
  const wide = ((largest(xs) + largest(xs, -1)) * pixels) / SCREEN_WIDTH_PIXELS;
  const high = ((largest(ys) + largest(ys, -1)) * pixels) / SCREEN_HEIGHT_PIXELS;
  const zoom = Math.floor(ZOOM_MAX - Math.log2(Math.max(wide, high)));
  return Math.max(ZOOM_MIN, Math.min(ZOOM_MAX, zoom));
}

function largest(numbers: Float64Array, sign = 1): number {
  let most = Number.NEGATIVE_INFINITY;
  for (const number of numbers) if (sign * number > most) most = sign * number;
  return most;
}

function keepFarthest(xs: Float64Array, ys: Float64Array, toleranceSquared: number): Uint8Array {
  const kept = new Uint8Array(xs.length);
  kept[0] = 1;
  kept[xs.length - 1] = 1;
  const stretches = [0, xs.length - 1];
  while (stretches.length > 0) {
    const to = stretches.pop()!;
    const from = stretches.pop()!;
    let farthest = -1;
    let most = toleranceSquared;
    for (let i = from + 1; i < to; i += 1) {
      const away = squareToStretch(xs[i]!, ys[i]!, xs[from]!, ys[from]!, xs[to]!, ys[to]!);
      if (away > most) [farthest, most] = [i, away];
    }
    if (farthest === -1) continue;
    kept[farthest] = 1;
    stretches.push(from, farthest, farthest, to);
  }
  return kept;
}

function squareToStretch(x: number, y: number, ax: number, ay: number, bx: number, by: number): number {
  const [dx, dy] = [bx - ax, by - ay];
  const square = dx * dx + dy * dy;
  const share = square === 0 ? 0 : Math.max(0, Math.min(1, ((x - ax) * dx + (y - ay) * dy) / square));
  const [ex, ey] = [x - ax - share * dx, y - ay - share * dy];
  return ex * ex + ey * ey;
}
