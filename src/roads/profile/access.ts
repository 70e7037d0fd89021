// Whether tags let a vehicle in, and which way.
import type { Tags } from "../../extract/extract.ts";
import type { Vehicle } from "./vehicle.ts";

export type Access =
  | "opened" // by a tag that opens also what is closed to it: a footway
  | "open"
  | "ends" // only to get to a door on it
  | "closed"
  | "untold";

export type Direction = "forward" | "backward";

const CLOSED = new Set(["no", "agricultural", "forestry", "emergency", "psv", "bus", "military", "use_sidepath"]);
const ENDS = new Set(["destination", "customers", "customer", "delivery", "private", "permit", "residents"]);

export function isClosing(words: string): boolean {
  return words.split(";").every((word) => CLOSED.has(word.trim()));
}

// Along a way it is asked direction by direction; a node has none. The tag nearest to the vehicle decides, and of its two forms
// the one that names the direction. Conditional tags have other keys and are never read.
export function accessOf(tags: Tags, { accessKeys, openedBy }: Vehicle, direction?: Direction): Access {
  for (const key of accessKeys) {
    const tag = ((direction && tags[`${key}:${direction}`]) ?? tags[key])?.split(";").map((word) => word.trim());
    if (tag === undefined) continue;
    // Of several words the kindest counts: "destination;agricultural" lets in who has a door there.
    if (tag.every((word) => CLOSED.has(word))) return "closed";
    if (tag.every((word) => CLOSED.has(word) || ENDS.has(word))) return "ends";
    return openedBy.has(key) ? "opened" : "open";
  }
  return "untold";
}
