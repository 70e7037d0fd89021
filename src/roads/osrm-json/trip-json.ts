// Writes a trip as OSRM's JSON: one route, and of every point when it is visited.
import type { RouteAnswer } from "../path.ts";
import type { RouteQuestion } from "../question.ts";
import { writeHead, writeWaypoint } from "./parts-json.ts";
import { writeRoute } from "./route-json.ts";

// `order` tells which point of the question is visited first, second, …; the question is in that order already.
export function writeTrip(
  { routes, waypoints }: RouteAnswer,
  order: readonly number[],
  question: RouteQuestion,
  dataVersion: string,
): string {
  const visits = order.map((_, point) => {
    const visited = order.indexOf(point);
    const waypoint = writeWaypoint(waypoints[visited]!, question.generateHints);
    return `{"trips_index":0,"waypoint_index":${visited},${waypoint}}`;
  });
  const points = question.skipWaypoints ? "" : `,"waypoints":[${visits.join(",")}]`;
  return `{${writeHead(dataVersion)},"trips":[${writeRoute(routes[0]!, question)}]${points}}`;
}
