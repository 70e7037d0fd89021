// The route call's questions answered by an engine in OSRM's words. It is the same on the event loop and on a thread.
import { metersBetween } from "../../domain/geo.ts";
import { isRefusal, type Refusal, refuse } from "../../domain/refusal.ts";
import type { RoadsRefusal } from "../../domain/roads.ts";
import { orderTrip } from "../../domain/stop-order/trip-order.ts";
import type { MatchAnswer, NearWaypoint, RoadEngine, RouteAnswer, SnapOptions, TableAnswer } from "../path.ts";
import type {
  MatchQuestion,
  NearestQuestion,
  PointsQuestion,
  RouteQuestion,
  TableQuestion,
  TripQuestion,
} from "../question.ts";
import { stretchPath } from "../stretch-path.ts";
import { tenths, writeTenths } from "./figures.ts";
import { toBytes, writeHead, writeWaypoint, writeWaypoints } from "./parts-json.ts";
import { writeRoute, writeRoutes } from "./route-json.ts";

export type NoAnswer = Refusal<Exclude<RoadsRefusal, "ROADS_AWAY">>;
// JSON as bytes.
export type RoadsAnswer = Buffer | NoAnswer;
type Written = string | NoAnswer;

export type RoadsQuestion =
  | { readonly route: RouteQuestion }
  | { readonly table: TableQuestion }
  | { readonly nearest: NearestQuestion }
  | { readonly trip: TripQuestion }
  | { readonly match: MatchQuestion };

export function pointsOf(question: RoadsQuestion): PointsQuestion {
  if ("route" in question) return question.route;
  if ("table" in question) return question.table;
  if ("nearest" in question) return question.nearest;
  return "trip" in question ? question.trip : question.match;
}

export function answerQuestion(engine: RoadEngine, question: RoadsQuestion): RoadsAnswer {
  const written = writeAnswer(engine, question);
  return isRefusal(written) ? written : toBytes(written);
}

function writeAnswer(engine: RoadEngine, question: RoadsQuestion): Written {
  if ("route" in question) return answerRoute(engine, question.route);
  if ("table" in question) return answerTable(engine, question.table);
  if ("nearest" in question) return answerNearest(engine, question.nearest);
  return "trip" in question ? answerTrip(engine, question.trip) : answerMatch(engine, question.match);
}

function answerRoute(engine: RoadEngine, question: RouteQuestion): Written {
  const { alternatives, isAnyWayOn } = question;
  const answer = engine.route(question.points, { ...snapping(question), alternatives, isAnyWayOn });
  return isRefusal(answer) ? answer : writeRoutes(atHour(answer, question), question, engine.version.map);
}

function answerTable(engine: RoadEngine, question: TableQuestion): Written {
  const { points, sources, destinations } = question;
  const answer = engine.table(points, sources, destinations, snapping(question));
  if (isRefusal(answer)) return answer;
  const scaleFactor = question.scaleFactor * (question.departure?.times ?? 1);
  return writeTable(answer, { ...question, scaleFactor }, engine.version.map);
}

function answerNearest(engine: RoadEngine, question: NearestQuestion): Written {
  const answer = engine.nearest(question.points[0]!, question.count, snapping(question));
  return isRefusal(answer) ? answer : writeNearest(answer, question, engine.version.map);
}

function answerTrip(engine: RoadEngine, question: TripQuestion): Written {
  const every = question.points.map((_, i) => i);
  const table = engine.table(question.points, every, every, snapping(question));
  if (isRefusal(table)) return table;
  const order = orderTrip(table.matrix.durationsSeconds, every.length, question.ends);
  if (!order) return refuse("NO_ROUTE", "No order of the points has a way throughout.");
  const visited = question.ends.isRound ? [...order, order[0]!] : order;
  const ordered = inOrder(question, visited);
  const answer = engine.route(ordered.points, { ...snapping(ordered), isAnyWayOn: question.isAnyWayOn });
  return isRefusal(answer) ? answer : writeTrip(atHour(answer, question), order, ordered, engine.version.map);
}

// As long as it takes at the hour one sets out.
function atHour(answer: RouteAnswer, { departure }: PointsQuestion): RouteAnswer {
  if (!departure || departure.times === 1) return answer;
  return { ...answer, routes: answer.routes.map((path) => stretchPath(path, departure.times)) };
}

// A radius is how far off the receiver is.
function answerMatch(engine: RoadEngine, question: MatchQuestion): Written {
  const { points, timestamps, radiusesMeters, isOneOverPauses, waypoints } = question;
  const trace = points.map((point, i) => ({
    ...point,
    atSeconds: timestamps?.[i],
    precisionMeters: radiusesMeters?.[i],
  }));
  const { radiusesMeters: _precisions, hints: _hints, ...asked } = snapping(question);
  const answer = engine.match(trace, { ...asked, isOneOverPauses });
  if (answer.matchings.length === 0) return refuse("NO_ROUTE", "No road fits the trace.");
  const lost = waypoints?.find((i) => !answer.waypoints[i]);
  if (lost !== undefined) return refuse("NO_ROUTE", `No road fits waypoint ${lost} of the trace.`);
  return writeMatch(answer, question, engine.version.map);
}

function inOrder(question: TripQuestion, order: readonly number[]): TripQuestion {
  const pick = <T>(list: readonly T[] | undefined): readonly T[] | undefined => list && order.map((i) => list[i]!);
  const { points, radiusesMeters, hints, bearings, approaches } = question;
  return {
    ...question,
    points: order.map((i) => points[i]!),
    radiusesMeters: pick(radiusesMeters),
    hints: pick(hints),
    bearings: pick(bearings),
    approaches: pick(approaches),
  };
}

function snapping(question: PointsQuestion): SnapOptions {
  const { radiusesMeters, hints, bearings, approaches, isFerryToo, exclude, departure } = question;
  return {
    isFerryToo,
    ...(radiusesMeters && { radiusesMeters }),
    ...(hints && { hints }),
    ...(bearings && { bearings }),
    ...(approaches && { approaches }),
    ...(exclude && { exclude }),
    ...(departure && { minuteOfWeek: departure.minuteOfWeek }),
  };
}

// Writes the roads a trace was driven along as OSRM's JSON: a route for each run of it, and of every point where on one it was.
function writeMatch({ matchings, waypoints }: MatchAnswer, question: MatchQuestion, dataVersion: string): string {
  // By point: which run it is in, and its number among the stops of that.
  const places = new Map<number, { readonly matching: number; readonly stop: number }>();
  const routes = matchings.map(({ path, sightings, confidence }, matching) => {
    const stops = stopsOf(sightings, question.waypoints);
    for (const [i, sighting] of sightings.entries()) places.set(sighting, { matching, stop: stops.indexOf(i) });
    const points = sightings.map((sighting) => question.points[sighting]!);
    const route = writeRoute(path, { ...question, points, waypoints: stops });
    return `{"confidence":${Math.round(confidence * 1e6) / 1e6},${route.slice(1)}`;
  });
  const points = waypoints.map((waypoint, sighting) => {
    const place = places.get(sighting);
    if (!waypoint || !place) return "null";
    const waypointJson = writeWaypoint(waypoint, question.generateHints);
    const stop = place.stop < 0 ? "null" : place.stop;
    return `{"alternatives_count":${waypoint.others},"matchings_index":${place.matching},"waypoint_index":${stop},${waypointJson}}`;
  });
  const tracepoints = question.skipWaypoints ? "" : `,"tracepoints":[${points.join(",")}]`;
  return `{${writeHead(dataVersion)},"matchings":[${routes.join(",")}]${tracepoints}}`;
}

// Numbers in a run: all of it, or those that were asked for and its two ends.
function stopsOf(sightings: readonly number[], asked: readonly number[] | undefined): readonly number[] {
  const numbers = Array.from(sightings.keys());
  if (!asked) return numbers;
  return numbers.filter((i) => i === 0 || i === sightings.length - 1 || asked.includes(sightings[i]!));
}

// Writes the roads near a point as OSRM's JSON.
function writeNearest(near: readonly NearWaypoint[], question: NearestQuestion, dataVersion: string): string {
  const waypoints = near.map(
    (waypoint) => `{"nodes":[${waypoint.nodes.join(",")}],${writeWaypoint(waypoint, question.generateHints)}}`,
  );
  return `{${writeHead(dataVersion)},"waypoints":[${waypoints.join(",")}]}`;
}

// Writes a table answer as OSRM's JSON.
function writeTable(answer: TableAnswer, question: TableQuestion, dataVersion: string): string {
  const { matrix, sources, targets } = answer;
  const guessed = question.fallback ? fillGaps(answer, question, question.fallback) : [];
  const scaled = (seconds: Float64Array): Float64Array =>
    question.scaleFactor === 1 ? seconds : seconds.map((each) => each * question.scaleFactor);
  const durations = question.durations
    ? `,"durations":${writeRows(scaled(matrix.durationsSeconds), matrix.targets)}`
    : "";
  const distances = question.distances ? `,"distances":${writeRows(matrix.distancesMeters, matrix.targets)}` : "";
  const waypoints = question.skipWaypoints
    ? ""
    : `,"sources":[${writeWaypoints(sources, question)}],"destinations":[${writeWaypoints(targets, question)}]`;
  const cells = guessed.length > 0 ? `,"fallback_speed_cells":${JSON.stringify(guessed)}` : "";
  return `{${writeHead(dataVersion)}${durations}${distances}${waypoints}${cells}}`;
}

// Where no way leads, how far the crow flies and how long that takes. Answers with the cells, by row and column.
function fillGaps(
  { matrix, sources, targets }: TableAnswer,
  question: TableQuestion,
  { metersPerSecond, from }: NonNullable<TableQuestion["fallback"]>,
): readonly (readonly [number, number])[] {
  const place = (asked: readonly number[], snapped: TableAnswer["sources"], i: number) =>
    from === "input" ? question.points[asked[i]!]! : snapped[i]!.location;
  const filled: (readonly [number, number])[] = [];
  for (const [at, seconds] of matrix.durationsSeconds.entries()) {
    if (Number.isFinite(seconds)) continue;
    const [row, column] = [Math.floor(at / matrix.targets), at % matrix.targets];
    const meters = metersBetween(place(question.sources, sources, row), place(question.destinations, targets, column));
    matrix.distancesMeters[at] = meters;
    matrix.durationsSeconds[at] = meters / metersPerSecond;
    filled.push([row, column]);
  }
  return filled;
}

// Where no way leads the cell is null.
function writeRows(cells: Float64Array, columns: number): string {
  let text = "[";
  for (let i = 0; i < cells.length; i += 1) {
    const cell = cells[i]!;
    text += i % columns === 0 ? (i === 0 ? "[" : "],[") : ",";
    text += Number.isFinite(cell) ? writeTenths(tenths(cell)) : "null";
  }
  return `${text}]]`;
}

// Writes a trip as OSRM's JSON: one route, and of every point when it is visited.

// `order` tells which point of the question is visited first, second, …; the question is in that order already.
function writeTrip(
  { routes, waypoints }: RouteAnswer,
  order: readonly number[],
  question: RouteQuestion,
  dataVersion: string,
): string {
  const visits = order.map((_, point) => {
    const visited = order.indexOf(point);
    const waypoint = writeWaypoint(waypoints[visited]!, question.generateHints);
    return `{"trips_index":0,"waypoint_index":${visited},${waypoint}}`;
  });
  const points = question.skipWaypoints ? "" : `,"waypoints":[${visits.join(",")}]`;
  return `{${writeHead(dataVersion)},"trips":[${writeRoute(routes[0]!, question)}]${points}}`;
}
