// Reads the options of a route call as OSRM documents them. What OSRM knows and we do not offer is refused by name, and so
// is what nobody knows: an option that is silently dropped gives an answer to another question.
import { isRefusal, type Refusal, refuse } from "../../domain/refusal.ts";
import { ALTERNATIVES_MAX } from "../../roads/path.ts";
import {
  GEOMETRIES,
  LINE_ANNOTATIONS,
  type LineAnnotationName,
  OVERVIEWS,
  type RouteQuestion,
  type TableQuestion,
} from "../../roads/question.ts";

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
  readonly bearings: undefined;
  readonly approaches: undefined;
  readonly exclude: undefined;
  readonly snapping: undefined;
};
type RouteOptions = GeneralOptions & {
  readonly alternatives: number;
  readonly steps: boolean;
  readonly geometries: RouteQuestion["geometries"];
  readonly overview: RouteQuestion["overview"];
  readonly annotations: readonly LineAnnotationName[];
  readonly continue_straight: boolean;
  readonly waypoints: undefined;
};
type TableOptions = GeneralOptions & {
  readonly sources: readonly number[] | undefined;
  readonly destinations: readonly number[] | undefined;
  readonly annotations: { readonly durations: boolean; readonly distances: boolean };
  readonly fallback_speed: undefined;
  readonly fallback_coordinate: undefined;
  readonly scale_factor: undefined;
};

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
  bearings: (text, points) => nothingBut("bearings", text, points, []),
  approaches: (text, points) => nothingBut("approaches", text, points, ["unrestricted"]),
  exclude: (text) => (text === "none" ? undefined : notOffered("exclude", text)),
  snapping: (text) => (text === "default" ? undefined : notOffered("snapping", text)),
};

const ROUTE: Readers<RouteOptions> = {
  ...GENERAL,
  alternatives: (text) => {
    if (text === "false") return 0;
    // A search may always find fewer than were asked for.
    if (text === "true" || /^\d+$/.test(text)) return Math.min(text === "true" ? 1 : Number(text), ALTERNATIVES_MAX);
    return invalid("alternatives", text, "true, false or a number");
  },
  steps: (text) => readSwitch("steps", text),
  geometries: (text) => oneOf("geometries", text, GEOMETRIES),
  overview: (text) => oneOf("overview", text, OVERVIEWS),
  annotations: (text) => {
    if (text === "false") return [];
    if (text === "true") return LINE_ANNOTATIONS;
    const names = text.split(",");
    const odd = names.find((name) => !LINE_ANNOTATIONS.some((known) => known === name));
    if (odd === "nodes" || odd === "datasources") return notOffered("annotations", odd);
    if (odd !== undefined) return invalid("annotations", odd, `true, false or some of ${LINE_ANNOTATIONS.join(", ")}`);
    return LINE_ANNOTATIONS.filter((name) => names.includes(name));
  },
  continue_straight: (text) => (text === "default" ? true : readSwitch("continue_straight", text)),
  waypoints: (text, points) => {
    const every = Array.from({ length: points }, (_, i) => i).join(";");
    return text === every ? undefined : notOffered("waypoints", text);
  },
};

const TABLE: Readers<TableOptions> = {
  ...GENERAL,
  sources: (text, points) => readIndexes("sources", text, points),
  destinations: (text, points) => readIndexes("destinations", text, points),
  annotations: (text) => {
    const names = text.split(",");
    const odd = names.find((name) => name !== "duration" && name !== "distance");
    if (odd !== undefined) return invalid("annotations", odd, "duration, distance or both");
    return { durations: names.includes("duration"), distances: names.includes("distance") };
  },
  fallback_speed: (text) => notOffered("fallback_speed", text),
  fallback_coordinate: (text) => notOffered("fallback_coordinate", text),
  scale_factor: (text) => notOffered("scale_factor", text),
};

export function parseRouteOptions(query: Query, points: number): Omit<RouteQuestion, "points"> | Fault {
  const options = readOptions<RouteOptions>(ROUTE, query, points);
  if (isRefusal(options)) return options;
  return {
    ...generalOf(options),
    alternatives: options.alternatives ?? 0,
    steps: options.steps ?? false,
    geometries: options.geometries ?? "polyline",
    overview: options.overview ?? "simplified",
    annotations: options.annotations ?? [],
    isAnyWayOn: options.continue_straight === false,
  };
}

export function parseTableOptions(query: Query, points: number): Omit<TableQuestion, "points"> | Fault {
  const options = readOptions<TableOptions>(TABLE, query, points);
  if (isRefusal(options)) return options;
  const every = Array.from({ length: points }, (_, i) => i);
  return {
    ...generalOf(options),
    sources: options.sources ?? every,
    destinations: options.destinations ?? every,
    durations: options.annotations?.durations ?? true,
    distances: options.annotations?.distances ?? false,
  };
}

function generalOf(options: Partial<GeneralOptions>) {
  return {
    radiusesMeters: options.radiuses,
    hints: options.hints,
    generateHints: options.generate_hints ?? true,
    skipWaypoints: options.skip_waypoints ?? false,
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

function eachPoint<T>(
  name: string,
  text: string,
  points: number,
  read: (element: string) => T | Fault,
): readonly (T | undefined)[] | Fault {
  const elements = text.split(";");
  if (elements.length !== points) {
    return fault("InvalidOptions", `${name} has ${elements.length} elements for ${points} coordinates`);
  }
  const values: (T | undefined)[] = [];
  for (const element of elements) {
    const value = element === "" ? undefined : read(element);
    if (isRefusal<T | undefined, "BAD_REQUEST">(value)) return value;
    values.push(value);
  }
  return values;
}

// For options that OSRM has and we do not: only elements that change nothing.
function nothingBut(name: string, text: string, points: number, plain: readonly string[]): undefined | Fault {
  const elements = eachPoint(name, text, points, (element) =>
    plain.includes(element) ? undefined : notOffered(name, element),
  );
  return isRefusal(elements) ? elements : undefined;
}

function readIndexes(name: string, text: string, points: number): readonly number[] | undefined | Fault {
  if (text === "all") return undefined;
  const indexes: number[] = [];
  for (const element of text.split(";")) {
    const index = Number(element);
    if (!/^\d+$/.test(element) || index >= points) return invalid(name, element, `an index from 0 to ${points - 1}`);
    indexes.push(index);
  }
  if (indexes.length > points) return fault("TooBig", `${name} has more elements than there are coordinates`);
  return indexes;
}

function readSwitch(name: string, text: string): boolean | Fault {
  if (text === "true") return true;
  return text === "false" ? false : invalid(name, text, "true or false");
}

function oneOf<const T extends string>(name: string, text: string, known: readonly T[]): T | Fault {
  return known.find((word) => word === text) ?? invalid(name, text, `one of ${known.join(", ")}`);
}

function invalid(name: string, text: string, wanted: string): Fault {
  return fault("InvalidValue", `the option ${name} is ${JSON.stringify(text.slice(0, 40))}, not ${wanted}`);
}

function notOffered(name: string, text: string): Fault {
  return fault("NotImplemented", `the option ${name}=${text.slice(0, 40)} is not offered here`);
}

function fault(code: string, why: string): Fault {
  return refuse("BAD_REQUEST", `${code}: ${why}.`);
}
