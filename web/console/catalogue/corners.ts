// Rings of corners between the map, the text that a keyboard can write (a corner a line, an empty line before another ring), and
// GeoJSON.
import type { OperatorCity } from "../../../clients/typescript/src/api.ts";
import type { LatLng } from "../../parts/map/polyline.ts";

export type Area = OperatorCity["outline"];
export type Rings = readonly (readonly LatLng[])[];

export function ringsOf(area: Area | undefined): Rings {
  return (area?.coordinates ?? []).flatMap((polygon) =>
    polygon.map((ring) => ring.slice(0, -1).map(([lng = 0, lat = 0]) => ({ lat, lng }))),
  );
}

export function areaOf(rings: Rings): Area {
  const coordinates = rings.map((ring) => [[...ring, ...ring.slice(0, 1)].map(({ lat, lng }) => [lng, lat])]);
  return { type: "MultiPolygon", coordinates };
}

// Takes a zone away: the city's outline holds again.
export const NO_AREA: Area = { type: "MultiPolygon", coordinates: [] };

export function isArea(rings: Rings): boolean {
  return rings.length > 0 && rings.every((ring) => ring.length >= 3);
}

export function writePlace({ lat, lng }: LatLng): string {
  return `${lat.toFixed(5)}, ${lng.toFixed(5)}`;
}

export function writeRings(rings: Rings): string {
  return rings.map((ring) => ring.map(writePlace).join("\n")).join("\n\n");
}

export function readPlace(line: string): LatLng | undefined {
  const [lat, lng, ...more] = line.split(",").map((part) => Number(part.trim() || Number.NaN));
  const isPlace = lat !== undefined && lng !== undefined && Math.abs(lat) <= 90 && Math.abs(lng) <= 180;
  return isPlace && more.length === 0 ? { lat, lng } : undefined;
}

// The rings, or the number of the first line that is no corner.
export function readRings(text: string): Rings | { readonly faultLine: number } {
  const rings: LatLng[][] = [[]];
  for (const [at, line] of text.split("\n").entries()) {
    if (line.trim() === "") {
      rings.push([]);
      continue;
    }
    const place = readPlace(line);
    if (!place) return { faultLine: at + 1 };
    rings.at(-1)?.push(place);
  }
  return rings.filter((ring) => ring.length > 0);
}

// A click on the map adds to the ring that was begun last.
export function withCorner(rings: Rings, corner: LatLng): Rings {
  return [...rings.slice(0, -1), [...(rings.at(-1) ?? []), corner]];
}

export function withoutLastCorner(rings: Rings): Rings {
  const shorter = (rings.at(-1) ?? []).slice(0, -1);
  return shorter.length > 0 ? [...rings.slice(0, -1), shorter] : rings.slice(0, -1);
}

export function withMoved(rings: Rings, ringAt: number, cornerAt: number, to: LatLng): Rings {
  return rings.map((ring, at) => (at === ringAt ? ring.with(cornerAt, to) : ring));
}
