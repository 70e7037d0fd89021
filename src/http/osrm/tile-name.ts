// Reads which tile is asked for: `tile(x,y,zoom).mvt`.
import { tileCost } from "../../domain/call-costs.ts";
import { type Refusal, refuse } from "../../domain/refusal.ts";
import type { TileName } from "../../roads/path.ts";

const TILE_ZOOM_MIN = 12;
const TILE_ZOOM_MAX = 19;

export function readTileName(
  text: string,
): { readonly tile: TileName; readonly cost: number } | Refusal<"BAD_REQUEST"> {
  const found = /^tile\((\d{1,7}),(\d{1,7}),(\d{1,2})\)\.mvt$/.exec(text);
  if (!found)
    return refuse(
      "BAD_REQUEST",
      `InvalidQuery: expected tile(x,y,zoom).mvt, found ${JSON.stringify(text.slice(0, 40))}.`,
    );
  const [x, y, zoom] = found.slice(1).map(Number) as [number, number, number];
  if (zoom < TILE_ZOOM_MIN || zoom > TILE_ZOOM_MAX) {
    return refuse("BAD_REQUEST", `InvalidOptions: zoom ${zoom} is not between ${TILE_ZOOM_MIN} and ${TILE_ZOOM_MAX}.`);
  }
  if (x >= 2 ** zoom || y >= 2 ** zoom) {
    return refuse("BAD_REQUEST", `InvalidOptions: at zoom ${zoom} x and y are below ${2 ** zoom}.`);
  }
  return { tile: { x, y, zoom }, cost: tileCost(zoom) };
}
