// The route call's questions answered by an engine in OSRM's words. It is the same on the event loop and on a thread.
import { isRefusal, type Refusal } from "../../domain/refusal.ts";
import type { RoadsRefusal } from "../../domain/roads.ts";
import type { RoadEngine, SnapOptions } from "../path.ts";
import type { RouteQuestion, TableQuestion } from "../question.ts";
import { writeRoutes } from "./route-json.ts";
import { writeTable } from "./table-json.ts";

export type RoadsAnswer = string | Refusal<Exclude<RoadsRefusal, "ROADS_AWAY">>;

export function answerRoute(engine: RoadEngine, question: RouteQuestion): RoadsAnswer {
  const { alternatives, isAnyWayOn } = question;
  const answer = engine.route(question.points, { ...snapping(question), alternatives, isAnyWayOn });
  return isRefusal(answer) ? answer : writeRoutes(answer, question);
}

export function answerTable(engine: RoadEngine, question: TableQuestion): RoadsAnswer {
  const { points, sources, destinations } = question;
  const answer = engine.table(points, sources, destinations, snapping(question));
  return isRefusal(answer) ? answer : writeTable(answer, question);
}

function snapping({ radiusesMeters, hints, exclude }: RouteQuestion | TableQuestion): SnapOptions {
  return { ...(radiusesMeters && { radiusesMeters }), ...(hints && { hints }), ...(exclude && { exclude }) };
}
