// A way in two: what is behind whoever drives along it, and what is ahead.
import type { LatLng } from "./polyline.ts";

export function splitLine(
  points: readonly LatLng[],
  at: LatLng,
): { readonly behind: readonly LatLng[]; readonly ahead: readonly LatLng[] } {
  // A degree of longitude is shorter than one of latitude; so near each other nothing else counts.
  const shrink = Math.cos((at.lat * Math.PI) / 180);
  let best = { distance: Infinity, index: 0, place: at };
  for (let index = 0; index + 1 < points.length; index++) {
    const [from, to] = [points[index]!, points[index + 1]!];
    const [x, y] = [(to.lng - from.lng) * shrink, to.lat - from.lat];
    const along = ((at.lng - from.lng) * shrink * x + (at.lat - from.lat) * y) / (x * x + y * y || 1);
    const share = Math.min(1, Math.max(0, along));
    const place = { lat: from.lat + y * share, lng: from.lng + (to.lng - from.lng) * share };
    const distance = Math.hypot((at.lng - place.lng) * shrink, at.lat - place.lat);
    if (distance < best.distance) best = { distance, index, place };
  }
  return {
    behind: [...points.slice(0, best.index + 1), best.place],
    ahead: [best.place, ...points.slice(best.index + 1)],
  };
}
