// The portal's order history and an order's logs: what the partner API has no call for.
import { Readable } from "node:stream";
import { type Static, Type } from "typebox";
import { deliveryState, TryRecord } from "../../contract/callback.ts";
import { field, maybe, text, time, timeWindow } from "../../contract/fields.ts";
import { HistoryRecord } from "../../contract/order-history.ts";
import { cancelledBy, outcome, paymentMethod, pointStatus, status, subStatus } from "../../contract/states.ts";
import { eventIdOf } from "../../domain/callbacks/event-id.ts";
import type { Order } from "../../domain/orders/order.ts";
import { STATUSES, type Status } from "../../domain/orders/order-life.ts";
import { OUTCOMES, type Outcome, outcomeOf } from "../../domain/orders/outcome.ts";
import { kilometersOf } from "../../domain/pricing/price.ts";
import { isRefusal } from "../../domain/refusal.ts";
import {
  EXPORT_MAX,
  exportHistory,
  HISTORY_DAYS,
  type HistoryDeps,
  type HistoryQuestion,
  seeHistory,
} from "../../operations/portal/see-history.ts";
import {
  type OrderCallback,
  type OrderLogDeps,
  seeCallbacksOfOrder,
  seeTimeline,
} from "../../operations/portal/see-order-log.ts";
import { callerOf } from "../base/callers.ts";
import { callsOf } from "../calls/call.ts";
import { encodeTryOfEvent } from "../wire/callback.ts";
import { encodeHistory } from "../wire/order.ts";
import { type CsvLanguage, csvHead, csvOrder } from "../wire/order-csv.ts";
import { instant, unixSeconds } from "../wire/time.ts";

export type PortalOrderDoor = OrderLogDeps & HistoryDeps;

const PAGE = 25;
const PAGE_MAX = 100;
const severalOf = (words: readonly string[]): string => `^(${words.join("|")})(,(${words.join("|")}))*$`;

const filters = {
  account: maybe(field.text("One account: the caller's own, or a child's.")),
  status: maybe(field.text("One or several, separated by commas.", { pattern: severalOf(STATUSES) })),
  outcome: maybe(field.text("One or several, separated by commas.", { pattern: severalOf(OUTCOMES) })),
  service: maybe(field.text("A service's id, or a group's (BIKE) in every city.", { pattern: "^[A-Z0-9-]{1,60}$" })),
  ...timeWindow,
  q: maybe(
    field.text("An order id, a tracking number, a phone of a driver or at a stop, or words of an address or a name.", {
      maxLength: 200,
      pattern: "^[^\\u0000]*$",
    }),
  ),
};
const HistoryQuery = Type.Object({
  ...filters,
  after: maybe(field.text("`next` of the page before.", { pattern: "^\\d{1,15}$" })),
  limit: maybe(field.text(`1 to ${PAGE_MAX}; ${PAGE} when absent.`, { pattern: "^\\d{1,3}$" })),
});
const ExportQuery = Type.Object({
  ...filters,
  lang: maybe(Type.Union([Type.Literal("en"), Type.Literal("vi")])),
});

const OrderRow = Type.Object(
  {
    _id: text,
    status,
    sub_status: subStatus,
    outcome,
    cancelled_by: cancelledBy,
    service_id: text,
    user_id: text,
    user_name: text,
    create_time: time,
    payment_method: paymentMethod,
    total_fee: Type.Number(),
    cod: field.number("Of all points together."),
    distance: field.number("km"),
    supplier_id: text,
    supplier_name: text,
    plate_number: text,
    path: Type.Array(Type.Object({ address: text, name: text, status: pointStatus, tracking_number: maybe(text) })),
  },
  { title: "OrderRow" },
);
const OrderCallbackRecord = Type.Object(
  {
    event_id: text,
    event_type: text,
    event_time: time,
    state: deliveryState,
    next_try_time: field.number("0 when none is due."),
    tries: Type.Array(TryRecord, { description: "Newest first." }),
    request: Type.Any({ description: "What was sent." }),
  },
  { title: "CallbackOfOrder" },
);

const call = callsOf<PortalOrderDoor>("Portal");

async function* csvLines(
  { catalogue }: PortalOrderDoor,
  orders: AsyncIterable<Order>,
  language: CsvLanguage,
): AsyncGenerator<string> {
  yield csvHead(language);
  const { cities } = catalogue.current();
  for await (const order of orders) yield csvOrder(order, cities.get(order.cityId)?.timeZone ?? "UTC");
}

export const portalOrderCalls = [
  call({
    id: "listHistory",
    at: "GET /portal/v1/orders",
    summary: "The order history of the account and its children, newest first",
    description: `Without from_time and q: the last ${HISTORY_DAYS} days.`,
    query: HistoryQuery,
    answer: Type.Object({ orders: Type.Array(OrderRow), next: text }),
    invalid: "BAD_REQUEST",
    refusals: ["BAD_REQUEST", "NOT_FOUND"],
    run: (request, deps) => {
      const { after, limit } = request.query;
      const question = { ...questionOf(request.query), beforeNumber: after ? Number(after) : undefined };
      return seeHistory(deps, callerOf(request), question, pageOf(limit));
    },
    encode: ({ orders, next }) => ({ orders: orders.map(({ order }) => encodeRow(order)), next: String(next ?? "") }),
  }),
  call.plain({
    id: "exportHistory",
    at: "GET /portal/v1/orders.csv",
    summary: "The same history as a spreadsheet",
    description: `UTF-8 with a byte order mark; refused when more than ${EXPORT_MAX} orders match.`,
    produces: ["text/csv"],
    query: ExportQuery,
    invalid: "BAD_REQUEST",
    refusals: ["BAD_REQUEST", "NOT_FOUND"],
    run: async (request, deps, { reply }) => {
      const exported = await exportHistory(deps, callerOf(request), questionOf(request.query));
      if (isRefusal(exported)) return exported;
      return reply
        .type("text/csv; charset=utf-8")
        .header("content-disposition", 'attachment; filename="orders.csv"')
        .header("cache-control", "no-store")
        .send(Readable.from(csvLines(deps, exported.orders, request.query.lang ?? "en")));
    },
  }),
  call({
    id: "seeTimeline",
    at: "GET /portal/v1/orders/:order_id/timeline",
    summary: "What happened to an order, oldest first",
    answer: Type.Object({ events: Type.Array(HistoryRecord) }),
    refusals: ["ORDER_NOT_FOUND", "DENY_ACCESS_ORDER_DETAIL"],
    run: (request, deps) => seeTimeline(deps, callerOf(request), request.params.order_id),
    encode: (events) => ({ events: events.map(encodeHistory) }),
  }),
  call({
    id: "seeCallbacksOfOrder",
    at: "GET /portal/v1/orders/:order_id/callbacks",
    summary: "What the partner was told about an order, newest first, with every try",
    answer: Type.Object({ callbacks: Type.Array(OrderCallbackRecord) }),
    refusals: ["ORDER_NOT_FOUND", "DENY_ACCESS_ORDER_DETAIL"],
    run: (request, deps) => seeCallbacksOfOrder(deps, callerOf(request), request.params.order_id),
    encode: (callbacks) => ({ callbacks: callbacks.map(encodeOrderCallback) }),
  }),
];

function pageOf(limit: string | undefined): number {
  return Math.min(PAGE_MAX, Math.max(1, Number(limit ?? PAGE)));
}

function questionOf(query: Static<typeof ExportQuery>): HistoryQuestion {
  return {
    account: query.account || undefined,
    statuses: query.status?.split(",") as Status[] | undefined,
    outcomes: query.outcome?.split(",") as Outcome[] | undefined,
    service: query.service || undefined,
    from: instant(query.from_time),
    to: instant(query.to_time),
    search: query.q?.trim() || undefined,
  };
}

function encodeRow(order: Order): Static<typeof OrderRow> {
  return {
    _id: order.id,
    status: order.status,
    sub_status: order.subStatus,
    outcome: outcomeOf(order),
    cancelled_by: order.cancelledBy ?? ("" as const),
    service_id: order.serviceId,
    user_id: order.ownerPhone,
    user_name: order.ownerName,
    create_time: unixSeconds(order.createdAt),
    payment_method: order.paymentMethod,
    total_fee: order.price.total,
    cod: order.points.reduce((sum, point) => sum + point.cod, 0),
    distance: kilometersOf(order.route.distanceMeters),
    supplier_id: order.driver?.phone ?? "",
    supplier_name: order.driver?.name ?? "",
    plate_number: order.driver?.plateNumber ?? "",
    path: order.points.map(({ address, name, status, trackingNumber }) => ({
      address,
      name,
      status,
      ...(trackingNumber === null ? {} : { tracking_number: trackingNumber }),
    })),
  };
}

function encodeOrderCallback(callback: OrderCallback): Static<typeof OrderCallbackRecord> {
  return {
    event_id: eventIdOf(callback),
    event_type: callback.type,
    event_time: unixSeconds(callback.happenedAt),
    state: callback.state,
    next_try_time: callback.state === "waiting" ? unixSeconds(callback.dueAt) : 0,
    tries: callback.tries.map(encodeTryOfEvent),
    request: JSON.parse(callback.body),
  };
}
