// Where the points of a path are: as the partner says, or found from the address, with how surely it was found.

import type { LookedUp } from "../../domain/orders/check/service-check.ts";
import type { ShapedPoint } from "../../domain/orders/check/shape-check.ts";
import type { Places } from "../../domain/places.ts";

// The checks allow only so many points without coordinates, so asking for all of them at once is bounded.
export function locatePoints(places: Places, points: readonly ShapedPoint[]): Promise<LookedUp> | LookedUp {
  if (points.every((point) => point.given)) return points.map(() => undefined);
  return Promise.all(points.map((point) => (point.given ? undefined : places.locate(point.address))));
}
