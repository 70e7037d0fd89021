// How much of a road a road is to a driver: the lower, the greater.
import type { RoadClass, Street } from "../path.ts";

const RANKS: Readonly<Record<RoadClass, number>> = {
  motorway: 0,
  trunk: 2,
  primary: 4,
  secondary: 6,
  tertiary: 8,
  living_street: 10,
  unclassified: 11,
  residential: 11,
  track: 16,
  path: 16,
  service: 31,
  ferry: 31,
};
const LINK_RANK = 14;
// How many times a rank the other has to be before nobody doubts which is the greater road.
const PLAINLY = 1.75;

export function rankOf({ roadClass, isLink }: Street): number {
  return isLink ? LINK_RANK : RANKS[roadClass];
}

// Roads that nobody takes for the way on: alleys, driveways, paths.
export function isMinor({ roadClass }: Street): boolean {
  return roadClass === "service" || roadClass === "track" || roadClass === "path";
}

export function isFerry({ roadClass }: Street): boolean {
  return roadClass === "ferry";
}

export function isMotorway({ roadClass, isLink }: Street): boolean {
  return !isLink && (roadClass === "motorway" || roadClass === "trunk");
}

export function isRamp({ roadClass, isLink }: Street): boolean {
  return isLink && (roadClass === "motorway" || roadClass === "trunk");
}

// Coming from `from`, nobody would think of `other` where there is `road`.
export function isPlainlyGreater(from: Street, road: Street, other: Street): boolean {
  const [own, rival] = [rankOf(road), rankOf(other)];
  const isKept = rankOf(from) === own || (!isMinor(road) && isMinor(other) && !isMinor(from));
  return isKept && rival > own && (isMinor(other) ? !isMinor(road) : rival > PLAINLY * Math.max(own, 1));
}
