// What a search over the road network answers with, in enough detail to be told as turn-by-turn steps. Searching is
// search/'s, telling is guidance/'s: this file is only the values between them.
import type { LatLng } from "../domain/geo.ts";
import type { Refusal } from "../domain/refusal.ts";
import type { DrivenBy, Profile, RoadMatrix, RoadsRefusal, RoadsVersion } from "../domain/roads.ts";
import type { RingKind, Told } from "./guidance/turn.ts";

// Kinds of road a question may keep off.
export const EXCLUSIONS = ["toll", "motorway", "ferry"] as const;
export type Exclusion = (typeof EXCLUSIONS)[number];

export const ROAD_CLASSES = [
  "motorway",
  "trunk",
  "primary",
  "secondary",
  "tertiary",
  "unclassified",
  "residential",
  "living_street",
  "service",
  "track",
  "path",
  "ferry",
] as const;
export type RoadClass = (typeof ROAD_CLASSES)[number];

// Points of a line as whole millionths of a degree: lng, lat, lng, lat … Six decimals are what the network holds and
// what the finest answer shows, and integers are encoded without rounding twice.
export type MicroLine = Int32Array;

// What can be said of a stretch of road whatever way it is driven.
export type Street = {
  // Empty when the map has none.
  readonly name: string;
  readonly ref: string;
  readonly roadClass: RoadClass;
  readonly isLink: boolean;
  readonly isRoundabout: boolean;
  readonly isOneWay: boolean;
  // OSRM's words for what some want to keep off: motorway, toll, ferry, tunnel, restricted.
  readonly classes: readonly string[];
  // Undefined where there are none.
  readonly signs: Signs | undefined;
};

// What is written along a road. Pairs are with the way it was drawn, and against it.
export type Signs = {
  readonly destinations?: readonly [string, string];
  // As tagged, left to right.
  readonly lanes?: readonly [string, string];
  readonly exits?: string;
  readonly pronunciation?: string;
  readonly drivesLeft?: boolean;
  // Rails that carry vehicles.
  readonly isTrain?: boolean;
  // A ring that is not signed as a roundabout.
  readonly isCircular?: boolean;
};

// One road that meets a junction, seen from the junction.
export type Arm = {
  readonly street: Street;
  // The edge that leaves by it, for looking further.
  readonly edge: number;
  // Degrees clockwise from north, 0 to 359, leaving the junction.
  readonly bearing: number;
  // Whether whoever came in as the path did may leave here: one-ways, access and turn bans are all counted.
  readonly mayEnter: boolean;
  // Whether anybody may.
  readonly mayLeave: boolean;
};

// A junction as whoever comes in by one of its arms sees it.
export type Seen = {
  // Clockwise from north.
  readonly arms: readonly Arm[];
  // Which arm the path came in by.
  readonly in: number;
};

export type Junction = Seen & {
  // Which arm the path leaves by; the one it came in by when it turns round.
  readonly out: number;
  // The same for everybody who comes and goes by the same arms: guidance/ and osrm-json/ each keep here what they worked out of it.
  told?: Told | undefined;
  ring?: RingKind | undefined;
  written?: string | undefined;
  writtenTurn?: string | undefined;
};

// What lies beyond the junctions of a path.
export type Around = {
  // At the end of an edge; undefined where it may not be driven.
  readonly seenFrom: (edge: number) => Seen | undefined;
  readonly meters: (edge: number) => number;
};

// One segment between two junctions, or the part of it that is driven, in the direction it is driven.
export type Piece = {
  readonly street: Street;
  readonly distanceMeters: number;
  // Driving alone; what the junction at its end costs is `turnSeconds`.
  readonly durationSeconds: number;
  readonly turnSeconds: number;
  // First and last point of this piece in its leg's line; the last point of one piece is the first of the next.
  readonly lineFrom: number;
  readonly lineTo: number;
  readonly bearingStart: number;
  readonly bearingEnd: number;
  // Passed at the end of this piece; the last piece of a leg has none. Its turnSeconds are those of turning round at the
  // stop, which is done only where the road ahead leads nowhere else.
  readonly junction: Junction | undefined;
};

// Between each two points of the line. Seconds are of driving alone, as OSRM's are.
export type LineAnnotation = {
  readonly distancesMeters: Float64Array;
  readonly durationsSeconds: Float64Array;
  // The map's own numbers of the nodes at both ends of each: one more than there are of the others.
  readonly nodes: () => Float64Array;
};

// Pieces and annotations are made when asked for: a call that wants only the line should not pay for them.
export type PathLeg = {
  readonly distanceMeters: number;
  // Pieces and turns: the sum over `pieces()` of durationSeconds + turnSeconds, to the millisecond.
  readonly durationSeconds: number;
  // At least two points, even when the leg is empty (two stops at one door).
  readonly line: MicroLine;
  readonly pieces: () => readonly Piece[];
  // Those it begins and ends on, in the direction they are driven.
  readonly firstEdge: number;
  readonly lastEdge: number;
  // Undefined in a sketch of a leg.
  readonly around: Around | undefined;
  readonly annotation: () => LineAnnotation;
};

export type Path = {
  readonly distanceMeters: number;
  readonly durationSeconds: number;
  readonly legs: readonly PathLeg[];
};

// A point of the question, moved to the road.
export type Waypoint = {
  readonly location: LatLng;
  // How far it was moved.
  readonly distanceMeters: number;
  readonly name: string;
  // Given back with the same coordinate, it saves looking for the road again. Of no meaning to anybody else.
  readonly hint: string;
};

export const SNAP_METERS_MAX = 2000;
export const ALTERNATIVES_MAX = 3;

export type SnapOptions = DrivenBy & {
  // By point, in metres; nothing is ever looked for beyond SNAP_METERS_MAX.
  readonly radiusesMeters?: readonly (number | undefined)[];
  // By point. A hint of another map, another coordinate or no meaning is ignored.
  readonly hints?: readonly (string | undefined)[];
  // Kinds of road that are neither driven nor stopped on.
  readonly exclude?: readonly Exclusion[];
  // By point: which way one heads there.
  readonly bearings?: readonly (Heading | undefined)[];
  // By point: on which side of the road it has to be when one gets there and leaves.
  readonly approaches?: readonly (Approach | undefined)[];
  // Also on a ferry, in mid-river.
  readonly isFerryToo?: boolean;
};

// Degrees clockwise from north, and how far off them on either side.
export type Heading = { readonly degrees: number; readonly range: number };

export const APPROACHES = ["unrestricted", "curb", "opposite"] as const;
export type Approach = (typeof APPROACHES)[number];

type RouteOptions = SnapOptions & {
  // How many other ways are welcome besides the best, at most ALTERNATIVES_MAX. Only between two points.
  readonly alternatives?: number;
  // From every stop on either way, also back where the path came from.
  readonly isAnyWayOn?: boolean;
};

// A road near a point of the question.
export type NearWaypoint = Waypoint & {
  // The map's own numbers of the nodes on both sides.
  readonly nodes: readonly [number, number];
};

export type RouteAnswer = {
  // The best first; at least one.
  readonly routes: readonly Path[];
  readonly waypoints: readonly Waypoint[];
};

export type TableAnswer = {
  readonly matrix: RoadMatrix;
  readonly sources: readonly Waypoint[];
  readonly targets: readonly Waypoint[];
};

export type Sighting = LatLng & {
  // Since any one moment; rising.
  readonly atSeconds?: number | undefined;
  // How far off its receiver is, as a standard deviation.
  readonly precisionMeters?: number | undefined;
};

// By point and of the whole trace as for a route; how far off a sighting may be is its precision.
export type MatchOptions = Pick<SnapOptions, "bearings" | "approaches" | "exclude" | "isFerryToo"> & {
  // A trace goes on over a pause in time; a way that cannot be driven still splits it.
  readonly isOneOverPauses?: boolean;
};

export type TileName = { readonly x: number; readonly y: number; readonly zoom: number };

export type MatchAnswer = {
  // One for each run of sightings that one way joins, in their order; none when nothing fits.
  readonly matchings: readonly {
    // A leg between each two sightings that follow each other.
    readonly path: Path;
    // Their numbers in the trace.
    readonly sightings: readonly number[];
    // 0 to 1.
    readonly confidence: number;
  }[];
  // By sighting; undefined where it told nothing new or fits no road. `others`: how many other roads it might have been on.
  readonly waypoints: readonly ((Waypoint & { readonly others: number }) | undefined)[];
};

// One profile of one map. Points are numbered from 0 in the words of a refusal.
export type RoadEngine = {
  readonly profile: Profile;
  readonly version: RoadsVersion;
  readonly snap: (point: LatLng, radiusMeters?: number) => Waypoint | Refusal<"NO_SEGMENT">;
  readonly route: (
    points: readonly LatLng[],
    options?: RouteOptions,
  ) => RouteAnswer | Refusal<Exclude<RoadsRefusal, "ROADS_AWAY">>;
  // `sources` and `targets` are indexes into `points`.
  readonly table: (
    points: readonly LatLng[],
    sources: readonly number[],
    targets: readonly number[],
    options?: SnapOptions,
  ) => TableAnswer | Refusal<"NO_SEGMENT">;
  // The roads driven by a vehicle that was seen here and there.
  readonly match: (trace: readonly Sighting[], options?: MatchOptions) => MatchAnswer;
  // The roads nearest to a point, at most so many, the nearest first.
  readonly nearest: (
    point: LatLng,
    count: number,
    options?: SnapOptions,
  ) => readonly NearWaypoint[] | Refusal<"NO_SEGMENT">;
  // The network of a map tile, as a vector tile.
  readonly tile: (name: TileName) => Uint8Array;
};
