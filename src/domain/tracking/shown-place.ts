// Where the driver is, as far as a recipient may know. Until the recipient's own stop is next, the driver is on the way to somebody
// else, and an exact place would tell where that somebody lives.
import { type LatLng, METERS_PER_DEGREE, metersBetween } from "../geo.ts";
import type { Order } from "../orders/order.ts";

export type DriverPlace = LatLng & { readonly at: Date; readonly heading: number | null };

export type ShownPlace = LatLng & {
  readonly at: Date;
  readonly heading: number | null;
  readonly isCoarse: boolean;
};

export const COARSE_METERS = 500;
// The driver leaves a door before they are on the way to the next one.
const DOORSTEP_METERS = 150;
const MINUTE_MS = 60_000;

export type Sight = {
  readonly ownStop: number | undefined;
  readonly place: DriverPlace;
  // Another order in the driver's hands has a stop before this order's next one.
  readonly goesElsewhereFirst: boolean;
};

export function shownPlace(order: Pick<Order, "status" | "points">, sight: Sight): ShownPlace {
  const { place } = sight;
  if (isNext(order, sight) && !isAtAnotherDoor(order, sight)) return { ...place, isCoarse: false };
  // Neither the seconds nor the heading say more than the square does.
  const at = new Date(Math.floor(place.at.getTime() / MINUTE_MS) * MINUTE_MS);
  return { ...coarsePlace(place), at, heading: null, isCoarse: true };
}

function isNext(order: Pick<Order, "status" | "points">, { ownStop, goesElsewhereFirst }: Sight): boolean {
  if (ownStop === undefined || order.status !== "IN PROCESS" || goesElsewhereFirst) return false;
  return order.points.findIndex((point, index) => index > 0 && point.status === "") === ownStop;
}

function isAtAnotherDoor({ points }: Pick<Order, "points">, { ownStop, place }: Sight): boolean {
  const own = points[ownStop ?? 0];
  const fromOwn = own ? metersBetween(own, place) : Infinity;
  return points.some((point, index) => {
    if (index === 0 || index === ownStop) return false;
    const meters = metersBetween(point, place);
    return meters < DOORSTEP_METERS && meters < fromOwn;
  });
}

// The middle of the square the place lies in. Squares do not move with the driver, so many positions tell no more than one.
export function coarsePlace({ lat, lng }: LatLng): LatLng {
  const latStep = COARSE_METERS / METERS_PER_DEGREE;
  const snappedLat = (Math.floor(lat / latStep) + 0.5) * latStep;
  const lngStep = latStep / Math.max(0.01, Math.cos((snappedLat * Math.PI) / 180));
  return { lat: rounded(snappedLat), lng: rounded((Math.floor(lng / lngStep) + 0.5) * lngStep) };
}

function rounded(degrees: number): number {
  return Math.round(degrees * 1e5) / 1e5;
}
