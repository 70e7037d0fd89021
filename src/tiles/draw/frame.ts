// What a map shows first: where there are streets, and where they are densest. Boundaries and rivers run far out of an
// extract, and the middle of a country is mostly forest.
import { type Extract, nodeIndex } from "../../extract/extract.ts";
import type { Bounds, Header } from "../archive/header.ts";

const CELL_DEGREES = 0.04;
const CENTER_ZOOM = 12;

export function frameStreets({ nodes, ways }: Extract): Pick<Header, "bounds" | "center"> {
  let [west, south, east, north] = [180, 90, -180, -90];
  const cells = new Map<string, { count: number; lat: number; lng: number }>();
  for (const { refs, tags } of ways) {
    if (tags.highway === undefined) continue;
    for (const ref of refs) {
      const at = nodeIndex(nodes, ref);
      if (at < 0) continue;
      const [lat, lng] = [nodes.lats[at]!, nodes.lngs[at]!];
      [west, south, east, north] = [
        Math.min(west, lng),
        Math.min(south, lat),
        Math.max(east, lng),
        Math.max(north, lat),
      ];
      const key = `${Math.floor(lat / CELL_DEGREES)} ${Math.floor(lng / CELL_DEGREES)}`;
      const cell = cells.get(key);
      if (cell) {
        cell.count += 1;
        cell.lat += lat;
        cell.lng += lng;
      } else cells.set(key, { count: 1, lat, lng });
    }
  }
  const bounds: Bounds = [west, south, east, north];
  let densest: { count: number; lat: number; lng: number } | undefined;
  for (const cell of cells.values()) if (!densest || cell.count > densest.count) densest = cell;
  // Without a street there is no map: the roads of the same extract have refused it.
  if (!densest) return { bounds: [-180, -85, 180, 85], center: { zoom: 0, lng: 0, lat: 0 } };
  const { count, lat, lng } = densest;
  return { bounds, center: { zoom: CENTER_ZOOM, lng: lng / count, lat: lat / count } };
}
