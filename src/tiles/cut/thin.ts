// Thins a feature to what can be seen at a zoom. Each zoom starts from what the one above left.

import { boxOf, type Feature, ringArea, type WorldLine, ZOOM_MAX } from "../feature.ts";

const TILE_PIXELS = 512;
// Nobody sees half a pixel. At the last zoom a tenth, because maps are drawn beyond it, up to three zooms.
const TOLERANCE_PIXELS = 0.5;
const TOLERANCE_PIXELS_LAST = 0.1;
// Lines and holes smaller than this are specks.
const SPECK_PIXELS = 2;

// Undefined when nothing of it is worth drawing.
export function thinFeature(feature: Feature, zoom: number): Feature | undefined {
  if (feature.shape === "point") return feature;
  const pixel = 1 / (TILE_PIXELS * 2 ** zoom);
  const tolerance = pixel * (zoom === ZOOM_MAX ? TOLERANCE_PIXELS_LAST : TOLERANCE_PIXELS);
  const parts =
    feature.shape === "line"
      ? thinLines(feature.parts, tolerance, pixel, zoom)
      : thinRings(feature.parts, tolerance, pixel);
  return parts.length === 0 ? undefined : { ...feature, parts };
}

function thinLines(lines: readonly WorldLine[], tolerance: number, pixel: number, zoom: number): readonly WorldLine[] {
  // At the last zoom a street of two metres is still a street.
  const speck = zoom === ZOOM_MAX ? 0 : SPECK_PIXELS * pixel;
  return lines.filter((line) => !isSpeck(line, speck)).map((line) => thinLine(line, tolerance));
}

function thinRings(rings: readonly WorldLine[], tolerance: number, pixel: number): readonly WorldLine[] {
  const kept: WorldLine[] = [];
  let hasOutline = false;
  for (const ring of rings) {
    const isOutline = ringArea(ring) > 0;
    if (!isOutline && (!hasOutline || isSpeck(ring, SPECK_PIXELS * pixel))) continue;
    const thin = thinRing(ring, tolerance);
    // A ring that folded onto itself, or turned round while it was thinned, is nothing one could see.
    const survives = ringArea(thin) * (isOutline ? 1 : -1) > 0;
    if (isOutline) hasOutline = survives;
    if (survives) kept.push(thin);
  }
  return kept;
}

function isSpeck(line: WorldLine, size: number): boolean {
  const { left, right, top, bottom } = boxOf([line]);
  return right - left < size && bottom - top < size;
}

function thinLine(line: WorldLine, tolerance: number): WorldLine {
  const length = line.length / 2;
  if (length <= 2) return line;
  const xs = new Float64Array(length);
  const ys = new Float64Array(length);
  for (let i = 0; i < length; i++) {
    xs[i] = line[2 * i]!;
    ys[i] = line[2 * i + 1]!;
  }
  const kept = keepFarthest(xs, ys, tolerance * tolerance);
  const thin = new Float64Array(line.length);
  let at = 0;
  for (let i = 0; i < length; i++) {
    if (kept[i] === 0) continue;
    thin[at++] = xs[i]!;
    thin[at++] = ys[i]!;
  }
  return at === line.length ? line : thin.slice(0, at);
}

// As a line that comes back to where it began, from the corner farthest from the first: two ends that surely matter.
function thinRing(ring: WorldLine, tolerance: number): WorldLine {
  if (ring.length <= 8) return ring;
  let far = 0;
  let most = -1;
  for (let i = 0; i < ring.length; i += 2) {
    const away = (ring[i]! - ring[0]!) ** 2 + (ring[i + 1]! - ring[1]!) ** 2;
    if (away > most) [most, far] = [away, i];
  }
  const out = thinLine(ring.slice(0, far + 2), tolerance);
  const back = new Float64Array(ring.length - far + 2);
  back.set(ring.subarray(far));
  back.set(ring.subarray(0, 2), ring.length - far);
  const home = thinLine(back, tolerance);
  // Both ends of the way back are in the way out already.
  const thin = new Float64Array(out.length + home.length - 4);
  thin.set(out);
  thin.set(home.subarray(2, home.length - 2), out.length);
  return thin;
}

// Douglas–Peucker on a plane: which points of a line must stay so that none that goes lay farther than the tolerance from
// what is left. The ends always stay.
function keepFarthest(xs: Float64Array, ys: Float64Array, toleranceSquared: number): Uint8Array {
  const kept = new Uint8Array(xs.length);
  kept[0] = 1;
  kept[xs.length - 1] = 1;
  const stretches = [0, xs.length - 1];
  while (stretches.length > 0) {
    const to = stretches.pop()!;
    const from = stretches.pop()!;
    const farthest = farthestBeyond(xs, ys, from, to, toleranceSquared);
    if (farthest === -1) continue;
    kept[farthest] = 1;
    stretches.push(from, farthest, farthest, to);
  }
  return kept;
}

// Index of the point farthest from the straight line, or -1. Nothing is allocated here: it runs for every point of every
// line some ten times over.
function farthestBeyond(
  xs: Float64Array,
  ys: Float64Array,
  from: number,
  to: number,
  toleranceSquared: number,
): number {
  const ax = xs[from]!;
  const ay = ys[from]!;
  const dx = xs[to]! - ax;
  const dy = ys[to]! - ay;
  const square = dx * dx + dy * dy;
  // Distances are compared times the length of the line, which spares a division a point; a line of no length has none.
  const scale = square === 0 ? 1 : square;
  let farthest = -1;
  let most = toleranceSquared * scale;
  for (let i = from + 1; i < to; i += 1) {
    const px = xs[i]! - ax;
    const py = ys[i]! - ay;
    const along = px * dx + py * dy;
    const aside = px * dy - py * dx;
    let away = aside * aside;
    if (along <= 0) away = (px * px + py * py) * scale;
    else if (along > square) away = ((px - dx) * (px - dx) + (py - dy) * (py - dy)) * scale;
    if (away > most) {
      most = away;
      farthest = i;
    }
  }
  return farthest;
}
