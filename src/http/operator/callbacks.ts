// The operator's view of callbacks: the tries of an order, the queue, and sending again.
import { Type } from "typebox";
import {
  CallbackLog,
  EndpointRecord,
  EventLogRecord,
  eventLogQuery,
  logPaging,
  nextPage,
  ResendAnswer,
  resendBody,
} from "../../contract/callback.ts";
import { field, maybe } from "../../contract/fields.ts";
import { isRefusal, refuse } from "../../domain/refusal.ts";
import { type LogDeps, resendMatching, seeEventLog } from "../../operations/callbacks/event-log.ts";
import { type EndpointDeps, seeEndpoint } from "../../operations/callbacks/manage-endpoint.ts";
import { resendOne, resendSince, seeCallbackLog } from "../../operations/callbacks/see-callbacks.ts";
import { findPartner } from "../../store/accounts/partners.ts";
import { findOrder } from "../../store/orders/orders.ts";
import { sendLongList } from "../base/long-lists.ts";
import { callsOf, DONE } from "../calls/call.ts";
import { encodeEndpoint, encodeEventLog, encodeTry, eventFilterOf, eventLogLimit, logLimit } from "../wire/callback.ts";

const call = callsOf<LogDeps & EndpointDeps>("Operator");

export const operatorCallbackCalls = [
  call.plain({
    id: "listCallbacksOfOrder",
    at: "GET /operator/v1/callbacks",
    summary: "Every try to tell a partner about an order, newest first",
    query: Type.Object({
      order_id: maybe(Type.String()),
      ...logPaging,
      after: maybe(field.text("The same as `next`.")),
    }),
    answer: Type.Object({ callbacks: Type.Array(CallbackLog), next: nextPage }),
    checkFirst: ({ query }) => (query.order_id ? undefined : refuse("MISSING_REQUIRED_INFO", "order_id is missing.")),
    refusals: [["MISSING_REQUIRED_INFO", "`order_id`"], "BAD_REQUEST", "ORDER_NOT_FOUND"],
    run: async (request, deps, { reply }) => {
      const { order_id: orderId = "", limit, next, after } = request.query;
      const order = await findOrder(deps.db, orderId);
      if (!order) return refuse("ORDER_NOT_FOUND", `Order ${orderId} does not exist.`);
      const number = order.points.find((point) => point.trackingNumber !== null)?.trackingNumber ?? "";
      const page = await seeCallbackLog(deps, order.partnerId, { orderId }, next || after, logLimit(limit));
      if (isRefusal(page)) return page;
      return sendLongList(reply, {
        name: "callbacks",
        items: page.tries,
        schema: CallbackLog,
        encode: (one) => encodeTry(one, number),
        ...(page.next === undefined ? {} : { after: { next: page.next } }),
      });
    },
  }),
  call({
    id: "resendCallback",
    at: "POST /operator/v1/callbacks/:event_id/resend",
    summary: "Send an event again",
    ...DONE,
    refusals: ["NOT_FOUND"],
    run: (request, deps) => resendOne(deps, undefined, request.params.event_id),
  }),
  call.plain({
    id: "getPartnerCallbacks",
    at: "GET /operator/v1/partners/:id/callbacks",
    summary: "A partner's callback settings and queue",
    answer: EndpointRecord,
    refusals: ["PARTNER_NOT_FOUND"],
    run: async (request, deps) => {
      const { id } = request.params;
      if (!(await findPartner(deps.db, id))) return noSuchPartner(id);
      return encodeEndpoint(await seeEndpoint(deps, id));
    },
  }),
  call.plain({
    id: "readPartnerCallbackLog",
    at: "GET /operator/v1/partners/:id/callbacks/log",
    summary: "Everything a partner's endpoint was told, newest first, with what became of it",
    query: Type.Object(eventLogQuery),
    answer: EventLogRecord,
    invalid: "BAD_REQUEST",
    refusals: ["BAD_REQUEST", "PARTNER_NOT_FOUND"],
    run: async (request, deps) => {
      const { id } = request.params;
      const { after, limit, ...fields } = request.query;
      if (!(await findPartner(deps.db, id))) return noSuchPartner(id);
      const page = await seeEventLog(deps, id, eventFilterOf(fields), after, eventLogLimit(limit));
      return isRefusal(page) ? page : encodeEventLog(page);
    },
  }),
  call.plain({
    id: "resendPartnerCallbacks",
    at: "POST /operator/v1/partners/:id/callbacks/resend",
    summary: "Send again a partner's events that were given up since a time, or those of its log that fit",
    body: Type.Object(resendBody),
    answer: ResendAnswer,
    invalid: "BAD_REQUEST",
    refusals: ["BAD_REQUEST", "PARTNER_NOT_FOUND", "MISSING_REQUIRED_INFO"],
    isRead: asksForCount,
    run: async (request, deps) => {
      const { id } = request.params;
      const { since, matching, count_only: isTrial = false } = request.body;
      if (!(await findPartner(deps.db, id))) return noSuchPartner(id);
      if (matching !== undefined) return resendMatching(deps, id, eventFilterOf(matching), isTrial);
      if (since === undefined) return refuse("MISSING_REQUIRED_INFO", "Give since or matching.");
      return { queued: await resendSince(deps, id, new Date(since * 1000)) };
    },
  }),
];

// Nothing is sent then. Without `matching` a count is no choice, and all is sent.
function asksForCount(body: unknown): boolean {
  const { matching, count_only } = (body ?? {}) as { readonly matching?: unknown; readonly count_only?: unknown };
  return matching !== undefined && count_only === true;
}

function noSuchPartner(id: string) {
  return refuse("PARTNER_NOT_FOUND", `There is no partner ${id}.`);
}
