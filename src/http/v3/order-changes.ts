// Cancelling, updating, confirming and rating orders (4.4, 4.5, 4.7). Bodies are read by the domain: what is wrong with them is answered
// only after what is wrong with the order (D10, D11, D13).

import type { FastifyRequest } from "fastify";
import { Type } from "typebox";
import { ORDER_FIELDS } from "../../domain/orders/edit/content-plan.ts";
import { cancelByTrackingNumber, cancelOrder } from "../../operations/orders/cancel-order.ts";
import { type ContentDeps, changeContent } from "../../operations/orders/change-content.ts";
import { confirmOrder } from "../../operations/orders/confirm-order.ts";
import { editOrder } from "../../operations/orders/edit-order.ts";
import { rateDriver } from "../../operations/orders/rate-driver.ts";
import { responses } from "../base/answer.ts";
import type { App } from "../base/app.ts";
import { callerOf } from "../base/callers.ts";
import { answerKeyed, KEY_HEADER } from "../base/keyed.ts";
import { ItemBody, RequestBody } from "../wire/order-body.ts";

export type OrderChangeDoor = ContentDeps;

export const OrderParams = Type.Object({ order_id: Type.String({ examples: ["26K7Q2ZD"] }) });
const comment = Type.Optional(
  Type.String({ description: "Why; required once a driver has accepted. See GET /v3/orders/cancel-reasons." }),
);
const CancelBody = Type.Object({ comment });
const CancelTrackBody = Type.Object({ tracking_number: Type.String(), comment });
const CancelTrackQuery = Type.Object({ tracking_number: Type.Optional(Type.String()), comment });
const EditBody = Type.Object({
  path_index: Type.Optional(
    Type.Integer({ minimum: 0, description: "0 is the pickup. Required for what is a point's: name to address_info." }),
  ),
  name: Type.Optional(Type.String()),
  mobile: Type.Optional(Type.String()),
  remarks: Type.Optional(Type.String()),
  cod: Type.Optional(Type.Integer({ description: "Partner-hosted services, delivery points, once." })),
  address_info: Type.Optional(
    Type.Object(
      { address: Type.String(), lat: Type.Optional(Type.Number()), lng: Type.Optional(Type.Number()) },
      { description: "Partner-hosted services, delivery points, once." },
    ),
  ),
  order_time: Type.Optional(
    Type.Number({ description: "Without path_index: the order's new time, before a driver has accepted; 0 for now." }),
  ),
  idle_until: Type.Optional(Type.Number({ description: "Beside order_time, as in create." })),
  items: Type.Optional(Type.Array(ItemBody, { description: "Without path_index: all goods anew." })),
  requests: Type.Optional(Type.Array(RequestBody, { description: "Without path_index: all special requests anew." })),
  group_requests: Type.Optional(Type.Array(RequestBody)),
});
const RateBody = Type.Object({
  rated_by: Type.String({ description: "user (sender) or receiver (recipient)." }),
  rating: Type.Integer({ minimum: 1, maximum: 5 }),
  comment: Type.Optional(Type.String()),
});

const nothing = () => ({});
export const judgedByTheDomain = () => () => true;

export function registerOrderChangeCalls(app: App, deps: OrderChangeDoor): void {
  const call = { validatorCompiler: judgedByTheDomain };
  const documented = {
    tags: ["Orders"],
    headers: KEY_HEADER,
    response: responses(Type.Object({})),
  };

  app.delete(
    "/v3/orders/:order_id",
    {
      ...call,
      schema: {
        ...documented,
        operationId: "cancelOrder",
        summary: "Cancel an order",
        params: OrderParams,
        body: CancelBody,
      },
    },
    async (request, reply) =>
      answerKeyed(deps, request, reply, nothing, (keep) =>
        cancelOrder(deps, callerOf(request), request.params.order_id, fieldsOf(request).comment, keep),
      ),
  );

  app.delete(
    "/v3/orders/tracks",
    {
      ...call,
      schema: {
        ...documented,
        operationId: "cancelByTrackingNumber",
        summary: "Cancel an order by a tracking number on it",
        description:
          "Acts on the caller's newest order carrying the number that can be cancelled. Both fields may stand in the query instead, " +
          "for clients that send no body with DELETE.",
        querystring: CancelTrackQuery,
        body: CancelTrackBody,
      },
    },
    async (request, reply) =>
      answerKeyed(deps, request, reply, nothing, (keep) => {
        const { tracking_number, comment: words } = { ...queryOf(request), ...fieldsOf(request) };
        return cancelByTrackingNumber(deps, callerOf(request), tracking_number, words, keep);
      }),
  );

  app.patch(
    "/v3/orders/:order_id",
    {
      ...call,
      schema: {
        ...documented,
        operationId: "updateOrder",
        summary: "Update a point of an order, or its time, goods or special requests",
        params: OrderParams,
        body: EditBody,
      },
    },
    async (request, reply) =>
      answerKeyed(deps, request, reply, nothing, (keep) => {
        const body = fieldsOf(request);
        const { path_index: pathIndex, address_info: addressInfo, name, mobile, remarks, cod } = body;
        const hasOrderFields = ORDER_FIELDS.some((field) => (body[field] ?? undefined) !== undefined);
        const { order_id: orderId } = request.params;
        if (hasOrderFields && (pathIndex ?? undefined) === undefined)
          return changeContent(deps, callerOf(request), orderId, { change: "order", body }, keep);
        const input = { pathIndex, name, mobile, remarks, cod, addressInfo, hasOrderFields };
        return editOrder(deps, callerOf(request), orderId, input, keep);
      }),
  );

  app.post(
    "/v3/orders/:order_id/confirm",
    {
      ...call,
      schema: {
        ...documented,
        operationId: "confirmOwnOrder",
        summary: "Confirm an order whose driver waits for it at the pickup",
        params: OrderParams,
      },
    },
    async (request, reply) =>
      answerKeyed(deps, request, reply, nothing, (keep) =>
        confirmOrder(deps, callerOf(request), request.params.order_id, keep),
      ),
  );

  app.put(
    "/v3/orders/:order_id/rate",
    {
      ...call,
      schema: {
        ...documented,
        operationId: "rateDriver",
        summary: "Rate the driver",
        params: OrderParams,
        body: RateBody,
      },
    },
    async (request, reply) =>
      answerKeyed(deps, request, reply, nothing, (keep) => {
        const { rated_by: ratedBy, rating, comment: words } = fieldsOf(request);
        return rateDriver(deps, callerOf(request), request.params.order_id, { ratedBy, rating, comment: words }, keep);
      }),
  );
}

// A body that is no object has none of the fields.
export function fieldsOf(request: FastifyRequest): Readonly<Record<string, unknown>> {
  const { body } = request;
  return typeof body === "object" && body !== null && !Array.isArray(body) ? (body as Record<string, unknown>) : {};
}

function queryOf(request: FastifyRequest): Readonly<Record<string, unknown>> {
  return request.query as Record<string, unknown>;
}
