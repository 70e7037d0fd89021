// Points that come and go before the goods are picked up (D11). What is wrong with the body is answered only after what is
// wrong with the order.
import { Type } from "typebox";
import { field, maybe } from "../../contract/fields.ts";
import { OrderRecord } from "../../contract/order.ts";
import { PointBody } from "../../contract/order-body.ts";
import type { Order } from "../../domain/orders/order.ts";
import { type ContentDeps, changeContent } from "../../operations/orders/change-content.ts";
import { callerOf } from "../base/callers.ts";
import { fieldsOf } from "../base/validation.ts";
import { callsOf } from "../calls/call.ts";
import { readAddedPoint } from "../wire/order-input.ts";

const AddedPoint = Type.Object({
  ...PointBody.properties,
  index: maybe(field.integer("Where it stands in path; last when left out.", { minimum: 1 })),
});

// Of every call that changes an order.
export const ownOrderRefusals = [
  ["NOT_AUTHORIZED", "the token"],
  ["ORDER_NOT_FOUND", "unknown, or another partner's"],
  ["NOT_AUTHORIZED", "not the creator"],
] as const;

// Of a change of points, time, goods or special requests.
export const contentRefusals = [
  ...ownOrderRefusals,
  ["ORDER_STATUS_NOT_ALLOWED", "picked up or over; `order_time`: accepted"],
  ["INVALID_DATA", "a wrong JSON type"],
  ["MISSING_REQUIRED_INFO", "nothing to change, or a field of the point, an item or a request"],
  ["INVALID_DATA", "a value that is not allowed, an index out of range"],
  ["REQUEST_NOT_FOUND", "a special request"],
  ["NOT_ALLOW_CHANGE_PICKUP_ADDRESS", "the pickup"],
  ["INVALID_PAYMENT_METHOD", "CASH_BY_RECIPIENT, where the price may change"],
  ["NOT_ALLOW_ORDER_WITH_PROMO_CODE", "a promo code, where the price may change"],
  ["INVALID_MIN_STOP_POINT", "fewer deliveries than the service takes"],
  ["INVALID_MAX_STOP_POINT", "more deliveries than the service takes"],
  ["INVALID_FUTURE_ORDER_TIME", "more than 30 days ahead"],
  ["INVALID_SERVICE_HOUR", "out of the service's hours"],
  ["INVALID_DELIVERY_TIME", "the slot of a planned service is full at the new time"],
  ["INVALID_DATA", "the address cannot be located"],
  ["INVALID_DELIVERY_AREA", "the new point's place"],
  ["INVALID_MAX_COD", "more COD than the service or the account may collect"],
  ["INVALID_MAX_DISTANCE", "a longer way than the service drives"],
  ["DUPLICATE_TRACKING_NUMBER", "a tracking number in use, if the partner minds"],
  ["NOT_ENOUGH_CREDIT", "the wallet"],
  ["SUPPLIER_NOT_ENOUGH_MONEY_FOR_CHANGE_ADDRESS", "the driver's wallet cannot carry it"],
  "SERVICE_UNAVAILABLE",
] as const;

// What is changed is answered with the order.
export const changedOrder = {
  answer: OrderRecord,
  invalid: "judged",
  keyed: "account",
  encode: (order: Order, _request: unknown, { encodeOrder }: Pick<ContentDeps, "encodeOrder">) => encodeOrder(order),
} as const;

const call = callsOf<ContentDeps>("Orders");

export const orderPointCalls = [
  call({
    id: "addPoint",
    at: "POST /v3/orders/:order_id/points",
    summary: "Add a delivery point",
    body: AddedPoint,
    ...changedOrder,
    refusals: contentRefusals,
    run: (request, deps, { keep }) =>
      changeContent(deps, callerOf(request), request.params.order_id, readAddedPoint(fieldsOf(request)), keep),
  }),
  call({
    id: "removePoint",
    at: "DELETE /v3/orders/:order_id/points/:path_index",
    summary: "Remove a delivery point",
    ...changedOrder,
    refusals: contentRefusals,
    run: (request, deps, { keep }) => {
      const { order_id: orderId, path_index: index } = request.params;
      const input = { change: "remove point", pathIndex: indexOf(index) } as const;
      return changeContent(deps, callerOf(request), orderId, input, keep);
    },
  }),
];

// What is no number is judged as it came.
export function indexOf(text: string): number | string {
  return /^\d+$/.test(text) ? Number(text) : text;
}
