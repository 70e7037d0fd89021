// The route call's questions answered by an engine in OSRM's words. It is the same on the event loop and on a thread.
import { isRefusal, type Refusal, refuse } from "../../domain/refusal.ts";
import type { RoadsRefusal } from "../../domain/roads.ts";
import { orderTrip } from "../../domain/stop-order/trip-order.ts";
import type { RoadEngine, SnapOptions } from "../path.ts";
import type { NearestQuestion, PointsQuestion, RouteQuestion, TableQuestion, TripQuestion } from "../question.ts";
import { writeNearest } from "./nearest-json.ts";
import { writeRoutes } from "./route-json.ts";
import { writeTable } from "./table-json.ts";
import { writeTrip } from "./trip-json.ts";

export type RoadsAnswer = string | Refusal<Exclude<RoadsRefusal, "ROADS_AWAY">>;

export type RoadsQuestion =
  | { readonly route: RouteQuestion }
  | { readonly table: TableQuestion }
  | { readonly nearest: NearestQuestion }
  | { readonly trip: TripQuestion };

export function answerQuestion(engine: RoadEngine, question: RoadsQuestion): RoadsAnswer {
  if ("route" in question) return answerRoute(engine, question.route);
  if ("table" in question) return answerTable(engine, question.table);
  return "nearest" in question ? answerNearest(engine, question.nearest) : answerTrip(engine, question.trip);
}

function answerRoute(engine: RoadEngine, question: RouteQuestion): RoadsAnswer {
  const { alternatives, isAnyWayOn } = question;
  const answer = engine.route(question.points, { ...snapping(question), alternatives, isAnyWayOn });
  return isRefusal(answer) ? answer : writeRoutes(answer, question, engine.version.map);
}

function answerTable(engine: RoadEngine, question: TableQuestion): RoadsAnswer {
  const { points, sources, destinations } = question;
  const answer = engine.table(points, sources, destinations, snapping(question));
  return isRefusal(answer) ? answer : writeTable(answer, question, engine.version.map);
}

function answerNearest(engine: RoadEngine, question: NearestQuestion): RoadsAnswer {
  const answer = engine.nearest(question.points[0]!, question.count, snapping(question));
  return isRefusal(answer) ? answer : writeNearest(answer, question, engine.version.map);
}

function answerTrip(engine: RoadEngine, question: TripQuestion): RoadsAnswer {
  const every = question.points.map((_, i) => i);
  const table = engine.table(question.points, every, every, snapping(question));
  if (isRefusal(table)) return table;
  const order = orderTrip(table.matrix.durationsSeconds, every.length, question.ends);
  if (!order) return refuse("NO_ROUTE", "No order of the points has a way throughout.");
  const visited = question.ends.isRound ? [...order, order[0]!] : order;
  const ordered = inOrder(question, visited);
  const answer = engine.route(ordered.points, { ...snapping(ordered), isAnyWayOn: question.isAnyWayOn });
  return isRefusal(answer) ? answer : writeTrip(answer, order, ordered, engine.version.map);
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

function snapping({ radiusesMeters, hints, bearings, approaches, isFerryToo, exclude }: PointsQuestion): SnapOptions {
  return {
    isFerryToo,
    ...(radiusesMeters && { radiusesMeters }),
    ...(hints && { hints }),
    ...(bearings && { bearings }),
    ...(approaches && { approaches }),
    ...(exclude && { exclude }),
  };
}
