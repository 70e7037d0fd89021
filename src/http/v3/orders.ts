// Fees and new orders (4.2, 4.3).
import { Type } from "typebox";
import { EstimateElement } from "../../contract/estimate.ts";
import { field } from "../../contract/fields.ts";
import { OrderRecord } from "../../contract/order.ts";
import { CreateBody, EstimateBody } from "../../contract/order-body.ts";
import { status } from "../../contract/states.ts";
import { orderCallCost } from "../../domain/call-costs.ts";
import { type CreateDeps, createOrder } from "../../operations/orders/create-order.ts";
import { estimateFees } from "../../operations/orders/estimate-fees.ts";
import { callerOf, creatorOf } from "../base/callers.ts";
import { noteOrder } from "../base/request-log.ts";
import { callsOf } from "../calls/call.ts";
import { encodeEstimate } from "../wire/estimate.ts";
import { encodeOrder } from "../wire/order.ts";
import { readOrderInput } from "../wire/order-input.ts";
import type { TrackingLinks } from "../wire/tracking-links.ts";

const CreatedBody = Type.Object({
  order_id: Type.String({ examples: ["26K7Q2ZD4M"] }),
  status,
  shared_link: field.text("Public tracking page."),
  share_link: field.text("The same as shared_link."),
  order: OrderRecord,
});

// In the order of D4; test/v3/orders/refusals.test.ts breaks each of them and each neighbouring pair.
export const CREATE_CHECKS = [
  ["NOT_AUTHORIZED", "the token"],
  ["INTERNAL_SERVER_ERROR", "a field has the wrong JSON type"],
  ["MISSING_REQUIRED_INFO", "a required field is missing"],
  ["MISSING_PATH_INFO", "fewer than two points"],
  ["BAD_REQUEST", "a value that is not allowed"],
  ["INTERNAL_SERVER_ERROR", "the province of an address cannot be determined"],
  ["SERVICE_NOT_FOUND", "the service"],
  ["REQUEST_NOT_FOUND", "a special request"],
  ["SERVICE_NOT_VALID_AT_PICKUP", "the service is another city's"],
  ["INVALID_PICKUP_AREA", "the pickup's place"],
  ["INVALID_DELIVERY_AREA", "a delivery's place"],
  ["INVALID_MIN_STOP_POINT", "fewer deliveries than the service takes"],
  ["INVALID_MAX_STOP_POINT", "more deliveries than the service takes"],
  ["INVALID_FUTURE_ORDER_TIME", "more than 30 days ahead"],
  ["INVALID_SERVICE_HOUR", "out of the service's hours; an estimate only warns"],
  ["INVALID_MAX_COD", "more COD than the service or the account may collect"],
  ["INVALID_MAX_DISTANCE", "a longer way than the service drives"],
  ["INVALID_DELIVERY_TIME", "a planned service that refuses what it cannot deliver when it is wanted"],
  ["DUPLICATE_TRACKING_NUMBER", "a tracking number in use, if the partner minds"],
  ["BAD_REQUEST", "the promo code"],
  ["NOT_ENOUGH_CREDIT", "the wallet"],
] as const;
type Check = (typeof CREATE_CHECKS)[number];
const OF_CREATE_ALONE = ["INVALID_SERVICE_HOUR", "DUPLICATE_TRACKING_NUMBER", "NOT_ENOUGH_CREDIT"] as const;
type OfCreateAlone = readonly [(typeof OF_CREATE_ALONE)[number], string];
export const ESTIMATE_CHECKS = CREATE_CHECKS.filter(
  (check): check is Exclude<Check, OfCreateAlone> => !OF_CREATE_ALONE.some((code) => code === check[0]),
);

const call = callsOf<CreateDeps & { readonly links: TrackingLinks }>("Orders");

export const orderCalls = [
  call({
    id: "createOrder",
    at: "POST /v3/orders",
    summary: "Create an order",
    description:
      "In the service form (`service_id`, `requests`) or the group form (`group_service_id`, `group_requests`). " +
      "With `quote_id` of an estimate the order gets exactly that price.",
    body: CreateBody,
    answer: CreatedBody,
    invalid: "judged",
    keyed: "account",
    refusals: [...CREATE_CHECKS, "QUOTE_EXPIRED", "SERVICE_UNAVAILABLE"],
    cost: ({ body }) => orderCallCost(body),
    run: (request, deps, { keep }) =>
      createOrder(deps, callerOf(request), readOrderInput(request.body), keep, creatorOf(request)),
    encode: (order, request, { links }) => {
      noteOrder(request, order.id);
      return {
        order_id: order.id,
        status: order.status,
        shared_link: links.ofOrder(order),
        share_link: links.ofOrder(order),
        order: encodeOrder(order, links),
      };
    },
  }),
  call({
    id: "estimateFees",
    at: "POST /v3/orders/estimates",
    summary: "Estimate fees",
    description:
      "One element for each service asked for, in that order; a refused one has `data: null` and an `error`. " +
      "Every priced element is a quote that create honours for ten minutes.",
    body: EstimateBody,
    answer: Type.Array(EstimateElement),
    invalid: "judged",
    refusals: [...ESTIMATE_CHECKS, "SERVICE_UNAVAILABLE"],
    cost: ({ body }) => orderCallCost(body),
    run: (request, deps) => estimateFees(deps, callerOf(request), readOrderInput(request.body)),
    encode: (estimates) => estimates.map(encodeEstimate),
  }),
];
