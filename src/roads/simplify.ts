// Thins a line to what can be seen, with the tolerance OSRM uses: half a pixel of the highest zoom at which the whole line
// fits on a large screen. One walk along the line, because every route that is answered comes through here: from a point that
// stays one looks ahead, and what was passed narrows the view to the directions in which a straight line passes within the
// tolerance of all of it. The first point out of view ends the straight line at the one before.
import type { MicroLine } from "./path.ts";

const TILE_PIXELS = 256;
const SCREEN_WIDTH_PIXELS = 8 * TILE_PIXELS;
const SCREEN_HEIGHT_PIXELS = 5 * TILE_PIXELS;
const ZOOM_MIN = 1;
const ZOOM_MAX = 18;
const TOLERANCE_PIXELS = 0.5;

export function simplifyLine(line: MicroLine): MicroLine {
  const last = line.length - 2;
  if (last <= 2) return line;
  const stretch = stretchAt(line[1]!);
  const tolerance = toleranceFor(line, stretch);
  const toleranceSquared = tolerance * tolerance;
  const simple = new Int32Array(line.length);
  simple[0] = line[0]!;
  simple[1] = line[1]!;
  let at = 2;
  // Where one stands, how far off the last point was, and the edges of the view: nothing limits it at first.
  let standX = line[0]!;
  let standY = line[1]! * stretch;
  let farSquared = 0;
  let isLimited = false;
  let leftX = 0;
  let leftY = 0;
  let rightX = 0;
  let rightY = 0;
  for (let i = 2; i <= last; i += 2) {
    let x = line[i]! - standX;
    let y = line[i + 1]! * stretch - standY;
    let square = x * x + y * y;
    // Out of view, or on the way back: a straight line that is shorter than what it stands for would leave its end out.
    const isLost = isLimited && (rightX * y - rightY * x < 0 || x * leftY - y * leftX < 0);
    if (isLost || square < farSquared) {
      const before = i - 2;
      simple[at++] = line[before]!;
      simple[at++] = line[before + 1]!;
      standX = line[before]!;
      standY = line[before + 1]! * stretch;
      isLimited = false;
      x = line[i]! - standX;
      y = line[i + 1]! * stretch - standY;
      square = x * x + y * y;
    }
    farSquared = square;
    if (square <= toleranceSquared) continue;
    // The view to the left and to the right of this point, the tolerance away.
    const share = tolerance / Math.sqrt(square);
    const aX = x - y * share;
    const aY = y + x * share;
    if (!isLimited || aX * leftY - aY * leftX > 0) {
      leftX = aX;
      leftY = aY;
    }
    const bX = x + y * share;
    const bY = y - x * share;
    if (!isLimited || rightX * bY - rightY * bX > 0) {
      rightX = bX;
      rightY = bY;
    }
    isLimited = true;
  }
  simple[at++] = line[last]!;
  simple[at++] = line[last + 1]!;
  return simple.subarray(0, at);
}

// Mercator stretches by 1 / cos(latitude); one figure for the whole line is off by 5 % on the longest road of the country,
// which nobody can see, and saves a logarithm a point.
function stretchAt(microLat: number): number {
  return 1 / Math.cos((microLat * Math.PI) / 180e6);
}

// In millionths of a degree of longitude.
function toleranceFor(line: MicroLine, stretch: number): number {
  let west = line[0]!;
  let east = west;
  let south = line[1]!;
  let north = south;
  for (let i = 2; i < line.length; i += 2) {
    west = Math.min(west, line[i]!);
    east = Math.max(east, line[i]!);
    south = Math.min(south, line[i + 1]!);
    north = Math.max(north, line[i + 1]!);
  }
  const pixels = (TILE_PIXELS * 2 ** ZOOM_MAX) / 360e6;
  const wide = ((east - west) * pixels) / SCREEN_WIDTH_PIXELS;
  const high = ((north - south) * stretch * pixels) / SCREEN_HEIGHT_PIXELS;
  const zoom = Math.floor(ZOOM_MAX - Math.log2(Math.max(wide, high)));
  return (TOLERANCE_PIXELS * 360e6) / (TILE_PIXELS * 2 ** Math.max(ZOOM_MIN, Math.min(ZOOM_MAX, zoom)));
}
