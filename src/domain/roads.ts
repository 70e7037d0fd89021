// What the rest of the house asks of a road network, whoever answers it: the engine in this process, the generated
// demo streets, or an OSRM server. Only values; roads/ answers them.
import type { Vehicle } from "./catalogue/service.ts";
import type { LatLng } from "./geo.ts";
import type { Refusal } from "./refusal.ts";

// In this market "bike" is a motorbike.
export type Profile = "car" | "bike";

export function profileOf(vehicle: Vehicle): Profile {
  return vehicle === "BIKE" ? "bike" : "car";
}

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
  readonly route: (profile: Profile, points: readonly LatLng[]) => Promise<RouteLine | Refusal<RoadsRefusal>>;
  readonly matrix: (
    profile: Profile,
    sources: readonly LatLng[],
    targets: readonly LatLng[],
  ) => Promise<RoadMatrix | Refusal<RoadsRefusal>>;
};
