// What the operator does to one order: another driver, a point done by hand, money given back. Each call may say which event of
// the order its caller saw last (`seq`); if something has happened since, the answer is 409 ORDER_CHANGED.

import { type Static, Type } from "typebox";
import { field, maybe, vnd } from "../../contract/fields.ts";
import { OrderRecord } from "../../contract/order.ts";
import { actOnOrder, type OperatorAct } from "../../operations/console/act-on-order.ts";
import { refundOrder } from "../../operations/console/refund-order.ts";
import type { ChangeDeps } from "../../operations/orders/change-order.ts";
import { type Call, callsOf } from "../calls/call.ts";
import type { TrackingLinks } from "../wire/tracking-links.ts";
import { encodeOrderFor, seenOrder } from "./masked-order.ts";

const seq = maybe(field.integer("The event of the order you saw last.", { minimum: 1 }));
const comment = maybe(Type.String());
const ActBody = Type.Object({
  comment,
  mobile: maybe(Type.String()),
  done: maybe(Type.Boolean()),
  seq,
});
type ActBody = Static<typeof ActBody>;
const PointParams = Type.Object({ order_id: Type.String(), path_index: Type.String({ pattern: "^[1-9]\\d{0,2}$" }) });

type ActionCall = Pick<Call<never>, "id" | "at" | "summary" | "params"> & {
  readonly act: (body: ActBody, pathIndex: number) => OperatorAct;
};

const CALLS: readonly ActionCall[] = [
  {
    id: "reassignOrder",
    at: "POST /operator/v1/orders/:order_id/reassign",
    summary: "Take an accepted order from its driver and look for another (comment says why)",
    act: (body) => ({ type: "reassign", comment: body.comment ?? null }),
  },
  {
    id: "assignOrder",
    at: "POST /operator/v1/orders/:order_id/assign",
    summary: "Give an order that waits for a driver to this one (mobile)",
    act: (body) => ({ type: "assign", mobile: body.mobile ?? "" }),
  },
  {
    id: "confirmOrder",
    at: "POST /operator/v1/orders/:order_id/confirm",
    summary: "Confirm for the sender",
    act: () => ({ type: "confirm" }),
  },
  {
    id: "completePoint",
    at: "POST /operator/v1/orders/:order_id/points/:path_index/complete",
    params: PointParams,
    summary: "Note a point as delivered",
    act: (body, pathIndex) => ({ type: "deliver", pathIndex, comment: body.comment ?? null }),
  },
  {
    id: "failPointForOperator",
    at: "POST /operator/v1/orders/:order_id/points/:path_index/fail",
    params: PointParams,
    summary: "Note a point as not delivered (comment says why)",
    act: (body, pathIndex) => ({ type: "fail", pathIndex, comment: body.comment ?? null }),
  },
  {
    id: "returnForOperator",
    at: "POST /operator/v1/orders/:order_id/return",
    summary: "Note that what could not be delivered is on its way back, or is back (done)",
    act: (body) => ({ type: body.done ? "return_done" : "return_begin" }),
  },
];

const call = callsOf<ChangeDeps & { readonly links: TrackingLinks }>("Operator");

const acts = CALLS.map(({ act, ...described }) =>
  call({
    ...described,
    body: ActBody,
    answer: OrderRecord,
    invalid: "INVALID_DATA",
    refusals: [
      "INVALID_DATA",
      "ORDER_NOT_FOUND",
      "ORDER_CHANGED",
      "INVALID_ORDER_STATUS",
      "BAD_REQUEST",
      "MISSING_REQUIRED_INFO",
      "INVALID_PHONE_NUMBER",
      "DRIVER_NOT_FOUND",
      "DEACTIVATED_ACCOUNT",
      "OFFER_TAKEN",
      "NOT_ENOUGH_CREDIT",
    ],
    seen: seenOrder,
    run: ({ params, body }, deps) => {
      const { order_id: orderId, path_index: pathIndex } = params as Static<typeof PointParams>;
      return actOnOrder(deps, orderId, act(body, Number(pathIndex)), body.seq);
    },
    encode: encodeOrderFor,
  }),
);

export const orderActionCalls = [
  ...acts,
  call.plain({
    id: "refundOrder",
    at: "POST /operator/v1/orders/:order_id/refunds",
    summary: "Give money of a completed order back to the account that ordered it",
    description: "At most what the order cost, in all. The same reference twice pays once.",
    body: Type.Object({ amount: vnd, reference: Type.String() }),
    answer: Type.Object({ refunded: field.integer("Of this order, in all.") }),
    invalid: "INVALID_DATA",
    refusals: ["INVALID_DATA", "ORDER_NOT_FOUND", "INVALID_ORDER_STATUS", "NOT_ALLOWED", "IDEMPOTENCY_KEY_REUSED"],
    run: ({ params, body }, deps) => refundOrder(deps, params.order_id, body),
  }),
];
