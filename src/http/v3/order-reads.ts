// Reading orders (4.6), the price explained, and the standard reasons to cancel.

import { type Static, Type } from "typebox";
import { field, maybe, timeWindow, vnd } from "../../contract/fields.ts";
import { OrderRecord } from "../../contract/order.ts";
import { outcome } from "../../contract/states.ts";
import { DRIVER_CANCEL_REASONS, USER_CANCEL_REASONS } from "../../domain/orders/cancel-reasons.ts";
import type { Order } from "../../domain/orders/order.ts";
import { STATUSES } from "../../domain/orders/order-life.ts";
import { isRefusal } from "../../domain/refusal.ts";
import { seeEta } from "../../operations/orders/see-eta.ts";
import {
  findTrackedOrders,
  getOrder,
  getOrderAsPartner,
  getOrders,
  listOwnOrders,
  PAGE_MAX,
  type SeeDeps,
} from "../../operations/orders/see-orders.ts";
import { type PositionDeps, seePosition } from "../../operations/orders/see-position.ts";
import { callerOf } from "../base/callers.ts";
import { sendLongList } from "../base/long-lists.ts";
import { callsOf, type Reply } from "../calls/call.ts";
import { encodeOrder } from "../wire/order.ts";
import { withEta, withPosition } from "../wire/order-eta.ts";
import { orderFilterOf } from "../wire/order-filter.ts";
import { instant, unixSeconds } from "../wire/time.ts";
import type { TrackingLinks } from "../wire/tracking-links.ts";

// A price explained: the tariff and figures it was made of, and lines that add up to it.
const PriceExplanation = Type.Object(
  {
    order_id: Type.String(),
    service_id: Type.String(),
    tariff_version: Type.Integer(),
    currency: Type.String(),
    expression: field.text("distance_fee of the tariff, in x and h."),
    x: field.number("Kilometres of the route, two decimals."),
    h: field.number("Local hour as a decimal; 15:30 is 15.5."),
    surge_rate: Type.Number(),
    vat_rate: Type.Number(),
    promo_code: Type.String(),
    lines: Type.Array(
      Type.Object({
        line: field.text("distance, stops, tolls, ferries, request, discount or vat."),
        request_id: maybe(Type.String()),
        amount: field.number("What the line adds to the total; a discount is negative."),
        factors: Type.Record(Type.String(), Type.Any()),
      }),
    ),
    total: vnd,
  },
  { title: "PriceExplanation" },
);

export type OrderReadDoor = SeeDeps & PositionDeps & { readonly links: TrackingLinks };

// Query values are text; a repeated one is an array and refused.
const WindowQuery = Type.Object(timeWindow);
const TracksQuery = Type.Object({
  tracking_number: maybe(Type.String()),
  ...timeWindow,
});
const ListQuery = Type.Object({
  ids: maybe(field.text("Order ids, separated by commas; at most 50.")),
  status: maybe(Type.Union(STATUSES.map((status) => Type.Literal(status)))),
  outcome: maybe(outcome),
  service_id: maybe(Type.String()),
  ...timeWindow,
  after: maybe(field.text("`next` of the page before.", { pattern: "^\\d{1,15}$" })),
  limit: maybe(field.text(`1 to ${PAGE_MAX}; 20 when absent.`, { pattern: "^\\d{1,3}$" })),
});

const TrackRecord = Type.Object(
  {
    _id: Type.String(),
    path: Type.Array(
      Type.Object({
        address: Type.String(),
        status: Type.String(),
        tracking_number: maybe(Type.String()),
      }),
    ),
    status: Type.String(),
    service_id: Type.String(),
    create_time: Type.Integer(),
  },
  { title: "OrderByTrackingNumber" },
);
const OrderPage = Type.Object({
  orders: Type.Array(OrderRecord),
  next: field.text("Give it as `after` for the next page; empty on the last one."),
});
const Reason = Type.Object({ code: Type.String(), en: Type.String(), vi: Type.String() }, { title: "CancelReason" });

const PAGE = 20;

const call = callsOf<OrderReadDoor>("Orders");

const encode = (order: Order, { links }: OrderReadDoor) => encodeOrder(order, links);

function sendOrders(reply: Reply, deps: OrderReadDoor, items: readonly Order[], next: string): Promise<Reply> {
  const list = { name: "orders", items, schema: OrderRecord, after: { next } };
  return sendLongList(reply, { ...list, encode: (order) => encode(order, deps) });
}

const tracks = {
  description: "Orders of the caller's partner, newest first; without a window, those of the last 7 days.",
  answer: Type.Array(TrackRecord),
  invalid: "BAD_REQUEST",
  refusals: ["BAD_REQUEST", ["MISSING_REQUIRED_INFO", "`tracking_number`"], "ORDER_NOT_FOUND"],
  encode: (orders: readonly Order[]) => orders.map(encodeTrack),
} as const;

function questionOf(trackingNumber: string | undefined, window: Static<typeof WindowQuery>) {
  return { trackingNumber, from: instant(window.from_time), to: instant(window.to_time) };
}

export const orderReadCalls = [
  call.plain({
    id: "listOrders",
    at: "GET /v3/orders",
    summary: "The caller's orders, or several by id",
    query: ListQuery,
    answer: OrderPage,
    invalid: "BAD_REQUEST",
    refusals: ["BAD_REQUEST"],
    run: async (request, deps, { reply }) => {
      const { ids, ...query } = request.query;
      if (ids !== undefined) {
        const wanted = ids.split(",").flatMap((id) => id.trim() || []);
        const orders = await getOrders(deps, callerOf(request), wanted);
        return isRefusal(orders) ? orders : sendOrders(reply, deps, orders, "");
      }
      const limit = Math.min(PAGE_MAX, Math.max(1, Number(query.limit ?? PAGE)));
      const page = await listOwnOrders(deps, callerOf(request), orderFilterOf(query), limit);
      const last = page.length === limit ? page.at(-1) : undefined;
      const orders = page.map(({ order }) => order);
      return sendOrders(reply, deps, orders, last ? String(last.number) : "");
    },
  }),
  call.plain({
    id: "listCancelReasons",
    at: "GET /v3/orders/cancel-reasons",
    summary: "Standard reasons to cancel, the user's and the driver's",
    answer: Type.Object({ user: Type.Array(Reason), driver: Type.Array(Reason) }),
    run: () => ({ user: [...USER_CANCEL_REASONS], driver: [...DRIVER_CANCEL_REASONS] }),
  }),
  call.plain({
    id: "getOrder",
    at: "GET /v3/orders/:order_id",
    summary: "Order detail",
    description: "For the creator and the creator's parent account.",
    answer: OrderRecord,
    refusals: [
      ["ORDER_NOT_FOUND", "unknown, or another partner's"],
      ["DENY_ACCESS_ORDER_DETAIL", "another account of the same partner"],
    ],
    run: async (request, deps) => {
      const order = await getOrder(deps, callerOf(request), request.params.order_id);
      if (isRefusal(order)) return order;
      const [eta, position] = await Promise.all([seeEta(deps, order), seePosition(deps, order)]);
      return withPosition(withEta(encode(order, deps), eta), position);
    },
  }),
  call({
    id: "explainPrice",
    at: "GET /v3/orders/:order_id/price",
    summary: "How the price was made",
    description: "The tariff's expression, its x and h, and each line; they add up to the total.",
    answer: PriceExplanation,
    refusals: [
      ["ORDER_NOT_FOUND", "unknown, or another partner's"],
      ["DENY_ACCESS_ORDER_DETAIL", "another account of the same partner"],
    ],
    run: (request, deps) => getOrder(deps, callerOf(request), request.params.order_id),
    encode: encodePriceExplanation,
  }),
  call({
    id: "getSharedLink",
    at: "GET /v3/orders/:order_id/shared-link",
    summary: "Public tracking link",
    answer: Type.Object({ shared_link: Type.String() }),
    refusals: [["ORDER_NOT_FOUND", "unknown, or another partner's"]],
    run: (request, deps) => getOrderAsPartner(deps, callerOf(request), request.params.order_id),
    encode: (order, _request, deps) => ({
      shared_link: deps.links.ofOrder(order),
    }),
  }),
  call({
    id: "findOrdersByTrackingNumber",
    at: "GET /v3/orders/tracks",
    summary: "Orders by tracking number",
    query: TracksQuery,
    ...tracks,
    run: (request, deps) =>
      findTrackedOrders(deps, callerOf(request), questionOf(request.query.tracking_number, request.query)),
  }),
  call({
    id: "findOrdersByTrackingNumberInPath",
    at: "GET /v3/orders/tracks/:tracking_number",
    summary: "Orders by tracking number, in the path",
    query: WindowQuery,
    ...tracks,
    run: (request, deps) =>
      findTrackedOrders(deps, callerOf(request), questionOf(request.params.tracking_number, request.query)),
  }),
];

function encodeTrack(order: Order) {
  return {
    _id: order.id,
    path: order.points.map(({ address, status, trackingNumber }) => ({
      address,
      status,
      ...(trackingNumber === null ? {} : { tracking_number: trackingNumber }),
    })),
    status: order.status,
    service_id: order.serviceId,
    create_time: Math.floor(unixSeconds(order.createdAt)),
  };
}

// A price explained: the tariff and figures it was made of, and lines that add up to it.
function encodePriceExplanation({ id, pricing, price }: Order): Static<typeof PriceExplanation> {
  return {
    order_id: id,
    service_id: pricing.serviceId,
    tariff_version: pricing.tariffVersion,
    currency: pricing.currency,
    expression: pricing.distanceFee,
    x: pricing.x,
    h: pricing.h,
    surge_rate: pricing.surgeRate / 10_000,
    vat_rate: pricing.vatRate / 10_000,
    promo_code: pricing.promo?.code ?? "",
    lines: price.lines.map(({ line, requestId, amount, factors }) => ({
      line,
      ...(requestId === null ? {} : { request_id: requestId }),
      amount,
      factors,
    })),
    total: price.total,
  };
}
