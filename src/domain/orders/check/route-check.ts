// Check 17 of D4, once the roads have answered: the route of the points in the order they will be driven.
import type { Service } from "../../catalogue/service.ts";
import { isRefusal, type Refusal, refuse } from "../../refusal.ts";
import type { RoadsRefusal, RouteLeg } from "../../roads.ts";

export type RouteRefusal = "INVALID_MAX_DISTANCE" | "INVALID_DELIVERY_AREA" | "SERVICE_UNAVAILABLE";

// D4 has no code for a place without roads. No road near a point is a matter of area, no way between two points one of
// distance; a silent road engine is nobody's input (503, retry later).
export function checkRoute<Route extends RouteLeg>(
  service: Pick<Service, "id" | "distanceMetersMax">,
  answer: Route | Refusal<RoadsRefusal>,
): Route | Refusal<RouteRefusal> {
  if (isRefusal(answer)) {
    if (answer.refused === "NO_SEGMENT")
      return refuse("INVALID_DELIVERY_AREA", `A point of path has no road near it: ${answer.why}`);
    if (answer.refused === "NO_ROUTE")
      return refuse("INVALID_MAX_DISTANCE", `The points of path are not joined by roads: ${answer.why}`);
    return refuse("SERVICE_UNAVAILABLE", "The road engine does not answer; try again later.");
  }
  if (answer.distanceMeters <= service.distanceMetersMax) return answer;
  const kilometers = (meters: number): string => `${Math.round(meters / 10) / 100} km`;
  return refuse(
    "INVALID_MAX_DISTANCE",
    `The route is ${kilometers(answer.distanceMeters)} long, above the limit of ${service.id}, ${kilometers(service.distanceMetersMax)}.`,
  );
}
