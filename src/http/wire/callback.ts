// Callbacks on the wire: the log (2.15), the settings, the queue, and what a receiver check found.
import { type Static, Type } from "typebox";
import type { CallbackAuth } from "../../domain/callbacks/callback-settings.ts";
import { eventIdOf } from "../../domain/callbacks/event-id.ts";
import type { ReceiverReport } from "../../domain/callbacks/receiver-report.ts";
import type { EndpointState } from "../../operations/callbacks/manage-endpoint.ts";
import type { LoggedTry } from "../../store/callbacks/tries.ts";
import { unixSeconds } from "./time.ts";

const text = Type.String();
const time = Type.Number({ description: "Unix timestamp; 0 while unset." });
const SentOrder = Type.Any({ description: "The order as it was sent; holds at least _id and status." });

export const CallbackLog = Type.Object(
  {
    partner: text,
    tracking_number: text,
    response_text: text,
    response_code: Type.Integer({ description: "0 when no answer came." }),
    response_time: Type.Number({ description: "Seconds until the answer." }),
    callback_time: time,
    request: SentOrder,
    event_id: text,
    try: Type.Integer(),
    outcome: text,
    error: text,
  },
  { title: "CallbackLog" },
);

const LOG_PAGE = 200;
const LOG_PAGE_MAX = 1_000;

// How the log comes in pages, the partner's and the operator's.
export const logPaging = {
  limit: Type.Optional(
    Type.String({
      pattern: "^([1-9]\\d{0,2}|1000)$",
      description: `1 to ${LOG_PAGE_MAX}; ${LOG_PAGE} when absent.`,
    }),
  ),
  next: Type.Optional(Type.String({ description: "The `next` of the page before; absent: the newest." })),
};
export const nextPage = Type.Optional(
  Type.String({ description: "Where the next page begins; absent on the last one." }),
);

export function logLimit(limit: string | undefined): number {
  return Number(limit ?? LOG_PAGE);
}

// The event may have been pruned since; its order's id is still known.
export function encodeTry(logged: LoggedTry, trackingNumber: string): Static<typeof CallbackLog> {
  return {
    partner: logged.partnerId,
    tracking_number: trackingNumber,
    response_text: logged.responseText,
    response_code: logged.code,
    response_time: logged.elapsedMs / 1000,
    callback_time: unixSeconds(logged.triedAt),
    request: logged.body === null ? { _id: logged.orderId, status: "" } : JSON.parse(logged.body),
    event_id: eventIdOf(logged),
    try: logged.try,
    outcome: logged.outcome,
    error: logged.error,
  };
}

export const SettingsBody = Type.Unsafe<unknown>({
  type: "object",
  title: "CallbackSettings",
  properties: {
    url: { type: "string", examples: ["https://shop.example/hooks/giao"] },
    auth: {
      type: "object",
      properties: {
        type: {
          type: "string",
          enum: ["none", "apikey", "bearer", "basic", "body"],
          description: "apikey and bearer send secret in a header, body sends it as `api_key` in the JSON body.",
        },
        secret: { type: "string" },
        username: { type: "string" },
        password: { type: "string" },
      },
    },
    account_events: {
      type: "object",
      description: "What is told of accounts beside orders; what is not sent stays as it was, at first nothing.",
      properties: {
        balance_low: {
          type: "integer",
          description: "account.balance_low when main and bonus fall below so many VND; 0: never.",
        },
        cod_paid_out: { type: "boolean", description: "account.cod_paid_out when collected cash comes into main." },
      },
    },
  },
  required: ["url"],
});

export const EndpointRecord = Type.Object(
  {
    url: Type.String({ description: "Empty while none is set." }),
    auth: Type.Object({ type: text }),
    account_events: Type.Object({
      balance_low: Type.Integer({ description: "0: not told." }),
      cod_paid_out: Type.Boolean(),
    }),
    stopped: Type.Boolean({ description: "It answered 410; saving the settings starts it again." }),
    failures: Type.Integer({ description: "Failed tries in a row." }),
    waiting: Type.Integer({ description: "Events not delivered yet." }),
    given_up: Type.Integer({ description: "Events that were given up and can be sent again." }),
    oldest_waiting_time: time,
  },
  { title: "CallbackEndpoint" },
);

export function encodeEndpoint({ endpoint, queue }: EndpointState): Static<typeof EndpointRecord> {
  return {
    url: endpoint?.url ?? "",
    auth: { type: (endpoint?.auth ?? ({ type: "none" } satisfies CallbackAuth)).type },
    account_events: {
      balance_low: endpoint?.balanceLow ?? 0,
      cod_paid_out: endpoint?.tellsCodPaidOut ?? false,
    },
    stopped: Boolean(endpoint?.stoppedAt),
    failures: endpoint?.failures ?? 0,
    waiting: queue.waiting,
    given_up: queue.givenUp,
    oldest_waiting_time: unixSeconds(queue.oldestQueuedAt),
  };
}

const Words = Type.Object({ en: text, vi: text });
export const ReportRecord = Type.Object(
  {
    grade: Type.String({ description: "A to F." }),
    checks: Type.Array(
      Type.Object({
        check: text,
        result: Type.String({ description: "pass, warn, fail or skipped." }),
        sent: Words,
        answered: Type.Array(text),
        advice: Type.Optional(Words),
      }),
    ),
  },
  { title: "ReceiverReport" },
);

export function encodeReport(report: ReceiverReport): Static<typeof ReportRecord> {
  return {
    grade: report.grade,
    checks: report.checks.map(({ check, result, sent, answered, advice }) => ({
      check,
      result,
      sent,
      answered: [...answered],
      ...(advice === undefined ? {} : { advice }),
    })),
  };
}

// What test calls carry: an order as a receiver knows it, that no receiver can mistake for one of its own.
export function sampleOrder(partnerId: string, now: Date): Readonly<Record<string, unknown>> {
  return {
    _id: "00TEST00",
    status: "ASSIGNING",
    sub_status: "",
    partner: partnerId,
    service_id: "SGN-BIKE",
    city_id: "SGN",
    currency: "VND",
    total_fee: 0,
    create_time: unixSeconds(now),
    path: [
      { address: "Test pickup", name: "Test", mobile: "84900000000", status: "" },
      { address: "Test delivery", name: "Test", mobile: "84900000000", status: "", tracking_number: "TEST" },
    ],
  };
}
