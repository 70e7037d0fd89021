// Whole routes a driver is asked about, and their answers. Each order of a route is an offer too, for apps that know no routes.
import { Type } from "typebox";
import { DriverOrderRecord, RouteRecord } from "../../contract/driver-order.ts";
import type { AnswerDeps } from "../../operations/drivers/answer-offer.ts";
import { acceptRoute, declineRoute } from "../../operations/rolling-plan/answer-route.ts";
import { listOpenRoutes } from "../../store/dispatch/planned-routes.ts";
import { listOrdersById } from "../../store/orders/orders.ts";
import { driverOf } from "../base/callers.ts";
import { callsOf } from "../calls/call.ts";
import { encodeDriverOrder } from "../wire/driver-order.ts";
import { encodeRoute } from "../wire/planned-route.ts";
import { ACCEPT_REFUSALS } from "./offers.ts";

const call = callsOf<AnswerDeps>("Driver");

export const routeCalls = [
  call.plain({
    id: "listRoutes",
    at: "GET /driver/v1/routes",
    summary: "Routes this driver is asked about, each with its stops, kilometres, minutes and earnings",
    description:
      "Orders of planned services are offered in routes. Each order of one is also an open offer with its `route_id`; a route is answered as a whole. " +
      "The stops include those of orders in hand, in the sequence they would be driven.",
    answer: Type.Object({ routes: Type.Array(RouteRecord) }),
    run: async (request, deps) => {
      const now = deps.clock.now();
      const routes = await listOpenRoutes(deps.db, driverOf(request).phone, now);
      const ids = routes.flatMap(({ stops }) => stops.map(({ orderId }) => orderId));
      const orders = new Map((await listOrdersById(deps.db, [...new Set(ids)])).map((order) => [order.id, order]));
      return { routes: routes.map((route) => encodeRoute(route, orders, now)) };
    },
  }),
  call({
    id: "acceptRoute",
    at: "POST /driver/v1/routes/:route_id/accept",
    summary: "Accept a route with all its orders",
    description:
      "All of them in one step, or none; what was cancelled meanwhile is left out. GET /driver/v1/plan then has the sequence. Accepting twice is the same as once.",
    answer: Type.Object({ orders: Type.Array(DriverOrderRecord) }),
    refusals: ACCEPT_REFUSALS,
    run: (request, deps) => acceptRoute(deps, driverOf(request), request.params.route_id),
    encode: ({ orders }) => ({ orders: orders.map(encodeDriverOrder) }),
  }),
  call({
    id: "declineRoute",
    at: "POST /driver/v1/routes/:route_id/decline",
    summary: "Decline a route",
    description: "For good: none of its orders is offered to this driver again.",
    answer: Type.Object({}),
    refusals: ["OFFER_NOT_FOUND", "INVALID_ORDER_STATUS"],
    run: (request, deps) => declineRoute(deps, driverOf(request), request.params.route_id),
    encode: () => ({}),
  }),
];
