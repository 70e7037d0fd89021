// Writes a question the way OSRM reads it.
import type { LatLng } from "../../domain/geo.ts";
import { SNAP_METERS_MAX } from "../path.ts";
import type { PointsQuestion, RouteQuestion, TableQuestion } from "../question.ts";

export function routePath(question: RouteQuestion): string {
  return `${coordinates(question.points)}?${[
    ...pointOptions(question),
    `alternatives=${question.alternatives === 0 ? "false" : question.alternatives}`,
    `steps=${question.steps}`,
    `geometries=${question.geometries}`,
    `overview=${question.overview}`,
    ...(question.isAnyWayOn ? ["continue_straight=false"] : []),
    ...(question.annotations.length > 0 ? [`annotations=${question.annotations.join(",")}`] : []),
    ...(question.waypoints ? [`waypoints=${question.waypoints.join(";")}`] : []),
  ].join("&")}`;
}

export function tablePath(question: TableQuestion): string {
  const annotations = [...(question.durations ? ["duration"] : []), ...(question.distances ? ["distance"] : [])];
  return `${coordinates(question.points)}?${[
    ...pointOptions(question),
    `sources=${question.sources.join(";")}`,
    `destinations=${question.destinations.join(";")}`,
    `annotations=${annotations.join(",")}`,
    ...(question.fallback
      ? [`fallback_speed=${question.fallback.metersPerSecond}`, `fallback_coordinate=${question.fallback.from}`]
      : []),
    ...(question.scaleFactor === 1 ? [] : [`scale_factor=${question.scaleFactor}`]),
  ].join("&")}`;
}

// The other services' options were read before and are passed on as they came.
export function servicePath({ points }: PointsQuestion, options: Readonly<Record<string, string>>): string {
  return `${coordinates(points)}?${new URLSearchParams(options)}`;
}

function coordinates(points: readonly LatLng[]): string {
  return points.map(({ lat, lng }) => `${lng.toFixed(6)},${lat.toFixed(6)}`).join(";");
}

function pointOptions({
  points,
  radiusesMeters,
  hints,
  bearings,
  approaches,
  isFerryToo,
  generateHints,
  skipWaypoints,
}: PointsQuestion): readonly string[] {
  // Always sent: without a radius OSRM snaps a point in Berlin to the nearest road of Vietnam and answers.
  const radiuses = points.map((_, i) => Math.min(radiusesMeters?.[i] ?? SNAP_METERS_MAX, SNAP_METERS_MAX));
  return [
    `radiuses=${radiuses.join(";")}`,
    ...(hints ? [`hints=${hints.map((hint) => encodeURIComponent(hint ?? "")).join(";")}`] : []),
    ...(bearings
      ? [`bearings=${bearings.map((heading) => (heading ? `${heading.degrees},${heading.range}` : "")).join(";")}`]
      : []),
    ...(approaches ? [`approaches=${approaches.map((approach) => approach ?? "").join(";")}`] : []),
    ...(isFerryToo ? ["snapping=any"] : []),
    ...(generateHints ? [] : ["generate_hints=false"]),
    ...(skipWaypoints ? ["skip_waypoints=true"] : []),
  ];
}
