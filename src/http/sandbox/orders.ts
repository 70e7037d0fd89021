// Drives an order through its life with curl (doors: sandbox tools). Registered in the sandbox only.

import { Type } from "typebox";
import { field, maybe } from "../../contract/fields.ts";
import type { Caller } from "../../domain/accounts/account.ts";
import type { Order } from "../../domain/orders/order.ts";
import type { ChangeDeps } from "../../operations/orders/change-order.ts";
import { continueOrder, playEvent, SANDBOX_EVENTS } from "../../operations/sandbox/drive-order.ts";
import { callerOf, isOperator } from "../base/callers.ts";
import { type AnyAsked, callsOf } from "../calls/call.ts";

const Progress = Type.Object({ status: Type.String(), sub_status: Type.String() });
const EventBody = Type.Object({
  type: Type.Union(
    SANDBOX_EVENTS.map((event) => Type.Literal(event)),
    { description: SANDBOX_EVENTS.join(", ") },
  ),
  path_index: maybe(field.integer("For deliver and fail.", { minimum: 0 })),
  comment: maybe(Type.String({ maxLength: 1_000 })),
  mobile: maybe(field.text("The driver; one of the sandbox's own when absent.")),
});

const ofAnyStep = [
  "ORDER_NOT_FOUND",
  "NOT_AUTHORIZED",
  "INVALID_ORDER_STATUS",
  "MISSING_REQUIRED_INFO",
  "INVALID_DATA",
  "OFFER_TAKEN",
  "NOT_ENOUGH_CREDIT",
] as const;

const call = callsOf<ChangeDeps>("Sandbox");

const by = (request: AnyAsked): Caller | undefined => (isOperator(request) ? undefined : callerOf(request));

export const sandboxOrderCalls = [
  call({
    id: "continueOrder",
    at: "POST /sandbox/v1/orders/:order_id/continue",
    summary: "The next step of an order's normal life",
    answer: Progress,
    refusals: ofAnyStep,
    run: (request, deps) => continueOrder(deps, by(request), request.params.order_id),
    encode: encodeProgress,
  }),
  call({
    id: "playEvent",
    at: "POST /sandbox/v1/orders/:order_id/events",
    summary: "Any event of an order's life",
    body: EventBody,
    answer: Progress,
    invalid: "BAD_REQUEST",
    refusals: ["BAD_REQUEST", ...ofAnyStep],
    run: (request, deps) => {
      const { path_index: pathIndex, type, comment, mobile } = request.body;
      return playEvent(deps, by(request), request.params.order_id, { type, pathIndex, comment, mobile });
    },
    encode: encodeProgress,
  }),
];

function encodeProgress(order: Order) {
  return { status: order.status, sub_status: order.subStatus };
}
