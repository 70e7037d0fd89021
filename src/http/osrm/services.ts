// The services of OSRM's protocol: how many coordinates each takes, how its options are read, what it costs, and who answers.
import { matchCost, routeCallCost, tableCost, tripCost } from "../../domain/call-costs.ts";
import { isRefusal, type Promised, type Refusal } from "../../domain/refusal.ts";
import type { Profile, RoadsRefusal } from "../../domain/roads.ts";
import { pointsOf, type RoadsQuestion } from "../../roads/osrm-json/answers.ts";
import type { RouteQuestion } from "../../roads/question.ts";
import type { OsrmService } from "../../roads/remote/osrm-client.ts";
import { servicePath } from "../../roads/remote/osrm-path.ts";
import type { RemoteRoads } from "../../roads/remote/osrm-roads.ts";
import type { Coordinates, CoordinatesCount } from "./coordinates.ts";
import {
  parseMatchOptions,
  parseNearestOptions,
  parseRouteOptions,
  parseTableOptions,
  parseTripOptions,
  type Query,
} from "./options.ts";
import { KEY_PARAMETERS } from "./route-keys.ts";

type Asked = { readonly question: RoadsQuestion; readonly cost: number };
type Fault = Refusal<"BAD_REQUEST">;

export type Service = {
  readonly name: OsrmService;
  readonly count: CoordinatesCount;
  // OSRM's word where no way leads.
  readonly noWay: string;
  readonly read: (coordinates: Coordinates, query: Query) => Asked | Fault;
};

export const SERVICES: readonly Service[] = [
  {
    name: "route",
    count: { min: 2, max: 500 },
    noWay: "NoRoute",
    read: ({ points }, query) => {
      const options = parseRouteOptions(query, points.length);
      if (isRefusal(options)) return options;
      const route = { ...options, points };
      return { question: { route }, cost: costOf(route) };
    },
  },
  {
    name: "table",
    count: { min: 2, max: 500 },
    noWay: "NoTable",
    read: ({ points }, query) => {
      const options = parseTableOptions(query, points.length);
      if (isRefusal(options)) return options;
      const cost = tableCost(options.sources.length, options.destinations.length, isKeptOff(options));
      return { question: { table: { ...options, points } }, cost };
    },
  },
  {
    name: "nearest",
    count: { min: 1, max: 1 },
    noWay: "NoSegment",
    read: ({ points }, query) => {
      const options = parseNearestOptions(query, points.length);
      return isRefusal(options) ? options : { question: { nearest: { ...options, points } }, cost: 1 };
    },
  },
  {
    name: "trip",
    count: { min: 2, max: 100 },
    noWay: "NoTrips",
    read: ({ points }, query) => {
      const options = parseTripOptions(query, points.length);
      if (isRefusal(options)) return options;
      const trip = { ...options, points };
      return { question: { trip }, cost: costOf(trip) + tripCost(points.length, isKeptOff(options)) };
    },
  },
  {
    name: "match",
    count: { min: 2, max: 500 },
    noWay: "NoMatch",
    read: ({ points }, query) => {
      const options = parseMatchOptions(query, points.length);
      if (isRefusal(options)) return options;
      const match = { ...options, points };
      return { question: { match }, cost: costOf(match) + matchCost(points.length) };
    },
  },
];

function costOf(question: RouteQuestion): number {
  return routeCallCost({
    points: question.points.length,
    alternatives: question.alternatives,
    hasSteps: question.steps,
    hasAnnotations: question.annotations.length > 0,
    hasWholeLine: question.overview === "full",
    isKeptOff: isKeptOff(question),
  });
}

// What is closed at the hour one sets out is kept off like what is excluded.
function isKeptOff({ exclude, departAt }: Pick<RouteQuestion, "exclude" | "departAt">): boolean {
  return exclude !== undefined || departAt !== undefined;
}

export function askRemote(
  remote: RemoteRoads,
  profile: Profile,
  service: Service,
  question: RoadsQuestion,
  query: Query,
): Promised<string, RoadsRefusal> {
  if ("route" in question) return remote.askRoute(profile, question.route);
  if ("table" in question) return remote.askTable(profile, question.table);
  // Every option was read before, so all of them are texts; our key is nobody else's business.
  const options = Object.entries(query).filter(([name]) => !KEY_PARAMETERS.includes(name)) as [string, string][];
  return remote.askService(service.name, profile, servicePath(pointsOf(question), Object.fromEntries(options)));
}
