// What the route call asks of a road network, parsed and within limits: the same values for the engine in this process and
// for an OSRM server.
import type { LatLng } from "../domain/geo.ts";

export const GEOMETRIES = ["polyline", "polyline6", "geojson"] as const;
export type Geometries = (typeof GEOMETRIES)[number];

export const OVERVIEWS = ["simplified", "full", "false"] as const;
type Overview = (typeof OVERVIEWS)[number];

// In the order OSRM writes them.
export const LINE_ANNOTATIONS = ["distance", "duration", "weight", "speed"] as const;
export type LineAnnotationName = (typeof LINE_ANNOTATIONS)[number];

// Kinds of road a question may keep off.
export const EXCLUSIONS = ["toll", "motorway", "ferry"] as const;
export type Exclusion = (typeof EXCLUSIONS)[number];

type PointsQuestion = {
  readonly points: readonly LatLng[];
  // By point; undefined where the caller left it open.
  readonly radiusesMeters: readonly (number | undefined)[] | undefined;
  readonly hints: readonly (string | undefined)[] | undefined;
  readonly generateHints: boolean;
  readonly skipWaypoints: boolean;
  readonly exclude?: readonly Exclusion[];
};

export type RouteQuestion = PointsQuestion & {
  readonly alternatives: number;
  readonly steps: boolean;
  readonly geometries: Geometries;
  readonly overview: Overview;
  readonly annotations: readonly LineAnnotationName[];
  // From every stop on either way, also back where the route came from.
  readonly isAnyWayOn: boolean;
};

export type TableQuestion = PointsQuestion & {
  // Indexes into points.
  readonly sources: readonly number[];
  readonly destinations: readonly number[];
  readonly durations: boolean;
  readonly distances: boolean;
};
