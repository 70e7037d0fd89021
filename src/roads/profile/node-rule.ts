// What a vehicle meets at a single point of a way: a barrier, traffic lights.
import type { Tags } from "../../extract/extract.ts";
import { accessOf } from "./access.ts";
import type { Vehicle } from "./vehicle.ts";

export type NodeRule = {
  // Restricted: for those who have a door behind it.
  readonly passing: "open" | "restricted" | "closed";
  // Lights in the middle of a way may be there for one direction only.
  readonly lights: "none" | "forward" | "backward" | "both";
};

export function nodeRule(tags: Tags, vehicle: Vehicle): NodeRule {
  return { passing: passingOf(tags, vehicle), lights: lightsOf(tags) };
}

function passingOf(tags: Tags, vehicle: Vehicle): NodeRule["passing"] {
  const access = accessOf(tags, vehicle);
  if (access === "closed") return "closed";
  if (access === "ends") return "restricted";
  if (tags.barrier === undefined || access !== "untold") return "open";
  return vehicle.passes.has(tags.barrier) ? "open" : "closed";
}

function lightsOf(tags: Tags): NodeRule["lights"] {
  if (tags.highway !== "traffic_signals") return "none";
  const told = tags["traffic_signals:direction"];
  return told === "forward" || told === "backward" ? told : "both";
}
