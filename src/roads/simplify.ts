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

// Where lines are laid on the plane, in millionths of a degree of longitude: a new row for each would cost a quarter of the
// thinning.
let xs = new Float64Array(1 << 11);
let ys = new Float64Array(1 << 11);

export function simplifyLine(line: MicroLine): MicroLine {
  const length = line.length / 2;
  if (length <= 2) return line;
  const tolerance = (TOLERANCE_PIXELS * 360e6) / (TILE_PIXELS * 2 ** layOut(line, length));
  const kept = keepFarthest(xs, ys, length, tolerance * tolerance);
  const simple = new Int32Array(line.length);
  let at = 0;
  for (let i = 0; i < length; i += 1) {
    if (kept[i] === 0) continue;
    simple[at++] = line[2 * i]!;
    simple[at++] = line[2 * i + 1]!;
  }
  return simple.subarray(0, at);
}

// Lays the line on the plane; answers the highest zoom at which it fits.
function layOut(line: MicroLine, length: number): number {
  if (xs.length < length) {
    xs = new Float64Array(2 * length);
    ys = new Float64Array(2 * length);
  }
  // Mercator stretches by 1 / cos(latitude); one figure for the whole line is off by 5 % on the longest road of the
  // country, which nobody can see, and saves a logarithm a point.
  const stretch = 1 / Math.cos((line[1]! * Math.PI) / 180e6);
  let [west, south] = [line[0]!, line[1]!];
  let [east, north] = [west, south];
  for (let i = 0; i < length; i += 1) {
    const lng = line[2 * i]!;
    const lat = line[2 * i + 1]!;
    xs[i] = lng;
    ys[i] = lat * stretch;
    west = Math.min(west, lng);
    east = Math.max(east, lng);
    south = Math.min(south, lat);
    north = Math.max(north, lat);
  }
  const pixels = (TILE_PIXELS * 2 ** ZOOM_MAX) / 360e6;
  const wide = ((east - west) * pixels) / SCREEN_WIDTH_PIXELS;
  const high = ((north - south) * stretch * pixels) / SCREEN_HEIGHT_PIXELS;
  const zoom = Math.floor(ZOOM_MAX - Math.log2(Math.max(wide, high)));
  return Math.max(ZOOM_MIN, Math.min(ZOOM_MAX, zoom));
}
