// Points, distances and outlines on the earth, as plain values. Longitudes and latitudes are degrees (WGS 84).

export type LatLng = { readonly lat: number; readonly lng: number };

// A ring of corners; the last corner joins the first, which is not repeated.
export type Ring = readonly LatLng[];

const EARTH_RADIUS_METERS = 6_371_008.8;
export const METERS_PER_DEGREE = (EARTH_RADIUS_METERS * Math.PI) / 180;
const RADIANS = Math.PI / 180;

// "lat,lng lat,lng …", as tables of figures write them.
export function readPoints(text: string): Ring {
  return Array.from(text.matchAll(/([-\d.]+),([-\d.]+)/g), ([, lat, lng]) => ({ lat: Number(lat), lng: Number(lng) }));
}

// The same, several rings with semicolons between them.
export function readRings(text: string): readonly Ring[] {
  return text.split(";").map(readPoints);
}

export function isLatLng(point: LatLng): boolean {
  return Math.abs(point.lat) <= 90 && Math.abs(point.lng) <= 180;
}

export function metersBetween(a: LatLng, b: LatLng): number {
  const sinLat = Math.sin(((b.lat - a.lat) * RADIANS) / 2);
  const sinLng = Math.sin(((b.lng - a.lng) * RADIANS) / 2);
  const h = sinLat * sinLat + Math.cos(a.lat * RADIANS) * Math.cos(b.lat * RADIANS) * sinLng * sinLng;
  return 2 * EARTH_RADIUS_METERS * Math.asin(Math.min(1, Math.sqrt(h)));
}

// Even-odd rule on the plane: right for outlines of a city or a zone, which never cross the date line here.
export function ringContains(ring: Ring, point: LatLng): boolean {
  let inside = false;
  for (let i = 0, j = ring.length - 1; i < ring.length; j = i++) {
    const a = ring[i];
    const b = ring[j];
    if (!a || !b) continue;
    const crosses = a.lat > point.lat !== b.lat > point.lat;
    if (crosses && point.lng < ((b.lng - a.lng) * (point.lat - a.lat)) / (b.lat - a.lat) + a.lng) inside = !inside;
  }
  return inside;
}
