// Writes the roads near a point as OSRM's JSON.
import type { NearWaypoint } from "../path.ts";
import type { NearestQuestion } from "../question.ts";
import { writeHead, writeWaypoint } from "./parts-json.ts";

export function writeNearest(near: readonly NearWaypoint[], question: NearestQuestion, dataVersion: string): string {
  const waypoints = near.map(
    (waypoint) => `{"nodes":[${waypoint.nodes.join(",")}],${writeWaypoint(waypoint, question.generateHints)}}`,
  );
  return `{${writeHead(dataVersion)},"waypoints":[${waypoints.join(",")}]}`;
}
