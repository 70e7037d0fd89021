// Cuts features into the tiles of every zoom, column by column, so that only one column of tiles is in memory at a time.
import { EXTENT, VectorTile } from "../../domain/vector-tile/vector-tile.ts";
import {
  type Box,
  boxOf,
  type Feature,
  LAYERS,
  type Layer,
  ringArea,
  type WorldLine,
  ZOOM_MAX,
  ZOOM_MIN,
} from "../feature.ts";
import { type Band, clipLine, clipRing } from "./clip.ts";
import { BUFFER, tileShape } from "./tile-shape.ts";

export type CutTile = { readonly zoom: number; readonly x: number; readonly y: number; readonly bytes: Uint8Array };

type Line = ArrayLike<number>;

// Deepest zoom first. `share` is how much is done before this tile, 0 to 1.
export function* cutTiles(features: readonly Feature[]): Generator<CutTile & { readonly share: number }> {
  // Each zoom holds about as much as all above it together.
  let share = 0;
  let thin = features.map((feature): Feature | undefined => feature);
  for (let zoom = ZOOM_MAX; zoom >= ZOOM_MIN; zoom--) {
    thin = thin.map((feature) =>
      feature && feature.zoomMin <= zoom && feature.zoomMax >= zoom
        ? thinFeature(feature, zoom)
        : waiting(feature, zoom),
    );
    const shown = thin.filter((feature) => feature !== undefined && feature.zoomMax >= zoom) as Feature[];
    const part = zoom === ZOOM_MIN ? 1 - share : (1 - share) / 2;
    for (const { done, ...tile } of cutZoom(shown, zoom)) yield { ...tile, share: share + part * done };
    share += part;
  }
}

// One that is not seen at this zoom: kept if its turn comes at a lower one.
function waiting(feature: Feature | undefined, zoom: number): Feature | undefined {
  return feature && feature.zoomMax < zoom ? feature : undefined;
}

type OnGrid = { readonly feature: Feature; readonly parts: readonly Line[]; readonly box: Box };

function* cutZoom(features: readonly Feature[], zoom: number): Generator<CutTile & { readonly done: number }> {
  const columns = new Map<number, OnGrid[]>();
  for (const feature of features) {
    const parts = feature.parts.map((part) => part.map((coordinate) => coordinate * EXTENT * 2 ** zoom));
    const onGrid: OnGrid = { feature, parts, box: boxOf(parts) };
    const [first, last] = tilesOver(onGrid.box.left, onGrid.box.right, feature, zoom);
    for (let x = first; x <= last; x++) {
      const column = columns.get(x);
      if (column) column.push(onGrid);
      else columns.set(x, [onGrid]);
    }
  }
  const order = [...columns.keys()].sort((a, b) => a - b);
  for (const [at, x] of order.entries()) {
    const rows = cutColumn(columns.get(x)!, x, zoom);
    columns.delete(x);
    for (const y of [...rows.keys()].sort((a, b) => a - b)) {
      yield { zoom, x, y, bytes: rows.get(y)!.bytes(), done: at / order.length };
    }
  }
}

function cutColumn(shapes: readonly OnGrid[], x: number, zoom: number): ReadonlyMap<number, VectorTile<Layer>> {
  const rows = new Map<number, VectorTile<Layer>>();
  for (const { feature, parts, box } of shapes) {
    const inColumn = clipParts(feature, parts, box, bandOf(0, x));
    if (inColumn.length === 0) continue;
    const left = boxOf(inColumn);
    const [first, last] = tilesOver(left.top, left.bottom, feature, zoom);
    for (let y = first; y <= last; y++) {
      const inTile = clipParts(feature, inColumn, left, bandOf(1, y));
      const shape = tileShape(feature.shape, inTile, x * EXTENT, y * EXTENT);
      if (!shape) continue;
      let tile = rows.get(y);
      if (!tile) {
        tile = new VectorTile(LAYERS);
        rows.set(y, tile);
      }
      tile.add(feature.layer, feature.shape, shape, feature.tags);
    }
  }
  return rows;
}

// A name stands in one tile only, or it would be written twice.
function tilesOver(from: number, to: number, { shape }: Feature, zoom: number): readonly [number, number] {
  const buffer = shape === "point" ? 0 : BUFFER;
  const inside = (tile: number): number => Math.max(0, Math.min(2 ** zoom - 1, tile));
  return [inside(Math.floor((from - buffer) / EXTENT)), inside(Math.floor((to + buffer) / EXTENT))];
}

function bandOf(axis: 0 | 1, tile: number): Band {
  return { axis, from: tile * EXTENT - BUFFER, to: (tile + 1) * EXTENT + BUFFER };
}

function clipParts({ shape }: Feature, parts: readonly Line[], box: Box, band: Band): readonly Line[] {
  const [from, to] = band.axis === 0 ? [box.left, box.right] : [box.top, box.bottom];
  if (shape === "point" || (from >= band.from && to <= band.to)) return parts;
  if (shape === "area") return parts.map((ring) => clipRing(ring, band)).filter((ring) => ring.length >= 6);
  const pieces: number[][] = [];
  for (const line of parts) clipLine(line, band, pieces);
  return pieces;
}

// Thins a feature to what can be seen at a zoom. Each zoom starts from what the one above left.
const TILE_PIXELS = 512;
// Nobody sees half a pixel. At the last zoom a tenth, because maps are drawn beyond it, up to three zooms.
const TOLERANCE_PIXELS = 0.5;
const TOLERANCE_PIXELS_LAST = 0.1;
// Lines and holes smaller than this are specks.
const SPECK_PIXELS = 2;

// Undefined when nothing of it is worth drawing.
function thinFeature(feature: Feature, zoom: number): Feature | undefined {
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
