// Cuts features into the tiles of every zoom, column by column, so that only one column of tiles is in memory at a time.
import { EXTENT, VectorTile } from "../../domain/vector-tile/vector-tile.ts";
import { type Box, boxOf, type Feature, LAYERS, type Layer, ZOOM_MAX, ZOOM_MIN } from "../feature.ts";
import { type Band, clipLine, clipRing } from "./clip.ts";
import { thinFeature } from "./thin.ts";
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
