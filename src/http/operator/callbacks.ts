// The operator's view of callbacks: the tries of an order, the queue, and sending again.
import { Type } from "typebox";
import { isRefusal, refuse } from "../../domain/refusal.ts";
import { type EndpointDeps, seeEndpoint } from "../../operations/callbacks/manage-endpoint.ts";
import { resendOne, resendSince, type SeeDeps, seeCallbackLog } from "../../operations/callbacks/see-callbacks.ts";
import { findPartner } from "../../store/accounts/partners.ts";
import { findOrder } from "../../store/orders/orders.ts";
import { answer, responses, sendRefusal } from "../base/answer.ts";
import type { App } from "../base/app.ts";
import { sendLongList } from "../base/long-lists.ts";
import { refuseInvalid } from "../base/validation.ts";
import {
  CallbackLog,
  EndpointRecord,
  encodeEndpoint,
  encodeTry,
  logLimit,
  logPaging,
  nextPage,
} from "../wire/callback.ts";

export type OperatorCallbackDoor = SeeDeps & EndpointDeps;

export function registerOperatorCallbackCalls(app: App, deps: OperatorCallbackDoor): void {
  const documented = { tags: ["Operator"] };

  app.get(
    "/operator/v1/callbacks",
    {
      attachValidation: true,
      schema: {
        ...documented,
        operationId: "listCallbacksOfOrder",
        summary: "Every try to tell a partner about an order, newest first",
        querystring: Type.Object({
          order_id: Type.Optional(Type.String()),
          ...logPaging,
          after: Type.Optional(Type.String({ description: "The same as `next`." })),
        }),
        response: responses(Type.Object({ callbacks: Type.Array(CallbackLog), next: nextPage })),
      },
    },
    async (request, reply) => {
      const { order_id: orderId, limit, next, after } = request.query;
      if (!orderId) return sendRefusal(reply, refuse("MISSING_REQUIRED_INFO", "order_id is missing."));
      const invalid = refuseInvalid(request, "BAD_REQUEST");
      if (invalid) return sendRefusal(reply, invalid);
      const order = await findOrder(deps.db, orderId);
      if (!order) return sendRefusal(reply, refuse("ORDER_NOT_FOUND", `Order ${orderId} does not exist.`));
      const number = order.points.find((point) => point.trackingNumber !== null)?.trackingNumber ?? "";
      const page = await seeCallbackLog(deps, order.partnerId, { orderId }, next || after, logLimit(limit));
      if (isRefusal(page)) return sendRefusal(reply, page);
      return sendLongList(reply, {
        name: "callbacks",
        items: page.tries,
        schema: CallbackLog,
        encode: (one) => encodeTry(one, number),
        ...(page.next === undefined ? {} : { after: { next: page.next } }),
      });
    },
  );

  app.post(
    "/operator/v1/callbacks/:event_id/resend",
    {
      schema: {
        ...documented,
        operationId: "resendCallback",
        summary: "Send an event again",
        params: Type.Object({ event_id: Type.String({ examples: ["evt_26K7Q2ZD_1"] }) }),
        response: responses(Type.Object({})),
      },
    },
    async (request, reply) => answer(reply, await resendOne(deps, undefined, request.params.event_id), () => ({})),
  );

  app.get(
    "/operator/v1/partners/:id/callbacks",
    {
      schema: {
        ...documented,
        operationId: "getPartnerCallbacks",
        summary: "A partner's callback settings and queue",
        params: Type.Object({ id: Type.String() }),
        response: responses(EndpointRecord),
      },
    },
    async (request, reply) => {
      const { id } = request.params;
      if (!(await findPartner(deps.db, id))) return sendRefusal(reply, noSuchPartner(id));
      return reply.send(encodeEndpoint(await seeEndpoint(deps, id)));
    },
  );

  app.post(
    "/operator/v1/partners/:id/callbacks/resend",
    {
      attachValidation: true,
      schema: {
        ...documented,
        operationId: "resendPartnerCallbacks",
        summary: "Send again all of a partner's events that were given up since a time",
        params: Type.Object({ id: Type.String() }),
        body: Type.Object({
          since: Type.Number({ minimum: 0, maximum: 8_640_000_000_000, description: "Unix timestamp." }),
        }),
        response: responses(Type.Object({ queued: Type.Integer() })),
      },
    },
    async (request, reply) => {
      const invalid = refuseInvalid(request, "BAD_REQUEST");
      if (invalid) return sendRefusal(reply, invalid);
      const { id } = request.params;
      if (!(await findPartner(deps.db, id))) return sendRefusal(reply, noSuchPartner(id));
      return reply.send({ queued: await resendSince(deps, id, new Date(request.body.since * 1000)) });
    },
  );
}

function noSuchPartner(id: string) {
  return refuse("PARTNER_NOT_FOUND", `There is no partner ${id}.`);
}
