// The base map of a map folder: everything drawn from one extract, cut into tiles, in one file.
import { join } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { Extract } from "../extract/extract.ts";
import { ArchiveWriter } from "./archive/write-archive.ts";
import { cutTiles } from "./cut/cut-tiles.ts";
import { drawBoundaries, drawPlaceNames } from "./draw/boundaries.ts";
import { drawSea } from "./draw/coast.ts";
import { boundsOf, centerOf } from "./draw/frame.ts";
import { drawGround } from "./draw/ground.ts";
import { drawLines } from "./draw/lines.ts";
import { projectExtract } from "./draw/world.ts";
import { type Feature, LAYERS, ZOOM_MAX, ZOOM_MIN } from "./feature.ts";

// Raised whenever layers or tags change that the style reads: a base map of another edition counts as none.
const EDITION = 1;
export const BASE_MAP_FILE = `base-${EDITION}.pmtiles`;

export type BaseMapFigures = {
  readonly features: number;
  readonly tiles: number;
  readonly megabytes: number;
  readonly "KB in the largest tile": number;
};

// Others on this thread get their turn this often; roads tell their progress on it.
const TILES_PER_TURN = 64;

export async function writeBaseMap(
  extract: Extract,
  folder: string,
  onProgress: (share: number) => void,
): Promise<BaseMapFigures> {
  const features = drawFeatures(extract);
  const archive = new ArchiveWriter();
  let cut = 0;
  for (const { zoom, x, y, bytes, share } of cutTiles(features)) {
    archive.add(zoom, x, y, bytes);
    cut += 1;
    if (cut % TILES_PER_TURN !== 0) continue;
    onProgress(share);
    await nextTurn();
  }
  const written = await archive.write(join(folder, BASE_MAP_FILE), {
    zoomMin: ZOOM_MIN,
    zoomMax: ZOOM_MAX,
    bounds: boundsOf(features),
    center: centerOf(extract),
    metadata: {
      name: "Giao base map",
      type: "baselayer",
      vector_layers: LAYERS.map((id) => ({ id, fields: {}, minzoom: ZOOM_MIN, maxzoom: ZOOM_MAX })),
    },
  });
  return {
    features: features.length,
    tiles: written.tiles,
    megabytes: Math.round(written.bytes / 1e5) / 10,
    "KB in the largest tile": Math.round(written.largestTileBytes / 1000),
  };
}

// In the order of the layers; within a layer in the order drawn.
export function drawFeatures(extract: Extract): readonly Feature[] {
  const world = projectExtract(extract);
  return [
    ...drawSea(world),
    ...drawGround(world),
    ...drawLines(world),
    ...drawBoundaries(world),
    ...drawPlaceNames(world),
  ];
}
