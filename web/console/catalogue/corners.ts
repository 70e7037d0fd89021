// Rings of corners between the map, the text that a keyboard can write, and GeoJSON.
import type { LatLng } from "../../parts/polyline.ts";
import type { Area } from "../frame/wire.ts";

export function ringsOf(area: Area | undefined): readonly (readonly LatLng[])[] {
  return (area?.coordinates ?? []).flatMap((polygon) =>
    polygon.map((ring) => ring.slice(0, -1).map(([lng, lat]) => ({ lat, lng }))),
  );
}

export function areaOf(ring: readonly LatLng[]): Area {
  const corners = [...ring, ...ring.slice(0, 1)].map(({ lat, lng }): [number, number] => [lng, lat]);
  return { type: "MultiPolygon", coordinates: [[corners]] };
}

// Takes a zone away: the city's outline holds again.
export const NO_AREA: Area = { type: "MultiPolygon", coordinates: [] };

export function writeCorners(ring: readonly LatLng[]): string {
  return ring.map(({ lat, lng }) => `${lat.toFixed(5)}, ${lng.toFixed(5)}`).join("\n");
}

// The corners, or the number of the first line that is none.
export function readCorners(text: string): readonly LatLng[] | { readonly faultLine: number } {
  const corners: LatLng[] = [];
  for (const [at, line] of text.split("\n").entries()) {
    if (line.trim() === "") continue;
    const [lat, lng, ...more] = line.split(",").map((part) => Number(part.trim() || Number.NaN));
    const isPlace = lat !== undefined && lng !== undefined && Math.abs(lat) <= 90 && Math.abs(lng) <= 180;
    if (!isPlace || more.length > 0) return { faultLine: at + 1 };
    corners.push({ lat, lng });
  }
  return corners;
}
