// Reads what an OSRM server answered, believing nothing about its shape.
import { type Refusal, refuse } from "../../domain/refusal.ts";
import type { RoadMatrix, RouteLeg, RouteLine } from "../../domain/roads.ts";
import type { OsrmBody } from "./osrm-client.ts";

export function readLine(body: OsrmBody, legs: number): RouteLine | Refusal<"ROADS_AWAY"> {
  const [route] = listOf(body.routes);
  const line = readLeg(route);
  const read = listOf(fieldOf(route, "legs")).map(readLeg);
  const polyline = fieldOf(route, "geometry");
  if (!line || read.length !== legs || typeof polyline !== "string") return notOsrm("route");
  const whole = read.filter((leg) => leg !== undefined);
  return whole.length === legs ? { ...line, legs: whole, polyline } : notOsrm("route");
}

export function readTable(body: OsrmBody, sources: number, targets: number): RoadMatrix | Refusal<"ROADS_AWAY"> {
  const durationsSeconds = readCells(body.durations, sources, targets);
  const distancesMeters = readCells(body.distances, sources, targets);
  if (!durationsSeconds || !distancesMeters) return notOsrm("table");
  const sourcesMeters = readMoved(body.sources, sources);
  const targetsMeters = readMoved(body.destinations, targets);
  const moved = sourcesMeters && targetsMeters ? { moved: { sourcesMeters, targetsMeters } } : {};
  return { sources, targets, distancesMeters, durationsSeconds, ...moved };
}

// Servers may be told to leave the waypoints out.
function readMoved(waypoints: unknown, count: number): readonly number[] | undefined {
  const meters = listOf(waypoints).map((waypoint) => fieldOf(waypoint, "distance"));
  return meters.length === count && meters.every((each) => typeof each === "number") ? meters : undefined;
}

// A null cell means that no way leads there.
function readCells(rows: unknown, sources: number, targets: number): Float64Array | undefined {
  const cells = listOf(rows).flatMap((row) => listOf(row));
  const sound = cells.every((cell) => cell === null || (typeof cell === "number" && cell >= 0));
  if (!sound || cells.length !== sources * targets) return undefined;
  return Float64Array.from(cells, (cell) => (typeof cell === "number" ? cell : Number.POSITIVE_INFINITY));
}

function readLeg(part: unknown): RouteLeg | undefined {
  const distanceMeters = fieldOf(part, "distance");
  const durationSeconds = fieldOf(part, "duration");
  if (typeof distanceMeters !== "number" || typeof durationSeconds !== "number") return undefined;
  return { distanceMeters, durationSeconds };
}

function fieldOf(part: unknown, name: string): unknown {
  return typeof part === "object" && part !== null ? Object.getOwnPropertyDescriptor(part, name)?.value : undefined;
}

function listOf(part: unknown): readonly unknown[] {
  return Array.isArray(part) ? part : [];
}

function notOsrm(what: string): Refusal<"ROADS_AWAY"> {
  return refuse("ROADS_AWAY", `The routing server's ${what} is not shaped as OSRM's.`);
}
