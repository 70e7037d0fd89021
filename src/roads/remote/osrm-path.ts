// Writes a question the way OSRM reads it.
import type { LatLng } from "../../domain/geo.ts";
import { SNAP_METERS_MAX } from "../path.ts";
import type { RouteQuestion, TableQuestion } from "../question.ts";

type PointOptions = Pick<RouteQuestion, "points" | "radiusesMeters" | "hints" | "generateHints" | "skipWaypoints">;

export function routePath(question: RouteQuestion): string {
  return `${coordinates(question.points)}?${[
    ...pointOptions(question),
    `alternatives=${question.alternatives === 0 ? "false" : question.alternatives}`,
    `steps=${question.steps}`,
    `geometries=${question.geometries}`,
    `overview=${question.overview}`,
    ...(question.isAnyWayOn ? ["continue_straight=false"] : []),
    ...(question.annotations.length > 0 ? [`annotations=${question.annotations.join(",")}`] : []),
  ].join("&")}`;
}

export function tablePath(question: TableQuestion): string {
  const annotations = [...(question.durations ? ["duration"] : []), ...(question.distances ? ["distance"] : [])];
  return `${coordinates(question.points)}?${[
    ...pointOptions(question),
    `sources=${question.sources.join(";")}`,
    `destinations=${question.destinations.join(";")}`,
    `annotations=${annotations.join(",")}`,
  ].join("&")}`;
}

function coordinates(points: readonly LatLng[]): string {
  return points.map(({ lat, lng }) => `${lng.toFixed(6)},${lat.toFixed(6)}`).join(";");
}

function pointOptions({
  points,
  radiusesMeters,
  hints,
  generateHints,
  skipWaypoints,
}: PointOptions): readonly string[] {
  // Always sent: without a radius OSRM snaps a point in Berlin to the nearest road of Vietnam and answers.
  const radiuses = points.map((_, i) => Math.min(radiusesMeters?.[i] ?? SNAP_METERS_MAX, SNAP_METERS_MAX));
  return [
    `radiuses=${radiuses.join(";")}`,
    ...(hints ? [`hints=${hints.map((hint) => encodeURIComponent(hint ?? "")).join(";")}`] : []),
    ...(generateHints ? [] : ["generate_hints=false"]),
    ...(skipWaypoints ? ["skip_waypoints=true"] : []),
  ];
}
