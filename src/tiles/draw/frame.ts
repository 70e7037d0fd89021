// What a map shows: all that was drawn, and at first where streets are densest, for the middle of a country is mostly forest.
import { type Extract, nodeIndex } from "../../extract/extract.ts";
import type { Bounds, Header } from "../archive/header.ts";
import { boxOf, type Feature } from "../feature.ts";
import { latOf, lngOf } from "./world.ts";

const CELL_DEGREES = 0.04;
const CENTER_ZOOM = 12;
// Readers doubt a map that is no wider than a line.
const MARGIN_DEGREES = 0.001;

// Readers ask for no tile outside of these.
export function boundsOf(features: readonly Feature[]): Bounds {
  const { left, top, right, bottom } = boxOf(features.flatMap(({ parts }) => parts));
  return [
    lngOf(left) - MARGIN_DEGREES,
    latOf(bottom) - MARGIN_DEGREES,
    lngOf(right) + MARGIN_DEGREES,
    latOf(top) + MARGIN_DEGREES,
  ];
}

export function centerOf({ nodes, ways }: Extract): Header["center"] {
  const cells = new Map<string, { count: number; lat: number; lng: number }>();
  for (const { refs, tags } of ways) {
    if (tags.highway === undefined) continue;
    for (const ref of refs) {
      const at = nodeIndex(nodes, ref);
      if (at < 0) continue;
      const [lat, lng] = [nodes.lats[at]!, nodes.lngs[at]!];
      const key = `${Math.floor(lat / CELL_DEGREES)} ${Math.floor(lng / CELL_DEGREES)}`;
      const cell = cells.get(key) ?? { count: 0, lat: 0, lng: 0 };
      cells.set(key, { count: cell.count + 1, lat: cell.lat + lat, lng: cell.lng + lng });
    }
  }
  const [densest] = [...cells.values()].sort((a, b) => b.count - a.count);
  // Without a street there is no map: the roads of the same extract have refused it.
  if (!densest) return { zoom: 0, lng: 0, lat: 0 };
  return { zoom: CENTER_ZOOM, lng: densest.lng / densest.count, lat: densest.lat / densest.count };
}
