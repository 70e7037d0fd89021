// The route call in the API reference. Described here, read in coordinates.ts and options.ts.
import { Type } from "typebox";

const Words = Type.Object(
  {
    code: Type.String({ examples: ["Bad Request", "Unauthorized", "Not Found", "Internal Server Error"] }),
    title: Type.String(),
    description: Type.String(),
    message: Type.String({ description: "The same sentence as description; OSRM clients read it here." }),
  },
  { title: "Route call error" },
);

const Params = Type.Object({
  profile: Type.String({ description: "car, or bike for a motorbike.", examples: ["bike"] }),
  coordinates: Type.String({
    description: "2 to 100 pairs lng,lat separated by ; or polyline(…), polyline6(…). May end in .json.",
    examples: ["106.7032,10.7766;106.698,10.7721"],
  }),
});

const text = (description: string, example: string) => Type.Optional(Type.String({ description, examples: [example] }));

const GeneralQuery = {
  radiuses: text("Metres within which a road is looked for, one a coordinate; at most 2000.", "50;unlimited"),
  hints: text("The hints of an earlier answer, one a coordinate: the road is not looked for again.", ";"),
  generate_hints: text("false leaves the hints out.", "false"),
  skip_waypoints: text("true leaves the waypoints out.", "true"),
};

const Waypoint = Type.Object({
  hint: Type.Optional(Type.String()),
  distance: Type.Number({ description: "Metres from the coordinate to the road." }),
  name: Type.String(),
  location: Type.Array(Type.Number(), { description: "[lng, lat] on the road." }),
});

const amounts = {
  weight: Type.Number(),
  duration: Type.Number({ description: "Seconds." }),
  distance: Type.Number({ description: "Metres." }),
};

const Route = Type.Object({
  geometry: Type.Optional(
    Type.Unknown({ description: "Encoded polyline, or a GeoJSON LineString with geometries=geojson." }),
  ),
  legs: Type.Array(
    Type.Object({
      steps: Type.Array(Type.Unknown({ description: "OSRM's RouteStep." })),
      summary: Type.String(),
      ...amounts,
      annotation: Type.Optional(Type.Unknown({ description: "OSRM's Annotation." })),
    }),
  ),
  weight_name: Type.String({ examples: ["duration"] }),
  ...amounts,
});

const call = {
  tags: ["Routes"],
  params: Params,
};
const refusals = { "4xx": Words, "5xx": Words };

export const routeSchema = {
  ...call,
  operationId: "route",
  summary: "Route and distance",
  description: "The fastest way through the coordinates, in OSRM's v1 protocol.",
  querystring: Type.Object({
    geometries: text("polyline (default), polyline6 or geojson.", "geojson"),
    overview: text("simplified (default), full or false.", "full"),
    steps: text("true tells the way turn by turn.", "true"),
    alternatives: text("true or a number: up to 2 other ways between two coordinates.", "true"),
    annotations: text("true, or some of distance, duration, weight, speed.", "distance,duration"),
    continue_straight: text(
      "default or true: no turning round at a stop unless it is a dead end. false: from every stop on either way, as orders are priced.",
      "true",
    ),
    ...GeneralQuery,
  }),
  response: {
    200: Type.Object({ code: Type.Literal("Ok"), routes: Type.Array(Route), waypoints: Type.Array(Waypoint) }),
    ...refusals,
  },
};

const Cells = Type.Array(Type.Array(Type.Union([Type.Number(), Type.Null()])));

export const tableSchema = {
  ...call,
  operationId: "table",
  summary: "Table of durations and distances",
  description: "The fastest ways between many coordinates at once. A cell is null where no way leads.",
  querystring: Type.Object({
    sources: text("Indexes of coordinates separated by ; or all (default).", "0"),
    destinations: text("Indexes of coordinates separated by ; or all (default).", "1;2"),
    annotations: text("duration (default), distance or both.", "duration,distance"),
    ...GeneralQuery,
  }),
  response: {
    200: Type.Object({
      code: Type.Literal("Ok"),
      durations: Type.Optional(Cells),
      distances: Type.Optional(Cells),
      sources: Type.Optional(Type.Array(Waypoint)),
      destinations: Type.Optional(Type.Array(Waypoint)),
    }),
    ...refusals,
  },
};
