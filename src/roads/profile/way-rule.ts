// What a vehicle may do on a way and how fast, from the way's tags alone.
import type { Tags } from "../../extract/extract.ts";
import type { RoadClass } from "../path.ts";
import { type Access, accessOf, type Direction } from "./access.ts";
import { durationSeconds, metersOf, tonnesOf } from "./measures.ts";
import type { Vehicle } from "./vehicle.ts";

export type WayRule = {
  readonly roadClass: RoadClass;
  readonly isLink: boolean;
  readonly isRoundabout: boolean;
  readonly isToll: boolean;
  readonly isTunnel: boolean;
  readonly forward: DirectionRule;
  readonly backward: DirectionRule;
  // Of the whole way, where the map tells it: a ferry's timetable.
  readonly seconds: number | undefined;
};

export type DirectionRule = {
  // 0 where the vehicle may not go that way.
  readonly kmh: number;
  // Nobody's way through.
  readonly isRestricted: boolean;
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
};
// Ways for feet, hooves and wings, and those of a class nobody knows, are paths too; all but these need a tag that lets a motor in.
const RIDDEN_PATHS = new Set(["path"]);
// No tag makes a road of them: not a road, not yet, or no more.
const NEVER = new Set([
  ...["steps", "ladder", "via_ferrata", "elevator", "corridor", "platform", "bus_guideway"],
  ...[
    "construction",
    "proposed",
    "planned",
    "no",
    "disused",
    "abandoned",
    "razed",
    "demolished",
    "dismantled",
    "removed",
  ],
]);
// Work that leaves a road open.
const OPEN_WORKS = new Set(["no", "widening", "minor"]);
// Of the class's speed; a way up to a motorway is driven at half of it.
const LINK_SHARES: Readonly<Partial<Record<RoadClass, number>>> = {
  motorway: 0.5,
  trunk: 0.47,
  primary: 0.46,
  secondary: 0.455,
  tertiary: 0.5,
};
const NARROW_METERS = 3;
// A lane that is let through now from one end, now from the other: the wait is part of it.
const ALTERNATING_SHARE = 0.4;
const SIDE_ROAD_SHARE = 0.8;
// Where those who come the other way go first.
const GIVING_WAY_SHARE = 0.7;
const MOVABLE_BRIDGE_KMH = 4;

const TRACK_KMH_MAX: Readonly<Record<string, number>> = { grade1: 48, grade2: 32, grade3: 24, grade4: 20, grade5: 16 };
const SMOOTHNESS_KMH_MAX: Readonly<Record<string, number>> = {
  intermediate: 64,
  bad: 32,
  very_bad: 16,
  horrible: 8,
  very_horrible: 4,
};

// Undefined when the vehicle never drives here.
export function wayRule(tags: Tags, vehicle: Vehicle): WayRule | undefined {
  const kind = kindOf(tags);
  if (!kind || isBlocked(tags)) return undefined;
  const drivenKmh = kind.isPathLike ? undefined : vehicle.speedsKmh[kind.drivenAs];
  const own = drivenKmh && vehicle.speedsKmh[kind.roadClass];
  // Not a path somebody let cars onto, and not a ferry.
  const isRoad = own !== undefined && kind.roadClass !== "ferry";
  const linkShare = kind.isLink ? (LINK_SHARES[kind.roadClass] ?? 1) : 1;
  const isRoundabout = tags.junction === "roundabout" || tags.junction === "circular";
  const { forward: isForward, backward: isBackward, share } = directionsOf(tags, vehicle, isRoundabout);
  const narrowed = share * shareOf(tags, vehicle, isForward && isBackward);
  const rule = (direction: Direction, isOpen: boolean): DirectionRule => {
    const access = accessOf(tags, vehicle, direction);
    const classKmh = own ?? (access === "opened" ? vehicle.byPermissionKmh : 0);
    if (!isOpen || access === "closed" || classKmh === 0 || !fits(tags, vehicle, direction)) return SHUT;
    const kmh = kmhOf(tags, vehicle, direction, { kmh: classKmh * linkShare, isRoad });
    const share = narrowed * (yields(tags, direction) ? GIVING_WAY_SHARE : 1);
    return { kmh: kmh * share, isRestricted: isRestricted(tags, vehicle, direction, access) };
  };
  const [forward, backward] = [rule("forward", isForward), rule("backward", isBackward)];
  if (forward.kmh === 0 && backward.kmh === 0) return undefined;
  return {
    roadClass: kind.roadClass,
    isLink: kind.isLink,
    isRoundabout,
    isToll: wordFor(tags, vehicle, "toll") === "yes",
    isTunnel: tags.tunnel !== undefined && tags.tunnel !== "no",
    forward,
    backward,
    seconds: kind.roadClass === "ferry" || isMovable(tags) ? durationSeconds(tags.duration) : undefined,
  };
}

const SHUT: DirectionRule = { kmh: 0, isRestricted: false };

type Kind = {
  readonly roadClass: RoadClass;
  // What a vehicle must be able to drive to be there: of a ferry that is also tagged as a path only what rides paths comes aboard.
  readonly drivenAs: RoadClass;
  readonly isLink: boolean;
  readonly isPathLike: boolean;
};

const FERRIES = new Set(["ferry", "shuttle_train"]);

function kindOf(tags: Tags): Kind | undefined {
  const highway = tags.highway;
  const isFerry = FERRIES.has(tags.route ?? "");
  if (highway === undefined) {
    return isFerry ? { roadClass: "ferry", drivenAs: "ferry", isLink: false, isPathLike: false } : undefined;
  }
  if (NEVER.has(highway)) return undefined;
  const isLink = highway.endsWith("_link");
  const known = CLASSES[isLink ? highway.slice(0, -"_link".length) : highway];
  const drivenAs = known ?? "path";
  return {
    roadClass: isFerry ? "ferry" : drivenAs,
    drivenAs,
    isLink: isLink && known !== undefined,
    isPathLike: known === undefined && !RIDDEN_PATHS.has(highway),
  };
}

// Closed to everybody, whatever else the tags say.
function isBlocked(tags: Tags): boolean {
  return (
    tags.area === "yes" ||
    tags.service === "emergency_access" ||
    tags.smoothness === "impassable" ||
    tags.impassable === "yes" ||
    tags.status === "impassable" ||
    tags.railway === "construction" ||
    // Another class proposed for a road that is there closes nothing.
    tags.proposed === "yes" ||
    (tags.construction !== undefined && !OPEN_WORKS.has(tags.construction))
  );
}

function isRestricted(tags: Tags, vehicle: Vehicle, direction: Direction, access: Access): boolean {
  if (access === "ends") return true;
  // A motorbike is kept off expressways by law, and from other roads only where a sign says so, which the tag does not tell: whoever
  // has a door there gets to it, nobody rides through.
  if (tags.motorroad === "yes" && vehicle.profile === "bike" && access !== "opened") return true;
  // Lanes for full cars alone: a driver by themself takes them only where nothing else leads on.
  if (vehicle.profile === "bike") return false;
  const lanes = tags[`hov:lanes:${direction}`] ?? tags["hov:lanes"];
  return tags.hov === "designated" || (lanes?.split("|").every((lane) => lane === "designated") ?? false);
}

function directionsOf(tags: Tags, vehicle: Vehicle, isRoundabout: boolean) {
  const tagged = wordFor(tags, vehicle, "oneway");
  if (tagged === "yes" || tagged === "true" || tagged === "1") return { forward: true, backward: false, share: 1 };
  if (tagged === "-1" || tagged === "reverse") return { forward: false, backward: true, share: 1 };
  // It changes with the hour, which the map does not tell.
  if (tagged === "reversible") return { forward: false, backward: false, share: 1 };
  const isImplied =
    (isRoundabout || tags.highway === "motorway") && tagged !== "no" && tagged !== "false" && tagged !== "0";
  return { forward: true, backward: !isImplied, share: tagged === "alternating" ? ALTERNATING_SHARE : 1 };
}

// `key:motorcar`, `key:motor_vehicle`, `key:vehicle`, `key`: what speaks of the vehicle before what speaks of everybody.
export function wordFor(tags: Tags, { accessKeys }: Vehicle, key: string): string | undefined {
  for (const vehicleKey of accessKeys) {
    const tagged = tags[vehicleKey === "access" ? key : `${key}:${vehicleKey}`];
    if (tagged !== undefined) return tagged;
  }
  return undefined;
}

function shareOf(tags: Tags, vehicle: Vehicle, isTwoWay: boolean): number {
  const isSideRoad = tags.side_road === "yes" || tags.side_road === "rotary";
  return Math.min(
    vehicle.serviceShares[tags.service ?? ""] ?? 1,
    isNarrow(tags, isTwoWay) ? vehicle.narrowShare : 1,
    isSideRoad ? SIDE_ROAD_SHARE : 1,
  );
}

function isNarrow(tags: Tags, isTwoWay: boolean): boolean {
  return Number.parseFloat(tags.width ?? "") <= NARROW_METERS || (isTwoWay && Number.parseFloat(tags.lanes ?? "") <= 1);
}

function isMovable(tags: Tags): boolean {
  return tags.bridge === "movable";
}

function yields(tags: Tags, direction: Direction): boolean {
  return tags.priority === (direction === "forward" ? "backward" : "forward");
}

const LIMITS = ["maxspeed:advisory", "maxspeed", "source:maxspeed", "maxspeed:type"];

// What its class says, or its sign, and no more than what it is made of allows.
function kmhOf(
  tags: Tags,
  vehicle: Vehicle,
  direction: Direction,
  { kmh, isRoad }: { readonly kmh: number; readonly isRoad: boolean },
): number {
  const limit = speedLimitKmh(firstOf(tags, [`maxspeed:${vehicle.accessKeys[0]}`, ...LIMITS], direction));
  const signed = limit === undefined ? kmh : limit * vehicle.limitShare;
  return Math.min(
    isRoad && vehicle.drivesAtLimit ? signed : Math.min(kmh, signed),
    isMovable(tags) ? MOVABLE_BRIDGE_KMH : Infinity,
    vehicle.surfacesKmh[tags.surface ?? ""] ?? Infinity,
    TRACK_KMH_MAX[tags.tracktype ?? ""] ?? Infinity,
    SMOOTHNESS_KMH_MAX[tags.smoothness ?? ""] ?? Infinity,
  );
}

// Of the first of these keys that says anything, the word for the direction before the one for both.
function firstOf(tags: Tags, keys: readonly string[], direction: Direction): string | undefined {
  for (const key of keys) {
    const tagged = tags[`${key}:${direction}`] ?? tags[key];
    if (tagged !== undefined) return tagged;
  }
  return undefined;
}

const HEIGHTS = ["maxheight:physical", "maxheight"];
const WIDTHS = ["maxwidth:physical", "maxwidth", "width", "est_width"];
const LENGTHS = ["maxlength:physical", "maxlength"];
const WEIGHTS = ["maxweight:physical", "maxweight"];
// What "narrow" means without a number: too narrow for a lorry.
const NARROW_WORD_METERS = 2.2;

// What cannot be read limits nothing.
function fits(tags: Tags, { size }: Vehicle, direction: Direction): boolean {
  const limit = (keys: readonly string[], read: (tagged: string) => number | undefined): number => {
    const tagged = firstOf(tags, keys, direction);
    return (tagged === undefined ? undefined : read(tagged)) ?? Infinity;
  };
  const width = tags.narrow === "yes" || tags.width === "narrow" ? NARROW_WORD_METERS : Infinity;
  return (
    size.heightMeters <= limit(HEIGHTS, metersOf) &&
    // A way is never quite as wide as what fits through.
    size.widthMeters < limit(WIDTHS, metersOf) &&
    size.widthMeters <= width &&
    size.lengthMeters <= limit(LENGTHS, metersOf) &&
    size.weightTonnes <= limit(WEIGHTS, tonnesOf)
  );
}

const KMH_PER_MPH = 1.609344;
const KMH_PER_KNOT = 1.852;
// "VN:urban": what the law says where no sign does. Viet Nam's, which other countries' are near.
const ZONES_KMH: Readonly<Record<string, number>> = { urban: 50, rural: 80, trunk: 100, motorway: 120 };

// "50", "30 mph", "walk", "VN:urban"; what cannot be read limits nothing.
export function speedLimitKmh(tagged: string | undefined): number | undefined {
  if (tagged === undefined) return undefined;
  if (tagged === "walk") return 6;
  const found = /^(\d+(?:\.\d+)?)\s*(km\/h|kmh|kph|mph|knots)?$/.exec(tagged.trim());
  if (!found) return ZONES_KMH[/^[A-Z]{2}:([a-z]+)$/.exec(tagged.trim())?.[1] ?? ""];
  const factor = found[2] === "mph" ? KMH_PER_MPH : found[2] === "knots" ? KMH_PER_KNOT : 1;
  const kmh = Number(found[1]) * factor;
  return kmh > 0 ? kmh : undefined;
}
