// What a partner sees and sets of its callbacks: the log (4.6), the stream to pull (D16), the settings and sending again.

import { type Static, Type } from "typebox";
import {
  CallbackLog,
  EndpointRecord,
  EventLogRecord,
  eventLogQuery,
  logPaging,
  nextPage,
  ResendAnswer,
  resendBody,
  SettingsBody,
} from "../../contract/callback.ts";
import { field, maybe } from "../../contract/fields.ts";
import { eventSubjectOf } from "../../domain/callbacks/account-event.ts";
import { isRefusal, refuse } from "../../domain/refusal.ts";
import { seeAccount } from "../../operations/accounts/see-account.ts";
import { type LogDeps, resendMatching, seeEventLog } from "../../operations/callbacks/event-log.ts";
import {
  changeSecret,
  clearEndpoint,
  type EndpointDeps,
  judgeEndpoint,
  seeEndpoint,
  setEndpoint,
  testEndpoint,
} from "../../operations/callbacks/manage-endpoint.ts";
import { readEvents, resendOne, resendSince, seeCallbackLog } from "../../operations/callbacks/see-callbacks.ts";
import { callerOf, partnerOf, partnerOrCallerOf } from "../base/callers.ts";
import { sendLongList } from "../base/long-lists.ts";
import { callsOf } from "../calls/call.ts";
import {
  encodeEndpoint,
  encodeEventLog,
  encodeTry,
  eventFilterOf,
  eventLogLimit,
  logLimit,
  sampleOrder,
} from "../wire/callback.ts";
import { unixSeconds } from "../wire/time.ts";

const EVENTS_DEFAULT = 100;
const EVENTS_MAX = 1_000;

const LogQuery = Type.Object({
  tracking_number: maybe(Type.String()),
  account_id: maybe(field.text("Instead of tracking_number: events of the caller's account or of a child's.")),
  ...logPaging,
});
const EventsQuery = Type.Object({
  after: maybe(field.text("The `next` of the page before; absent: from the beginning.")),
  limit: maybe(field.text(`At most ${EVENTS_MAX}.`, { pattern: "^[1-9]\\d{0,3}$" })),
});
const EventRecord = Type.Object({
  event_id: Type.String(),
  event_type: Type.String(),
  event_seq: Type.Integer(),
  event_time: Type.Number(),
  order: Type.Any({ description: "The very body of the callback." }),
});
const TestAnswer = Type.Object({
  outcome: field.text("answered, timed_out, unreachable, address_refused, tls_failed, closed or malformed."),
  response_code: Type.Integer(),
  response_text: Type.String(),
  response_time: Type.Number(),
  error: Type.String(),
});

const call = callsOf<LogDeps & EndpointDeps>("Callbacks");

export const callbackCalls = [
  call.plain({
    id: "listCallbackLogs",
    at: "GET /v3/orders/callback-logs",
    summary: "The log of callbacks about a tracking number, newest first",
    query: LogQuery,
    answer: Type.Object({
      tracking_number: Type.String(),
      callback_logs: Type.Array(CallbackLog),
      next: nextPage,
    }),
    checkFirst: ({ query }) =>
      query.tracking_number || query.account_id
        ? undefined
        : refuse("MISSING_REQUIRED_INFO", "tracking_number is missing."),
    refusals: [["MISSING_REQUIRED_INFO", "`tracking_number`"], "BAD_REQUEST", "INVALID_PHONE_NUMBER", "NOT_FOUND"],
    run: async (request, deps, { reply }) => {
      const { tracking_number: number = "", account_id: accountId, limit, next: after } = request.query;
      const caller = callerOf(request);
      const account = number || !accountId ? undefined : await seeAccount(deps, caller, accountId);
      if (isRefusal(account)) return account;
      const of = account ? { orderId: eventSubjectOf(account.account.phone) } : { trackingNumber: number };
      const page = await seeCallbackLog(deps, caller.partnerId, of, after, logLimit(limit));
      if (isRefusal(page)) return page;
      const { tries, next } = page;
      return sendLongList(reply, {
        before: { tracking_number: number },
        name: "callback_logs",
        items: tries,
        schema: CallbackLog,
        encode: (one) => encodeTry(one, number),
        ...(next === undefined ? {} : { after: { next } }),
      });
    },
  }),
  call.plain({
    id: "readEvents",
    at: "GET /v3/orders/events",
    summary: "The callbacks as a stream to pull",
    description:
      "The same events by cursor. None is skipped, also while orders are being written; keep `next` and ask with it again. " +
      "An account's token reads the events of its own orders and of its children's; the partner's API key, or a token made " +
      "with it for `events:read`, those of the whole partner. A page may be shorter than its limit: only an empty one is the end.",
    query: EventsQuery,
    answer: Type.Object({ events: Type.Array(EventRecord), next: Type.String() }),
    refusals: ["BAD_REQUEST"],
    run: async (request, deps, { reply }) => {
      const limit = Math.min(EVENTS_MAX, Number(request.query.limit ?? EVENTS_DEFAULT));
      const page = await readEvents(deps, partnerOrCallerOf(request), request.query.after, limit);
      if (isRefusal(page)) return page;
      const { events, next } = page;
      return sendLongList(reply, {
        name: "events",
        items: events,
        schema: EventRecord,
        encode: encodeEvent,
        after: { next },
      });
    },
  }),
  call.plain({
    id: "getCallbacks",
    at: "GET /v3/callbacks",
    summary: "The callback settings and queue",
    answer: EndpointRecord,
    run: async (request, deps) => encodeEndpoint(await seeEndpoint(deps, partnerOf(request).partnerId)),
  }),
  call({
    id: "readCallbackLog",
    at: "GET /v3/callbacks/log",
    summary: "Everything the endpoint was told, newest first, with what became of it",
    description: "A page may come short: only one without `next` is the last.",
    query: Type.Object(eventLogQuery),
    answer: EventLogRecord,
    invalid: "BAD_REQUEST",
    refusals: ["BAD_REQUEST"],
    run: (request, deps) => {
      const { after, limit, ...fields } = request.query;
      return seeEventLog(deps, partnerOf(request).partnerId, eventFilterOf(fields), after, eventLogLimit(limit));
    },
    encode: encodeEventLog,
  }),
  call.plain({
    id: "setCallbacks",
    at: "PUT /v3/callbacks",
    summary: "Set where callbacks go",
    description:
      "Events that wait are sent at once. They are signed with the secret that came with the partner's keys, or the newest one.",
    body: SettingsBody,
    answer: EndpointRecord,
    invalid: "judged",
    refusals: ["INVALID_DATA"],
    run: async (request, deps) => {
      const settings = judgeEndpoint(deps, request.body);
      if (isRefusal(settings)) return settings;
      const state = await setEndpoint(deps, partnerOf(request).partnerId, settings);
      deps.wakeCallbacks();
      return encodeEndpoint(state);
    },
  }),
  call.plain({
    id: "clearCallbacks",
    at: "DELETE /v3/callbacks",
    summary: "Stop callbacks",
    answer: Type.Object({}),
    run: async (request, deps) => {
      await clearEndpoint(deps, partnerOf(request).partnerId);
      return {};
    },
  }),
  call({
    id: "rotateCallbackSecret",
    at: "POST /v3/callbacks/secret/rotate",
    summary: "Change the signing secret",
    description: "Both secrets sign until old_secret_end_time.",
    answer: Type.Object({ callback_secret: Type.String(), old_secret_end_time: Type.Number() }),
    refusals: ["NOT_FOUND"],
    run: (request, deps) => changeSecret(deps, partnerOf(request).partnerId),
    encode: ({ secret, oldUntil }) => ({
      callback_secret: secret,
      old_secret_end_time: unixSeconds(oldUntil),
    }),
  }),
  call({
    id: "testCallback",
    at: "POST /v3/callbacks/test",
    summary: "Send a test event and tell what the endpoint answered",
    answer: TestAnswer,
    refusals: ["NOT_FOUND"],
    run: (request, deps) => {
      const { partnerId } = partnerOf(request);
      return testEndpoint(deps, partnerId, sampleOrder(partnerId, deps.clock.now()));
    },
    encode: encodeExchange,
  }),
  call.plain({
    id: "resendCallbacks",
    at: "POST /v3/callbacks/resend",
    summary: "Send events again: one, all that were given up since a time, or those of the log that fit",
    body: Type.Object({ event_id: maybe(Type.String()), ...resendBody }),
    answer: ResendAnswer,
    invalid: "BAD_REQUEST",
    refusals: ["BAD_REQUEST", "NOT_FOUND", "MISSING_REQUIRED_INFO"],
    run: async (request, deps) => {
      const { event_id, since, matching, count_only: isTrial = false } = request.body;
      const { partnerId } = partnerOf(request);
      if (event_id !== undefined) {
        const resent = await resendOne(deps, partnerId, event_id);
        return isRefusal(resent) ? resent : { queued: 1 };
      }
      if (matching !== undefined) return resendMatching(deps, partnerId, eventFilterOf(matching), isTrial);
      if (since === undefined) return refuse("MISSING_REQUIRED_INFO", "Give event_id, since or matching.");
      return { queued: await resendSince(deps, partnerId, new Date(since * 1000)) };
    },
  }),
];

function encodeExchange(exchange: {
  readonly outcome: string;
  readonly code: number;
  readonly text: string;
  readonly elapsedMs: number;
  readonly error: string;
}): Static<typeof TestAnswer> {
  return {
    outcome: exchange.outcome,
    response_code: exchange.code,
    response_text: exchange.text,
    response_time: exchange.elapsedMs / 1000,
    error: exchange.error,
  };
}

function encodeEvent(event: {
  readonly orderId: string;
  readonly seq: number;
  readonly type: string;
  readonly happenedAt: Date;
  readonly body: string;
}): Static<typeof EventRecord> {
  const order = JSON.parse(event.body) as { readonly event_id: string };
  return {
    event_id: order.event_id,
    event_type: event.type,
    event_seq: event.seq,
    event_time: unixSeconds(event.happenedAt),
    order,
  };
}
