// The way of an order as lines on a map: what the driver has behind them is dimmed.
import type { MapLine } from "../map-content.ts";
import type { LatLng } from "./polyline.ts";
import { splitLine } from "./split-line.ts";

// Without a driver all of it is ahead.
export function wayLines(way: readonly LatLng[], driver: LatLng | undefined): readonly MapLine[] {
  if (way.length < 2) return [];
  if (!driver) return [{ id: "way", kind: "route", points: way }];
  const { behind, ahead } = splitLine(way, driver);
  return [
    { id: "behind", kind: "done", points: behind },
    { id: "way", kind: "route", points: ahead },
  ];
}
