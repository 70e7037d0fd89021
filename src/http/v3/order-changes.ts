// Cancelling, updating, confirming and rating orders (4.4, 4.5, 4.7). Bodies are read by the domain: what is wrong with them is answered
// only after what is wrong with the order (D10, D11, D13).

import { Type } from "typebox";
import { field, maybe } from "../../contract/fields.ts";
import { ItemBody, RequestBody } from "../../contract/order-body.ts";
import { cancelByTrackingNumber, cancelOrder } from "../../operations/orders/cancel-order.ts";
import { type ContentDeps, changeContent } from "../../operations/orders/change-content.ts";
import { confirmOrder } from "../../operations/orders/confirm-order.ts";
import { editOrder } from "../../operations/orders/edit-order.ts";
import { rateDriver } from "../../operations/orders/rate-driver.ts";
import { callerOf } from "../base/callers.ts";
import { fieldsOf } from "../base/validation.ts";
import { type AnyAsked, callsOf, DONE } from "../calls/call.ts";
import { readContentChange } from "../wire/order-input.ts";
import { contentRefusals, ownOrderRefusals } from "./order-points.ts";

const comment = maybe(field.text("Why; required once a driver has accepted. See GET /v3/orders/cancel-reasons."));
const CancelBody = Type.Object({ comment });
const CancelTrackBody = Type.Object({ tracking_number: Type.String(), comment });
const CancelTrackQuery = Type.Object({ tracking_number: maybe(Type.String()), comment });
const EditBody = Type.Object({
  path_index: maybe(
    field.integer("0 is the pickup. Required for what is a point's: name to address_info.", { minimum: 0 }),
  ),
  name: maybe(Type.String()),
  mobile: maybe(Type.String()),
  remarks: maybe(Type.String()),
  cod: maybe(field.integer("Partner-hosted services, delivery points, once.")),
  address_info: maybe(
    Type.Object(
      { address: Type.String(), lat: maybe(Type.Number()), lng: maybe(Type.Number()) },
      { description: "Partner-hosted services, delivery points, once." },
    ),
  ),
  order_time: maybe(field.number("Without path_index: the order's new time, before a driver has accepted; 0 for now.")),
  idle_until: maybe(field.number("Beside order_time, as in create.")),
  items: maybe(Type.Array(ItemBody, { description: "Without path_index: all goods anew." })),
  requests: maybe(Type.Array(RequestBody, { description: "Without path_index: all special requests anew." })),
  group_requests: maybe(Type.Array(RequestBody)),
});
const RateBody = Type.Object({
  rated_by: field.text("user (sender) or receiver (recipient)."),
  rating: Type.Integer({ minimum: 1, maximum: 5 }),
  comment: maybe(Type.String()),
});

const changes = { ...DONE, invalid: "judged", keyed: "account" } as const;

const call = callsOf<ContentDeps>("Orders");

export const orderChangeCalls = [
  call({
    id: "cancelOrder",
    at: "DELETE /v3/orders/:order_id",
    summary: "Cancel an order",
    body: CancelBody,
    ...changes,
    refusals: [
      ...ownOrderRefusals,
      ["INVALID_ORDER_STATUS", "picked up, completed or cancelled"],
      ["MISSING_REQUIRED_INFO", "a driver has accepted and `comment` is blank"],
      "BAD_REQUEST",
    ],
    run: (request, deps, { keep }) =>
      cancelOrder(deps, callerOf(request), request.params.order_id, fieldsOf(request).comment, keep),
  }),
  call({
    id: "cancelByTrackingNumber",
    at: "DELETE /v3/orders/tracks",
    summary: "Cancel an order by a tracking number on it",
    description:
      "Acts on the caller's newest order carrying the number that can be cancelled. Both fields may stand in the query instead, " +
      "for clients that send no body with DELETE.",
    query: CancelTrackQuery,
    body: CancelTrackBody,
    ...changes,
    refusals: ["MISSING_REQUIRED_INFO", "ORDER_NOT_FOUND", "NOT_AUTHORIZED", "INVALID_ORDER_STATUS", "BAD_REQUEST"],
    run: (request, deps, { keep }) => {
      const { tracking_number, comment: words } = { ...queryOf(request), ...fieldsOf(request) };
      return cancelByTrackingNumber(deps, callerOf(request), tracking_number, words, keep);
    },
  }),
  call({
    id: "updateOrder",
    at: "PATCH /v3/orders/:order_id",
    summary: "Update a point of an order, or its time, goods or special requests",
    body: EditBody,
    ...changes,
    refusals: [
      ...ownOrderRefusals,
      ["ORDER_STATUS_NOT_ALLOWED", "the order is over"],
      ["MISSING_REQUIRED_INFO", "no `path_index`, or nothing to change"],
      ["INVALID_DATA", "index out of range, wrong type, COD on the pickup"],
      ["NOT_ALLOW_CHANGE_PICKUP_ADDRESS", "the pickup's address"],
      ["CHANGE_ADDRESS_NOT_ALLOWED", "an address on a public service"],
      ["BAD_REQUEST", "COD on a public service"],
      ["INVALID_PAYMENT_METHOD", "COD or address with CASH_BY_RECIPIENT"],
      ["NOT_ALLOW_ORDER_WITH_PROMO_CODE", "an address on an order with a promo code"],
      ["STOP_POINT_EDITED", "changed once already"],
      ["INVALID_DATA", "the address cannot be located"],
      ["SUPPLIER_NOT_ENOUGH_MONEY_FOR_CHANGE_ADDRESS", "the driver's wallet cannot carry it"],
      ...contentRefusals,
    ],
    run: (request, deps, { keep }) => {
      const body = fieldsOf(request);
      const { path_index: pathIndex, address_info: addressInfo, name, mobile, remarks, cod } = body;
      const content = readContentChange(body);
      const { order_id: orderId } = request.params;
      if (content && (pathIndex ?? undefined) === undefined)
        return changeContent(deps, callerOf(request), orderId, content, keep);
      const input = { pathIndex, name, mobile, remarks, cod, addressInfo, hasOrderFields: content !== undefined };
      return editOrder(deps, callerOf(request), orderId, input, keep);
    },
  }),
  call({
    id: "confirmOwnOrder",
    at: "POST /v3/orders/:order_id/confirm",
    summary: "Confirm an order whose driver waits for it at the pickup",
    ...changes,
    refusals: ["ORDER_NOT_FOUND", "NOT_AUTHORIZED", "INVALID_ORDER_STATUS"],
    run: (request, deps, { keep }) => confirmOrder(deps, callerOf(request), request.params.order_id, keep),
  }),
  call({
    id: "rateDriver",
    at: "PUT /v3/orders/:order_id/rate",
    summary: "Rate the driver",
    body: RateBody,
    ...changes,
    refusals: [
      ["NOT_AUTHORIZED", "the token"],
      ["SUPPLIER_NOT_FOUND", "unknown order, or one without a driver"],
      ["NOT_AUTHORIZED", "not the creator"],
      ["MISSING_REQUIRED_INFO", "`rated_by` or `rating` is missing"],
      ["INVALID_PARAM", "not 1 to 5, an unknown rater, or the order is not completed"],
      ["ORDER_HAS_BEEN_RATED_BY_USER", "the sender has rated"],
      ["ORDER_HAS_BEEN_RATED_BY_RECEIVER", "the receiver has rated"],
    ],
    run: (request, deps, { keep }) => {
      const { rated_by: ratedBy, rating, comment: words } = fieldsOf(request);
      return rateDriver(deps, callerOf(request), request.params.order_id, { ratedBy, rating, comment: words }, keep);
    },
  }),
];

function queryOf(request: AnyAsked): Readonly<Record<string, unknown>> {
  return request.query as Record<string, unknown>;
}
