// What a vehicle meets at a single point of a way: a barrier, traffic lights.
import type { Tags } from "../../extract/extract.ts";
import { accessOf } from "./access.ts";
import type { Vehicle } from "./vehicle.ts";

export type NodeRule = {
  readonly isBlocked: boolean;
  // Lights in the middle of a way may be there for one direction only.
  readonly lights: "none" | "forward" | "backward" | "both";
};

export function nodeRule(tags: Tags, vehicle: Vehicle): NodeRule {
  return { isBlocked: isBlocked(tags, vehicle), lights: lightsOf(tags) };
}

function isBlocked(tags: Tags, vehicle: Vehicle): boolean {
  if (tags.barrier === undefined) return false;
  const access = accessOf(tags, vehicle);
  if (access !== "untold") return access === "closed";
  return !vehicle.passes.has(tags.barrier);
}

function lightsOf(tags: Tags): NodeRule["lights"] {
  if (tags.highway !== "traffic_signals") return "none";
  const told = tags["traffic_signals:direction"];
  return told === "forward" || told === "backward" ? told : "both";
}
