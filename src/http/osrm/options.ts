// Reads the options of the calls in OSRM's protocol as OSRM documents them. What nobody knows is refused by name: an option that
// is silently dropped gives an answer to another question.
import { isRefusal, type Refusal } from "../../domain/refusal.ts";
import {
  ALTERNATIVES_MAX,
  APPROACHES,
  type Approach,
  EXCLUSIONS,
  type Exclusion,
  type Heading,
} from "../../roads/path.ts";
import {
  GEOMETRIES,
  LINE_ANNOTATIONS,
  type LineAnnotationName,
  type MatchQuestion,
  type NearestQuestion,
  OVERVIEWS,
  PLAIN_ROUTE,
  type RouteQuestion,
  type TableQuestion,
  type TripQuestion,
} from "../../roads/question.ts";
import {
  eachPoint,
  fault,
  invalid,
  knownWord,
  readAmount,
  readIndexes,
  readMoment,
  readSwitch,
} from "./option-values.ts";
import { KEY_PARAMETERS } from "./route-keys.ts";

export type Query = Readonly<Record<string, unknown>>;
type Fault = Refusal<"BAD_REQUEST">;
type Reader<T> = (text: string, points: number) => T | Fault;
type Readers<T> = { readonly [Name in keyof T]: Reader<T[Name]> };

// By OSRM's names.
type GeneralOptions = {
  readonly radiuses: readonly (number | undefined)[];
  readonly hints: readonly (string | undefined)[];
  readonly generate_hints: boolean;
  readonly skip_waypoints: boolean;
  readonly bearings: readonly (Heading | undefined)[];
  readonly approaches: readonly (Approach | undefined)[];
  readonly exclude: readonly Exclusion[] | undefined;
  readonly snapping: "default" | "any";
};
type LineOptions = GeneralOptions & {
  readonly steps: boolean;
  readonly geometries: RouteQuestion["geometries"];
  readonly overview: RouteQuestion["overview"];
  readonly annotations: readonly LineAnnotationName[];
};
type Departing = { readonly depart_at: Date };
type RouteOptions = LineOptions &
  Departing & {
    readonly alternatives: number;
    readonly continue_straight: boolean;
    readonly waypoints: readonly number[];
  };
type TableOptions = GeneralOptions &
  Departing & {
    readonly sources: readonly number[] | undefined;
    readonly destinations: readonly number[] | undefined;
    readonly annotations: { readonly durations: boolean; readonly distances: boolean };
    readonly fallback_speed: number;
    readonly fallback_coordinate: "input" | "snapped";
    readonly scale_factor: number;
  };
type TripOptions = LineOptions &
  Departing & {
    readonly roundtrip: boolean;
    readonly source: "any" | "first";
    readonly destination: "any" | "last";
  };
type MatchOptions = LineOptions & {
  readonly timestamps: readonly (number | undefined)[];
  readonly gaps: "split" | "ignore";
  readonly tidy: boolean;
  readonly waypoints: readonly number[];
};
type NearestOptions = GeneralOptions & { readonly number: number };

const NEAREST_MAX = 100;

const GENERAL: Readers<GeneralOptions> = {
  radiuses: (text, points) =>
    eachPoint("radiuses", text, points, (element) => {
      if (element === "unlimited") return undefined;
      const meters = Number(element);
      return meters >= 0 ? meters : invalid("radiuses", element, "a number of metres from 0, or unlimited");
    }),
  hints: (text, points) => eachPoint("hints", text, points, (element) => element),
  generate_hints: (text) => readSwitch("generate_hints", text),
  skip_waypoints: (text) => readSwitch("skip_waypoints", text),
  bearings: (text, points) =>
    eachPoint("bearings", text, points, (element) => {
      const [, degrees, range] = /^(\d{1,3}),(\d{1,3})$/.exec(element) ?? [];
      const heading = { degrees: Number(degrees), range: Number(range) };
      if (heading.degrees <= 360 && heading.range <= 180) return heading;
      return invalid("bearings", element, "two whole numbers with a comma, from 0 to 360 and from 0 to 180");
    }),
  approaches: (text, points) =>
    eachPoint("approaches", text, points, (word) => knownWord("approaches", word, APPROACHES)),
  exclude: (text) => {
    if (text === "none") return undefined;
    const names = text.split(",");
    const odd = names.find((name) => !EXCLUSIONS.some((known) => known === name));
    if (odd !== undefined) return invalid("exclude", odd, `none or some of ${EXCLUSIONS.join(", ")}`);
    return EXCLUSIONS.filter((name) => names.includes(name));
  },
  snapping: (text) => knownWord("snapping", text, ["default", "any"]),
};

const LINE: Readers<LineOptions> = {
  ...GENERAL,
  steps: (text) => readSwitch("steps", text),
  geometries: (text) => knownWord("geometries", text, GEOMETRIES),
  overview: (text) => knownWord("overview", text, OVERVIEWS),
  annotations: (text) => {
    if (text === "false") return [];
    if (text === "true") return LINE_ANNOTATIONS;
    const names = text.split(",");
    const odd = names.find((name) => !LINE_ANNOTATIONS.some((known) => known === name));
    if (odd !== undefined) return invalid("annotations", odd, `true, false or some of ${LINE_ANNOTATIONS.join(", ")}`);
    return LINE_ANNOTATIONS.filter((name) => names.includes(name));
  },
};

const DEPARTING: Readers<Departing> = { depart_at: (text) => readMoment("depart_at", text) };

const ROUTE: Readers<RouteOptions> = {
  ...LINE,
  ...DEPARTING,
  alternatives: (text) => {
    if (text === "false") return 0;
    // A search may always find fewer than were asked for.
    if (text === "true" || /^\d+$/.test(text)) return Math.min(text === "true" ? 1 : Number(text), ALTERNATIVES_MAX);
    return invalid("alternatives", text, "true, false or a number");
  },
  continue_straight: (text) => (text === "default" ? true : readSwitch("continue_straight", text)),
  waypoints: readStops,
};

const TABLE: Readers<TableOptions> = {
  ...GENERAL,
  ...DEPARTING,
  sources: (text, points) => readSome("sources", text, points),
  destinations: (text, points) => readSome("destinations", text, points),
  annotations: (text) => {
    const names = text.split(",");
    const odd = names.find((name) => name !== "duration" && name !== "distance");
    if (odd !== undefined) return invalid("annotations", odd, "duration, distance or both");
    return { durations: names.includes("duration"), distances: names.includes("distance") };
  },
  fallback_speed: (text) => readAmount("fallback_speed", text, "metres a second"),
  fallback_coordinate: (text) => knownWord("fallback_coordinate", text, ["input", "snapped"]),
  scale_factor: (text) => readAmount("scale_factor", text, "times"),
};

const TRIP: Readers<TripOptions> = {
  ...LINE,
  ...DEPARTING,
  roundtrip: (text) => readSwitch("roundtrip", text),
  source: (text) => knownWord("source", text, ["any", "first"]),
  destination: (text) => knownWord("destination", text, ["any", "last"]),
};

const MATCH: Readers<MatchOptions> = {
  ...LINE,
  timestamps: (text, points) => {
    const times = eachPoint("timestamps", text, points, (element) =>
      /^\d{1,12}$/.test(element) ? Number(element) : invalid("timestamps", element, "whole seconds"),
    );
    if (isRefusal(times) || times.every((time, i) => i === 0 || !((time ?? 0) <= (times[i - 1] ?? -1)))) return times;
    return invalid("timestamps", text, "rising");
  },
  gaps: (text) => knownWord("gaps", text, ["split", "ignore"]),
  // Sightings that tell nothing new are left out whether asked or not.
  tidy: (text) => readSwitch("tidy", text),
  waypoints: readStops,
};

const NEAREST: Readers<NearestOptions> = {
  ...GENERAL,
  number: (text) => {
    const number = Number(text);
    if (!/^\d+$/.test(text) || number < 1) return invalid("number", text, "a whole number from 1");
    return number <= NEAREST_MAX ? number : fault("TooBig", `the option number is ${text}, over ${NEAREST_MAX}`);
  },
};

export function parseRouteOptions(query: Query, points: number): Omit<RouteQuestion, "points"> | Fault {
  const options = readOptions<RouteOptions>(ROUTE, query, points);
  if (isRefusal(options)) return options;
  return {
    ...generalOf(options),
    ...lineOf(options),
    alternatives: options.alternatives ?? 0,
    isAnyWayOn: options.continue_straight === false,
    waypoints: options.waypoints,
  };
}

export function parseTableOptions(query: Query, points: number): Omit<TableQuestion, "points"> | Fault {
  const options = readOptions<TableOptions>(TABLE, query, points);
  if (isRefusal(options)) return options;
  const every = Array.from({ length: points }, (_, i) => i);
  const { fallback_speed: metersPerSecond } = options;
  return {
    ...generalOf(options),
    sources: options.sources ?? every,
    destinations: options.destinations ?? every,
    durations: options.annotations?.durations ?? true,
    distances: options.annotations?.distances ?? false,
    fallback:
      metersPerSecond === undefined ? undefined : { metersPerSecond, from: options.fallback_coordinate ?? "input" },
    scaleFactor: options.scale_factor ?? 1,
  };
}

export function parseTripOptions(query: Query, points: number): Omit<TripQuestion, "points"> | Fault {
  const options = readOptions<TripOptions>(TRIP, query, points);
  if (isRefusal(options)) return options;
  const ends = {
    isRound: options.roundtrip ?? true,
    isFirstFixed: options.source === "first",
    isLastFixed: options.destination === "last",
  };
  return { ...PLAIN_ROUTE, ...generalOf(options), ...lineOf(options), ends };
}

export function parseMatchOptions(query: Query, points: number): Omit<MatchQuestion, "points"> | Fault {
  const options = readOptions<MatchOptions>(MATCH, query, points);
  if (isRefusal(options)) return options;
  return {
    ...PLAIN_ROUTE,
    ...generalOf(options),
    ...lineOf(options),
    waypoints: options.waypoints,
    timestamps: options.timestamps,
    isOneOverPauses: options.gaps === "ignore",
  };
}

export function parseNearestOptions(query: Query, points: number): Omit<NearestQuestion, "points"> | Fault {
  const options = readOptions<NearestOptions>(NEAREST, query, points);
  return isRefusal(options) ? options : { ...generalOf(options), count: options.number ?? 1 };
}

function generalOf(options: Partial<GeneralOptions & Departing>) {
  return {
    radiusesMeters: options.radiuses,
    hints: options.hints,
    bearings: options.bearings,
    approaches: options.approaches,
    isFerryToo: options.snapping === "any",
    generateHints: options.generate_hints ?? true,
    skipWaypoints: options.skip_waypoints ?? false,
    ...(options.exclude && { exclude: options.exclude }),
    ...(options.depart_at && { departAt: options.depart_at }),
  };
}

function lineOf(options: Partial<LineOptions>) {
  return {
    steps: options.steps ?? false,
    geometries: options.geometries ?? "polyline",
    overview: options.overview ?? "simplified",
    annotations: options.annotations ?? [],
  };
}

function readOptions<T extends object>(readers: Readers<T>, query: Query, points: number): Partial<T> | Fault {
  const read: Partial<T> = {};
  for (const name in query) {
    if (KEY_PARAMETERS.includes(name)) continue;
    const text = query[name];
    if (!isKnown(readers, name)) {
      return fault(
        "InvalidQuery",
        `the option ${JSON.stringify(name.slice(0, 40))} is unknown. There are: ${Object.keys(readers).join(", ")}`,
      );
    }
    if (typeof text !== "string") return fault("InvalidQuery", `the option ${name} is given twice`);
    const value = readers[name](text, points);
    if (isRefusal(value)) return value;
    read[name] = value;
  }
  return read;
}

function isKnown<T extends object>(readers: Readers<T>, name: string | keyof T): name is keyof T {
  return Object.hasOwn(readers, name);
}

// Every point is a stop unless told.
function readStops(text: string, points: number): readonly number[] | Fault {
  const stops = readIndexes("waypoints", text, points);
  if (isRefusal(stops)) return stops;
  const isRising = stops.every((stop, i) => i === 0 || stop > stops[i - 1]!);
  if (isRising && stops[0] === 0 && stops.at(-1) === points - 1) return stops;
  return invalid("waypoints", text, `rising indexes from 0 to ${points - 1}, both among them`);
}

function readSome(name: string, text: string, points: number): readonly number[] | undefined | Fault {
  if (text === "all") return undefined;
  const indexes = readIndexes(name, text, points);
  if (isRefusal(indexes) || indexes.length <= points) return indexes;
  return fault("TooBig", `${name} has more elements than there are coordinates`);
}
