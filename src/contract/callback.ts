// Callbacks on the wire: the log (2.15), the settings, the queue, and what a receiver check found.
import { Type } from "typebox";
import { AUTH_TYPES } from "../domain/callbacks/callback-settings.ts";
import { CALLBACK_RESULTS, DELIVERY_STATES } from "../domain/callbacks/delivery-state.ts";
import { CHECK_RESULTS } from "../domain/callbacks/receiver-report.ts";
import { field, givenMoment, maybe, moment, nullable, oneOf, text, time, timeWindow } from "./fields.ts";

export const LOG_PAGE = 200;
const LOG_PAGE_MAX = 1_000;
const SentOrder = Type.Any({ description: "The order as it was sent; holds at least _id and status." });

export const CallbackLog = Type.Object(
  {
    partner: text,
    tracking_number: text,
    response_text: text,
    response_code: field.integer("0 when no answer came."),
    response_time: field.number("Seconds until the answer."),
    callback_time: time,
    request: SentOrder,
    event_id: text,
    try: Type.Integer(),
    outcome: text,
    error: text,
  },
  { title: "CallbackLog" },
);

export const TryRecord = Type.Object({
  try: Type.Integer(),
  callback_time: time,
  outcome: text,
  response_code: Type.Integer(),
  response_time: Type.Number(),
  response_text: text,
  error: text,
});

export const deliveryState = oneOf(DELIVERY_STATES, {
  description: "unsent when callbacks were not set up, forgotten once its tries are kept no longer.",
});

// An event in the log of the whole endpoint.
const CallbackEvent = Type.Object(
  {
    event_id: text,
    event_type: text,
    event_time: moment,
    order_id: field.text("Empty for events of accounts."),
    state: deliveryState,
    next_try_time: field.number("0 when none is due."),
    last_try: nullable(TryRecord),
  },
  { title: "CallbackEvent" },
);

// What the log of the whole endpoint can be narrowed to, as a query and as what is to be sent again.
const RESULT = { description: "failed: it was tried and the last try was not taken." };
const eventFilters = {
  order_id: maybe(field.text("An order's id or a tracking number.", { maxLength: 200 })),
  event_type: maybe(Type.String({ maxLength: 40 })),
  result: maybe(oneOf(CALLBACK_RESULTS, RESULT)),
};
export const eventLogQuery = {
  ...eventFilters,
  ...timeWindow,
  limit: maybe(field.text("1 to 200; 50 when absent.", { pattern: "^([1-9]\\d?|1\\d\\d|200)$" })),
  after: maybe(field.text("The `next` of the page before; absent: the newest.")),
};
export const EventLogRecord = Type.Object({
  events: Type.Array(CallbackEvent),
  next: maybe(field.text("Where the next page begins, also when this one came short; absent on the last one.")),
});
const LAST_MOMENT = 8_640_000_000_000;
export const resendBody = {
  since: maybe(givenMoment(LAST_MOMENT)),
  matching: maybe(
    Type.Object(
      {
        ...eventFilters,
        from_time: maybe(givenMoment(LAST_MOMENT)),
        to_time: maybe(givenMoment(LAST_MOMENT)),
      },
      { description: "Those of the log that fit; 10,000 at most." },
    ),
  ),
  count_only: maybe(field.flag("With `matching`: tell how many there are and send none.")),
};
export const ResendAnswer = Type.Object({
  queued: Type.Integer(),
  matching: maybe(field.integer("How many fit, where that was asked for.")),
});

// How the log comes in pages, the partner's and the operator's.
export const logPaging = {
  limit: maybe(field.text(`1 to ${LOG_PAGE_MAX}; ${LOG_PAGE} when absent.`, { pattern: "^([1-9]\\d{0,2}|1000)$" })),
  next: maybe(field.text("The `next` of the page before; absent: the newest.")),
};

export const nextPage = maybe(field.text("Where the next page begins; absent on the last one."));

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
          enum: [...AUTH_TYPES],
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
    url: field.text("Empty while none is set."),
    auth: Type.Object({ type: oneOf(AUTH_TYPES) }),
    account_events: Type.Object({
      balance_low: field.integer("0: not told."),
      cod_paid_out: Type.Boolean(),
    }),
    stopped: field.flag("It answered 410; saving the settings starts it again."),
    failures: field.integer("Failed tries in a row."),
    waiting: field.integer("Events not delivered yet."),
    given_up: field.integer("Events that were given up and can be sent again."),
    oldest_waiting_time: time,
  },
  { title: "CallbackEndpoint" },
);
const Words = Type.Object({ en: text, vi: text });

export const ReportRecord = Type.Object(
  {
    grade: field.text("A to F."),
    checks: Type.Array(
      Type.Object({
        check: text,
        result: oneOf(CHECK_RESULTS),
        sent: Words,
        answered: Type.Array(text),
        advice: maybe(Words),
      }),
    ),
  },
  { title: "ReceiverReport" },
);
