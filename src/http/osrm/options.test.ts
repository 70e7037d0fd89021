import assert from "node:assert/strict";
import { test } from "node:test";
import { isRefusal } from "../../domain/refusal.ts";
import { parseRouteOptions, parseTableOptions } from "./options.ts";

const DEFAULTS = {
  radiusesMeters: undefined,
  hints: undefined,
  bearings: undefined,
  approaches: undefined,
  isFerryToo: false,
  generateHints: true,
  skipWaypoints: false,
  alternatives: 0,
  steps: false,
  geometries: "polyline",
  overview: "simplified",
  annotations: [],
  isAnyWayOn: false,
  waypoints: undefined,
};

test("without options a route is asked for as OSRM does", () => {
  assert.deepEqual(parseRouteOptions({}, 2), DEFAULTS);
});

test("every option of the route call is understood", () => {
  const query = {
    radiuses: "50;unlimited;",
    hints: "abc;;def",
    generate_hints: "false",
    skip_waypoints: "true",
    alternatives: "3",
    steps: "true",
    geometries: "geojson",
    overview: "full",
    annotations: "duration,distance",
    continue_straight: "false",
    approaches: "unrestricted;;curb",
    bearings: "90,20;;360,180",
    waypoints: "0;2",
    exclude: "none",
    snapping: "any",
  };
  assert.deepEqual(parseRouteOptions(query, 3), {
    radiusesMeters: [50, undefined, undefined],
    hints: ["abc", undefined, "def"],
    bearings: [{ degrees: 90, range: 20 }, undefined, { degrees: 360, range: 180 }],
    approaches: ["unrestricted", undefined, "curb"],
    isFerryToo: true,
    generateHints: false,
    skipWaypoints: true,
    alternatives: 3,
    steps: true,
    geometries: "geojson",
    overview: "full",
    annotations: ["distance", "duration"],
    isAnyWayOn: true,
    waypoints: [0, 2],
  });
});

test("true asks for one other way and for every annotation", () => {
  assert.deepEqual(parseRouteOptions({ alternatives: "true", annotations: "true" }, 2), {
    ...DEFAULTS,
    alternatives: 1,
    annotations: ["distance", "duration", "datasources", "nodes", "weight", "speed"],
  });
});

test("a table is of durations between all coordinates unless told otherwise", () => {
  const { radiusesMeters, hints, bearings, approaches, isFerryToo, generateHints, skipWaypoints } = DEFAULTS;
  const general = { radiusesMeters, hints, bearings, approaches, isFerryToo, generateHints, skipWaypoints };
  const bare = { ...general, fallback: undefined, scaleFactor: 1 };
  assert.deepEqual(parseTableOptions({}, 2), {
    ...bare,
    sources: [0, 1],
    destinations: [0, 1],
    durations: true,
    distances: false,
  });
  assert.deepEqual(parseTableOptions({ sources: "2", destinations: "all", annotations: "distance,duration" }, 3), {
    ...bare,
    sources: [2],
    destinations: [0, 1, 2],
    durations: true,
    distances: true,
  });
});

test("a departure is Unix seconds or a moment with its zone, of which the plus may come as a blank", () => {
  const departAt = new Date("2026-11-16T10:30:00Z");
  for (const depart_at of [
    "1794825000",
    "2026-11-16T10:30Z",
    "2026-11-16T17:30:00.000+07:00",
    "2026-11-16T17:30:00 07:00",
    "2026-11-16T05:30:00-05:00",
  ]) {
    assert.deepEqual(parseRouteOptions({ depart_at }, 2), { ...DEFAULTS, departAt }, depart_at);
  }
});

const routeFaults = [
  [{ geometry: "geojson" }, /^InvalidQuery: the option "geometry" is unknown\. There are: radiuses, hints, /],
  [{ __proto__: null, toString: "1" }, /^InvalidQuery: the option "toString" is unknown/],
  [{ overview: "all" }, /^InvalidValue: the option overview is "all", not one of simplified, full, false\.$/],
  [{ overview: ["full", "full"] }, /^InvalidQuery: the option overview is given twice\.$/],
  [{ geometries: "" }, /^InvalidValue: the option geometries is "", not one of polyline, polyline6, geojson\.$/],
  [{ steps: "yes" }, /^InvalidValue: the option steps is "yes", not true or false\.$/],
  [{ alternatives: "-1" }, /^InvalidValue: the option alternatives is "-1", not true, false or a number\.$/],
  [{ annotations: "duration,fun" }, /^InvalidValue: the option annotations is "fun", not /],
  [{ radiuses: "50" }, /^InvalidOptions: radiuses has 1 elements for 2 coordinates\.$/],
  [{ radiuses: "50;-1" }, /^InvalidValue: the option radiuses is "-1", not a number of metres from 0, or unlimited\.$/],
  [{ radiuses: "50;NaN" }, /^InvalidValue: the option radiuses is "NaN", /],
  [{ hints: "a;b;c" }, /^InvalidOptions: hints has 3 elements for 2 coordinates\.$/],
  [{ bearings: "90,181;" }, /^InvalidValue: the option bearings is "90,181", not two whole numbers with a comma/],
  [{ bearings: "361,10;" }, /^InvalidValue: the option bearings is "361,10"/],
  [{ bearings: "90;" }, /^InvalidValue: the option bearings is "90"/],
  [{ bearings: "90,20" }, /^InvalidOptions: bearings has 1 elements for 2 coordinates\.$/],
  [
    { approaches: "left;" },
    /^InvalidValue: the option approaches is "left", not one of unrestricted, curb, opposite\.$/,
  ],
  [
    { exclude: "toll,bridge" },
    /^InvalidValue: the option exclude is "bridge", not none or some of toll, motorway, ferry\.$/,
  ],
  [{ continue_straight: "maybe" }, /^InvalidValue: the option continue_straight is "maybe", not true or false\.$/],
  [
    { waypoints: "0" },
    /^InvalidValue: the option waypoints is "0", not rising indexes from 0 to 1, both among them\.$/,
  ],
  [{ waypoints: "1;0" }, /^InvalidValue: the option waypoints is "1;0"/],
  [{ waypoints: "0;2" }, /^InvalidValue: the option waypoints is "2", not an index from 0 to 1\.$/],
  ...["soon", "", "-5", "1e9", "2026-11-16", "2026-11-16T17:30", "2026-13-01T00:00Z", "17:30"].map(
    (depart_at) =>
      [
        { depart_at },
        /^InvalidValue: the option depart_at is "[^"]*", not Unix seconds, or a moment such as /,
      ] as const,
  ),
  [{ snapping: "all" }, /^InvalidValue: the option snapping is "all", not one of default, any\.$/],
] as const;
for (const [query, why] of routeFaults) {
  test(`a route call with ${JSON.stringify(query)} is refused by name`, () => {
    const options = parseRouteOptions(query, 2);
    assert.ok(isRefusal(options));
    assert.match(options.why, why);
  });
}

for (const [query, why] of [
  [{ sources: "2" }, /^InvalidValue: the option sources is "2", not an index from 0 to 1\.$/],
  [{ destinations: "0;x" }, /^InvalidValue: the option destinations is "x", /],
  [{ destinations: "0;1;0" }, /^TooBig: destinations has more elements than there are coordinates\.$/],
  [{ annotations: "true" }, /^InvalidValue: the option annotations is "true", not duration, distance or both\.$/],
  [{ scale_factor: "0" }, /^InvalidValue: the option scale_factor is "0", not a number of times above 0\.$/],
  [
    { fallback_speed: "-2" },
    /^InvalidValue: the option fallback_speed is "-2", not a number of metres a second above 0\.$/,
  ],
  [{ fallback_speed: "Infinity" }, /^InvalidValue: the option fallback_speed is "Infinity"/],
  [
    { fallback_coordinate: "road" },
    /^InvalidValue: the option fallback_coordinate is "road", not one of input, snapped\.$/,
  ],
  [{ overview: "full" }, /^InvalidQuery: the option "overview" is unknown/],
] as const) {
  test(`a table call with ${JSON.stringify(query)} is refused by name`, () => {
    const options = parseTableOptions(query, 2);
    assert.ok(isRefusal(options));
    assert.match(options.why, why);
  });
}
