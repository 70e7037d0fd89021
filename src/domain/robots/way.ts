// A line of a map as a way to go: where somebody is after so many metres, and where they are looking.
import { type LatLng, metersBetween } from "../geo.ts";

export type Way = {
  readonly points: readonly LatLng[];
  // Metres from the start to each point.
  readonly metersAt: readonly number[];
  readonly lengthMeters: number;
};

export type Spot = LatLng & { readonly heading: number };

export function wayOf(points: readonly LatLng[]): Way {
  const metersAt: number[] = [];
  let meters = 0;
  for (const [at, point] of points.entries()) {
    const before = points[at - 1];
    if (before) meters += metersBetween(before, point);
    metersAt.push(meters);
  }
  return { points, metersAt, lengthMeters: meters };
}

// Before the start it is the start, beyond the end the end.
export function spotOn(way: Way, meters: number): Spot {
  const [start] = way.points;
  if (!start) throw new RangeError("a way has at least one point");
  const next = way.metersAt.findIndex((reached) => reached > meters);
  const to = way.points[next];
  const from = way.points[next - 1];
  if (meters <= 0 || !to || !from) {
    const end = meters <= 0 ? start : way.points.at(-1)!;
    return { lat: end.lat, lng: end.lng, heading: headingAtEnd(way, meters <= 0) };
  }
  const share = (meters - way.metersAt[next - 1]!) / (way.metersAt[next]! - way.metersAt[next - 1]!);
  return {
    lat: from.lat + (to.lat - from.lat) * share,
    lng: from.lng + (to.lng - from.lng) * share,
    heading: headingOf(from, to),
  };
}

function headingAtEnd(way: Way, isStart: boolean): number {
  const [from, to] = isStart ? way.points : way.points.slice(-2);
  return from && to ? headingOf(from, to) : 0;
}

// Degrees clockwise from north; on a street's length the earth is flat.
function headingOf(from: LatLng, to: LatLng): number {
  const east = (to.lng - from.lng) * Math.cos((from.lat * Math.PI) / 180);
  const north = to.lat - from.lat;
  return (Math.atan2(east, north) * 180) / Math.PI + (east < 0 ? 360 : 0);
}
