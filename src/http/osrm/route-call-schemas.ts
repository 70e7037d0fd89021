// The route call and its sisters in the API reference. Described here, read in coordinates.ts and options.ts.
import { Type } from "typebox";
import { field, maybe } from "../../contract/fields.ts";

const Words = Type.Object(
  {
    code: Type.String({ examples: ["Bad Request", "Unauthorized", "Not Found", "Internal Server Error"] }),
    title: Type.String(),
    description: Type.String(),
    message: field.text("The same sentence as description; OSRM clients read it here."),
  },
  { title: "Route call error" },
);

const params = (description: string, example = "106.7032,10.7766;106.698,10.7721") =>
  Type.Object({
    profile: field.text("car, or bike for a motorbike.", { examples: ["bike"] }),
    coordinates: Type.String({ description, examples: [example] }),
  });
const MANY = "2 to 500 pairs lng,lat separated by ; or polyline(…), polyline6(…). May end in .json.";

const text = (description: string, example: string) => maybe(Type.String({ description, examples: [example] }));

const GeneralQuery = {
  radiuses: text("Metres within which a road is looked for, one a coordinate; at most 2000.", "50;unlimited"),
  hints: text("The hints of an earlier answer, one a coordinate: the road is not looked for again.", ";"),
  generate_hints: text("false leaves the hints out.", "false"),
  skip_waypoints: text("true leaves the waypoints out.", "true"),
  bearings: text(
    "Which way one heads at a coordinate: degrees from north and how far off them, one a coordinate.",
    "90,45;",
  ),
  approaches: text(
    "unrestricted (default), curb or opposite: on which side of the road a coordinate has to be.",
    "curb;",
  ),
  exclude: text("Some of toll, motorway, ferry with a comma: kinds of road to keep off.", "toll,ferry"),
  snapping: text("default, or any: also on a ferry.", "any"),
};

const Waypoint = Type.Object({
  hint: maybe(Type.String()),
  distance: field.number("Metres from the coordinate to the road."),
  name: Type.String(),
  location: Type.Array(Type.Number(), { description: "[lng, lat] on the road." }),
});

const amounts = {
  weight: Type.Number(),
  duration: field.number("Seconds."),
  distance: field.number("Metres."),
};

const Route = Type.Object({
  geometry: maybe(Type.Unknown({ description: "Encoded polyline, or a GeoJSON LineString with geometries=geojson." })),
  legs: Type.Array(
    Type.Object({
      steps: Type.Array(Type.Unknown({ description: "OSRM's RouteStep." })),
      summary: Type.String(),
      ...amounts,
      annotation: maybe(Type.Unknown({ description: "OSRM's Annotation." })),
    }),
  ),
  weight_name: Type.String({ examples: ["duration"] }),
  ...amounts,
});

const tags = ["Routes"];
const refusals = { "4xx": Words, "5xx": Words };
const head = {
  code: Type.Literal("Ok"),
  data_version: maybe(field.text("Of the map.")),
};

const LineQuery = {
  geometries: text("polyline (default), polyline6 or geojson.", "geojson"),
  overview: text("simplified (default), full or false.", "full"),
  steps: text("true tells the way turn by turn.", "true"),
  annotations: text("true, or some of distance, duration, datasources, nodes, weight, speed.", "distance,duration"),
};

const depart = text(
  "When one sets out: Unix seconds or ISO 8601. Times as drivers were seen to take at that hour, without what is closed then.",
  "2026-11-16T17:30:00+07:00",
);

const routeSchema = {
  tags,
  params: params(MANY),
  operationId: "route",
  summary: "Route and distance",
  description: "The fastest way through the coordinates, in OSRM's v1 protocol.",
  querystring: Type.Object({
    ...LineQuery,
    alternatives: text("true or a number: up to 3 other ways between two coordinates.", "true"),
    continue_straight: text(
      "default or true: no turning round at a stop unless it is a dead end. false: from every stop on either way, as orders are priced.",
      "true",
    ),
    waypoints: text(
      "Indexes of the coordinates that are stops, the first and the last among them; the others are driven by.",
      "0;1",
    ),
    depart_at: depart,
    ...GeneralQuery,
  }),
  response: {
    200: Type.Object({ ...head, routes: Type.Array(Route), waypoints: maybe(Type.Array(Waypoint)) }),
    ...refusals,
  },
};

const Cells = Type.Array(Type.Array(Type.Union([Type.Number(), Type.Null()])));

const tableSchema = {
  tags,
  params: params(MANY),
  operationId: "table",
  summary: "Table of durations and distances",
  description: "The fastest ways between many coordinates at once. A cell is null where no way leads.",
  querystring: Type.Object({
    sources: text("Indexes of coordinates separated by ; or all (default).", "0"),
    destinations: text("Indexes of coordinates separated by ; or all (default).", "1;2"),
    annotations: text("duration (default), distance or both.", "duration,distance"),
    fallback_speed: text("Metres a second of the crow where no way leads.", "10"),
    fallback_coordinate: text("input (default) or snapped: from where the crow flies.", "snapped"),
    scale_factor: text("Every duration is multiplied by it.", "1.2"),
    depart_at: depart,
    ...GeneralQuery,
  }),
  response: {
    200: Type.Object({
      ...head,
      durations: maybe(Cells),
      distances: maybe(Cells),
      sources: maybe(Type.Array(Waypoint)),
      destinations: maybe(Type.Array(Waypoint)),
      fallback_speed_cells: maybe(
        Type.Array(Type.Array(Type.Integer()), { description: "Row and column of the cells the crow filled." }),
      ),
    }),
    ...refusals,
  },
};

const nearestSchema = {
  tags,
  params: params("One pair lng,lat. May end in .json.", "106.7032,10.7766"),
  operationId: "nearest",
  summary: "Nearest roads",
  description: "The roads nearest to a coordinate, in OSRM's v1 protocol.",
  querystring: Type.Object({ number: text("How many, 1 (default) to 100.", "3"), ...GeneralQuery }),
  response: {
    200: Type.Object({
      ...head,
      waypoints: Type.Array(
        Type.Object({
          nodes: Type.Array(Type.Number(), { description: "OpenStreetMap's numbers of the nodes on both sides." }),
          ...Waypoint.properties,
        }),
      ),
    }),
    ...refusals,
  },
};

const tripSchema = {
  tags,
  params: params("2 to 100 pairs lng,lat separated by ; or polyline(…), polyline6(…). May end in .json."),
  operationId: "trip",
  summary: "Stops in the best order",
  description: "The fastest way over all coordinates in whichever order, in OSRM's v1 protocol.",
  querystring: Type.Object({
    roundtrip: text("true (default) comes back to where it began.", "false"),
    source: text("any (default) or first: which coordinate it begins at.", "first"),
    destination: text("any (default) or last: which coordinate it ends at.", "last"),
    ...LineQuery,
    depart_at: depart,
    ...GeneralQuery,
  }),
  response: {
    200: Type.Object({
      ...head,
      trips: Type.Array(Route),
      waypoints: maybe(
        Type.Array(
          Type.Object({
            trips_index: Type.Integer(),
            waypoint_index: field.integer("When it is visited, from 0."),
            ...Waypoint.properties,
          }),
        ),
      ),
    }),
    ...refusals,
  },
};

const matchSchema = {
  tags,
  params: params(MANY),
  operationId: "match",
  summary: "Roads of a trace",
  description: "The roads a vehicle drove that was seen at the coordinates, in OSRM's v1 protocol.",
  querystring: Type.Object({
    timestamps: text("Seconds of Unix time, one a coordinate, rising.", "1772427600;1772427660"),
    ...LineQuery,
    gaps: text("split (default) begins anew after a long pause, ignore does not.", "ignore"),
    tidy: text("true or false; sightings that tell nothing new are left out anyway.", "true"),
    waypoints: text("Indexes of the coordinates that legs are between; all by default.", "0;1"),
    ...GeneralQuery,
    radiuses: text("How far off the receiver is in metres, one a coordinate.", "10;10"),
    skip_waypoints: text("true leaves the tracepoints out.", "true"),
  }),
  response: {
    200: Type.Object({
      ...head,
      matchings: Type.Array(Type.Object({ confidence: field.number("0 to 1."), ...Route.properties })),
      tracepoints: maybe(
        Type.Array(
          Type.Union([
            Type.Null({ description: "It fits no road, or told nothing new." }),
            Type.Object({
              alternatives_count: Type.Integer(),
              matchings_index: Type.Integer(),
              waypoint_index: Type.Union([Type.Integer(), Type.Null()]),
              ...Waypoint.properties,
            }),
          ]),
        ),
      ),
    }),
    ...refusals,
  },
};

export const CALL_SCHEMAS = {
  route: routeSchema,
  table: tableSchema,
  nearest: nearestSchema,
  trip: tripSchema,
  match: matchSchema,
};
