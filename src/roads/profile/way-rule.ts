// What a vehicle may do on a way and how fast, from the way's tags alone.
import type { Tags } from "../../extract/extract.ts";
import type { RoadClass } from "../path.ts";
import { accessOf } from "./access.ts";
import type { Vehicle } from "./vehicle.ts";

export type WayRule = {
  readonly roadClass: RoadClass;
  readonly isLink: boolean;
  readonly isRoundabout: boolean;
  // Nobody's way through.
  readonly isRestricted: boolean;
  // 0 where the vehicle may not go that way.
  readonly forwardKmh: number;
  readonly backwardKmh: number;
};

const CLASSES: Readonly<Record<string, RoadClass>> = {
  motorway: "motorway",
  trunk: "trunk",
  primary: "primary",
  secondary: "secondary",
  tertiary: "tertiary",
  unclassified: "unclassified",
  // Somebody saw a road and did not say which.
  road: "unclassified",
  residential: "residential",
  living_street: "living_street",
  service: "service",
  track: "track",
  path: "path",
  footway: "path",
  cycleway: "path",
  bridleway: "path",
  pedestrian: "path",
};
// Ways for feet and hooves: a motor needs a tag that names it.
const BY_PERMISSION = new Set(["footway", "cycleway", "bridleway", "pedestrian"]);
const LINK_SHARE = 0.47;
const NARROW_METERS = 3;

const SURFACE_KMH_MAX: Readonly<Record<string, number>> = {
  compacted: 25,
  fine_gravel: 20,
  gravel: 18,
  pebblestone: 15,
  unpaved: 18,
  ground: 14,
  dirt: 14,
  earth: 14,
  cobblestone: 18,
  "cobblestone:flattened": 22,
  unhewn_cobblestone: 12,
  sett: 25,
  grass: 10,
  grass_paver: 15,
  sand: 8,
  mud: 6,
};

// Undefined when the vehicle never drives here.
export function wayRule(tags: Tags, vehicle: Vehicle): WayRule | undefined {
  const kind = kindOf(tags);
  if (!kind || tags.area === "yes") return undefined;
  const access = accessOf(tags, vehicle);
  if (access === "closed" || tags.service === "emergency_access" || tags.smoothness === "impassable") return undefined;
  const named = access === "named";
  // A motorbike is kept off expressways by law, and from other roads only where a sign says so, which the tag does not tell: whoever
  // has a door there gets to it, nobody rides through.
  const isRestricted = access === "ends" || (tags.motorroad === "yes" && vehicle.profile === "bike" && !named);

  const own = BY_PERMISSION.has(tags.highway ?? "") ? undefined : vehicle.speedsKmh[kind.roadClass];
  const classKmh = own ?? (named ? vehicle.byPermissionKmh : 0);
  if (classKmh === 0) return undefined;
  let kmh = classKmh * (kind.isLink ? LINK_SHARE : 1);
  kmh = Math.min(kmh, SURFACE_KMH_MAX[tags.surface ?? ""] ?? kmh);

  const isRoundabout = tags.junction === "roundabout" || tags.junction === "circular";
  const direction = directionOf(tags, vehicle, isRoundabout || kind.roadClass === "motorway");
  const share = Math.min(
    vehicle.serviceShares[tags.service ?? ""] ?? 1,
    isNarrow(tags, direction === "both") ? vehicle.narrowShare : 1,
  );
  const forwardKmh = direction === "backward" ? 0 : share * directed(tags, vehicle, ":forward", kmh);
  const backwardKmh = direction === "forward" ? 0 : share * directed(tags, vehicle, ":backward", kmh);
  if (direction === "neither" || (forwardKmh === 0 && backwardKmh === 0)) return undefined;
  return { ...kind, isRoundabout, isRestricted, forwardKmh, backwardKmh };
}

function kindOf(tags: Tags): { readonly roadClass: RoadClass; readonly isLink: boolean } | undefined {
  const highway = tags.highway;
  if (highway === undefined) {
    const isFerry = tags.route === "ferry" || tags.route === "shuttle_train";
    return isFerry ? { roadClass: "ferry", isLink: false } : undefined;
  }
  const isLink = highway.endsWith("_link");
  const roadClass = CLASSES[isLink ? highway.slice(0, -"_link".length) : highway];
  return roadClass && { roadClass, isLink };
}

function directionOf(
  tags: Tags,
  vehicle: Vehicle,
  impliesOneWay: boolean,
): "forward" | "backward" | "both" | "neither" {
  const told = tags[`oneway:${vehicle.word}`] ?? tags["oneway:motor_vehicle"] ?? tags.oneway;
  if (told === "yes" || told === "true" || told === "1") return "forward";
  if (told === "-1" || told === "reverse") return "backward";
  // It changes with the hour, which the map does not tell.
  if (told === "reversible" || told === "alternating") return "neither";
  if (told === "no" || told === "false" || told === "0") return "both";
  return impliesOneWay ? "forward" : "both";
}

function directed(tags: Tags, vehicle: Vehicle, suffix: ":forward" | ":backward", kmh: number): number {
  if (accessOf(tags, vehicle, suffix) === "closed") return 0;
  const told =
    tags[`maxspeed:${vehicle.word}${suffix}`] ??
    tags[`maxspeed:${vehicle.word}`] ??
    tags[`maxspeed${suffix}`] ??
    tags.maxspeed;
  const limit = speedLimitKmh(told);
  return limit === undefined ? kmh : Math.min(kmh, limit * vehicle.limitShare);
}

function isNarrow(tags: Tags, isTwoWay: boolean): boolean {
  return Number.parseFloat(tags.width ?? "") <= NARROW_METERS || (isTwoWay && Number.parseFloat(tags.lanes ?? "") <= 1);
}

const KMH_PER_MPH = 1.609344;
const KMH_PER_KNOT = 1.852;

// "50", "30 mph", "walk"; what cannot be read limits nothing.
export function speedLimitKmh(told: string | undefined): number | undefined {
  if (told === undefined) return undefined;
  if (told === "walk") return 6;
  const found = /^(\d+(?:\.\d+)?)\s*(km\/h|kmh|kph|mph|knots)?$/.exec(told.trim());
  if (!found) return undefined;
  const factor = found[2] === "mph" ? KMH_PER_MPH : found[2] === "knots" ? KMH_PER_KNOT : 1;
  const kmh = Number(found[1]) * factor;
  return kmh > 0 ? kmh : undefined;
}
