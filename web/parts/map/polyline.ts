// An order's line, of five decimals, as points on a map.
import { readPolyline } from "../../../src/domain/polyline.ts";

export type LatLng = { readonly lat: number; readonly lng: number };

export function pointsOfPolyline(text: string, decimals: 5 | 6 = 5): readonly LatLng[] {
  const scale = 10 ** decimals;
  const numbers = readPolyline(text);
  return Array.from({ length: numbers.length / 2 }, (_, at) => ({
    lat: numbers[at * 2]! / scale,
    lng: numbers[at * 2 + 1]! / scale,
  }));
}
