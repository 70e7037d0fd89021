// Thins a line to what can be seen: Douglas–Peucker on the Mercator plane with the tolerance OSRM uses, half a pixel of the
// highest zoom at which the whole line fits on a large screen.
import { keepFarthest } from "../domain/thin-line.ts";
import type { MicroLine } from "./path.ts";

const TILE_PIXELS = 256;
const SCREEN_WIDTH_PIXELS = 8 * TILE_PIXELS;
const SCREEN_HEIGHT_PIXELS = 5 * TILE_PIXELS;
const ZOOM_MIN = 1;
const ZOOM_MAX = 18;
const TOLERANCE_PIXELS = 0.5;

// Where lines are laid on the plane: a new row for each would cost a quarter of the thinning.
let plane = new Float64Array(1 << 12);

export function simplifyLine(line: MicroLine): MicroLine {
  const length = line.length / 2;
  if (length <= 2) return line;
  if (plane.length < line.length) plane = new Float64Array(line.length * 2);
  const xs = plane.subarray(0, length);
  const ys = plane.subarray(length, 2 * length);
  // Mercator stretches by 1 / cos(latitude); one figure for the whole line is off by 5 % on the longest road of the
  // country, which nobody can see, and saves a logarithm a point.
  const stretch = 1 / Math.cos((line[1]! * Math.PI) / 180e6) / 1e6;
  for (let i = 0; i < length; i += 1) {
    xs[i] = line[2 * i]! / 1e6;
    ys[i] = line[2 * i + 1]! * stretch;
  }
  const tolerance = (TOLERANCE_PIXELS * 360) / (TILE_PIXELS * 2 ** fittingZoom(xs, ys));
  const kept = keepFarthest(xs, ys, tolerance * tolerance);
  const simple = new Int32Array(line.length);
  let at = 0;
  for (let i = 0; i < length; i += 1) {
    if (kept[i] === 0) continue;
    simple[at++] = line[2 * i]!;
    simple[at++] = line[2 * i + 1]!;
  }
  return simple.subarray(0, at);
}

function fittingZoom(xs: Float64Array, ys: Float64Array): number {
  const pixels = (TILE_PIXELS * 2 ** ZOOM_MAX) / 360;
  const wide = (extent(xs) * pixels) / SCREEN_WIDTH_PIXELS;
  const high = (extent(ys) * pixels) / SCREEN_HEIGHT_PIXELS;
  const zoom = Math.floor(ZOOM_MAX - Math.log2(Math.max(wide, high)));
  return Math.max(ZOOM_MIN, Math.min(ZOOM_MAX, zoom));
}

function extent(numbers: Float64Array): number {
  let least = Number.POSITIVE_INFINITY;
  let most = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < numbers.length; i += 1) {
    const number = numbers[i]!;
    if (number < least) least = number;
    if (number > most) most = number;
  }
  return most - least;
}
