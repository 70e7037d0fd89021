// The road network of an OSRM server, behind the same interface as our own: routes and matrices for the house, and its
// answers word for word for the route call.
import type { LatLng } from "../../domain/geo.ts";
import { isRefusal, type Promised, type Refusal, refuse } from "../../domain/refusal.ts";
import type {
  Profile,
  RoadMatrix,
  Roads,
  RoadsRefusal,
  RoadsVersion,
  RouteLeg,
  RouteLine,
} from "../../domain/roads.ts";
import { PLAIN_POINTS, PLAIN_ROUTE, type RouteQuestion, type TableQuestion } from "../question.ts";
import { connectOsrm, type OsrmAnswer, type OsrmBody, type OsrmService, type OsrmSettings } from "./osrm-client.ts";
import { routePath, tablePath } from "./osrm-path.ts";

export type RemoteRoads = Roads & {
  // OSRM's own JSON.
  readonly askRoute: (profile: Profile, question: RouteQuestion) => Promised<string, RoadsRefusal>;
  readonly askTable: (profile: Profile, question: TableQuestion) => Promised<string, RoadsRefusal>;
  readonly askService: (service: OsrmService, profile: Profile, path: string) => Promised<string, RoadsRefusal>;
  readonly close: () => Promise<void>;
};

// osrm-routed refuses tables of more than 100 coordinates unless told otherwise, so a large matrix goes out in blocks.
const BLOCK_SIDE = 50;
const BLOCKS_AT_ONCE = 4;

export function openRemoteRoads(settings: OsrmSettings): RemoteRoads {
  const client = connectOsrm(settings);
  let mapVersion = "unknown";

  async function ask(service: OsrmService, profile: Profile, path: string): Promised<OsrmAnswer, RoadsRefusal> {
    const answer = await client.ask(service, profile, path);
    if (isRefusal(answer)) return answer;
    if (typeof answer.body.data_version === "string" && answer.body.data_version !== "")
      mapVersion = answer.body.data_version;
    if (answer.code === "Ok") return answer;
    if (answer.code === "NoSegment") return refuse("NO_SEGMENT", answer.message || "A point has no road near it.");
    if (["NoRoute", "NoTable", "NoTrips", "NoMatch"].includes(answer.code)) {
      return refuse("NO_ROUTE", answer.message || "No way leads from one point to the next.");
    }
    // It answers, but not to us: wrong path, wrong limits, a tile server. Somebody must look at ROADS_URL.
    return refuse("ROADS_AWAY", `The routing server refuses the question: ${answer.code} ${answer.message}`.trim());
  }

  async function askText(service: OsrmService, profile: Profile, path: string): Promised<string, RoadsRefusal> {
    const answer = await ask(service, profile, path);
    return isRefusal(answer) ? answer : answer.text;
  }

  async function route(profile: Profile, points: readonly LatLng[]): Promised<RouteLine, RoadsRefusal> {
    const answer = await ask("route", profile, routePath(lineQuestion(points)));
    return isRefusal(answer) ? answer : readLine(answer.body, points.length - 1);
  }

  async function matrix(
    profile: Profile,
    sources: readonly LatLng[],
    targets: readonly LatLng[],
  ): Promised<RoadMatrix, RoadsRefusal> {
    const movedFrom = new Array<number>(sources.length).fill(0);
    const movedTo = new Array<number>(targets.length).fill(0);
    const whole = {
      sources: sources.length,
      targets: targets.length,
      distancesMeters: new Float64Array(sources.length * targets.length),
      durationsSeconds: new Float64Array(sources.length * targets.length),
      moved: { sourcesMeters: movedFrom, targetsMeters: movedTo },
    };
    const blocks = blocksOf(sources.length, targets.length);
    for (let first = 0; first < blocks.length; first += BLOCKS_AT_ONCE) {
      const refusals = await Promise.all(
        blocks.slice(first, first + BLOCKS_AT_ONCE).map(async ({ source, target }) => {
          const from = sources.slice(source, source + BLOCK_SIDE);
          const to = targets.slice(target, target + BLOCK_SIDE);
          const answer = await ask("table", profile, tablePath(blockQuestion(from, to)));
          if (isRefusal(answer)) return answer;
          const block = readTable(answer.body, from.length, to.length);
          if (isRefusal(block)) return block;
          for (let row = 0; row < from.length; row += 1) {
            const at = (source + row) * targets.length + target;
            whole.durationsSeconds.set(block.durationsSeconds.subarray(row * to.length, (row + 1) * to.length), at);
            whole.distancesMeters.set(block.distancesMeters.subarray(row * to.length, (row + 1) * to.length), at);
          }
          for (const [row, meters] of block.moved?.sourcesMeters.entries() ?? []) movedFrom[source + row] = meters;
          for (const [column, meters] of block.moved?.targetsMeters.entries() ?? []) movedTo[target + column] = meters;
          return undefined;
        }),
      );
      const refusal = refusals.find((found) => found !== undefined);
      if (refusal) return refusal;
    }
    return whole;
  }

  const version = (): RoadsVersion => ({ engine: "osrm", map: mapVersion, demo: false });
  return {
    version,
    route,
    matrix,
    askRoute: (profile, question) => askText("route", profile, routePath(question)),
    askTable: (profile, question) => askText("table", profile, tablePath(question)),
    askService: askText,
    close: client.close,
  };
}

const BARE = { generateHints: false, skipWaypoints: true } as const;

function lineQuestion(points: readonly LatLng[]): RouteQuestion {
  return { ...PLAIN_ROUTE, ...BARE, points, overview: "full" };
}

function blockQuestion(sources: readonly LatLng[], targets: readonly LatLng[]): TableQuestion {
  return {
    ...PLAIN_POINTS,
    ...BARE,
    // They say how far each point was moved to a road.
    skipWaypoints: false,
    points: [...sources, ...targets],
    sources: sources.map((_, i) => i),
    destinations: targets.map((_, i) => sources.length + i),
    durations: true,
    distances: true,
    fallback: undefined,
    scaleFactor: 1,
  };
}

function blocksOf(sources: number, targets: number): readonly { readonly source: number; readonly target: number }[] {
  const blocks = [];
  for (let source = 0; source < sources; source += BLOCK_SIDE) {
    for (let target = 0; target < targets; target += BLOCK_SIDE) blocks.push({ source, target });
  }
  return blocks;
}

// Reads what an OSRM server answered, believing nothing about its shape.
function readLine(body: OsrmBody, legs: number): RouteLine | Refusal<"ROADS_AWAY"> {
  const [route] = listOf(body.routes);
  const line = readLeg(route);
  const read = listOf(fieldOf(route, "legs")).map(readLeg);
  const polyline = fieldOf(route, "geometry");
  if (!line || read.length !== legs || typeof polyline !== "string") return notOsrm("route");
  const whole = read.filter((leg) => leg !== undefined);
  return whole.length === legs ? { ...line, legs: whole, polyline } : notOsrm("route");
}

function readTable(body: OsrmBody, sources: number, targets: number): RoadMatrix | Refusal<"ROADS_AWAY"> {
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
