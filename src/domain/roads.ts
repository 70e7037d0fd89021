// What the rest of the house asks of a road network, whoever answers it: the engine in this process, the generated
// demo streets, or an OSRM server. Only values; roads/ answers them.
import type { LatLng } from "./geo.ts";
import type { Refusal } from "./refusal.ts";

// In this market "bike" is a motorbike.
export type Profile = "car" | "bike";

// Who drives the roads of a car and is kept off some of them, by signs and by size.
export type RoadVehicle = "van" | "truck";

// Who drives and when, as far as roads are closed to some and at some hours: minutes since Monday 00:00 in the place itself.
export type DrivenBy = { readonly vehicle?: RoadVehicle; readonly minuteOfWeek?: number };

export const PROFILES = ["car", "bike"] as const satisfies readonly Profile[];

// Kept on every order and estimate, because two good engines disagree by more than 5 % on some pairs.
export type RoadsVersion = { readonly engine: "giao" | "osrm"; readonly map: string; readonly demo: boolean };

export type RoadsRefusal =
  | "NO_SEGMENT" // a point has no usable road within 2 km
  | "NO_ROUTE" // no way leads from one point to the next
  | "ROADS_AWAY"; // the outside engine does not answer

export type RouteLeg = { readonly distanceMeters: number; readonly durationSeconds: number };

export type RouteLine = RouteLeg & {
  readonly legs: readonly RouteLeg[];
  // Encoded polyline with five decimals, full geometry.
  readonly polyline: string;
};

// Row-major, sources × targets. Infinity where no way leads.
export type RoadMatrix = {
  readonly sources: number;
  readonly targets: number;
  readonly distancesMeters: Float64Array;
  readonly durationsSeconds: Float64Array;
  // How far each point was moved to a road, where the engine tells it.
  readonly moved?: { readonly sourcesMeters: readonly number[]; readonly targetsMeters: readonly number[] };
};

export type Roads = {
  readonly version: () => RoadsVersion;
  // An outside engine knows nothing of `by`.
  readonly route: (
    profile: Profile,
    points: readonly LatLng[],
    by?: DrivenBy,
  ) => Promise<RouteLine | Refusal<RoadsRefusal>>;
  readonly matrix: (
    profile: Profile,
    sources: readonly LatLng[],
    targets: readonly LatLng[],
    by?: DrivenBy,
  ) => Promise<RoadMatrix | Refusal<RoadsRefusal>>;
};
