// What the route call asks of a road network, parsed and within limits: the same values for the engine in this process and
// for an OSRM server.

import type { LatLng } from "../domain/geo.ts";
import type { TripEnds } from "../domain/stop-order/trip-order.ts";
import type { Approach, Exclusion, Heading } from "./path.ts";

export const GEOMETRIES = ["polyline", "polyline6", "geojson"] as const;
export type Geometries = (typeof GEOMETRIES)[number];

export const OVERVIEWS = ["simplified", "full", "false"] as const;
type Overview = (typeof OVERVIEWS)[number];

// In the order OSRM writes them.
export const LINE_ANNOTATIONS = ["distance", "duration", "datasources", "nodes", "weight", "speed"] as const;
export type LineAnnotationName = (typeof LINE_ANNOTATIONS)[number];

export type PointsQuestion = {
  readonly points: readonly LatLng[];
  // By point; undefined where the caller left it open.
  readonly radiusesMeters: readonly (number | undefined)[] | undefined;
  readonly hints: readonly (string | undefined)[] | undefined;
  readonly bearings: readonly (Heading | undefined)[] | undefined;
  readonly approaches: readonly (Approach | undefined)[] | undefined;
  // A point may be put on a ferry.
  readonly isFerryToo: boolean;
  readonly generateHints: boolean;
  readonly skipWaypoints: boolean;
  readonly exclude?: readonly Exclusion[];
  // When one sets out, where that is told.
  readonly departAt?: Date;
  // What that means where it is asked: the minute of the week there, and how many times longer than the engine says a drive takes.
  readonly departure?: { readonly minuteOfWeek: number; readonly times: number };
};

export type RouteQuestion = PointsQuestion & {
  readonly alternatives: number;
  readonly steps: boolean;
  readonly geometries: Geometries;
  readonly overview: Overview;
  readonly annotations: readonly LineAnnotationName[];
  // From every stop on either way, also back where the route came from.
  readonly isAnyWayOn: boolean;
  // The points that are stops, the first and the last among them: the others are only driven by. Undefined when all are.
  readonly waypoints: readonly number[] | undefined;
};

// As OSRM has it where nothing is said.
export const PLAIN_POINTS = {
  radiusesMeters: undefined,
  hints: undefined,
  bearings: undefined,
  approaches: undefined,
  isFerryToo: false,
  generateHints: true,
  skipWaypoints: false,
} as const satisfies Omit<PointsQuestion, "points">;
export const PLAIN_ROUTE = {
  ...PLAIN_POINTS,
  alternatives: 0,
  steps: false,
  geometries: "polyline",
  overview: "simplified",
  annotations: [],
  isAnyWayOn: false,
  waypoints: undefined,
} as const satisfies Omit<RouteQuestion, "points">;

// A route whose stops are put into the cheapest order.
export type TripQuestion = RouteQuestion & { readonly ends: TripEnds };

// A trace: the points are where a vehicle was seen.
export type MatchQuestion = RouteQuestion & {
  // Seconds, by point; rising.
  readonly timestamps: readonly (number | undefined)[] | undefined;
  readonly isOneOverPauses: boolean;
};

export type NearestQuestion = PointsQuestion & {
  // How many roads.
  readonly count: number;
};

export type TableQuestion = PointsQuestion & {
  // Indexes into points.
  readonly sources: readonly number[];
  readonly destinations: readonly number[];
  readonly durations: boolean;
  readonly distances: boolean;
  // Where no way leads, the crow's at so many metres a second, from where the points are asked for or on the road.
  readonly fallback: { readonly metersPerSecond: number; readonly from: "input" | "snapped" } | undefined;
  // Every duration is multiplied by it.
  readonly scaleFactor: number;
};
