import { Type } from "typebox";
import { text } from "../../contract/fields.ts";
import { PlanAnswer, PlanProblem } from "../../contract/plan.ts";
import { PlannedRouteRecord } from "../../contract/planned-route.ts";
import { isRefusal, type Refusal, refuse } from "../../domain/refusal.ts";
import type { RoadsRefusal } from "../../domain/roads.ts";
import type { PlanSolver } from "../../operations/planning/solve-plan.ts";
import type { Services } from "../../operations/services.ts";
import { listCityRoutes } from "../../store/dispatch/planned-routes.ts";
import { listDriverNames } from "../../store/drivers/drivers.ts";
import { openEventStream } from "../base/event-stream.ts";
import { callsOf } from "../calls/call.ts";
import { encodePlan } from "../wire/plan-answer.ts";
import { readPlanProblem } from "../wire/plan-problem.ts";
import { encodePlannedRoute } from "../wire/planned-route.ts";

// What fits into the time a call has.
const AT_ONCE_SECONDS_MAX = 5;
const BODY_BYTES_MAX = 8 * 1024 * 1024;

// Routes that were offered are told for so long.
const OFFERED_MS = 12 * 3_600_000;

const call = callsOf<{ readonly solvePlan: PlanSolver } & Pick<Services, "db" | "clock">>("Operator");

export const solvePlanCalls = [
  call.plain({
    id: "listPlannedRoutes",
    at: "GET /operator/v1/plans",
    summary: "The plan of a city in force, and the routes that drivers were asked about in the last 12 hours",
    query: Type.Object({ city_id: text }),
    answer: Type.Object({ routes: Type.Array(PlannedRouteRecord) }),
    invalid: "INVALID_DATA",
    run: async (request, { db, clock }) => {
      const since = new Date(clock.now().getTime() - OFFERED_MS);
      const routes = await listCityRoutes(db, request.query.city_id, since);
      const names = await listDriverNames(db, [...new Set(routes.map(({ driverPhone }) => driverPhone))]);
      return { routes: routes.map((route) => encodePlannedRoute(route, names.get(route.driverPhone) ?? "")) };
    },
  }),
  call.plain({
    id: "solvePlan",
    at: "POST /operator/v1/plans/solve",
    summary: "A planning problem of your own, solved",
    description:
      "Jobs, shipments and vehicles in VROOM's JSON; times between places by our roads, or from `matrices`. What cannot be planned is told with its reason. " +
      "With `Accept: text/event-stream` the answer comes as a stream: `better` whenever a cheaper plan was found, in the end `plan` or `refused`.",
    body: PlanProblem,
    bodyBytesMax: BODY_BYTES_MAX,
    answer: PlanAnswer,
    invalid: "INVALID_DATA",
    isRead: true,
    refusals: ["INVALID_DATA", "SERVICE_UNAVAILABLE"],
    run: async (request, { solvePlan }, { reply }) => {
      const asked = readPlanProblem(request.body);
      if (isRefusal(asked)) return asked;
      const isStream = (request.headers.accept ?? "").includes("text/event-stream");
      if (!isStream && asked.question.searchSeconds > AT_ONCE_SECONDS_MAX)
        return refuse(
          "INVALID_DATA",
          `options.seconds must be ${AT_ONCE_SECONDS_MAX} at most, or the answer a stream.`,
        );
      if (!isStream) {
        const solved = await solvePlan(
          asked.question,
          () => undefined,
          () => !request.raw.destroyed,
        );
        return isRefusal(solved) ? withoutRoads(solved) : encodePlan(asked, solved);
      }
      const stream = openEventStream(reply, request.id, () => undefined, BODY_BYTES_MAX);
      const solved = await solvePlan(asked.question, (progress) => stream.send("better", progress), stream.isOpen);
      if (isRefusal(solved)) stream.send("refused", { code: withoutRoads(solved).refused, description: solved.why });
      else stream.send("plan", encodePlan(asked, solved));
      stream.end();
      return reply;
    },
  }),
];

function withoutRoads(refusal: Refusal<RoadsRefusal | "SERVICE_UNAVAILABLE">) {
  const { refused } = refusal;
  const isAway = refused === "ROADS_AWAY" || refused === "SERVICE_UNAVAILABLE";
  return { ...refusal, refused: isAway ? ("SERVICE_UNAVAILABLE" as const) : ("INVALID_DATA" as const) };
}
