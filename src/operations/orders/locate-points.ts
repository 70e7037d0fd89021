// Where the points of a path are: as the partner says, or found from the address, with how surely it was found. Reading hundreds of
// addresses takes a while, so it is done in slices.

import type { InputPoint } from "../../domain/orders/check/order-input.ts";
import type { LookedUp } from "../../domain/orders/check/service-check.ts";
import { type ShapedPoint, UNPLACED_MAX } from "../../domain/orders/check/shape-check.ts";
import type { Places } from "../../domain/places.ts";
import { askInSlices, mapInSlices } from "../../ports/slices.ts";

// Two milliseconds of work.
const JUDGED_IN_PLACE = 20;

// The checks allow only so many points without coordinates, so asking for all of them at once is bounded.
export function locatePoints(places: Places, points: readonly ShapedPoint[]): Promise<LookedUp> | LookedUp {
  if (points.every((point) => point.given)) return points.map(() => undefined);
  return askInSlices(points, (point) => (point.given ? undefined : places.locate(point.address)));
}

// How addresses are judged, for checks that cannot wait: many are judged beforehand.
export function judgeAhead(
  places: Places,
  path: readonly InputPoint[] = [],
): Places["judge"] | Promise<Places["judge"]> {
  const addresses = path.flatMap(({ lat, lng, address }) =>
    address !== undefined && (lat === undefined || lng === undefined) ? [address] : [],
  );
  // More than are allowed are refused without being read.
  if (addresses.length <= JUDGED_IN_PLACE || addresses.length > UNPLACED_MAX) return places.judge;
  const judged = new Map<string, ReturnType<Places["judge"]>>();
  return mapInSlices(addresses, (address) => judged.set(address, places.judge(address))).then(
    () => (address) => (judged.has(address) ? judged.get(address) : places.judge(address)),
  );
}
