// Writes the roads a trace was driven along as OSRM's JSON: a route for each run of it, and of every point where on one it was.
import type { MatchAnswer } from "../path.ts";
import type { MatchQuestion } from "../question.ts";
import { writeHead, writeWaypoint } from "./parts-json.ts";
import { writeRoute } from "./route-json.ts";

export function writeMatch(
  { matchings, waypoints }: MatchAnswer,
  question: MatchQuestion,
  dataVersion: string,
): string {
  // By point: which run it is in, and its number among the stops of that.
  const places = new Map<number, { readonly matching: number; readonly stop: number }>();
  const routes = matchings.map(({ path, sightings, confidence }, matching) => {
    const stops = stopsOf(sightings, question.waypoints);
    for (const [i, sighting] of sightings.entries()) places.set(sighting, { matching, stop: stops.indexOf(i) });
    const points = sightings.map((sighting) => question.points[sighting]!);
    const route = writeRoute(path, { ...question, points, waypoints: stops });
    return `{"confidence":${Math.round(confidence * 1e6) / 1e6},${route.slice(1)}`;
  });
  const points = waypoints.map((waypoint, sighting) => {
    const place = places.get(sighting);
    if (!waypoint || !place) return "null";
    const waypointJson = writeWaypoint(waypoint, question.generateHints);
    const stop = place.stop < 0 ? "null" : place.stop;
    return `{"alternatives_count":${waypoint.others},"matchings_index":${place.matching},"waypoint_index":${stop},${waypointJson}}`;
  });
  const tracepoints = question.skipWaypoints ? "" : `,"tracepoints":[${points.join(",")}]`;
  return `{${writeHead(dataVersion)},"matchings":[${routes.join(",")}]${tracepoints}}`;
}

// Numbers in a run: all of it, or those that were asked for and its two ends.
function stopsOf(sightings: readonly number[], asked: readonly number[] | undefined): readonly number[] {
  const numbers = Array.from(sightings.keys());
  if (!asked) return numbers;
  return numbers.filter((i) => i === 0 || i === sightings.length - 1 || asked.includes(sightings[i]!));
}
