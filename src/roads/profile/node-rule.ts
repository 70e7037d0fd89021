// What a vehicle meets at a single point of a way: a barrier, traffic lights, room to turn round.
import type { Tags } from "../../extract/extract.ts";
import { accessOf } from "./access.ts";
import { metersOf } from "./measures.ts";
import type { Vehicle } from "./vehicle.ts";

export type NodeRule = {
  // Restricted: for those who have a door behind it.
  readonly passing: "open" | "restricted" | "closed";
  // Lights in the middle of a way may be there for one direction only.
  readonly lights: "none" | "forward" | "backward" | "both";
  // A loop or a circle to turn round in, at the end of a street or in the middle of it.
  readonly isTurningPlace: boolean;
};

const TURNING_PLACES = new Set(["turning_circle", "turning_loop", "mini_roundabout"]);
const FLAT_KERBS = new Set(["lowered", "flush", "no"]);

export function nodeRule(tags: Tags, vehicle: Vehicle): NodeRule {
  return {
    passing: passingOf(tags, vehicle),
    lights: lightsOf(tags),
    isTurningPlace: TURNING_PLACES.has(tags.highway ?? ""),
  };
}

function passingOf(tags: Tags, vehicle: Vehicle): NodeRule["passing"] {
  const access = accessOf(tags, vehicle);
  if (access === "closed") return "closed";
  if (access === "ends") return "restricted";
  if (tags.barrier === undefined || access !== "untold") return "open";
  return isPassed(tags.barrier, tags, vehicle) ? "open" : "closed";
}

function isPassed(barrier: string, tags: Tags, vehicle: Vehicle): boolean {
  if (barrier === "height_restrictor")
    return !((metersOf(tags.maxheight ?? "") ?? Infinity) < vehicle.size.heightMeters);
  // It sinks into the ground for whoever may pass.
  if (barrier === "bollard" && tags.bollard === "rising") return true;
  // A kerb people cross the street over is often drawn as if it lay across the carriageway.
  if (barrier === "kerb" && (FLAT_KERBS.has(tags.kerb ?? "") || tags.highway === "crossing")) return true;
  return vehicle.passes.has(barrier);
}

function lightsOf(tags: Tags): NodeRule["lights"] {
  if (tags.highway !== "traffic_signals") return "none";
  const tag = tags["traffic_signals:direction"];
  return tag === "forward" || tag === "backward" ? tag : "both";
}
