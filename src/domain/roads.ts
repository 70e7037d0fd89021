// What the rest of the house asks of a road network, whoever answers it: the engine in this process, the generated
// demo streets, or an OSRM server. Only values; roads/ answers them.
import type { Vehicle } from "./catalogue/service.ts";
import type { LatLng } from "./geo.ts";
import type { Promised } from "./refusal.ts";

// In this market "bike" is a motorbike.
export type Profile = "car" | "bike";

// Who drives the roads of a car and is kept off some of them, by signs and by size.
export type RoadVehicle = "van" | "truck";

// Who drives and when, as far as roads are closed to some and at some hours: minutes since Monday 00:00 in the place itself.
export type DrivenBy = { readonly vehicle?: RoadVehicle; readonly minuteOfWeek?: number };

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

// What is paid for on the way, stretch by stretch.
export type Stretch = "free" | "toll" | "ferry";

export type RouteLine = RouteLeg & {
  readonly legs: readonly RouteLeg[];
  // As they are driven, never two of a kind in a row. Worked out when asked; absent where the engine does not tell.
  readonly stretches?: () => readonly Stretch[];
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
  // The times are what drivers were seen to take at that hour, not what the map says.
  readonly isLearned?: boolean;
  readonly moved?: { readonly sourcesMeters: readonly number[]; readonly targetsMeters: readonly number[] };
};

export type Roads = {
  readonly version: () => RoadsVersion;
  // Without a departure the map's own times, and the way that is cheapest by them: what fees are made of, at every hour the same.
  readonly route: (
    profile: Profile,
    points: readonly LatLng[],
    departAt?: Date,
    // An outside engine knows nothing of this.
    by?: DrivenBy,
  ) => Promised<RouteLine, RoadsRefusal>;
  readonly matrix: (
    profile: Profile,
    sources: readonly LatLng[],
    targets: readonly LatLng[],
    departAt?: Date,
    by?: DrivenBy,
  ) => Promised<RoadMatrix, RoadsRefusal>;
  // Absent where somebody else answers.
  readonly learning?: RoadLearning;
};

// How long a road took, and what the map says. `edge` is its name on every map that has it.
export type DrivenRoad = { readonly edge: number; readonly mapMs: number; readonly drivenMs: number };

// Sums by edge and hour of the week, row by row.
export type RoadLessons = {
  readonly edge: Float64Array;
  readonly weekHour: Uint8Array;
  readonly mapMs: Float64Array;
  readonly drivenMs: Float64Array;
};

type RoadLearning = {
  // What a vehicle's trace says of the roads it was driven on.
  readonly drivenRoads: (
    profile: Profile,
    trace: readonly (LatLng & { readonly at: Date })[],
  ) => Promise<readonly DrivenRoad[]>;
  // From now on departures in this hour of the week take the times these say, and those in other hours what the hour says on the whole.
  readonly learn: (profile: Profile, lessons: RoadLessons, weekHour: number) => Promise<void>;
};
