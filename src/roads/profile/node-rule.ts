// What a vehicle meets at a single point of a way: a barrier, traffic lights, room to turn round.
import type { Tags } from "../../extract/extract.ts";
import { accessOf } from "./access.ts";
import { metersOf } from "./measures.ts";
import type { Vehicle } from "./vehicle.ts";

export type NodeRule = {
  // Restricted: for those who have a door behind it.
  readonly passing: "open" | "restricted" | "closed";
  // At lights, and at signs to stop or to give way.
  readonly wait: Wait | undefined;
  // A loop or a circle to turn round in, at the end of a street or in the middle of it.
  readonly isTurningPlace: boolean;
};

export type Wait = { readonly seconds: number; readonly side: WaitSide };

// Who waits: those who drive the way as it was drawn, those who come against it, all, those who drive towards the nearer junction (a
// sign of which the map does not tell where it looks), those who come by the lesser road.
export const WAIT_SIDES = ["both", "forward", "backward", "nearer", "minor"] as const;
export type WaitSide = (typeof WAIT_SIDES)[number];

const TURNING_PLACES = new Set(["turning_circle", "turning_loop", "mini_roundabout"]);
const FLAT_KERBS = new Set(["lowered", "flush", "no"]);

export function nodeRule(tags: Tags, vehicle: Vehicle): NodeRule {
  return {
    passing: passingOf(tags, vehicle),
    wait: waitOf(tags, vehicle),
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

function waitOf(tags: Tags, { lightsSeconds, stopSeconds, giveWaySeconds }: Vehicle): Wait | undefined {
  const side = tags["traffic_signals:direction"] ?? tags.direction;
  const told = side === "forward" || side === "backward" || side === "both" ? side : undefined;
  switch (tags.highway) {
    case "traffic_signals":
      return { seconds: lightsSeconds, side: told ?? "both" };
    case "stop":
      return { seconds: stopSeconds, side: told ?? (tags.stop === "minor" ? "minor" : "nearer") };
    case "give_way":
      return { seconds: giveWaySeconds, side: told ?? "nearer" };
    default:
      return undefined;
  }
}
