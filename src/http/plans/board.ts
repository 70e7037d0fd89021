// A city's plan as people see and change it. What is read needs the right to look, what changes it the right to orders.
import { Type } from "typebox";
import { field, maybe, text } from "../../contract/fields.ts";
import { PlacingRecord, PlanBoard, ProposalBody, ProposalRecord } from "../../contract/planned-route.ts";
import { shortened } from "../../domain/audit-target.ts";
import { isRefusal, refuse } from "../../domain/refusal.ts";
import { USUAL_WEIGHTS } from "../../domain/rolling-plan/city-problem.ts";
import {
  commitProposal,
  moveOrder,
  type PlanDeskDeps,
  type PlanFigures,
  propose,
  seePlacings,
  setLock,
} from "../../operations/rolling-plan/plan-desk.ts";
import { seeBoard } from "../../operations/rolling-plan/see-board.ts";
import { readLocks } from "../../store/dispatch/plan-locks.ts";
import { listRoutesInForce } from "../../store/dispatch/planned-routes.ts";
import { listDriverNames } from "../../store/drivers/drivers.ts";
import { callsOf } from "../calls/call.ts";
import { encodeBoard } from "../wire/plan-board.ts";
import { encodePlannedRoute } from "../wire/planned-route.ts";

const call = callsOf<PlanDeskDeps>("Operator");

export const planBoardCalls = [
  call.plain({
    id: "seePlanBoard",
    at: "GET /operator/v1/cities/:id/plan",
    summary:
      "The plan of a city as a board: routes with arrivals, windows and slack, as planned and as driven, and what is in no route",
    query: Type.Object({
      hours: maybe(
        field.text("Of routes that were offered, so far back; 12 at most.", { pattern: "^([1-9]|1[0-2])$" }),
      ),
    }),
    answer: PlanBoard,
    invalid: "INVALID_DATA",
    refusals: ["CITY_NOT_FOUND"],
    run: async ({ params: { id }, query }, deps) => {
      if (!deps.catalogue.current().cities.has(id)) return refuse("CITY_NOT_FOUND", `There is no city ${id}.`);
      return encodeBoard(await seeBoard(deps, id, Number(query.hours ?? 12)));
    },
  }),
  call({
    id: "seePlacings",
    at: "POST /operator/v1/cities/:id/plan/placings",
    summary: "What it would cost to give a planned order to each of the drivers; nothing is changed",
    body: Type.Object({ order_id: text }),
    answer: Type.Object({ placings: Type.Array(PlacingRecord) }),
    invalid: "INVALID_DATA",
    isRead: true,
    refusals: ["INVALID_DATA", "ORDER_NOT_FOUND"],
    run: async ({ params, body }, deps) => {
      const seen = await seePlacings(deps, params.id, body.order_id);
      if (isRefusal(seen)) return seen;
      const drivers = seen.look.city.round.drivers;
      const names = await listDriverNames(
        deps.db,
        drivers.map(({ id }) => id),
      );
      const placings = seen.placings.map(({ vehicle, isThere, obstacle, meters, seconds, lateSeconds }) => ({
        mobile: drivers[vehicle]!.id,
        name: names.get(drivers[vehicle]!.id) ?? "",
        distance: meters / 1_000,
        duration: seconds,
        late: lateSeconds,
        planned_here: isThere,
        possible: obstacle === undefined,
        why_not: obstacle?.why ?? "",
        ...(obstacle && { why_code: obstacle.code, why_late: obstacle.lateSeconds ?? 0 }),
      }));
      return { placings };
    },
    encode: (answer) => answer,
  }),
  call({
    id: "movePlannedOrder",
    at: "POST /operator/v1/cities/:id/plan/moves",
    summary: "Give a planned order to another driver's route, where it costs least, and keep it there",
    description:
      "Refused where the checker says no, with what it says. Later plans keep the order with this driver until it is unlocked.",
    body: Type.Object({ order_id: text, mobile: text }),
    answer: Type.Object({ distance: Type.Number(), duration: Type.Number(), late: Type.Number() }),
    invalid: "INVALID_DATA",
    refusals: ["INVALID_DATA", "ORDER_NOT_FOUND", "DRIVER_NOT_FOUND", "PLAN_NOT_POSSIBLE", "PLAN_CHANGED"],
    seen: seenPlanned,
    run: ({ params, body }, deps) => moveOrder(deps, params.id, { orderId: body.order_id, driverPhone: body.mobile }),
    encode: ({ meters, seconds, lateSeconds }) => ({ distance: meters / 1_000, duration: seconds, late: lateSeconds }),
  }),
  call({
    id: "lockPlan",
    at: "POST /operator/v1/cities/:id/plan/locks",
    summary: "Keep an order with the driver it is planned for, or a driver's whole route as it is; or no longer",
    body: Type.Object({
      mobile: text,
      order_id: maybe(field.text("Left out: the whole route.")),
      locked: Type.Boolean(),
    }),
    answer: Type.Object({ orders: Type.Array(text), routes: Type.Array(text) }),
    invalid: "INVALID_DATA",
    refusals: ["INVALID_DATA", "ORDER_NOT_FOUND", "PLAN_CHANGED"],
    seen: seenLocks,
    run: ({ params, body }, deps) =>
      setLock(deps, params.id, { driverPhone: body.mobile, orderId: body.order_id, isLocked: body.locked }),
    encode: ({ orders, routes }) => ({ orders: [...orders.keys()], routes: [...routes.keys()] }),
  }),
  call({
    id: "proposePlan",
    at: "POST /operator/v1/cities/:id/plan/proposals",
    summary: "A plan with other weights, beside the one in force; nothing is changed before it is committed",
    body: ProposalBody,
    answer: ProposalRecord,
    invalid: "INVALID_DATA",
    refusals: ["INVALID_DATA", "ORDER_NOT_FOUND", "SERVICE_UNAVAILABLE"],
    run: async ({ params, body }, deps) => {
      const { vehicle = "BIKE", ...weights } = body;
      const made = await propose(deps, params.id, vehicle, { ...USUAL_WEIGHTS, ...weights });
      if (isRefusal(made)) return made;
      const names = await listDriverNames(
        deps.db,
        made.routes.map(({ driverPhone }) => driverPhone),
      );
      return {
        id: made.id,
        now: encodeFigures(made.now),
        proposed: encodeFigures(made.proposed),
        moved: [...made.moved],
        routes: made.routes.map((route) => encodePlannedRoute(route, names.get(route.driverPhone) ?? "")),
      };
    },
    encode: (answer) => answer,
  }),
  call({
    id: "commitPlan",
    at: "POST /operator/v1/cities/:id/plan/proposals/:proposal_id/commit",
    summary: "Put a proposed plan in force, unless the plan it was made from has changed",
    description: "Good for 15 minutes, and once. Later plans are made with its weights until others are put in force.",
    answer: Type.Object({ routes: Type.Integer() }),
    refusals: ["NOT_FOUND", "PLAN_CHANGED"],
    run: ({ params }, deps) => commitProposal(deps, params.id, params.proposal_id),
    encode: (answer) => answer,
  }),
];

type Moved = { readonly params: { readonly id: string }; readonly body: { readonly order_id: string } };

// For the audit log: whom the order is planned for.
async function seenPlanned({ params, body }: Moved, { db }: PlanDeskDeps) {
  const routes = await listRoutesInForce(db, params.id);
  const route = routes.find(({ stops }) => stops.some(({ orderId }) => orderId === body.order_id));
  return { [`order ${body.order_id}`]: route ? shortened(route.driverPhone) : "" };
}

async function seenLocks({ params }: Pick<Moved, "params">, { db }: PlanDeskDeps) {
  const { orders, routes } = await readLocks(db, params.id);
  return { orders: [...orders.keys()].join(" "), routes: [...routes.keys()].map(shortened).join(" ") };
}

function encodeFigures({ meters, seconds, lateSeconds, drivers, orders }: PlanFigures) {
  return { distance: meters / 1_000, duration: seconds, late: lateSeconds, drivers, orders };
}
