// Whether tags let a vehicle in.
import type { Tags } from "../../extract/extract.ts";
import type { Vehicle } from "./vehicle.ts";

export type Access =
  | "named" // by a tag that speaks of this vehicle
  | "open"
  | "ends" // only to get to a door on it
  | "closed"
  | "untold";

const CLOSED = new Set(["no", "agricultural", "forestry", "emergency", "psv", "bus", "military", "use_sidepath"]);
const ENDS = new Set(["destination", "customers", "delivery", "private", "permit", "residents"]);
// A word on everybody does not open a footway to motors; one on motors does.
const MOTOR_KEYS = new Set(["motorcar", "motorcycle", "motor_vehicle"]);

// `suffix` asks for one direction: ":forward" or ":backward". Conditional tags have other keys and are never read.
export function accessOf(tags: Tags, vehicle: Vehicle, suffix = ""): Access {
  for (const key of vehicle.accessKeys) {
    // Of several words the kindest counts: "destination;agricultural" lets in who has a door there.
    const told = tags[key + suffix]?.split(";").map((word) => word.trim());
    if (told === undefined) continue;
    if (told.every((word) => CLOSED.has(word))) return "closed";
    if (told.every((word) => CLOSED.has(word) || ENDS.has(word))) return "ends";
    return MOTOR_KEYS.has(key) ? "named" : "open";
  }
  return "untold";
}
